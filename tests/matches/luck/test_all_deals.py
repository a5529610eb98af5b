"""No method changes an expected value: means over all deals and actions of Leduc, limit and no-limit."""

from __future__ import annotations

import numpy as np
import pytest

from helpers.every_hand import GAMES, Played, played
from pokerdata.matches.luck import Values, fit_features, luck_terms, reduced_hands
from pokerdata.players.agents import Agent


@pytest.fixture(scope="module", params=GAMES)
def every_hand(request: pytest.FixtureRequest) -> Played:
    return played(request.param)


def guess(agents: tuple[Agent, Agent], seed: int) -> Values:
    """Return random values without meaning."""
    values = Values.fit(*agents, hands=1)
    random = np.random.default_rng(seed)
    first, second = random.normal(0, 20, (2, values.core.size)).astype(np.float32)
    values.core.assign(first, second, 1)
    return values


def mean(played: Played, values: Values | None, known: tuple[bool, bool]) -> tuple[float, float]:
    """Return the mean over all hands, and the variance."""
    agents = tuple(a if is_known else None for a, is_known in zip(played.agents, known, strict=True))
    found = reduced_hands(played.hands, played.game, values=values, known=(agents[0], agents[1]))
    average = float(played.chances @ found)
    return average, float(played.chances @ (found - average) ** 2)


def test_hands_are_all(every_hand: Played) -> None:
    assert every_hand.chances.sum() == pytest.approx(1, abs=1e-12)
    won = np.array([hand.won for hand in every_hand.hands])
    assert every_hand.chances @ won == pytest.approx(every_hand.exact, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("known", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize("kind", ["none", "senseless", "fitted", "strategy", "one strategy", "strength"])
def test_corrections_have_mean_0(every_hand: Played, kind: str, known: tuple[bool, bool]) -> None:
    won = float(every_hand.chances @ np.array([hand.won for hand in every_hand.hands]))
    values = {
        "none": lambda: None,
        "senseless": lambda: guess(every_hand.agents, 3),
        "fitted": lambda: Values.fit(*every_hand.agents, hands=10_000),
        "strategy": lambda: Values.of_strategy(*every_hand.agents),
        "one strategy": lambda: Values.of_strategy(every_hand.agents[1]),
        "strength": lambda: Values.of_strength(every_hand.agents[0]),
    }[kind]()
    found, _ = mean(every_hand, values, known)
    assert found == pytest.approx(won, abs=1e-9)


def test_luck_is_taken_away(every_hand: Played) -> None:
    """Each method leaves less variance than the one before; a random guess would add variance."""
    won = np.array([hand.won for hand in every_hand.hands])
    raw = float(every_hand.chances @ (won - every_hand.chances @ won) ** 2)
    values = Values.fit(*every_hand.agents, hands=200_000)
    all_in = mean(every_hand, None, (False, False))[1]
    advantage = mean(every_hand, values, (False, False))[1]
    one = mean(every_hand, values, (True, False))[1]
    both = mean(every_hand, values, (True, True))[1]
    assert raw >= all_in > advantage > one > both
    assert raw > 4 * both


def test_exact_values_of_both_strategies_take_all_luck_away(every_hand: Played) -> None:
    """With a single hand they are exact. AIVAT imagines one player's hands at a time, so no variance is left."""
    found, variance = mean(every_hand, Values.of_strategy(*every_hand.agents), (True, True))
    won = np.array([hand.won for hand in every_hand.hands])
    raw = float(every_hand.chances @ (won - every_hand.chances @ won) ** 2)
    assert found == pytest.approx(every_hand.exact, abs=1e-6)
    assert variance < 1e-6 * raw


def test_strength_takes_luck_away(every_hand: Played) -> None:
    values = Values.of_strength(every_hand.agents[0])
    for known in ((False, False), (True, False), (True, True)):
        assert mean(every_hand, values, known)[1] < 0.9 * mean(every_hand, None, known)[1]


def test_each_luck_term_has_mean_0(every_hand: Played) -> None:
    """Therefore MIVAT is unbiased for any coefficients."""
    found = luck_terms(every_hand.hands, every_hand.game)
    won = float(every_hand.chances @ np.array([hand.won for hand in every_hand.hands]))
    means = every_hand.chances @ found
    assert found.shape[1] == 1 + 3 + 2 + 6
    assert means[0] == pytest.approx(won, abs=1e-9)
    np.testing.assert_allclose(means[1:], 0, atol=1e-9)
    assert np.all(every_hand.chances @ found[:, 1:] ** 2 > 1e-4)  # none is empty


def test_fitted_features_leave_least_variance(every_hand: Played) -> None:
    """They agree with weighted least squares, and beat coefficients fitted to sampled hands."""
    found = luck_terms(every_hand.hands, every_hand.game)
    chances = every_hand.chances

    def variance(values: np.ndarray) -> float:
        return float(chances @ (values - chances @ values) ** 2)

    roots = np.sqrt(chances)
    best = np.linalg.lstsq(
        found[:, 1:] * roots[:, None], (found[:, 0] - chances @ found[:, 0]) * roots, rcond=None
    )[0]
    least = variance(found[:, 0] - found[:, 1:] @ best)
    drawn = np.random.default_rng(1).choice(len(found), size=50_000, p=chances / chances.sum())
    fitted = variance(found[:, 0] - found[:, 1:] @ fit_features(found[drawn]))
    assert least - 1e-9 <= fitted < 1.01 * least
    assert least < 0.75 * variance(found[:, 0])
