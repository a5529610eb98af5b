"""Notebook output of public objects: a repr of one short line, and well-formed HTML."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from xml.dom.minidom import parseString

import numpy as np
import pytest

import pokerdata
from pokerdata import games
from pokerdata.cards import isomorphism, preflop, strength
from pokerdata.cards.equity import equity
from pokerdata.games import load_game, no_thanks, table_rules
from pokerdata.games.strategies import Strategy
from pokerdata.matches import hands, local_best_response, match, play_hands, statistics
from pokerdata.matches.matches_table import CrossTable
from pokerdata.pipeline.store import Table, write_table
from pokerdata.players.agents import Agent
from pokerdata.reports.pictures import heat_map
from pokerdata.solving import algorithm, jam_or_fold, sampled
from pokerdata.solving import explicit as trees
from pokerdata.solving.comparing import compare_algorithms
from pokerdata.solving.explicit import examples
from pokerdata.solving.explicit.lp import normal_form, solve_by_linear_program
from pokerdata.solving.public import Result, Solver, solve
from pokerdata.spots import resolving

ROOT = Path(__file__).parents[1]


class _OneState:
    """All hands share one state."""

    def states(self, street: int) -> int:
        return 1

    def of_board(self, board: Any) -> Any:
        return np.zeros(1326, np.uint16)


@cache
def _leduc() -> Result:
    return solve(games.leduc(), iterations=50)


@cache
def _tree() -> trees.GameTree:
    return trees.explicit_tree("leduc")


def _no_thanks() -> no_thanks.NoThanks:
    return no_thanks.NoThanks((3, 4, 5, 7, 9), drawn=3, chips=2, players=2)


@cache
def _resolved() -> resolving.ResolvedTree:
    return resolving.resolve_tree(_tree(), _tree().uniform(), street=2)


def _states(run: Callable[..., Any], *arguments: Any) -> Any:
    """Return the last state that a run saves."""
    kept: list[Any] = []
    run(*arguments, iterations=3, checkpoint=kept.append)
    return kept[-1]


@cache
def _jam_fold() -> jam_or_fold.JamFold:
    return jam_or_fold.jam_fold(12, (1, 2), 1, iterations=20)


@cache
def _agent() -> Agent:
    return Agent.of(_leduc(), name="of Leduc")


@cache
def _matches() -> list[Any]:
    pairs = (("always-call", "always-raise"), ("always-call", "random"), ("always-raise", "random"))
    return [match(one, two, deals=50, game="leduc") for one, two in pairs]


@cache
def _comparison() -> Any:
    return compare_algorithms("kuhn", "cfr,cfr+", target="50mb", iterations=100)


def _closed(table: Table) -> Table:
    table.close()
    return table


@cache
def _statistics() -> statistics.Statistics:
    played = play_hands(["random", "always-call", "always-raise"], table_rules("limit-holdem-3p"), deals=20)
    return statistics.statistics_of(hand.state for hand in played)


_LONG = ",".join(
    f"{high}{low}s:0.{k}5" for k, (high, low) in enumerate(zip("AKQJT98", "KQJT987", strict=True))
)

#: An object, and words that its HTML must have.
OBJECTS: dict[str, tuple[Callable[[], Any], tuple[str, ...]]] = {
    "equity": (lambda: equity(["AcKd", "TdTh"]), ("AcKd", ".431241", "970,542", "1,712,304")),
    "equity, sampled": (lambda: equity(["AcKd"] + ["random"] * 5, samples=100, seed=7), ("seed 7", "AcKd")),
    "equity of long ranges": (lambda: equity([_LONG, "TdTh", "22+"], "7s6cAs"), ("TdTh",)),
    "situation": (
        lambda: pokerdata.Situation("Ks2s", "7s6cAs", pot=30, to_call=10),
        ("Ks 2s", "0.629164", "all-in wins", "share of the pot", "svg"),
    ),
    "situation of long ranges": (
        lambda: pokerdata.Situation(_LONG, "7s6cAs", [_LONG] * 3, samples=99),
        ("SCHR",),
    ),
    "metric": (lambda: pokerdata.Situation("Ks2s", "7s6cAs")["schr"], ("0.629164", "SCHR")),
    "matchup": (lambda: preflop.matchup("AKs", "TT"), ("18,794,256", "24")),
    "income rates": (lambda: preflop.income_rates(3, 50), ("72o", "thousandths of a bet", "±")),
    "jam or fold": (_jam_fold, ("12", "1/2", "gap", "jam-fold")),
    "strategy of jam or fold": (lambda: _jam_fold().strategy, ("AKs", "6 of 12")),
    "distribution": (lambda: strength.distribution("Ks2s", "7s6cAs"), ("mean", "0.6291", "svg")),
    "sampled strength": (lambda: strength.ihr_sampled("Ks2s", "7s6cAs", samples=10), ("samples",)),
    "range": (lambda: pokerdata.Range("22+,AKs:0.5"), ("AKs<br/>0.5", "82 combinations")),
    "long range": (lambda: pokerdata.Range(_LONG) | "random:0.01", ("1,326 combinations", "100.0 %")),
    "breakdown": (lambda: pokerdata.Range("22+,AK").breakdown("Ks7d2c"), ("overpair", "no draw", "Ks 7d 2c")),
    "boards": (lambda: isomorphism.boards(3), ("1,755", "22,100", "next_permutation")),
    "rules": (lambda: games.LIMIT_HOLDEM, ("10, 10, 20, 20", "5, 10", "limit Texas")),
    "no-limit rules": (lambda: load_game("nolimit-holdem").rules, ("10,000", "all-in")),
    "rules with a long menu": (
        lambda: games.adjusted_game("nolimit-holdem", menu=[f"{n}/7" for n in range(1, 50)]).rules,
        ("menu",),
    ),
    "card rules": (lambda: load_game("leduc").cards, ("JQK",)),
    "named game": (lambda: load_game("limit-holdem"), ("52", "five-card")),
    "kuhn": (games.kuhn, ("Kuhn poker", "12")),
    "leduc": (games.leduc, ("Leduc", "288", "ante of 1")),
    "game of buckets": (
        lambda: games.limit_holdem([1] * 4, [np.ones((1, 1), np.uint64)] * 4, np.zeros((1, 1), np.uint64)),
        ("buckets", "big blind of 10"),
    ),
    "spot": (
        lambda: pokerdata.Spot(
            board="Td9d6hQc",
            oop=_LONG,
            ip="AK:0.5",
            pot=200,
            stack=900,
            bets="60%,e,a",
            raises="2.5x",
            rake="5%",
        ),
        ("Td 9d 6h Qc", "60%,e,a", "900 chips", "5 %", "<details>"),
    ),
    "tree of a spot": (
        lambda: pokerdata.Spot.of_game("limit-holdem", "cc/crr", board="Td9d6h", oop="AA", ip="KK").tree,
        ("street 3", "789 nodes"),
    ),
    "rules of a spot": (
        lambda: pokerdata.Spot(board="Td9d6hQc", oop="AA", ip="KK", pot=2, stack=9, bets="a").tree.rules,
        ("turn spot Td 9d 6h Qc",),
    ),
    "betting tree": (lambda: games.BettingTree(games.LEDUC), ("decisions", "street 2")),
    "state names": (lambda: games.leduc().state_names[1], ("states", "J on J")),
    "sizes": (lambda: games.sizes(games.LEDUC, load_game("leduc").cards), ("1,939", "288")),
    "sizes of buckets": (lambda: games.bucketed_sizes(games.LIMIT_HOLDEM, [5] * 4), ("625", "actions")),
    "algorithm": (lambda: algorithm("dcfr(beta=0.5, simultaneous)"), ("dcfr", "simultaneous")),
    "result": (_leduc, ("dcfr", "50", "mb/g", "svg", "288")),
    "evaluation": (lambda: _leduc().values, ("NashConv", "exploitability")),
    "row of a log": (lambda: _leduc().log[-1], ("exploitability", "50")),
    "solver": (lambda: Solver(games.kuhn(), algorithm("cfr")), ("cfr", "float64")),
    "state of a run": (lambda: _states(solve, games.kuhn()), ("Kuhn poker", "3")),
    "sampled result": (
        lambda: sampled.solve(games.LIMIT_HOLDEM, _OneState(), iterations=1),
        ("not known", "lcfr"),
    ),
    "sampling solver": (
        lambda: sampled.PublicChanceSolver(games.LIMIT_HOLDEM, _OneState(), seed=4),
        ("seed", "4"),
    ),
    "tree": (_tree, ("1,939", "288", "zero-sum")),
    "information set": (lambda: _tree().information_sets[0], ("player", "check, bet")),
    "result of a tree": (lambda: trees.solve(_tree(), "cfr+", iterations=40), ("cfr+", "40", "svg", "288")),
    "evaluation of a tree": (
        lambda: trees.evaluate(_tree(), _tree().uniform()),
        ("a best response", "player 1"),
    ),
    "tree solver": (lambda: trees.TreeSolver(_tree(), "mccfr"), ("mccfr-external",)),
    "Monte Carlo": (lambda: trees.tree_algorithm("mccfr-outcome"), ("outcome", "0.6")),
    "fictitious play": (lambda: trees.tree_algorithm("fictitious-play"), ("no",)),
    "state of a run on a tree": (lambda: _states(trees.solve, _tree()), ("iteration", "3")),
    "unreached": (lambda: trees.solve(_tree(), "mccfr", iterations=1).unreached, ("probability",)),
    "linear program": (lambda: solve_by_linear_program(trees.explicit_tree("kuhn")), ("-0.0555555556",)),
    "subgame": (lambda: resolving.subgames(_tree(), street=2)[0], ("check check Q", "3, 3", "18")),
    "root set": (lambda: resolving.subgames(_tree(), street=2)[0].root_sets[0][0], ("player", "roots")),
    "resolved tree": (lambda: _resolved(), ("max-margin", "90", "exploitability")),
    "margin": (lambda: _resolved().margins[0], ("before", "reach", "check check Q")),
    "states": (lambda: trees.state_graph(_no_thanks()), ("7,571", "2,435")),
    "states, solved": (lambda: trees.state_graph(_no_thanks()).solve(), ("17/60", "0.716667")),
    "positions": (lambda: no_thanks.Positions(_no_thanks()), ("4,950",)),
    "values of No-Thanks": (
        lambda: no_thanks.solve(no_thanks.Positions(_no_thanks())).values,
        ("17/60", "0.283333"),
    ),
    "normal form": (lambda: normal_form(trees.explicit_tree("kuhn")), ("27, 64",)),
    "matrix game": (lambda: examples.MatrixGame([[1, -1], [-1, 2]]), ("2, -2", "column 1")),
    "strategy": (lambda: Strategy.of(_leduc()), ("real cards", "street 2", "float64")),
    "agent": (_agent, ("of Leduc", "Leduc hold", "pseudo-harmonic")),
    "baseline": (lambda: Agent.baseline("always-raise"), ("any game",)),
    "match": (
        lambda: _matches()[0],
        ("always-call", "always-raise", "antes/100 hands", "50 deals"),
    ),
    "match at a table": (
        lambda: match("random", "always-call", "always-fold", game="limit-holdem-3p", deals=3),
        ("always-fold", "bb/100 hands", "all 6 orders of seats", "BU"),
    ),
    "estimate": (lambda: _matches()[0].won[0], ("half width",)),
    "hand": (lambda: next(hands("always-call", "always-raise", game="leduc")), ("always-call", "history")),
    "cross-table": (
        lambda: CrossTable.of(["always-call", "always-raise", "random"], _matches()),
        ("always-call", "background:#", "mean", "±"),
    ),
    "local best response": (
        lambda: local_best_response(_agent(), deals=200),
        ("of Leduc", "mb/hand", "95 % intervals", "200 deals"),
    ),
    "comparison": (_comparison, ("cfr+", "vector", "Kuhn poker", "50 mb/g")),
    "curve": (lambda: _comparison().curves[0], ("iterations to target", "svg")),
    "statistics": (_statistics, ("always-call", "VPIP", "maniac", "120 hands")),
    "statistics of a player": (lambda: _statistics()["random"], ("random", "95 % interval", "120 hands")),
    "share": (lambda: _statistics()["always-call"]["vpip"], ("opportunities", "100.0 %")),
    "aggression factor": (lambda: _statistics()["random"].aggression_factor(), ("bets and raises a call",)),
    "type of a player": (lambda: _statistics()["random"].type(), ("not known",)),
    "picture": (lambda: heat_map("AKs", title="Ace and king"), ("Ace and king",)),
}


@pytest.mark.parametrize("name", OBJECTS)
def test_what_is_shown_is_short_and_well_formed(name: str) -> None:
    make, words = OBJECTS[name]
    _check(make(), words)


def _check(shown: Any, words: tuple[str, ...]) -> None:
    line = repr(shown)
    assert len(line) <= 118, line
    assert not re.search(r"0x[0-9a-f]{4}|array\(|\n|dtype=", line), line
    assert line.startswith(f"{type(shown).__name__}(")
    html = shown._repr_html_()
    parseString(f"<div>{html}</div>".replace("<br>", "<br/>"))
    assert not re.search(r"0x[0-9a-f]{4}|<script|src=|https?://(?!www\.w3\.org/2000/svg)", html)
    for word in words:
        assert word in html, (word, html)


def test_a_table_shows_its_datasets(tmp_path: Path) -> None:
    arrays: dict[str, Any] = {"counts": np.zeros((3, 1326), np.uint16), "more": np.zeros(4)}
    write_table(tmp_path / "a&b.h5", name="tiny", kind="toy", arrays=arrays, attributes={"cards": "a & b"})
    table = pokerdata.open_table(tmp_path / "a&b.h5")
    assert repr(table) == "Table('tiny', toy, 2 datasets, 8.0 kB)"
    _check(table, ("a&amp;b.h5", "uint16", "3 x 1326", "a &amp; b"))
    table.close()
    assert repr(table) == "Table('tiny', toy, closed)"


def test_a_loaded_strategy_shows_its_file(tmp_path: Path) -> None:
    saved = Strategy.of(_leduc())
    held = Strategy(
        saved.rules,
        saved.cards,
        None,
        saved.strategy,
        saved.state_names,
        {"algorithm": "dcfr<1>"},
        tmp_path / "a&b.h5",
    )
    assert repr(held) == 'Strategy("Leduc hold\'em", real cards, float64, a&b.h5)'
    _check(held, ("a&amp;b.h5", "dcfr&lt;1&gt;"))


def test_values_of_reprs() -> None:
    assert repr(equity(["AcKd", "TdTh"])) == "Equity(AcKd .4312, TdTh .5688; exact)"
    assert repr(games.leduc()) == 'CardGame("Leduc hold\'em", 288 information sets)'
    assert repr(games.LEDUC) == 'LimitRules("Leduc hold\'em", 2 streets, ante 1, bets 2-4, caps 2-2)'
    assert repr(load_game("nolimit-holdem").rules) == (
        "NoLimitRules('heads-up no-limit Texas hold'em', 4 streets, blinds 50/100, stack 10000, bets pot, all-in)"
    ).replace("'heads", '"heads').replace("em'", 'em"')
    assert re.fullmatch(
        r"Result\(\"Leduc hold'em\", dcfr\(.*\), 50 iterations, exploitability \d.* mb/g\)", repr(_leduc())
    )
