"""Safety on real cards: all rivers of a small game are solved anew, and exact best responses judge the whole."""

from __future__ import annotations

import numpy as np
import pytest

from pokerdata._core.spots import layout
from pokerdata.cards import COMBINATIONS, DECK_SIZE, parse_cards
from pokerdata.games import find_game
from pokerdata.resolving import resolve_rests
from pokerdata.spots import Spot, SpotSolver, SpotStrategy
from pokerdata.spots.solver import spot_algorithm

BOARD = "Td9d6hQc"
BEFORE = "crc/crc/"
ALIVE = parse_cards("2c Kc Qs Js 8h 7d 6c As Ah 9s 5d Th 3h Kd")
GAME = find_game("limit-holdem")


def small_game(seed: int) -> Spot:
    """The turn of limit hold'em with 14 cards besides the board and a few hands, whose suits differ."""
    random = np.random.default_rng(seed)
    dead = np.setdiff1d(np.arange(DECK_SIZE), np.concatenate([ALIVE, parse_cards(BOARD)])).astype(np.uint8)
    possible = np.flatnonzero(np.isin(COMBINATIONS, ALIVE).all(axis=1))
    ranges = []
    for _ in range(2):
        weights = np.zeros(1326)
        weights[random.choice(possible, 9, replace=False)] = random.uniform(0.2, 1, 9)
        ranges.append(weights)
    return Spot.of_game(GAME, BEFORE, board=BOARD, oop=ranges[0], ip=ranges[1], dead=dead)


@pytest.mark.parametrize("method", ["gadget", "max-margin"])
@pytest.mark.parametrize("seed", [0, 1])
def test_best_responses_to_the_whole_never_rise(seed: int, method: str) -> None:
    spot = small_game(seed)
    solver = SpotSolver(spot, spot_algorithm(None), dtype="float64", threads=1)
    solver.iterate((1, 3)[seed])
    before = solver.evaluate()
    strategy = SpotStrategy(spot, solver.game, solver.sums())
    for seat in (0, 1):
        found = resolve_rests(strategy, seat, method=method, iterations=300, threads=1)
        assert found.rests > 50
        assert found.best_before == pytest.approx(before.best_response[1 - seat])
        # What it returns is what it tells, and what comes before is as it was.
        solver.restore(1, np.zeros_like(strategy.sums), found.strategy.sums)
        after = solver.evaluate()
        assert found.best_after == after.best_response[1 - seat]
        index = layout(strategy.game, strategy.sums[:0])
        turn = int(index[index[:, 0] == 1, 4].min())
        assert np.array_equal(found.strategy.sums[:turn], strategy.sums[:turn])
        rise = found.best_after - found.best_before
        assert rise <= found.lacking + 1e-9
        assert found.lacking < 2e-3 * spot.pot
        if method == "max-margin":
            assert rise < -0.01 * spot.pot  # it was solved for one or three iterations: there is much to gain


def test_suits_that_are_one_and_three_streets() -> None:
    """A flop of one suit with equal ranges: boards and hands are one up to suits, and rests have two streets."""
    spot = Spot(
        board="Jh8h4h",
        oop="TT,KTs,98s",
        ip="QQ,KQs,99",
        dead="2c2d2h2s3c3d3h3s5c5d5h5s6c6d6h6s8c8d8s4c4d4s7c7d7h7s",
        pot=20,
        stack=60,
        bets="75%; flop: 50%",
        raises="a",
    )
    solver = SpotSolver(spot, spot_algorithm(None), dtype="float64", threads=1)
    solver.iterate(2)
    strategy = SpotStrategy(spot, solver.game, solver.sums())
    found = resolve_rests(strategy, 1, iterations=40, threads=2)
    assert found.best_after - found.best_before <= found.lacking + 1e-9
    assert found.best_after < found.best_before - 0.01 * spot.pot


def test_what_has_no_rests_is_refused() -> None:
    spot = Spot(board="2s3h4d6c7c", oop="AA,QQ", ip="KK", pot=20, stack=10, bets="a")
    solver = SpotSolver(spot, spot_algorithm(None))
    strategy = SpotStrategy(spot, solver.game, solver.sums())
    with pytest.raises(
        ValueError, match="strategy: expected a spot with a street to come, got one on the river"
    ):
        resolve_rests(strategy, 0)
    with pytest.raises(ValueError, match="method: expected one of"):
        resolve_rests(strategy, 0, method="safe")
