"""CFR-BR on sampled boards agrees with the exact engine of games of real cards, on decks of three ranks."""

from __future__ import annotations

import dataclasses
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from helpers import printed
from helpers.short_decks import LIMIT, NO_LIMIT, SmallGame, small_game
from pokerdata.cards import COMBINATIONS
from pokerdata.games import LimitRules, load_game
from pokerdata.solving import RunState
from pokerdata.solving import public as solvers
from pokerdata.solving.public import evaluate
from pokerdata.solving.sampled import SampledResponseSolver, cfr_br, solve
from pokerdata.solving.sampled.cfr_br import turn_of

ONE_BET = dataclasses.replace(LIMIT, caps=(1, 1, 1, 1))


@dataclasses.dataclass(frozen=True)
class Remembering:
    """Perfect-recall states that use suits only of the hand: its higher rank, and how often it pairs each board."""

    numbers: tuple[int, ...] = (26, 78, 234, 702)

    def states(self, street: int) -> int:
        return self.numbers[street]

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        ranks, suits = COMBINATIONS // 4, COMBINATIONS % 4
        found = ranks[:, 1] + 13 * (suits[:, 0] == suits[:, 1])
        for cards in (3, 4, 5):
            if len(board) >= cards:
                found = 3 * found + np.minimum(2, np.isin(ranks, board[:cards] // 4).sum(axis=1))
        return np.asarray(found, np.uint16)


def remembering(rules: Any) -> SmallGame:
    return dataclasses.replace(small_game(rules, "9QA"), states=Remembering())  # type: ignore[arg-type]


def classes_of(small: SmallGame) -> list[NDArray[np.int64]]:
    """Return the states as classes of the hands of the exact engine."""
    rows = [np.arange(n, dtype=np.float32)[None] for n in small.states.numbers]
    return [np.unique(row[0], return_inverse=True)[1] for row in small.on_cards(rows)]


def exploitability(small: SmallGame, rows: Any) -> float:
    return evaluate(small.game, small.on_cards(list(rows))).exploitability


@pytest.mark.slow
def test_less_exploitable_than_the_equilibrium_of_the_abstract_game() -> None:
    """Exact best responses in the whole game judge it; it cannot beat the optimum of the abstraction."""
    small = remembering(ONE_BET)
    found = cfr_br(small.rules, small.states, iterations=800, seed=1, cards=small.game.cards)
    assert found.method == "cfr-br"
    value = exploitability(small, found.strategy)
    classes = classes_of(small)
    blind = solvers.solve(small.game, classes=classes, iterations=60)
    exact = solvers.cfr_br(small.game, classes, iterations=15)
    assert value < 0.8 * blind.values.exploitability
    assert exact.bound - 1e-9 <= value


@pytest.mark.slow
@pytest.mark.parametrize("rules", [ONE_BET, NO_LIMIT], ids=["one bet", "no-limit"])
def test_as_little_exploitable_as_without_sampling(rules: Any) -> None:
    """More iterations approach the least exploitable strategy, which the exact engine bounds."""
    small = remembering(rules)
    exact = solvers.cfr_br(small.game, classes_of(small), iterations=60)
    solver = SampledResponseSolver(small.rules, small.states, seed=3, cards=small.game.cards)
    values = []
    for count in (300, 1700):
        solver.iterate(count)
        values.append(exploitability(small, solver.strategy()))
    assert exact.bound - 1e-9 <= values[1] < values[0]
    assert values[1] < 1.1 * exact.values.exploitability


@pytest.mark.parametrize("rules", [LIMIT, NO_LIMIT], ids=["limit", "no-limit"])
def test_threads_and_stops_change_no_bit(rules: Any, tmp_path: Path) -> None:
    small = remembering(rules)
    how: dict[str, Any] = {"seed": 5, "cards": small.game.cards}
    whole = cfr_br(rules, small.states, iterations=9, threads=1, **how)
    states: list[RunState] = []
    cfr_br(rules, small.states, iterations=4, threads=3, checkpoint=states.append, **how)
    states[-1].save(tmp_path / "state.npz")
    resumed = cfr_br(rules, small.states, iterations=9, threads=2, resume=tmp_path / "state.npz", **how)
    assert all(map(np.array_equal, whole.strategy, resumed.strategy))
    other = cfr_br(rules, small.states, iterations=9, seed=6, cards=small.game.cards)
    assert not all(map(np.array_equal, whole.strategy, other.strategy))
    with pytest.raises(ValueError, match="state to resume"):
        cfr_br(rules, small.states, iterations=9, resume=states[-1], seed=6, cards=small.game.cards)
    with pytest.raises(ValueError, match="state to resume"):
        solve(rules, small.states, iterations=9, resume=states[-1], seed=5)


def test_a_run_that_goes_on_holds_its_state_once(tmp_path: Path) -> None:
    """`peak_of_run` counts one state: the resumed state is freed before the next one is copied."""
    small = remembering(LIMIT)
    how: dict[str, Any] = {"seed": 5, "cards": small.game.cards, "threads": 1}
    file = tmp_path / "state.npz"
    cfr_br(small.rules, small.states, iterations=1, checkpoint=lambda state: state.save(file), **how)
    kept: list[int] = []
    tracemalloc.start()
    try:
        cfr_br(
            small.rules,
            small.states,
            iterations=2,
            resume=file,
            checkpoint=lambda state: kept.append(sum(array.nbytes for array in state.arrays.values())),
            **how,
        )
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # A second one would give 2; other threads may allocate meanwhile.
    assert kept[-1] <= peak < 1.6 * kept[-1]


SUMS = """
import numpy as np
from pokerdata.solving.sampled import SampledResponseSolver
from pokerdata.games import load_game, varied

class Column:
    def states(self, street):
        return 40

    def of_board(self, board):
        return (np.arange(1326) % 40).astype(np.uint16)

rules = varied(load_game("limit-holdem"), ["caps=1,1,1,1"]).rules
solver = SampledResponseSolver(rules, Column(), seed=1)
solver.iterate(2)
print(*(np.bitwise_xor.reduce(array.view(np.uint32)) for array in solver.arrays()))
"""


@pytest.mark.slow
def test_instruction_sets_change_no_bit() -> None:
    assert printed(SUMS) == printed(SUMS, POKERDATA_ISA="portable") != ""


def test_boards_are_uniform() -> None:
    """Each card of a small deck is equally frequent at each position, and boards repeat only by chance."""
    deck = remembering(LIMIT).ranks
    cards = [c for c in range(52) if deck >> c // 4 & 1]
    bits = sum(1 << c for c in cards)
    boards = np.array([turn_of(bits, 1, t) for t in range(1, 12_001)])
    assert all(len(set(board)) == 4 for board in boards[:200].tolist())
    for place in range(4):
        counts = np.bincount(boards[:, place], minlength=52)[cards]
        assert counts.sum() == len(boards)
        assert abs(counts - 1000).max() < 5 * 31
    np.testing.assert_array_equal(turn_of(bits, 1, 7), turn_of(bits, 1, 7))


def test_all_cards_of_holdem() -> None:
    """One iteration with 52 cards: strategies in the tree, and uniform play in the states that the board left out."""
    found = cfr_br(ONE_BET, Remembering(), iterations=1, seed=2)
    assert [rows.shape[1] for rows in found.strategy] == list(Remembering().numbers)
    assert 0 < found.unreached_sets < found.information_sets


def test_what_is_refused() -> None:
    states = Remembering()
    three = LimitRules(
        name="three streets",
        blinds=(5, 10),
        blind_counts_as_bet=True,
        bets=(10, 10, 20),
        caps=(1, 1, 1),
        first_to_act=(1, 2, 2),
    )
    with pytest.raises(ValueError, match="game: expected hold'em of four streets"):
        cfr_br(three, states, iterations=1)
    with pytest.raises(ValueError, match="limits: expected iterations or seconds, got none"):
        cfr_br(ONE_BET, states)
    with pytest.raises(ValueError, match="update: expected one of cfr, lcfr, got 'dcfr'"):
        cfr_br(ONE_BET, states, iterations=1, update="dcfr")
    with pytest.raises(ValueError, match="game: expected hold'em of four streets"):
        cfr_br(ONE_BET, states, iterations=1, cards=load_game("leduc").cards)
