"""Seeds, threads, limits, checkpoints and errors."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers import printed
from pokerdata.errors import CapacityError
from pokerdata.games import LimitRules
from pokerdata.solving import RunState
from pokerdata.solving.sampled import PublicChanceSolver, board_of, memory_needed, solve


def same(first: Any, second: Any) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))


def test_threads_and_stops_change_no_bit(rules: Any, by_ranks: Any, tmp_path: Path) -> None:
    whole = solve(rules, by_ranks, iterations=12, seed=5, threads=1)
    states: list[RunState] = []
    solve(rules, by_ranks, iterations=7, seed=5, threads=4, checkpoint=states.append)
    states[-1].save(tmp_path / "state.npz")
    resumed = solve(rules, by_ranks, iterations=12, seed=5, threads=2, resume=tmp_path / "state.npz")
    assert same(whole.strategy, resumed.strategy)
    assert (resumed.iterations, resumed.stopped) == (12, "iterations")
    assert not same(whole.strategy, solve(rules, by_ranks, iterations=12, seed=6).strategy)


def test_a_state_of_another_run_is_refused(rules: Any, by_ranks: Any) -> None:
    states: list[RunState] = []
    solve(rules, by_ranks, iterations=1, seed=5, checkpoint=states.append)
    for other in ({"seed": 6}, {"seed": 5, "update": "cfr"}):
        with pytest.raises(ValueError, match="state to resume"):
            solve(rules, by_ranks, iterations=2, resume=states[-1], **other)
    shifted = type(by_ranks)()
    of_board = by_ranks.of_board
    object.__setattr__(shifted, "of_board", lambda board: 12 - of_board(board) % 13)
    with pytest.raises(ValueError, match="state to resume"):
        solve(rules, shifted, iterations=2, seed=5, resume=states[-1])


def test_seconds_are_a_limit_and_progress_is_told(rules: Any, by_ranks: Any) -> None:
    told: list[tuple[int, ...]] = []
    result = solve(rules, by_ranks, seconds=0.3, progress=lambda *row: told.append(row))
    assert result.stopped == "seconds"
    assert result.iterations == told[-1][0] > 0
    assert told[-1][0] <= told[-1][1]


@pytest.mark.slow
def test_ctrl_c_keeps_the_state(rules: Any, by_ranks: Any) -> None:
    states: list[RunState] = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored in background jobs
    timer = threading.Timer(2, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            solve(rules, by_ranks, iterations=10**9, checkpoint=states.append)
    finally:
        signal.signal(signal.SIGINT, before)
    assert states[-1].iteration > 0


SUMS = """
import numpy as np
from pokerdata.solving.sampled import PublicChanceSolver
from pokerdata.games.named import NOLIMIT_HOLDEM

class Column:
    def states(self, street):
        return 40

    def of_board(self, board):
        return (np.arange(1326) % 40).astype(np.uint16)

solver = PublicChanceSolver(NOLIMIT_HOLDEM, Column(), seed=1)
solver.iterate(3)
print(*(np.bitwise_xor.reduce(array.view(np.uint32)) for array in solver.arrays()))
"""


def test_instruction_sets_change_no_bit() -> None:
    assert printed(SUMS) == printed(SUMS, POKERDATA_ISA="portable") != ""


def test_boards_are_uniform() -> None:
    boards = np.array([board_of(1, t) for t in range(1, 20_001)])
    assert (np.diff(np.sort(boards, axis=1), axis=1) > 0).all()
    for place in boards.T:  # chi-squared of 51 degrees of freedom: mean 51, standard deviation 10.1
        counts = np.bincount(place, minlength=52)
        assert ((counts - 20_000 / 52) ** 2 / (20_000 / 52)).sum() < 51 + 5 * 10.1
    assert not np.array_equal(board_of(1, 1), board_of(2, 1))


def test_bad_arguments_are_named(rules: Any, by_ranks: Any) -> None:
    for message, arguments in (
        ("update: expected .*got 'cfr\\+'", {"update": "cfr+", "iterations": 1}),
        ("seed: expected .*got -1", {"seed": -1, "iterations": 1}),
        (r"limits: expected iterations or seconds, got none", {}),
        ("iterations: expected .*got 1.5", {"iterations": 1.5}),
        ("seconds: expected .*got 0", {"seconds": 0}),
        (
            r"threads: expected 1 to 1024, or 0 for all processors, got 5000",
            {"threads": 5000, "iterations": 1},
        ),
    ):
        with pytest.raises(ValueError, match=message):
            solve(rules, by_ranks, **arguments)
    with pytest.raises(ValueError, match=r"states: expected .*got 70000"):
        solve(rules, type(by_ranks)((13, 26, 26, 70_000)), iterations=1)
    with pytest.raises(ValueError, match=r"state on street 4 of board .*: expected 0 to 19, got \d+"):
        solve(rules, type(by_ranks)((13, 26, 26, 20)), iterations=1)
    five = LimitRules(name="five", ante=1, bets=(1,) * 5, caps=(1,) * 5, first_to_act=(1,) * 5)
    with pytest.raises(ValueError, match=r"rules 'five': expected 1 to 4 streets, got 5"):
        solve(five, by_ranks, iterations=1)


def test_memory_is_told_before_it_is_taken(
    rules: Any, by_ranks: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    solver = PublicChanceSolver(rules, by_ranks, threads=1)
    need = memory_needed(rules, solver.states, 1)
    assert need > sum(array.nbytes for array in solver.arrays())
    monkeypatch.setattr("pokerdata._support.resources.available_memory", lambda: 2 * need - 1)
    PublicChanceSolver(rules, by_ranks, threads=1)
    with pytest.raises(CapacityError, match=r"needs 0\.\d\d GB"):  # with space for a checkpoint
        solve(rules, by_ranks, iterations=1, threads=1, checkpoint=lambda _: None)
