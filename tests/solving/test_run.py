"""The run loop, with an engine of known values at every iteration and a simulated clock."""

from __future__ import annotations

import itertools
import math
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest

from pokerdata.solving import Row, RunState
from pokerdata.solving.algorithms import NEVER, Schedule, schedule
from pokerdata.solving.run import Engine, Run, UnknownEngine
from pokerdata.solving.solved import Unknown


@dataclass(frozen=True)
class Value:
    exploitability: float

    @property
    def numbers(self) -> tuple[float, ...]:
        return (self.exploitability,)


class Clock:
    """Simulated seconds, which the test advances."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr("pokerdata.solving.run.clock", found)
    return found


@dataclass
class Counter:
    """A solver with iterations of a fixed duration."""

    iteration: int = 0
    usable: bool = True
    takes: float = 0.0
    clock: Clock | None = None
    asked: list[int] = field(default_factory=list)
    interrupted_at: int | None = None

    def iterate(self, count: int) -> None:
        self.asked.append(count)
        for _ in range(count):
            if self.clock is not None:
                self.clock.now += self.takes
            self.iteration += 1
            if self.iteration == self.interrupted_at:
                raise KeyboardInterrupt

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        return np.array([-self.iteration]), np.array([self.iteration])

    def restore(self, iteration: int, regrets: np.ndarray, average: np.ndarray) -> None:
        assert -regrets[0] == average[0] == iteration
        self.iteration = iteration


class Harmonic(Engine[Counter, Value]):
    """Exploitability 1 / t after t iterations, or ``floor``; an evaluation takes a fixed time."""

    origin, name, NUMBERS = "harmonic", "a counter", 1

    def __init__(self, *solvers: Counter, floor: float = 0.0, takes: float = 0.0) -> None:
        super().__init__(*solvers)
        self.floor, self.takes = floor, takes

    def evaluate(self) -> Value:
        clock = self.solvers[0].clock
        if clock is not None:
            clock.now += self.takes
        return self.values([max(1 / self.iteration, self.floor)])

    @staticmethod
    def values(numbers: Sequence[float]) -> Value:
        return Value(numbers[0])


class Silent(UnknownEngine[Counter]):
    origin, name = "silent", "a counter"


def run(engine: Engine[Any, Any], points: Schedule | None = None, **options: Any) -> Run[Any]:
    """Return a finished run."""
    found = Run[Any](cast("Any", options), target=float, schedule=points)
    found.go(engine)
    return found


def evaluated(one: Run[Any]) -> list[int]:
    return [row.iteration for row in one.log]


@pytest.fixture
def piecemeal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every piece one iteration."""
    monkeypatch.setattr("pokerdata.solving.run._PIECE", 0.0)
    monkeypatch.setattr("pokerdata.solving.run._SAVE_SHARE", 0.0)


@pytest.mark.parametrize("pieces", [True, False])
def test_where_a_run_is_evaluated_and_stops(pieces: bool, request: pytest.FixtureRequest) -> None:
    if pieces:
        request.getfixturevalue("piecemeal")
    for how, stopped, at in (
        ({"iterations": 8}, "iterations", [1, 2, 3, 4, 5, 7, 8]),
        ({"target": 0.19}, "target", [1, 2, 3, 4, 5, 7]),  # 1/6 is below, but 6 is not evaluated
        ({"target": 0.1, "every": 4}, "target", [4, 8, 12]),
        ({"target": 0.1, "iterations": 10, "every": 4}, "iterations", [4, 8, 10]),
        ({"target": 0.001, "at": [2, 9]}, "iterations", [2, 9]),
        ({"iterations": 6, "points": NEVER}, "iterations", [6]),
    ):
        counter = Counter()
        one = run(Harmonic(counter), **how)
        assert one.stopped == stopped
        assert evaluated(one) == at
        assert sum(counter.asked) == counter.iteration == at[-1]
        assert all(count >= 1 for count in counter.asked)
        assert not pieces or set(counter.asked) == {1}


def test_a_run_that_improves_no_more_stops_where_no_other_limit_ends_it() -> None:
    floor = Harmonic(Counter(), floor=0.1)
    assert run(floor, target=0.01, every=1).stopped == "stalled"
    assert floor.iteration == 64  # the lowest is that of 10, and 16 is a quarter
    assert run(Harmonic(Counter(), floor=0.1), target=0.01, iterations=100, every=1).stopped == "iterations"
    assert run(Harmonic(Counter()), target=1 / 200.5, every=1).stopped == "target"


def test_values_that_are_unknown_are_no_target_and_no_number() -> None:
    one = run(Silent(Counter()), iterations=50, points=NEVER)
    assert (one.stopped, one.log) == ("iterations", [Row(50, one.seconds, Unknown())])
    assert math.isnan(one.log[0].values.exploitability)


def test_a_value_below_zero_by_rounding_is_no_target() -> None:
    assert run(Harmonic(Counter(), floor=-1e-18), iterations=20).stopped == "iterations"


@pytest.mark.usefixtures("piecemeal")
@pytest.mark.parametrize("at", range(1, 30))
def test_a_resumed_run_has_the_log_of_an_unbroken_one(at: int) -> None:
    states: list[RunState] = []
    whole = run(Harmonic(Counter()), iterations=30, checkpoint=states.append, checkpoint_seconds=0.0)
    assert [state.iteration for state in states] == list(range(1, 31))
    state = states[at - 1]
    again = run(Harmonic(Counter()), iterations=30, resume=RunState.of_contents(state.contents()))
    assert again.stopped == "iterations"
    assert evaluated(again) == evaluated(whole)
    assert [row.values for row in again.log] == [row.values for row in whole.log]
    assert again.seconds >= state.seconds
    engine = Harmonic(Counter())
    lower = run(engine, iterations=1, resume=state)
    assert (lower.stopped, evaluated(lower)[-1]) == ("iterations", at)  # with its value, and no further
    assert engine.iteration == at


def test_solvers_side_by_side_stand_at_one_iteration() -> None:
    one, two = Counter(interrupted_at=7), Counter()
    states: list[RunState] = []
    with pytest.raises(KeyboardInterrupt):
        run(Harmonic(one, two), iterations=20, checkpoint=states.append)
    assert one.iteration == two.iteration == states[-1].iteration == 7
    assert list(states[-1].arrays) == ["regrets_0", "average_0", "regrets_1", "average_1"]
    both = Harmonic(Counter(), Counter())
    run(both, iterations=9, resume=states[-1])
    assert [counter.iteration for counter in both.solvers] == [9, 9]


def test_what_ends_a_run_from_outside_saves_the_state() -> None:
    for usable, want in ((True, [7]), (False, [])):
        states: list[RunState] = []
        with pytest.raises(KeyboardInterrupt):
            run(Harmonic(Counter(interrupted_at=7, usable=usable)), iterations=20, checkpoint=states.append)
        assert [state.iteration for state in states] == want

    def refuse(done: int, expected: int) -> None:
        raise LookupError

    with pytest.raises(LookupError):
        run(Harmonic(Counter()), iterations=20, checkpoint=states.append, progress=refuse)
    assert [state.iteration for state in states] == [1]


def test_the_state_is_saved_at_the_end_once() -> None:
    states: list[RunState] = []
    run(Harmonic(Counter()), iterations=20, checkpoint=states.append)
    assert [state.iteration for state in states] == [20]


def test_cancelling_stops_after_the_iteration_and_evaluates() -> None:
    event = threading.Event()

    def cancel(done: int, expected: int) -> None:
        if done >= 6:
            event.set()

    one = run(Harmonic(Counter()), iterations=1000, progress=cancel, cancel=event)
    assert one.stopped == "cancelled"
    assert evaluated(one)[-1] >= 6
    assert evaluated(run(Harmonic(Counter()), iterations=1000, cancel=event)) == [1]


@pytest.mark.parametrize("iteration", [0.01, 0.3, 0.9])
@pytest.mark.parametrize("evaluation", [0.0, 0.05, 0.8])
@pytest.mark.parametrize("seconds", [3.0, 10.0, 31.4])
def test_seconds_are_kept(clock: Clock, iteration: float, evaluation: float, seconds: float) -> None:
    """The time counts from the call, set-up and evaluations included; it is used up as far as work fits."""
    found = Run[Any]({"seconds": seconds}, target=float)
    clock.now += 0.2  # set-up
    counter = Counter(takes=iteration, clock=clock)
    found.go(Harmonic(counter, takes=evaluation))
    assert found.stopped == "seconds"
    assert evaluated(found)[-1] == counter.iteration
    assert clock.now <= seconds + 1e-9
    assert clock.now > seconds - 2 * iteration - 2 * evaluation - 0.02
    assert found.seconds == pytest.approx(counter.iteration * iteration)


def test_seconds_that_do_not_suffice_are_refused_with_those_that_do(clock: Clock) -> None:
    for seconds, enough in ((1.0, False), (12.0, True)):
        clock.now = 0.0
        engine = Harmonic(Counter(takes=4.0, clock=clock), takes=1.0)
        if enough:
            assert run(engine, seconds=seconds).stopped == "seconds"
        else:
            with pytest.raises(ValueError, match=r"^seconds: .* 12 s, got 1; e.g. seconds=24"):
                run(engine, seconds=seconds)


@pytest.mark.usefixtures("piecemeal")
def test_progress(clock: Clock) -> None:
    told: list[tuple[int, ...]] = []
    run(Harmonic(Counter()), iterations=9, progress=lambda *done: told.append(done))
    assert told == [(done, 9) for done in range(1, 10)]
    told.clear()
    run(Harmonic(Counter()), target=0.01, progress=lambda *done: told.append(done))
    assert told[0][1] == 0  # the first value cannot predict the end
    assert told[80][1] == pytest.approx(100, rel=0.1)  # 1 / t is below 0.01 from 101 on
    told.clear()
    run(Harmonic(Counter(takes=0.002, clock=clock)), seconds=0.2, progress=lambda *done: told.append(done))
    assert told[30][1] == pytest.approx(told[-1][0], rel=0.1)


def test_rows_are_told() -> None:
    rows: list[Row[Value]] = []
    one = run(Harmonic(Counter()), iterations=9, on_evaluation=rows.append)
    assert rows == one.log
    assert all(b.seconds >= a.seconds for a, b in itertools.pairwise(rows))


def test_values_that_are_no_numbers_end_a_run() -> None:
    with pytest.raises(FloatingPointError, match="the values of iteration 1 are not finite"):
        run(Harmonic(Counter(), floor=math.inf), iterations=20)


def test_what_is_refused_before_any_work() -> None:
    with pytest.raises(TypeError, match="taget"):
        Run[Any](cast("Any", {"taget": 3}))
    for options in (
        {},
        {"iterations": 0},
        {"iterations": 2.5},
        {"iterations": True},
        {"seconds": -1},
        {"seconds": math.nan},
        {"seconds": "3"},
        {"iterations": 3, "every": 2, "at": [1]},
        {"iterations": 3, "schedule": "none such"},
    ):
        with pytest.raises(ValueError, match=r"expected"):
            Run[Any](cast("Any", options), target=float)
    with pytest.raises(ValueError, match="target: expected none"):
        Run[Any]({"target": 1.0})
    assert Run[Any]({"iterations": np.int64(3), "every": 1}).budget.iterations == 3  # type: ignore[typeddict-item]
    assert Run[Any]({"iterations": 3}, schedule=schedule(every=2)).budget.next_evaluation(1) == 2
