"""Reduced matches: the same hands, the same bits for any number of threads, and correct confidence intervals."""

from __future__ import annotations

import numpy as np
import pytest

from pokerdata.games import CardGame, load_game
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import match
from pokerdata.matches.luck import METHODS, DivatTable, ReducedResult
from pokerdata.matches.luck.matches import reduced_duel
from pokerdata.players.agents import Agent
from pokerdata.solving.public import against

LEDUC = load_game("leduc")


def agent(seed: int) -> Agent:
    built = CardGame(LEDUC.rules, LEDUC.cards)
    rows = simple_strategy(built, "random", seed=seed)
    return Agent.of(
        Strategy(LEDUC.rules, LEDUC.cards.values(), None, rows, built.state_names), name=f"{seed}"
    )


FIRST, SECOND = agent(1), agent(2)


def exact() -> float:
    """Return the first player's exact winnings per hand, averaged over both seats."""
    built = CardGame(LEDUC.rules, LEDUC.cards)
    one, two = FIRST.strategy, SECOND.strategy
    assert one is not None
    assert two is not None
    as_first = against(built, one.strategy, two.strategy).expected_value
    return (as_first - against(built, two.strategy, one.strategy).expected_value) / 2


@pytest.mark.parametrize("method", METHODS)
def test_hands_are_those_of_match(method: str) -> None:
    found = reduced_duel(FIRST, SECOND, method=method, deals=500, fit_hands=1000, seed=3)
    played = match(FIRST, SECOND, deals=500, seed=3)
    assert found.won[:, 0].sum() == played.sums.first
    assert found.won[:, 1].sum() == played.sums.second
    assert found.estimates["duplicate"].mean == pytest.approx(played.won[0].mean)
    assert found.estimates["duplicate"].standard_error == pytest.approx(played.won[0].standard_error)


@pytest.mark.parametrize("method", METHODS)
def test_bits_are_the_same_on_any_number_of_threads(method: str) -> None:
    runs = [
        reduced_duel(FIRST, SECOND, method=method, deals=300, fit_hands=5000, seed=4, threads=threads)
        for threads in (1, 2)
    ]
    np.testing.assert_array_equal(runs[0].reduced, runs[1].reduced)


def test_parts_of_a_match_are_the_match() -> None:
    """The numbers of each deal depend only on seed and deal."""
    whole = reduced_duel(FIRST, SECOND, deals=60, fit_hands=1000, seed=5)
    rest = reduced_duel(FIRST, SECOND, deals=40, first_deal=20, fit_hands=1000, seed=5)
    np.testing.assert_array_equal(whole.reduced[20:], rest.reduced)


@pytest.mark.parametrize(
    ("repeats", "slack"), [(300, 0.04), pytest.param(1000, 0.02, marks=pytest.mark.slow)], ids=["300", "1000"]
)
def test_intervals_of_matches_by_fitted_features_hold_the_exact_value(repeats: int, slack: float) -> None:
    """Each match of 200 deals is fitted to its own two halves."""
    deals, value = 200, exact()
    inside = 0
    for number in range(repeats):
        found = reduced_duel(
            FIRST, SECOND, method="mivat", deals=deals, first_deal=number * deals, seed=7, threads=1
        )
        estimate = found.estimates["reduced"]
        inside += abs(estimate.mean - value) <= estimate.half_width
    assert abs(inside / repeats - 0.95) <= slack, inside


@pytest.mark.parametrize("method", ["advantage", "aivat"])
def test_intervals_of_1000_matches_hold_the_exact_value(method: str) -> None:
    """The matches of 200 deals cover a million deals."""
    repeats, deals, value = 1000, 200, exact()
    found = reduced_duel(FIRST, SECOND, method=method, deals=repeats * deals, fit_hands=50_000, seed=6)
    inside = {"duplicate": 0, "reduced": 0}
    for number in range(repeats):
        some = slice(number * deals, (number + 1) * deals)
        part = ReducedResult(
            found.agents,
            found.rules,
            found.seed,
            method,
            found.known,
            found.fit_hands,
            found.won[some],
            found.reduced[some],
        )
        for name in inside:
            estimate = part.estimates[name]
            inside[name] += abs(estimate.mean - value) <= estimate.half_width
    assert all(0.93 <= count / repeats <= 0.97 for count in inside.values()), inside
    assert found.hands_needed("reduced") < found.hands_needed("duplicate") < found.hands_needed("raw")


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match=r"method: expected one of .*, got 'baseline'"):
        reduced_duel(FIRST, SECOND, method="baseline")
    with pytest.raises(ValueError, match=r"known: expected an agent with a strategy, got always-call"):
        reduced_duel(FIRST, "always-call", known=(True, True))
    with pytest.raises(ValueError, match=r"deals: expected .*from 2 to 1000000"):
        reduced_duel(FIRST, SECOND, method="mivat", deals=2_000_000)
    with pytest.raises(ValueError, match=r"divat: expected no table for aivat"):
        reduced_duel(FIRST, SECOND, divat=DivatTable.from_memory(2))
    with pytest.raises(ValueError, match=r"game: expected one with limits, .* got no-limit Leduc"):
        reduced_duel("always-call", "always-raise", method="divat", game="leduc-nolimit", deals=2)
    with pytest.raises(ValueError, match=r"known: expected none for all-in"):
        reduced_duel(FIRST, SECOND, method="all-in", known=(True, False))
    with pytest.raises(ValueError, match=r"name: expected one of raw, duplicate, reduced, got 'both'"):
        reduced_duel(FIRST, SECOND, method="all-in", deals=2).hands_needed("both")


def test_hands_needed_give_the_interval() -> None:
    """With that many hands, the interval has the requested half width."""
    found = reduced_duel(FIRST, SECOND, deals=400, fit_hands=5000)
    half_width = found.estimates["reduced"].half_width
    assert found.hands_needed("reduced", half_width) == pytest.approx(800, rel=0.01)
