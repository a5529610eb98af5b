"""The matches of a recipe agree with the match simulator, exact values and statistics of single hands."""

from __future__ import annotations

from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from helpers.recipes import TOURNAMENT, linked, runner_of
from pokerdata.games import leduc as leduc_game
from pokerdata.games.strategies import load_strategy
from pokerdata.matches import hands, local, local_best_response, match
from pokerdata.matches.local import LocalBestResponseTable
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.store import open_table
from pokerdata.players.agents import Agent, find_agent
from pokerdata.solving.public import against


def agent(name: str, tables: Path) -> Any:
    return find_agent(name if name == "random" else f"{name}_strategy", tables=tables)


def test_matches_are_those_of_the_simulator_over_deals_of_their_own(tournament: Path) -> None:
    table = open_table("all_matches", tournament, MatchesTable)
    assert table.agents == ("good", "poor", "random")
    for number, result in enumerate(table.results):
        one, two = (agent(name, tournament) for name in result.players)
        direct = match(one, two, deals=3000, first_deal=3000 * number, seed=7)
        assert (direct.sums, direct.translations) == (result.sums, result.translations)
        assert result.sums != match(one, two, deals=3000, first_deal=3000 * number + 1, seed=7).sums


def test_means_and_intervals_are_those_of_the_single_hands(tournament: Path) -> None:
    table = open_table("all_matches", tournament, MatchesTable)
    played = list(hands(agent("good", tournament), agent("poor", tournament), deals=3000, seed=7))
    x = np.array([h.won for h in played[::2]])
    y = -np.array([h.won for h in played[1::2]])
    pairs = (x + y) / 2
    assert table["won"][0, 1] == pytest.approx(100 * pairs.mean())
    assert table["half_width"][0, 1] == pytest.approx(
        100 * stats.t.ppf(0.975, 2999) * pairs.std(ddof=1) / np.sqrt(3000)
    )
    assert table.results[0].deviation[0] == pytest.approx(np.append(x, y).std(ddof=1))
    assert table.results[0].deal_deviation[0] == pytest.approx(pairs.std(ddof=1))


def test_the_course_of_a_match_is_that_of_its_first_deals(tournament: Path) -> None:
    table = open_table("all_matches", tournament, MatchesTable)
    good, poor = (agent(name, tournament) for name in ("good", "poor"))
    for result in table.course[0][::10]:
        assert result.sums == match(good, poor, deals=result.deals, seed=7).sums
    assert [r.deals for r in table.course[2]] == list(range(60, 3001, 60))
    assert [points[-1].sums for points in table.course] == [whole.sums for whole in table.results]


def test_a_match_agrees_with_the_exact_value(tournament: Path) -> None:
    good, poor = (load_strategy(f"{name}_strategy", tables=tournament).strategy for name in ("good", "poor"))
    game = leduc_game()
    as_1 = against(game, good, poor).expected_value
    as_2 = -against(game, poor, good).expected_value
    won = open_table("all_matches", tournament, MatchesTable).results[0].won[0]
    assert abs(won.mean - (as_1 + as_2) / 2) < 4 * won.standard_error


def test_a_cross_table_is_antisymmetric(tournament: Path) -> None:
    table = open_table("all_matches", tournament, MatchesTable)
    np.testing.assert_array_equal(table["won"], -table["won"].T)
    np.testing.assert_array_equal(table["half_width"], table["half_width"].T)
    assert np.isnan(np.diag(table["won"])).all()
    found = table.cross_table
    np.testing.assert_array_equal(found.won, table["won"])
    for i, name in enumerate(found.agents):
        others = [j for j in range(3) if j != i]
        assert found.mean[i] == pytest.approx(found.won[i, others].mean()), name
        # The matches are independent, so the variances of their mean add up.
        assert found.mean_half_width[i] ** 2 == pytest.approx((found.half_width[i, others] ** 2).sum() / 4)
    assert found.mean.sum() == pytest.approx(0, abs=1e-9)
    assert [found.mean[i] for i in found.order()] == sorted(found.mean, reverse=True)


def test_local_best_response_is_that_of_each_strategy_with_cards_or_without(tournament: Path) -> None:
    table = open_table("all_lbr", tournament, LocalBestResponseTable)
    found = table.estimates
    assert list(found) == ["good", "poor", "random"]
    met = {name: agent(name, tournament) for name in ("good", "poor")}
    for name, value in found.items():
        played = met.get(name) or Agent.without_cards("uniform", "leduc")
        direct = local_best_response(played, deals=200, seed=7)
        assert value == direct.won
        number = table.attributes["agents"].index(name)
        assert table["won"][number].tolist() == [direct.won.mean, *(e.mean for e in direct.by_seat)]


def test_local_best_response_says_what_it_considered(tournament: Path, tmp_path: Path) -> None:
    assert open_table("all_lbr", tournament, LocalBestResponseTable).attributes["samples"] == 100
    assert "menu" not in open_table("all_lbr", tournament, LocalBestResponseTable).attributes, (
        "a limit game has none"
    )
    page = (tournament / "leduc_page.md").read_text()
    assert "In 200 deals, each in both seats, with 95 % intervals; 100 run-outs. It knows" in page
    recipe = """
[strategy.poor]
game = "leduc-nolimit"
iterations = 3
[match.all]
agents = ["poor", "random", "always-raise"]
deals = 10
lbr = 2
"""
    made = runner_of(recipe, tmp_path, threads=1)
    made.run(["all_lbr"])
    assert made.plan.stages["all_lbr"].parameters["menu"] == ["pot", "all-in"]
    table = open_table("all_lbr", tmp_path, LocalBestResponseTable)
    assert table.attributes["menu"] == ["pot", "all-in"]
    assert table.attributes["translation"] == "pseudo-harmonic"
    (found,) = table.estimates.values()  # in no-limit, the others do not bet the menu of the game's tree
    assert found == local_best_response(agent("poor", tmp_path), deals=2).won
    assert found.half_width < inf, "what a hand can cost bounds what two deals did not show"
    assert local.summary(table)[0] == (
        "local best response wins at least, in 2 deals in both seats, bets pot, all-in, 100 run-outs:"
    )


def test_threads_change_no_byte(tournament: Path, tmp_path: Path) -> None:
    files = ("all_matches.h5", "all_lbr.h5", "all_cross_table.png")
    again = linked(tmp_path / "tables", tournament)
    runner_of(TOURNAMENT, again, threads=3).run([Path(name).stem for name in files], force=True)
    for name in files:
        assert not (again / name).samefile(tournament / name), "made again"
        assert (again / name).read_bytes() == (tournament / name).read_bytes()


@pytest.mark.parametrize(
    ("stopped_by", "seconds", "again"),
    [("Ctrl-C", 1e9, [4000]), ("a kill", 0.0, [4000]), ("a kill", 1e9, [0, 1000, 2000, 3000, 4000])],
)
def test_a_stopped_tournament_goes_on(
    stopped_by: str,
    seconds: float,
    again: list[int],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ctrl-C saves the deals so far; a kill leaves the last save."""
    monkeypatch.setattr("pokerdata.recipes.matches_table._SAVE_EVERY", seconds)
    monkeypatch.setattr("pokerdata.recipes.matches_table._POINTS", 3)
    whole, table = runner_of(TOURNAMENT, tmp_path, threads=1), tmp_path / "all_matches.h5"
    whole.run(["all_matches"])
    expected = table.read_bytes()
    table.unlink()

    played: list[int] = []

    def failing(*given: Any, first_deal: int, **more: Any) -> Any:
        played.append(first_deal)
        if len(played) == 5:
            if stopped_by == "a kill":  # a kill saves nothing more
                monkeypatch.setattr("pokerdata.recipes.matches_table._save", lambda *_: None)
            raise KeyboardInterrupt
        return match(*given, first_deal=first_deal, **more)

    monkeypatch.setattr("pokerdata.recipes.matches_table.match", failing)
    with pytest.raises(KeyboardInterrupt):
        whole.run(["all_matches"])
    assert not table.exists()
    whole.run(["all_matches"])
    assert played == [0, 1000, 2000, 3000, 4000, *again, 5000, 6000, 7000, 8000]
    assert table.read_bytes() == expected
