"""Safety on real cards: all rivers of a small game are re-solved, and exact best responses evaluate the whole game."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from helpers.spots_by_hand import ByHand, short_deck
from pokerdata._core.spots import layout
from pokerdata.cards import COMBINATIONS, DECK_SIZE, parse_cards
from pokerdata.games import load_game
from pokerdata.spots import (
    Lock,
    Spot,
    SpotSolution,
    SpotSolver,
    SpotStrategy,
    load_spot,
    solve_spot,
)
from pokerdata.spots.kept_solution import reach_at, spot_after, suits_apart
from pokerdata.spots.resolving import METHODS, resolve_rests
from pokerdata.spots.solver import game_of, spot_algorithm

BOARD = "Td9d6hQc"
BEFORE = "crc/crc/"
ALIVE = parse_cards("2c Kc Qs Js 8h 7d 6c As Ah 9s 5d Th 3h Kd")
GAME = load_game("limit-holdem")


def small_game(seed: int) -> Spot:
    """Return the turn of limit hold'em with 14 cards besides the board and a few hands with different suits."""
    random = np.random.default_rng(seed)
    dead = np.setdiff1d(np.arange(DECK_SIZE), np.concatenate([ALIVE, parse_cards(BOARD)])).astype(np.uint8)
    possible = np.flatnonzero(np.isin(COMBINATIONS, ALIVE).all(axis=1))
    ranges = []
    for _ in range(2):
        weights = np.zeros(1326)
        weights[random.choice(possible, 9, replace=False)] = random.uniform(0.2, 1, 9)
        ranges.append(weights)
    return Spot.of_game(GAME, BEFORE, board=BOARD, oop=ranges[0], ip=ranges[1], dead=dead)


@pytest.mark.slow
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
        # The stated values are those of the returned strategy, and earlier streets are unchanged.
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
            assert rise < -0.01 * spot.pot  # the solution had only a few iterations, so there is much to gain


@pytest.mark.slow
def test_suits_that_are_one_and_three_streets() -> None:
    """On a one-suit flop with equal ranges, boards and hands merge up to suits, and subgames have two streets."""
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


@pytest.mark.slow
def test_a_card_that_all_hands_of_a_player_hold() -> None:
    """Out of position only one hand checks, so its cards cannot be dealt after a check, but can before."""
    spot = Spot(board="Kh9h4s", oop="AsAh,JcTc", ip="KsKd,8s8h", pot=20, stack=40, bets="a")
    locks = [Lock("", {"AsAh": {"r40": 1}, "JcTc": {"c": 1}})]
    solution = solve_spot(spot, locks=locks, iterations=3, dtype="float64")
    found = resolve_rests(solution, 0, iterations=50, threads=1)
    assert 0 < found.rests < 52
    assert found.best_after - found.best_before <= found.lacking + 1e-9


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 2, 3])
def test_rests_whose_hands_all_share_a_card(seed: int) -> None:
    """With three hands per player, hands left by a board often meet no opposing hand, or only by rounding."""
    ranges = short_deck("Jh8h4h", 6, (4, 4), seed)
    spot = Spot(**ranges, pot=20, limit_bets=[5, 10, 10], caps=[2, 1, 0])  # type: ignore[arg-type]
    solution = solve_spot(spot, iterations=2, dtype="float64")
    before = [ByHand(solution).values(1 - seat, best=True) for seat in (0, 1)]
    for seat, method in product((0, 1), METHODS):
        found = resolve_rests(solution, seat, method=method, iterations=30, threads=1)
        assert found.best_before == pytest.approx(before[seat], abs=1e-6)
        whole = SpotSolution(spot, found.strategy.sums, solution.log, "", "")
        assert found.best_after == pytest.approx(ByHand(whole).values(1 - seat, best=True), abs=1e-6)
        if method != "unsafe":
            assert found.best_after <= found.best_before + found.lacking + 1e-9


def test_suits_are_told_apart_as_they_were_before() -> None:
    """After the 2h the ranges treat the three other suits alike, but a lock on jacks distinguishes two of them."""
    hands = "AcAd,AcAs,AdAs,2h2s,JcJd,JcJs,JdJs", "TcTd,TcTs,TdTs"
    spot = Spot(board="Kh9h4h6h", oop=hands[0], ip=hands[1], pot=20, stack=40, bets="river: 50%")
    solution = solve_spot(spot, locks=[Lock("cc/", {"JcJd": {"r10": 1}}, "2h")], iterations=3)
    root = solution.find("cc/", "2h")
    reach = reach_at(solution, root)
    for ranges_there, suits in ((reach, 6), (suits_apart(solution, root, *reach), 2)):
        game = game_of(spot_after(solution, root, *ranges_there))
        assert len(game.symmetries(0, 0)) == suits
    one, two = reach, suits_apart(solution, root, *reach)
    assert np.concatenate(two) == pytest.approx(np.concatenate(one), rel=1e-12)


def test_rake_is_refused() -> None:
    given = Spot(board="2s3h4d6c", oop="AA", ip="KK", pot=20, stack=10, bets="a", rake="5%")
    with pytest.raises(ValueError, match="strategy: expected a spot without rake"):
        resolve_rests(solve_spot(given, iterations=1), 0)


def test_strategies_of_16_bits_are_solved_anew(tmp_path: Path) -> None:
    """These come from a file, or from solvers without more precision."""
    spot = Spot(board="2s3h4d6c", oop="AA,QQ", ip="KK,JJ", pot=20, stack=10, bets="a")
    solve_spot(spot, iterations=30).save(tmp_path / "turn.h5")
    in_full = resolve_rests(solve_spot(spot, iterations=30), 0)
    for short in (load_spot(tmp_path / "turn.h5"), solve_spot(spot, iterations=30, dtype="int16")):
        found = resolve_rests(short, 0)
        assert found.rests == in_full.rests
        assert found.best_before == pytest.approx(in_full.best_before, abs=0.05)
        assert found.best_after <= found.best_before + 1e-6


def test_kept_streets_and_numbers_of_iterations_are_refused(tmp_path: Path) -> None:
    spot = Spot(board="2s3h4d6c", oop="AA", ip="KK", pot=20, stack=10, bets="a")
    solution = solve_spot(spot, iterations=1)
    solution.save(tmp_path / "turn.h5", to="turn")
    with pytest.raises(ValueError, match="strategy: expected one of all streets, got one that was kept to"):
        resolve_rests(load_spot(tmp_path / "turn.h5"), 0)
    for iterations in (0, -1, 1.5):
        with pytest.raises(ValueError, match="iterations: expected a whole number from 1"):
            resolve_rests(solution, 0, iterations=iterations)  # type: ignore[arg-type]


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
