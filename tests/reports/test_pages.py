"""Pages show the values of the tables."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from scipy import stats

from helpers.recipes import runner_of
from pokerdata._support.estimates import signed
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.games import Unit
from pokerdata.games.named import LIMIT_HOLDEM, NOLIMIT_HOLDEM
from pokerdata.matches import MatchResult, Sums
from pokerdata.matches.local import LocalBestResponseTable
from pokerdata.matches.matches_table import CrossTable, MatchesTable
from pokerdata.pipeline.store import open_table
from pokerdata.reports.pages import agents as agents_part
from pokerdata.reports.pages import local_best_response, publication
from pokerdata.reports.pages import matches as matches_part
from pokerdata.reports.pages import page as page_part
from pokerdata.reports.pages.markdown import joined, table
from pokerdata.reports.pages.sources import REFERENCES, Cards
from pokerdata.solving.evaluation import TO_COMPARE, Scope

ERIKSSON = REFERENCES["eriksson-2012"]


def parts(page: str) -> dict[str, list[str]]:
    """Return the lines of a page by heading."""
    found: dict[str, list[str]] = {}
    for line in page.splitlines():
        if line.startswith("#"):
            found[line.lstrip("# ")] = current = []
        elif line:
            current.append(line)
    return found


def rows(lines: list[str]) -> list[list[str]]:
    """Return the cells of the first table among lines, without its rule."""
    first = next(k for k, line in enumerate(lines) if line.startswith("|"))
    end = next((k for k, line in enumerate(lines) if k > first and not line.startswith("|")), len(lines))
    cells = [[cell.strip(" `") for cell in line.strip("|").split("|")] for line in lines[first:end]]
    return [cells[0], *cells[2:]]


def test_the_numbers_of_a_page_are_those_of_the_tables(tournament: Path) -> None:
    page = parts((tournament / "leduc_page.md").read_text())
    assert list(page) == [
        *("Agents of Leduc hold'em", "Agents", "Matches: all", "Matches: two", "Local best response"),
        "Which to choose",
    ]
    for name in ("all", "two"):
        found = open_table(f"{name}_matches", tournament, MatchesTable)
        head, *body = rows(page[f"Matches: {name}"])
        for row in body:
            for other, cell in zip(head[1 : 1 + len(body)], row[1:], strict=False):
                i, j = (found.agents.index(agent) for agent in (row[0], other))
                if i == j:
                    assert cell == ""
                else:
                    won, half_width = map(float, cell.split(" ± "))
                    assert won == pytest.approx(found["won"][i, j], abs=0.05001)
                    assert half_width == pytest.approx(found["half_width"][i, j], abs=0.05001)
    head, *agents = rows(page["Agents"])
    for row in agents:
        strategy = open_table(f"{row[0]}_strategy", tournament)
        assert int(row[3].replace(",", "")) == strategy.attributes["information_sets"]
        inside = strategy.attributes["exploitability_mb_per_game"]
        assert float(row[4].removesuffix(" mb/g")) == pytest.approx(inside, abs=0.005)
    bounds = open_table("all_lbr", tournament, LocalBestResponseTable).estimates
    for row in rows(page["Local best response"])[1:]:
        won = float(row[1].split(" ± ")[0])
        assert won == pytest.approx(1000 * bounds[row[0]].mean, abs=0.5)
    where = "The exploitability beside it is exact in the whole game (all cards, all bets)."
    assert page["Local best response"][-1].endswith(where)
    assert re.search(r"!\[.*\]\(all_cross_table.png\)", "\n".join(page["Matches: all"]))
    assert (tournament / "all_cross_table.png").read_bytes().startswith(b"\x89PNG")


def result(first: str, second: str, won: int, deals: int = 1000) -> MatchResult:
    """Return a match with a mean of `won` chips per deal for the first agent, and a standard deviation of 100."""
    squares = deals * won**2 + deals * 10_000
    return MatchResult((first, second), LIMIT_HOLDEM, 0, Sums(deals, won * deals, 0, squares, 0, 0, 0))


def test_published_matches_are_turned_as_they_were_printed() -> None:
    results = [result("hhs2_8", "phs_8", 20), result("hhs", "hhs2_8", -4), result("phs_8", "other", 1)]
    found = publication.compared(results, ERIKSSON, {"hhs2_8": "hhs2", "phs_8": "phs"})
    # 10 chips and -2 chips per hand, with a big blind of 10
    assert [row[:3] for row in found] == [("phs", "hhs2", -10.2), ("hhs", "hhs2", -0.5)]
    assert [row[3] for row in found] == pytest.approx([-100.0, -20.0])
    for row in found:
        assert row[4] == pytest.approx(stats.t.ppf(0.975, 999) * 10 * 50 / np.sqrt(999))
    lines = publication.matches(
        [("a", "b", 5.0, 4.0, 2.0), ("a", "c", -1.0, 4.0, 2.0), ("b", "c", 9.0, 1.0, 2.0)], "x.png"
    )
    assert [row[4:] for row in rows(lines)[1:]] == [["yes", "yes"], ["no", "no"], ["no", "not told"]]
    assert lines[-1] == (
        "Of 3 published values 1 lie in our 95 % intervals. The winner is the same in 1 matches and another in 1; in 1 our "
        "interval holds 0."
    )


def test_equal_pairs_do_not_tell_what_they_gain() -> None:
    equal = MatchResult(("a", "b"), LIMIT_HOLDEM, 0, Sums(2, 40, -20, 800, 200, -400, 0))
    matches: Any = SimpleNamespace(rules=LIMIT_HOLDEM, results=(equal, result("a", "c", 0)))
    assert [row[3] for row in rows(matches_part.deviations(matches))[1:]] == ["not known", "2.0"]


def test_every_published_pair_is_there_once() -> None:
    agents = ("phs", "mmhs", "mmhs2", "hhs", "hhs2")
    pairs = {(a, b) for k, a in enumerate(agents) for b in agents[k + 1 :]}
    assert set(ERIKSSON.matches) == pairs | {("hhs2", "simple")}


def test_extremes_are_the_exact_ones(tables: Path) -> None:
    strength = {
        s: open_table(f"{s}_strength", tables, StrengthTable) for s in ("preflop", "flop", "turn", "river")
    }
    _, preflop, flop, turn, river = rows(publication.extremes(strength, ERIKSSON))
    assert preflop[1:3] == ["0.323032 .. 0.852037", "0.199510 .. 0.737211"]
    assert flop[1:3] == ["0.110735 .. 1.000000", "0.037794 .. 1.000000"]
    assert turn[1:] == ["0.045169 .. 1.000000", *["0.013420 .. 1.000000"] * 2, turn[4]]
    assert river[1:4] == ["0.000000 .. 1.000000"] * 3
    # Rounded, ours equal the printed ones, except the weakest hand on the turn: 0.045169 was printed as .04.
    for row, printed in ((preflop, (0.14, 0.73)), (flop, (0.02, 1)), (turn, (0.01, 1)), (river, (0, 1))):
        assert tuple(round(float(end), 2) for end in row[3].split(" .. ")) == printed
    assert turn[4] == "EHS: 0.04 .. 1; E[HS^2], next street: 0.01 .. 1"
    assert river[4] == "EHS: 0 .. 1; E[HS^2], next street: 0 .. 1"


def test_another_game_and_other_buckets_are_said() -> None:
    played: Any = SimpleNamespace(rules=LIMIT_HOLDEM)
    sections = {"a": Cards("history", (3,) * 4, "perfect"), "b": None}
    first, second = publication.settings(ERIKSSON, played, sections)
    assert "no-limit Texas hold'em, ours heads-up limit" in first
    assert "8 buckets a street, ours 3-3-3-3" in second
    same = {"a": Cards("history", (8,) * 4, "perfect")}
    assert publication.settings(REFERENCES["zinkevich-2007"], played, same) == []


def test_three_digits_are_rounded_before_the_exponent() -> None:
    told = {999_700: "1e6", 27_700_000_000: "27.7e9", 2770: "2.77e3", 99_950: "100e3", 12: "12e0"}
    assert {number: publication._three_digits(number) for number in told} == told


def test_sizes_of_the_published_agents_are_ours_to_their_digits() -> None:
    from pokerdata.games import bucketed_sizes

    published = REFERENCES["zinkevich-2007"].solved
    for buckets, agent in published.items():
        ours = bucketed_sizes(LIMIT_HOLDEM, [buckets] * 4).histories_with_free_folds
        assert ours == pytest.approx(agent.states, rel=2e-3)
    printed = [publication._three_digits(agent.states) for agent in published.values()]
    assert printed == ["6.45e9", "27.7e9", "276e9", "1.65e12"]


@pytest.fixture
def cross_table() -> Callable[[float], CrossTable]:
    def made(half_width: float) -> CrossTable:
        won = np.array([[np.nan, -3.0, 1.0], [3.0, np.nan, -1.0], [-1.0, 1.0, np.nan]])
        return CrossTable(("a", "b", "c"), won, np.where(np.isnan(won), np.nan, half_width))

    return made


def test_the_choice_names_what_the_matches_do_not_tell_apart(
    cross_table: Callable[[float], CrossTable],
) -> None:
    words = publication.lines(cross_table(0.1), "bb", [], {})[-1]
    assert words.startswith("On average over its opponents here, `b` wins most: +1.0 ± 0.1 bb/100. The 95 %")
    assert "tell it from" not in words
    words = publication.lines(cross_table(9.0), "bb", [], {})[-1]
    assert "do not tell it from `c` and `a`: the 95 % intervals" in words


def test_markdown() -> None:
    assert table([["a", "b"], ["1", "2"]]) == ["| a | b |", "| :-- | --: |", "| 1 | 2 |"]
    assert [signed(x) for x in (1.26, -0.31, 0.04, -0.04)] == ["+1.3", "-0.3", "0.0", "0.0"]
    assert [joined(list("abc"[:n])) for n in (1, 2, 3)] == ["a", "a and b", "a, b and c"]
    assert all(len(a) == len(b) for a, b in pairwise(rows(table([["x", "y"], ["1", "2"], ["3", "4"]]))))


def test_agents_solved_by_sampling_are_said_to_be_of_unknown_exploitability(tmp_path: Path) -> None:
    path = tmp_path / "strategy.h5"
    path.write_bytes(b"12345")
    given = {"algorithm": "pcs(lcfr)", "iterations": 5000, "information_sets": 77, "seconds": 90.0}
    strategy = SimpleNamespace(attributes=given, keys=dict, path=path, name="s_strategy")
    costs = {"a_buckets": SimpleNamespace(seconds=30.0, peak_memory=2_000_000)}
    context: Any = SimpleNamespace(table=lambda _: strategy, record=costs.get)
    section = Cards(
        "kmeans, histogram, imperfect recall, lossless-500-500-500", (169, 500, 500, 500), "imperfect"
    )
    found = agents_part.solved(context, "s", section, ["a_buckets"])
    assert (found.exploitability, found.seconds, found.disk, found.memory) == (None, 120.0, 10, 2_000_000)
    lines = agents_part.lines([found], "big blind of 10 chips")
    assert rows(lines)[1] == [
        *(
            "s",
            "kmeans, histogram, imperfect recall, lossless-500-500-500",
            "pcs(lcfr), 5,000 iterations",
            "77",
        ),
        *("not known", "30 s", "1 min 30 s", "10 B"),
    ]
    assert "inside its own abstraction" not in "".join(lines)


def test_agents_of_drawn_boards_are_said_to_be_estimates(tmp_path: Path) -> None:
    section = Cards("percentile, ehs, 3-3-3-3", (3,) * 4, "perfect")
    path = tmp_path / "table.h5"
    path.write_bytes(b"12345")

    def agent(
        name: str, boards: int | None, error: float = 0.0, undealt: float = 0.0
    ) -> agents_part.AgentFacts:
        """Return an agent from made-up tables of a strategy and of joint counts."""
        given = {"algorithm": "dcfr", "iterations": 10, "information_sets": 7}
        given |= {
            "abstraction": "a",
            "exploitability_mb_per_game": 1.0,
            **Scope(True, True, boards).attributes(),
        }
        given |= {} if boards is None else {"boards": boards}
        counts = {
            "boards": boards,
            "seed": 9,
            "largest_error_of_a_share": {"flop": error / 2, "river": error},
            "undealt_share": {"flop": 0.0, "river": undealt},
        }
        strategy = SimpleNamespace(attributes=given, keys=dict, path=path, name=f"{name}_strategy")
        counted = SimpleNamespace(attributes={} if boards is None else counts, path=path)
        tables = {strategy.name: strategy, "a_counts": counted}
        context: Any = SimpleNamespace(table=tables.__getitem__, record=lambda _: None)
        return agents_part.solved(context, name, section, ["a_counts"])

    agents = [agent("w", None), agent("d", 5000, 0.00123), agent("e", 5000, 0.002, 0.013)]
    cards = "percentile, ehs, 3-3-3-3"
    assert [a.cards for a in agents] == [cards, *[f"{cards}, 5,000 drawn boards (seed 9)"] * 2]
    found = agents_part.lines(agents, "big blind of 10 chips")
    assert any(line.startswith(f"Exploitability of `w`: **{Scope(True, True)}**") for line in found)
    inside = "inside its own abstraction on 5,000 drawn boards; not comparable across abstractions"
    assert any(line.startswith(f"Exploitability of `d` and `e`: **{inside}**") for line in found)
    assert found[-1].endswith(
        "on any street: `d` 0.12 percentage points; `e` 0.2 percentage points (1.3 % of the deals have sequences that "
        "are never dealt, and play evenly)."
    )
    assert not any("drawn" in line for line in agents_part.lines(agents[:1], "big blind of 10 chips"))
    both: Any = [SimpleNamespace(name=a.name, exploitability=1.0, scope=a.scope) for a in agents]
    assert (
        f"is exact {Scope(True, True)} or {inside}; {TO_COMPARE}" in local_best_response.lines({}, both)[-1]
    )


def test_bounds_inside_an_abstraction_say_how_abstractions_are_compared() -> None:
    agent: Any = SimpleNamespace(name="s", exploitability=1.0, scope=Scope(True, True))
    assert f"is exact {Scope(True, True)}; {TO_COMPARE}." in local_best_response.lines({}, [agent])[-1]
    sampled: Any = SimpleNamespace(name="s", exploitability=None, scope=None)
    assert "exact" not in local_best_response.lines({}, [sampled])[-1]


TWO_GAMES = """
[strategy.leduc]
game = "leduc"
iterations = 20
[strategy.kuhn]
game = "kuhn"
iterations = 20
[match.one]
agents = ["leduc", "random", "always-call"]
deals = 200
lbr = 100
[match.other]
agents = ["kuhn", "random", "always-raise"]
deals = 200
lbr = 100
[page.two]
title = "Two games"
matches = ["one", "other"]
"""


STACKS = """
[strategy.short]
game = "leduc-nolimit"
stack = 3
iterations = 3
[match.three]
agents = ["short", "always-call", "random"]
deals = 100
lbr = 100
[match.whole]
game = "leduc-nolimit"
agents = ["always-call", "random"]
deals = 100
lbr = 200
[page.both]
title = "Two stacks"
matches = ["three", "whole"]
"""


def test_agents_met_with_two_stacks_have_a_row_for_each(tmp_path: Path) -> None:
    runner_of(STACKS, tmp_path, threads=1).run()
    page = parts((tmp_path / "both_page.md").read_text())
    told = {row[0]: float(row[1].split(" ± ")[0]) for row in rows(page["Local best response"])[1:]}
    assert set(told) == {"short", "always-call` in three", "always-call` in whole"}
    for match in ("three", "whole"):
        table = open_table(f"{match}_lbr", tmp_path, LocalBestResponseTable)
        bound = Unit.of(table.rules).milli(table.estimates["always-call"].mean)
        assert told[f"always-call` in {match}"] == pytest.approx(bound, abs=0.5)
    assert told["always-call` in three"] < 3000 < told["always-call` in whole"]
    chosen = {row[0]: row[-1] for row in rows(page["Which to choose"])[1:]}
    assert float(chosen["always-call"].split(" ± ")[0]) == told["always-call` in three"]


def test_a_page_of_two_games_tells_them_apart(tmp_path: Path) -> None:
    runner_of(TWO_GAMES, tmp_path, threads=1).run()
    page = parts((tmp_path / "two_page.md").read_text())
    assert list(page) == [
        *("Two games", "Agents", "Matches: one", "Matches: other"),
        *("Local best response: Leduc hold'em", "Local best response: Kuhn poker"),
        *("Which to choose: Leduc hold'em", "Which to choose: Kuhn poker"),
    ]
    for game, agent, met in (
        ("Leduc hold'em", "leduc", {"leduc", "random", "always-call"}),
        ("Kuhn poker", "kuhn", {"kuhn", "random", "always-raise"}),
    ):
        bounds = rows(page[f"Local best response: {game}"])[1:]
        assert {row[0] for row in bounds} == met
        assert [row[0] for row in bounds if row[2]] == [agent], "the others are no solutions"
        choice = page[f"Which to choose: {game}"]
        assert agent in [row[0] for row in rows(choice)[1:]]
        assert f"Local best response wins least of `{agent}`" in choice[-1]
    tables: Any = [SimpleNamespace(rules=rules) for rules in (LIMIT_HOLDEM, NOLIMIT_HOLDEM)]
    assert page_part._unit(tables[:1]) == "big blind of 10 chips"
    assert page_part._unit(tables) == (
        "unit of its game (big blind of 10 chips in heads-up limit Texas hold'em, big blind of 100 chips in heads-up "
        "no-limit Texas hold'em)"
    )
