"""Runs: threads, resuming, stopping, bounds, and errors."""

import gc
import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pokerdata import games
from pokerdata._support import resources
from pokerdata.errors import CapacityError, TableError
from pokerdata.solving import RunState, algorithm, log_spaced
from pokerdata.solving import public as solvers
from pokerdata.solving.algorithms import schedule
from pokerdata.solving.public import Solver, solve


def bits(result: solvers.Result) -> list[bytes]:
    return [s.tobytes() for s in result.strategy] + [repr(r.values).encode() for r in result.log]


@pytest.fixture
def piecemeal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make runs check limits and log_spaced after every iteration."""
    monkeypatch.setattr("pokerdata.solving.run._PIECE", 0.0)
    monkeypatch.setattr("pokerdata.solving.run._SAVE_SHARE", 0.0)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("name", ["dcfr", "pcfr+", "cfr(simultaneous)", "dcfr(optimistic, simultaneous)"])
def test_threads_change_no_bit(limit_game: games.JointCountGame, dtype: str, name: str) -> None:
    first, *others = (
        solve(limit_game, algorithm=name, iterations=12, dtype=dtype, threads=n) for n in (1, 2, 4)
    )
    assert all(bits(other) == bits(first) for other in others)


@pytest.mark.usefixtures("piecemeal")
@pytest.mark.parametrize(
    "name", ["cfr", "cfr+", "dcfr", "pcfr+", "cfr(simultaneous)", "lcfr(optimistic, simultaneous)"]
)
def test_a_resumed_run_equals_an_unbroken_one(
    limit_game: games.JointCountGame, tmp_path: Path, name: str
) -> None:
    states: list[RunState] = []
    unbroken = solve(
        limit_game, algorithm=name, iterations=30, checkpoint=states.append, checkpoint_seconds=0.0
    )
    assert len(states) == 30
    for state in (states[0], states[len(states) // 2], states[-2]):
        state.save(tmp_path / "state.npz")
        resumed = solve(
            limit_game, algorithm=name, iterations=30, resume=RunState.load(tmp_path / "state.npz")
        )
        assert bits(resumed) == bits(unbroken)


@pytest.mark.usefixtures("piecemeal")
def test_resuming_with_other_limits(limit_game: games.JointCountGame) -> None:
    states: list[RunState] = []
    solve(limit_game, iterations=60, checkpoint=states.append, checkpoint_seconds=0.0)
    middle = next(s for s in states if len(s.log) and s.iteration > s.log[-1, 0])
    shorter = solve(limit_game, iterations=middle.iteration - 1, resume=middle)
    assert shorter.iterations == middle.iteration
    assert shorter.stopped == "iterations"
    longer = solve(limit_game, target="10000mb", every=7, iterations=60, resume=middle)
    assert longer.iterations % 7 == 0
    assert longer.iterations > middle.iteration  # no iteration is reported without its evaluation
    again = solvers.evaluate(limit_game, longer.strategy)
    assert longer.values.exploitability == pytest.approx(again.exploitability, rel=1e-6)


@pytest.mark.usefixtures("piecemeal")
def test_an_interrupt_saves_the_state(limit_game: games.JointCountGame) -> None:
    states: list[RunState] = []

    def stop(done: int, expected: int) -> None:
        if done >= 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(limit_game, iterations=20, checkpoint=states.append, progress=stop)
    assert states[-1].iteration >= 5
    resumed = solve(limit_game, iterations=20, resume=states[-1])
    assert bits(resumed) == bits(solve(limit_game, iterations=20))


def test_bounds_hold_at_every_evaluation(limit_game: games.JointCountGame) -> None:
    solver = Solver(limit_game, algorithm("dcfr"), threads=1)
    for _ in range(8):
        solver.iterate(5)
        value = solver.evaluate()
        assert solver.expected_value(1) == value.expected_value
        assert solver.expected_value(2) == pytest.approx(-value.expected_value, abs=1e-12)
        assert -value.best_response[1] <= value.expected_value <= value.best_response[0]
        assert value.nash_conv == 2 * value.exploitability > 0


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_strategies_are_probabilities(limit_game: games.JointCountGame, dtype: str) -> None:
    result = solve(limit_game, iterations=20, dtype=dtype)
    tree = limit_game.tree
    for r, strategy in enumerate(result.strategy):
        nodes = tree.decision_nodes(r)
        starts = tree.first_edge[nodes] - tree.first_edge[nodes[0]]
        assert strategy.shape == (tree.first_edge[nodes[-1] + 1] - tree.first_edge[nodes[0]], 2 ** (r + 1))
        assert strategy.dtype == dtype
        assert np.all(strategy >= 0)
        np.testing.assert_allclose(
            np.add.reduceat(strategy, starts, axis=0), 1, atol=8 * float(np.finfo(dtype).eps)
        )


def test_float32_converges_like_float64(limit_game: games.JointCountGame) -> None:
    single, double = (solve(limit_game, iterations=111, dtype=d) for d in ("float32", "float64"))
    assert single.values.exploitability == pytest.approx(double.values.exploitability, rel=0.05)


def test_stops_where_it_is_told() -> None:
    game = games.leduc()
    by_time = solve(game, seconds=0.2, target="1e-12 chips")
    assert by_time.stopped == "seconds"
    assert by_time.log[-1].iteration == by_time.iterations
    fine = solve(game, target="1mb", every=10, dtype="float64")
    assert [row.iteration for row in fine.log] == list(range(10, fine.iterations + 1, 10))
    assert fine.iterations < 411
    assert solve(game, target="0.001 chips", dtype="float64").iterations == 411
    assert solve(game).stopped == "target"
    listed = solve(game, at=[3, 50, 60], iterations=55, target="1e-9 chips")
    assert [row.iteration for row in listed.log] == [3, 50, 55]
    assert solve(game, at=[3, 50]).stopped == "iterations"


def test_unreached_information_sets_are_counted() -> None:
    game = games.leduc()
    solver = Solver(game, algorithm("cfr+", delay=5))
    assert solver.unreached_sets == game.information_sets
    solver.iterate(5)
    assert solver.unreached_sets == game.information_sets
    solver.iterate(200)
    assert 0 <= solver.unreached_sets < game.information_sets


def test_the_schedule_of_small_island() -> None:
    """Evaluated there, DCFR first falls below 1 mb/g after 481 iterations, as when every point is evaluated."""
    build = games.load_game("small-island").build
    assert build is not None
    result = solve(build(), schedule="small-island", dtype="float64", threads=1)
    assert [row.iteration for row in result.log] == [1, 21, 41, 61, 81, 131, 181, 231, 281, 381, 481]
    assert result.stopped == "target"


def test_schedules() -> None:
    assert [schedule("small-island").after(i) for i in (0, 1, 280, 281, 481, 781)] == [
        1,
        21,
        281,
        381,
        581,
        881,
    ]
    assert [schedule(every=50).after(i) for i in (0, 49, 50)] == [50, 50, 100]
    assert [schedule(at=(3, 8)).after(i) for i in (0, 3, 8)] == [3, 8, math.inf]
    assert schedule().after(111) == 161
    assert schedule("log").last == math.inf
    assert schedule(at=(3, 8)).last == 8


def test_checkpoints() -> None:
    assert list(itertools.islice(log_spaced(), 27)) == [
        *(1, 2, 3, 4, 5, 7, 9, 11, 16, 21, 31, 41, 51, 71, 91, 111, 161),
        *(211, 311, 411, 511, 711, 911, 1111, 1611, 2111, 3111),
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"algorithm": "cfr-"}, "algorithm: expected one of cfr, cfr.*got 'cfr-'; e.g. 'dcfr'"),
        (
            {"algorithm": "cfr+(alpha=1.5)"},
            r"algorithm cfr\+: no parameter alpha=1.5; it has gamma, delay",
        ),
        ({"algorithm": "dcfr(gamma=-1)"}, "gamma: expected .*got -1"),
        ({"algorithm": "dcfr(beta=nan)"}, "beta: expected .*got nan"),
        ({"algorithm": "cfr+(delay=-1)"}, "delay: expected .*got -1"),
        (
            {"target": "1"},
            r"target: expected a positive number and a unit, mb \(thousandths of the ante a.*got '1'",
        ),
        ({"target": "0mb"}, "target: expected .*got '0mb'"),
        ({"target": "1.2.3mb"}, "target: expected"),
        ({"target": 1}, "target: expected a positive number and a unit.*got 1"),
        ({"iterations": 0}, "iterations: expected .*got 0"),
        ({"iterations": 3.5}, "iterations: expected a whole number.*got 3.5"),
        ({"seconds": -1.0}, "seconds: expected .*got -1"),
        ({"every": 0}, "every: expected .*got 0"),
        ({"every": 1.5}, "every: expected a whole number.*got 1.5"),
        ({"at": []}, r"iterations to evaluate at: expected rising numbers.*got \(\)"),
        ({"at": [5, 5]}, "iterations to evaluate at: expected rising numbers.*got .5, 5."),
        ({"at": [0]}, "iteration to evaluate at: expected .*got 0"),
        ({"schedule": "linear"}, "schedule: expected one of log, small-island.*got 'linear'; e.g. 'log'"),
        (
            {"schedule": "log", "every": 5},
            r"schedule: expected one of a name, every and at, got 'log' with every=5 and at=None",
        ),
        ({"dtype": "float16"}, "dtype: expected one of float32, float64.*got 'float16'"),
        ({"threads": -1}, "threads: expected .*got -1"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve(games.kuhn(), **arguments)


def test_a_run_tells_what_to_expect() -> None:
    """Without a limit the expected end is unknown at first, and later close to the actual end."""
    told: list[tuple[int, int]] = []
    monkey = pytest.MonkeyPatch()
    with monkey.context() as context:
        context.setattr("pokerdata.solving.run._PIECE", 0.0)
        done = solve(games.leduc(), dtype="float64", progress=lambda i, n: told.append((i, n)))
    assert told[0] == (1, 0)
    assert [i for i, _ in told] == list(range(1, done.iterations + 1))
    assert all(
        i <= n <= 30 * i or n == 0 for i, n in told
    )  # predictions further ahead are reported as unknown
    late = [n for i, n in told if i > 211]
    assert done.iterations / 3 < min(late) <= max(late) < 3 * done.iterations
    told.clear()
    solve(games.leduc(), iterations=30, progress=lambda i, n: told.append((i, n)))
    assert {n for _, n in told} == {30}


def test_the_memory_of_a_run_is_free_at_its_end() -> None:
    """The next stage of a recipe needs the memory before Python's cycle collector runs."""

    def solver_count() -> int:
        return sum(isinstance(found, Solver) for found in gc.get_objects())

    states: list[RunState] = []
    gc.collect()
    gc.disable()
    try:
        before = solver_count()
        result = solve(games.kuhn(), iterations=3, checkpoint=states.append)
        assert solver_count() == before
    finally:
        gc.enable()
    assert result.iterations == states[-1].iteration == 3


def test_a_state_is_saved_at_the_end_and_may_be_named(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.state"
    first = solve(games.kuhn(), checkpoint=lambda state: state.save(path))
    assert (first.stopped, RunState.load(path).iteration) == ("target", 211)
    assert bits(solve(games.kuhn(), dtype="float64", resume=path)) == bits(first)
    further = solve(games.kuhn(), dtype="float64", target="0.4mb", resume=path)
    assert bits(further) == bits(solve(games.kuhn(), dtype="float64", target="0.4mb"))
    with pytest.raises(ValueError, match=r"state to resume .*kuhn\.state"):
        solve(games.kuhn(), dtype="float32", resume=path)


def test_a_state_of_another_run_is_refused(tmp_path: Path) -> None:
    states: list[RunState] = []
    solve(games.kuhn(), iterations=3, checkpoint=states.append, checkpoint_seconds=0.0)
    others: list[tuple[games.SolvableGame, dict[str, Any]]] = [
        (games.leduc(), {}),
        (games.kuhn(), {"dtype": "float32"}),
        (games.kuhn(), {"algorithm": "dcfr(alpha=2)"}),
    ]
    for game, how in others:
        with pytest.raises(ValueError, match="state to resume"):
            solve(game, resume=states[-1], **how)
    broken = tmp_path / "state.npz"
    broken.write_bytes(b"PK nonsense")
    with pytest.raises(TableError, match="cannot resume from"):
        RunState.load(broken)


def test_too_little_memory_is_said_before(
    limit_game: games.JointCountGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pokerdata._support.resources.available_memory", lambda: 1_000_000)
    with pytest.raises(
        CapacityError, match=r"not enough memory to solve .* GB are free; expected a smaller game"
    ):
        solve(limit_game, iterations=1)
    need = solvers.memory_needed(limit_game, dtype="float32", threads=1, saved=True)
    monkeypatch.setattr("pokerdata._support.resources.available_memory", lambda: need)
    solve(limit_game, iterations=1, dtype="float32", threads=1, checkpoint=lambda _: None)
    with pytest.raises(
        CapacityError, match=r"in float64: .*; expected dtype 'float32', .* or a smaller game: fewer"
    ):
        solve(limit_game, iterations=1, threads=1)
    monkeypatch.setattr("pokerdata._support.resources.available_memory", lambda: need - 1)
    solve(limit_game, iterations=1, dtype="float32", threads=1)
    with pytest.raises(CapacityError, match="in float32"):
        solve(limit_game, iterations=1, dtype="float32", threads=1, checkpoint=lambda _: None)


def test_memory_is_as_computed(limit_game: games.JointCountGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "with_margin", lambda need: need)  # arrays alone
    need = solvers.memory_needed(limit_game, dtype="float32", threads=2)
    regrets, average = Solver(limit_game, algorithm("dcfr"), dtype="float32", threads=2).arrays()
    # The rows of a block, about 1 MB, are added for each thread and in both types.
    assert regrets.nbytes + average.nbytes < need < regrets.nbytes + average.nbytes + 10e6
    for name, more in (("pcfr+", 1), ("cfr(simultaneous)", 1), ("pcfr+(simultaneous)", 3)):
        how = algorithm(name)
        assert (
            solvers.memory_needed(limit_game, dtype="float32", threads=2, algorithm=how)
            == need + more * regrets.nbytes
        )
        first, _ = Solver(limit_game, how, dtype="float32", threads=1).arrays()
        assert first.nbytes == (1 + how.optimistic) * regrets.nbytes
    copy = solvers.memory_needed(limit_game, dtype="float32", threads=2, saved=True) - need
    assert copy == pytest.approx((regrets.nbytes + average.nbytes) / 2, rel=0.05)


def test_what_the_engine_refuses() -> None:
    with pytest.raises(
        ValueError, match=r"algorithm: expected pruning 'none', .* prunes nothing, got cfr\(pruning=partial\)"
    ):
        Solver(games.kuhn(), algorithm("cfr(pruning=partial)"))
    plain, optimistic = (Solver(games.kuhn(), algorithm(name)) for name in ("cfr+", "pcfr+"))
    with pytest.raises(ValueError, match=r"^saved state: expected .*, got .* was it saved from others"):
        optimistic.restore(3, *plain.arrays())


@pytest.mark.parametrize(("dtype", "digits"), [("float32", 1e-6), ("float64", 1e-14)])
def test_a_stored_strategy_has_the_value_of_the_run(
    limit_game: games.JointCountGame, dtype: str, digits: float
) -> None:
    result = solve(limit_game, iterations=20, dtype=dtype)
    again = solvers.evaluate(limit_game, result.strategy)
    unit = limit_game.rules.unit
    assert again.exploitability == pytest.approx(result.values.exploitability, abs=digits * unit)
    assert again.expected_value == pytest.approx(result.values.expected_value, abs=digits * unit)


def test_a_uniform_strategy_by_hand() -> None:
    """Against uniform play in Kuhn poker, player 1's best response wins 1/2 and player 2's 5/12."""
    game = games.kuhn()
    value = solvers.evaluate(game, [np.full((8, 3), 0.5, dtype=np.float32)])
    assert value.best_response == pytest.approx((1 / 2, 5 / 12))
    assert value.expected_value == pytest.approx(1 / 8)
    with pytest.raises(
        ValueError,
        match=(
            r"strategy on street 1: expected shape \(8, 3\) and float32 or float64, a row for each "
            r"action.*got \(8, 2\) and float64"
        ),
    ):
        solvers.evaluate(game, [np.zeros((8, 2))])
    with pytest.raises(ValueError, match=r"^strategy: expected 1 street, as Kuhn poker has, got 2$"):
        solvers.evaluate(game, [np.zeros((8, 3))] * 2)


def test_a_state_that_was_read_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its arrays are as large as the solver's."""
    path, left = tmp_path / "kuhn.state", []
    solve(games.kuhn(), iterations=3, checkpoint=lambda state: state.save(path))
    iterate = Solver.iterate

    def counted(solver: Solver, count: int) -> None:
        left.append(sum(isinstance(found, RunState) for found in gc.get_objects()))
        iterate(solver, count)

    gc.collect()
    before = sum(isinstance(found, RunState) for found in gc.get_objects())
    monkeypatch.setattr(Solver, "iterate", counted)
    solve(games.kuhn(), iterations=9, resume=path)
    assert set(left) == {before}
