"""Duplicate deals, seeds, threads, statistics."""

from __future__ import annotations

import json
import re
import threading
from concurrent.futures import CancelledError
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from scipy import stats

from pokerdata._core import matches as _core
from pokerdata.cli.match import match as command
from pokerdata.cli.solve import solve
from pokerdata.games import CardGame, Game, LimitRules, load_game, table_rules
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import Reduction, hands, match
from pokerdata.matches.result import by_position
from pokerdata.players.agents import BASELINES, Agent

TEXAS = ("limit-holdem", "nolimit-holdem")


@pytest.mark.parametrize("game", TEXAS)
@pytest.mark.parametrize("name", BASELINES)
def test_an_agent_against_itself_wins_nothing(name: str, game: str) -> None:
    result = match(name, name, deals=300, seed=2, game=game)
    assert result.won[0].mean == result.won[0].standard_error == 0
    assert result.by_position[0][0].mean == -result.by_position[0][1].mean


def test_a_strategy_against_itself_wins_nothing() -> None:
    chosen = load_game("leduc-nolimit")
    game = CardGame(chosen.rules, chosen.cards)
    saved = Strategy(game.rules, game.cards.values(), None, simple_strategy(game, "random"), game.state_names)
    agent = Agent.of(saved)
    result = match(agent, agent, deals=50_000)
    assert result.won[0].mean == result.won[0].standard_error == 0
    assert result.deviation[0] > 100


@pytest.mark.parametrize("game", TEXAS)
def test_calling_and_raising_are_even(game: str) -> None:
    result = match("always-call", "always-raise", deals=2000, seed=4, game=game)
    # every hand is shown down for the same stakes, whoever has which seat
    assert result.won[0].mean == result.won[0].standard_error == 0
    assert abs(result.by_position[0][0].mean) <= 3 * result.by_position[0][0].standard_error


def test_seeds_and_threads() -> None:
    results = [
        match("random", "simple", deals=500, seed=6, game="limit-holdem", threads=t) for t in (1, 2, 3)
    ]
    assert len({(r.sums.first, r.sums.second, r.sums.products, r.sums.moves) for r in results}) == 1
    other = match("random", "simple", deals=500, seed=7, game="limit-holdem")
    assert other.sums.first != results[0].sums.first
    swapped = match("simple", "random", deals=500, seed=6, game="limit-holdem")
    assert swapped.won[0].mean == -results[0].won[0].mean


def test_statistics_by_numpy() -> None:
    played = list(hands("random", "always-raise", deals=400, seed=1, game="limit-holdem"))
    x = np.array([h.won for h in played[::2]])
    y = np.array([-h.won for h in played[1::2]])
    result = match("random", "always-raise", deals=400, seed=1, game="limit-holdem")
    pairs = (x + y) / 2
    assert result.won[0].mean == pytest.approx(pairs.mean())
    assert result.won[0].standard_error == pytest.approx(pairs.std(ddof=1) / 20)
    assert result.deal_deviation[0] == pytest.approx(pairs.std(ddof=1))
    assert result.deviation[0] == pytest.approx(np.concatenate([x, y]).std(ddof=1))
    assert result.by_position[0][0].standard_error == pytest.approx(y.std(ddof=1) / 20)
    said = result.to_dict()["results"][0]
    assert said["units_per_100_hands"] == pytest.approx(100 * pairs.mean() / 10)
    assert said["units_per_100_hands_half_width_95"] == pytest.approx(
        stats.t.ppf(0.975, 399) * pairs.std(ddof=1) / 20 * 10
    )


def test_both_engines_agree_on_what_is_won_in_each_position() -> None:
    """In C++ and at a table, over other cards: a player at random loses more as small blind, where he folds to it."""
    core = match("always-call", "random", game="limit-holdem", deals=20_000, seed=3)
    table = match("always-call", "random", game="limit-holdem", deals=1500, seed=3, replays=False)
    assert core.sums.deals == 20_000
    assert table.sums.deals == len(core.parts) == 0
    assert core.game.positions == table.game.positions == ("BB", "SB")
    assert (
        core.by_position[0][0].mean > core.by_position[0][1].mean + 3 * core.by_position[0][0].standard_error
    )
    pairs = [(a, b) for p in (0, 1) for a, b in zip(core.by_position[p], table.by_position[p], strict=True)]
    for one, other in (*pairs, *zip(core.won, table.won, strict=True)):
        assert abs(one.mean - other.mean) < 4 * np.hypot(one.standard_error, other.standard_error)
    assert core.deviation == pytest.approx(table.deviation, rel=0.1)
    assert core.deal_deviation == pytest.approx(table.deal_deviation, rel=0.1)


@pytest.mark.parametrize("game", ["limit-holdem", "limit-holdem-3p"])
def test_deals_that_are_not_duplicate(game: str) -> None:
    """Each is played once; with the button everybody moves through all positions, and nothing else of a deal changes."""
    names = ["random", "always-call", "always-raise"][: table_rules(game).players]
    once = match(*names, game=game, deals=30, seed=4, duplicate=False)
    both = match(*names, game=game, deals=30, seed=4, replays=False)
    assert (once.hands, once.orders) == (30, both.orders[:1])
    np.testing.assert_array_equal(once.parts[:, 0], both.parts[:, 0])
    hands = np.array([[float(chips) for chips in unit] for unit in once.units])
    for player, won in enumerate(once.won):
        assert won.mean == pytest.approx(hands[:, player].mean())
        for position, of in enumerate(once.by_position[player]):
            there = [by_position(once.orders[0], deal)[position] == player for deal in range(30)]
            assert of.mean == pytest.approx(hands[there, player].mean())
            assert of.standard_error == pytest.approx(hands[there, player].std(ddof=1) / sum(there) ** 0.5)
    few = match(*names, game=game, deals=1, duplicate=False)
    assert [row is None for row in np.ravel([[of["chips_per_hand"] for of in r["by_position"].values()]
            for r in few.to_dict()["results"]])].count(True) == len(names) * (len(names) - 1)  # fmt: skip


@pytest.mark.parametrize("more", [{}, {"replays": False}])
def test_a_match_is_cancelled(more: dict[str, Any]) -> None:
    cancel, told = threading.Event(), []

    def progress(done: int, total: int) -> None:
        told.append(done)
        cancel.set()

    with pytest.raises(CancelledError):
        match(
            "random",
            "always-call",
            game="limit-holdem",
            deals=10**6,
            progress=progress,
            cancel=cancel,
            **more,
        )
    assert told[0] < 10**6


def test_less_luck_comes_with_the_match() -> None:
    """`reduced` holds the same hands; what is won in them is that of the match without it."""
    plain = match("always-call", "random", game="leduc", deals=500, seed=1)
    found = match("always-call", "random", game="leduc", deals=500, seed=1, reduce="all-in")
    assert found.sums[:-1] == plain.sums[:-1]
    assert found.reduced.estimates["duplicate"].mean == pytest.approx(plain.won[0].mean)
    table = match("always-call", "random", game="leduc", deals=50, seed=1, reduce="all-in", replays=False)
    assert table.reduced.hands == table.hands == 100
    with pytest.raises(ValueError, match=r"reduce: expected a method alone at a table"):
        match(*["random"] * 3, game="kuhn-3p", reduce=Reduction("mivat", values="strength"))
    with pytest.raises(ValueError, match=r"first_deal: expected 0 at a table"):
        match(*["random"] * 3, game="kuhn-3p", first_deal=5)


def test_refusals() -> None:
    with pytest.raises(ValueError, match=r"game: expected one, as random and simple play any"):
        match("random", "simple")
    with pytest.raises(ValueError, match="expected Texas hold'em"):
        match("random", "simple", game="leduc")
    with pytest.raises(ValueError, match=r"deals: expected .*got 0"):
        match("random", "random", game="leduc", deals=0)
    with pytest.raises(ValueError, match=r"seed: expected .*got -1"):
        match("random", "random", game="leduc", seed=-1)
    with pytest.raises(ValueError, match="sums of squares fit 64 bits"):
        match("random", "random", game="nolimit-holdem", deals=10**12)
    chosen = load_game("leduc")
    game = CardGame(chosen.rules, chosen.cards)
    saved = Strategy(game.rules, game.cards.values(), None, simple_strategy(game, "call"), game.state_names)
    for other, message in (
        ("kuhn", "numbers of streets|antes or blinds|bets or caps|cards"),
        ("leduc-nolimit", "one has limits"),
        ("limit-holdem", "antes or blinds"),
    ):
        with pytest.raises(ValueError, match=message):
            match(Agent.of(saved), "random", game=other, deals=10)


def test_games_have_cards_for_each_street() -> None:
    """Agents would look for a board that is not there."""
    rules = LimitRules("six", (10,) * 6, (2,) * 6, (1,) * 6, blinds=(5, 10), blind_counts_as_bet=True)
    cards = load_game("limit-holdem").cards
    with pytest.raises(
        ValueError,
        match=r"rules 'six': expected a number of board cards for each of the 6 streets, got 4 of them",
    ):
        Game(rules, cards)
    simple = Agent.baseline("simple").core
    with pytest.raises(ValueError, match="expected board cards for each of 6 streets of betting, got 4"):
        _core.play_match(rules.core, cards.core, simple, simple, 0, 0, 10)
    with pytest.raises(ValueError, match="expected board cards for each of 6 streets of betting, got 4"):
        _core.played_hand(rules.core, cards.core, simple, simple, 0, 0, False)


def test_the_command(tmp_path: Path) -> None:
    path = str(tmp_path / "leduc.h5")
    CliRunner().invoke(solve, ["leduc", "--iterations", "100", "--out", path], catch_exceptions=False)
    arguments = [path, "always-call", "--deals", "2000", "--seed", "1"]
    done = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert done.exit_code == 0
    assert "2,000 deals in both orders of seats, 4,000 hands, seed 1" in done.output
    assert "antes/100 hands" in done.output
    said = json.loads(CliRunner().invoke(command, [*arguments, "--json"], catch_exceptions=False).output)
    won = said["results"][0]["chips_per_hand"]
    assert won > 0
    assert f"{100 * won:+.2f}  ±" in done.output
    shown = CliRunner().invoke(command, [*arguments, "--show-hands", "2"], catch_exceptions=False)
    assert len(re.findall(r"\sv\s", shown.output)) == 4  # long paths end a line


@pytest.mark.parametrize("name", ["leduc", "leduc-nolimit"])
def test_translations_are_told_where_they_matter(tmp_path: Path, name: str) -> None:
    """In text and JSON, without limits alone; a baseline has none."""
    path = str(tmp_path / "solved.h5")
    CliRunner().invoke(solve, [name, "--iterations", "11", "--out", path], catch_exceptions=False)
    arguments = [path, "always-call", "--deals", "10", "--translation", "hard"]
    text = CliRunner().invoke(command, arguments, catch_exceptions=False).output
    said = json.loads(CliRunner().invoke(command, [*arguments, "--json"], catch_exceptions=False).output)
    if name == "leduc":
        assert "translation hard" not in text
        assert "translation" not in said["results"][0]
    else:
        assert "20 hands, seed 0, translation hard\n" in text
        assert [row["translation"] for row in said["results"]] == ["hard", None]


def test_agents_may_take_bets_differently() -> None:
    chosen = load_game("leduc-nolimit")
    game = CardGame(chosen.rules, chosen.cards)
    rows = simple_strategy(game, "random")
    saved = Strategy(game.rules, game.cards.values(), None, rows, game.state_names)
    found = match(Agent.of(saved, translation="nearest"), Agent.of(saved, translation="soft"), deals=10)
    assert found.translations == ("nearest", "soft")
    assert "seed 0, translation nearest and soft\n" in str(found)


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        (
            "--show-hands",
            "-3",
            r"--show-hands: expected a whole number from 0 to 1000000000000, got -3; e\.g\. 10",
        ),
        ("--translation", "near", "translation: expected pseudo-harmonic, .*got 'near'"),
    ],
)
def test_bad_options_are_named_before_the_match(option: str, value: str, message: str) -> None:
    """Also a translation that no agent of the match would use."""
    arguments = ["random", "always-call", "--game", "leduc", "--deals", "1000000000000", option, value]
    with pytest.raises(ValueError, match=message):
        CliRunner().invoke(command, arguments, catch_exceptions=False)
