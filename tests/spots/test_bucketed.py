"""Spots over buckets compared with the solver of real cards, an explicit tree and linear programs; bits, runs, errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from pokerdata._support import resources
from pokerdata.cards import COMBINATIONS, parse_cards
from pokerdata.cards.evaluator import evaluate
from pokerdata.errors import CapacityError
from pokerdata.solving import RunState, algorithm
from pokerdata.solving.explicit import InformationSet, abstracted_tree, explicit_tree
from pokerdata.solving.explicit.lp import solve_by_linear_program
from pokerdata.spots import (
    BucketedSpotSolver,
    Spot,
    SpotSolver,
    StrengthBuckets,
    solve_bucketed_spot,
)

OOP, IP = "AA,QJs,T9s,88,65s,KTo", "KK,QTs,J9s,77,A5s,K9o"


def turn(**more: Any) -> Spot:
    """Return a turn with two equivalent suits."""
    return Spot(board="Ts8s3cKd", oop=OOP, ip=IP, pot=8, limit_bets=4, caps=2, **more)


def river() -> Spot:
    return Spot(board="Ts8s3cKd2h", oop=OOP, ip=IP, pot=8, limit_bets=4, caps=2)


def each_hand(board: Any) -> np.ndarray:
    """Return buckets that forget nothing, including the last card."""
    return 1326 * int(board[-1]) + np.arange(1326)


class River:
    """A limit river spot as a tree: chance deals a pair of hands, by the weights of the ranges."""

    players = 2

    def __init__(self, spot: Spot) -> None:
        board = spot.board_cards
        self.hands = [np.flatnonzero(spot.weights(p)) for p in (0, 1)]
        cards = [
            np.concatenate([COMBINATIONS[h], np.broadcast_to(board, (len(h), 5))], axis=1) for h in self.hands
        ]
        self.codes = [
            dict(zip(h, evaluate(c).tolist(), strict=True)) for h, c in zip(self.hands, cards, strict=True)
        ]
        self.deals = [
            ((int(a), int(b)), spot.weights(0)[a] * spot.weights(1)[b])
            for a in self.hands[0]
            for b in self.hands[1]
            if not set(COMBINATIONS[a]) & set(COMBINATIONS[b])
        ]

    def root(self) -> RiverState:
        return RiverState(self, None, "", (4, 4))  # half of the pot each


class RiverState:
    def __init__(self, game: River, dealt: Any, history: str, paid: tuple[int, int]) -> None:
        self.game, self.dealt, self.history, self.paid = game, dealt, history, paid

    @property
    def player(self) -> int | Literal["chance"] | None:
        if self.dealt is None:
            return "chance"
        over = self.history.endswith("f") or self.history[-2:] in ("cc", "rc")
        return None if over else len(self.history) % 2

    def chance(self) -> list[tuple[tuple[int, int], float]]:
        total = sum(weight for _, weight in self.game.deals)
        return [(deal, weight / total) for deal, weight in self.game.deals]

    def legal_actions(self) -> list[str]:
        facing = self.paid[0] != self.paid[1]
        return ["f"] * facing + ["c"] + ["r"] * (self.history.count("r") < 2)

    def apply(self, action: Any) -> RiverState:
        if self.dealt is None:
            return RiverState(self.game, action, "", self.paid)
        me, paid = len(self.history) % 2, list(self.paid)
        if action != "f":
            paid[me] = max(paid) + 4 * (action == "r")
        return RiverState(self.game, self.dealt, self.history + action, (paid[0], paid[1]))

    def information_set(self) -> tuple[int, str]:
        return self.dealt[len(self.history) % 2], self.history

    def returns(self) -> list[float]:
        one, two = (self.game.codes[p][self.dealt[p]] for p in (0, 1))
        won = self.paid[0] * ((one > two) - (one < two))
        if self.history.endswith("f"):
            loser = (len(self.history) - 1) % 2
            won = -self.paid[0] if loser == 0 else self.paid[1]
        return [won, -won]


def test_cfr_br_on_a_river_beside_linear_programs() -> None:
    """It approaches the buckets' least exploitable strategy from above, and is far below the abstract game's."""
    spot, tree = river(), explicit_tree(River(river()))
    buckets = StrengthBuckets(spot.board_cards, [4])
    of_hand = buckets(spot.board_cards)

    def name(s: InformationSet) -> tuple[int, str]:
        key: Any = s.key  # hand and history
        return int(of_hand[key[0]]), key[1]

    best = [solve_by_linear_program(abstracted_tree(tree, name, players=[p]).tree).value for p in (0, 1)]
    least = (best[1] - best[0]) / 2  # chips; half of the pot belongs to each player
    found = solve_bucketed_spot(spot, buckets, iterations=10_000, every=2500, dtype="float64")
    assert least > 0.01
    for row in found.log:
        assert row.values.exploitability >= least - 1e-9
    assert found.values.exploitability == pytest.approx(least, abs=0.018)
    # The best response out of position is to the strategy in position.
    assert found.values.best_response[1] - 4 >= -best[0] - 1e-9
    assert found.values.best_response[0] - 4 >= best[1] - 1e-9
    both = abstracted_tree(tree, name)
    abstract = solve_by_linear_program(both.tree)
    plain = solve_bucketed_spot(spot, buckets, opponent="buckets", iterations=1000, dtype="float64")
    in_game = both.in_game(abstract.strategy)
    from pokerdata.solving.explicit import evaluate as in_tree

    assert plain.values.exploitability > least + 0.05
    assert in_tree(tree, in_game).exploitability > least + 0.05


@pytest.mark.parametrize("how", ["cfr", "cfr+", "dcfr"])
def test_each_hand_its_own_bucket_is_the_solver_of_real_cards(how: str) -> None:
    spot = turn()
    solver = BucketedSpotSolver(spot, each_hand, algorithm(how), dtype="float64")
    beside = SpotSolver(spot, algorithm(how), dtype="float64")
    for iterations in (1, 4):
        solver.iterate(iterations)
        beside.iterate(iterations)
        assert solver.best_responses() == pytest.approx(beside.evaluate().best_response, abs=1e-11)


def test_cfr_br_on_real_cards_is_an_equilibrium() -> None:
    found = solve_bucketed_spot(turn(), each_hand, iterations=600, every=600)
    assert found.values.percent < 2
    assert solve_bucketed_spot(turn(), each_hand, iterations=1).values.percent > 20


@pytest.mark.parametrize("opponent", ["best-response", "buckets"])
def test_values_are_those_of_an_independent_best_response(opponent: str) -> None:
    """The solver of real cards evaluates the probabilities of each hand."""
    spot = turn()
    found = solve_bucketed_spot(
        spot, StrengthBuckets(spot.board_cards, [3, 3]), opponent=opponent, iterations=20
    )
    strategy = found.in_spot()
    beside = SpotSolver(spot, algorithm("cfr"), dtype="float32")
    beside.restore(0, np.zeros_like(strategy.sums), strategy.sums)
    assert beside.evaluate().best_response == pytest.approx(found.values.best_response, abs=1e-5)
    played = strategy.play("c").strategy
    assert played.sum(axis=1) == pytest.approx(np.ones(len(played)), abs=1e-6)
    assert found.probabilities(1, 0).shape[1] == found.solvers[0].buckets.counts[1][0]


@pytest.mark.parametrize("opponent", ["best-response", "buckets"])
def test_the_same_bits_on_any_number_of_threads_and_after_a_stop(opponent: str, tmp_path: Path) -> None:
    spot = turn()
    buckets = StrengthBuckets(spot.board_cards, [3, 2])
    how: dict[str, Any] = {"opponent": opponent, "every": 100}
    whole = solve_bucketed_spot(spot, buckets, iterations=9, threads=1, **how)
    threads = solve_bucketed_spot(spot, buckets, iterations=9, threads=3, **how)
    states: list[RunState] = []
    solve_bucketed_spot(spot, buckets, iterations=4, checkpoint=states.append, **how)
    states[-1].save(tmp_path / "run.npz")
    resumed = solve_bucketed_spot(spot, buckets, iterations=9, resume=tmp_path / "run.npz", **how)
    for other in (threads, resumed):
        assert other.log[-1].values == whole.log[-1].values
        for street in (0, 1):
            for player in (0, 1):
                np.testing.assert_array_equal(
                    other.probabilities(street, player), whole.probabilities(street, player)
                )
    with pytest.raises(ValueError, match="state to resume"):
        solve_bucketed_spot(
            spot, StrengthBuckets(spot.board_cards, [2, 2]), resume=states[-1], iterations=9, **how
        )


def test_strength_buckets() -> None:
    """River buckets agree with plain counting; turn buckets know the earlier bucket, and stronger hands are higher."""
    board = turn().board_cards
    buckets = StrengthBuckets(board, [4, 3])
    last = np.append(board, np.uint8(0))
    free = [i for i, hand in enumerate(COMBINATIONS) if not set(hand) & set(last)]
    codes = evaluate(np.concatenate([COMBINATIONS[free], np.broadcast_to(last, (len(free), 5))], axis=1))
    strength = {}
    for i, code in list(zip(free, codes.tolist(), strict=True))[::37]:
        others = [k for k, j in enumerate(free) if not set(COMBINATIONS[i]) & set(COMBINATIONS[j])]
        strength[i] = (np.sum(codes[others] < code) + np.sum(codes[others] == code) / 2) / 990
    before, after = buckets(board), buckets(last)
    for i in strength:
        for j in strength:
            if before[i] == before[j]:
                assert (strength[i] > strength[j]) <= (after[i] >= after[j])
            else:
                assert after[i] != after[j]
    assert len(set(before[free])) == 4
    sizes = np.bincount(before[[i for i, h in enumerate(COMBINATIONS) if not set(h) & set(board)]])
    assert sizes.max() - sizes.min() < 60  # of 1,128 hands
    numbers = {frozenset(hand.tolist()): i for i, hand in enumerate(COMBINATIONS)}
    assert before[numbers[frozenset(parse_cards("TdTh").tolist())]] == 3
    assert before[numbers[frozenset(parse_cards("4h2h").tolist())]] == 0


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({}, "limits: expected iterations or seconds, got none"),
    (
        {"opponent": "nobody", "iterations": 1},
        "opponent: expected one of best-response, buckets, got 'nobody'",
    ),
    ({"dtype": "int16", "iterations": 1}, "dtype: expected one of float32, float64, got 'int16'"),
    ({"algorithm": "pcfr+", "iterations": 1}, "algorithm: expected cfr, cfr"),
    (
        {"buckets": lambda board: np.zeros(5, int), "iterations": 1},
        "buckets of a board: expected 1,326 whole numbers",
    ),
    ({"buckets": lambda board: np.zeros(1326), "iterations": 1}, "buckets of a board: expected 1,326 whole"),
    ({"spot": turn(rake=0.05), "iterations": 1}, "rake: expected none where hands are in buckets"),
]


@pytest.mark.parametrize(("given", "message"), REFUSED)
def test_what_is_refused(given: dict[str, Any], message: str) -> None:
    how: dict[str, Any] = {"spot": turn(), "buckets": each_hand, **given}
    with pytest.raises(ValueError, match=message):
        solve_bucketed_spot(how.pop("spot"), how.pop("buckets"), **how)
    with pytest.raises(ValueError, match="buckets: expected a number for each of 2 streets, got"):
        StrengthBuckets(turn().board_cards, [3])


@pytest.mark.parametrize("number", [-1, 2**63])
def test_numbers_of_buckets_are_not_negative_and_do_not_wrap(number: int) -> None:
    def buckets(board: np.ndarray) -> np.ndarray:
        return np.full(1326, number, np.int64 if number < 0 else np.uint64)

    with pytest.raises(
        ValueError, match=f"bucket of a hand: expected a number from 0 to .*, got {number}; e.g. 0"
    ):
        solve_bucketed_spot(turn(), buckets, iterations=1)


def test_memory_must_suffice_for_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """A solver uses most memory while it iterates, when the other one already exists."""
    made = BucketedSpotSolver(turn(), each_hand, algorithm("dcfr"), responder=1, threads=1)
    one = made._core.memory(made.game, list(made.buckets.streets), responder=1, threads=1)
    monkeypatch.setattr(resources, "available_memory", lambda: int(1.5 * one))
    BucketedSpotSolver(turn(), each_hand, algorithm("dcfr"), responder=1, threads=1)
    with pytest.raises(CapacityError, match="not enough memory to solve the spot over buckets"):
        solve_bucketed_spot(turn(), each_hand, iterations=1, threads=1)
