"""The run loop, with an engine whose values are known at every iteration."""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from pokerdata.solving.algorithms import NEVER, Schedule, schedule
from pokerdata.solving.run import Checkpoints, Engine, Limits, Row, Run


@dataclass(frozen=True)
class Value:
    exploitability: float

    @property
    def numbers(self) -> tuple[float, ...]:
        return (self.exploitability,)


@dataclass
class Counter:
    """An engine that is worth 1 / t after t iterations, each of which takes so many seconds."""

    iteration: int = 0
    usable: bool = True
    takes: float = 0.0
    knows: bool = True
    asked: list[int] = field(default_factory=list)
    interrupted_at: int | None = None

    def iterate(self, count: int) -> None:
        self.asked.append(count)
        for _ in range(count):
            time.sleep(self.takes)
            self.iteration += 1
            if self.iteration == self.interrupted_at:
                raise KeyboardInterrupt

    def evaluate(self) -> Value | None:
        return Value(1 / self.iteration) if self.knows else None

    def state(self, seconds: float, log: Sequence[Row[Value]]) -> tuple[int, float, tuple[Row[Value], ...]]:
        return self.iteration, seconds, tuple(log)


def run(
    engine: Counter,
    target: float | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    *,
    points: Schedule | None = None,
    save: Any = None,
    every: float = 1e9,
    **how: Any,
) -> Run[Value, Any]:
    limits = Limits.of(target, iterations, seconds, points or schedule())
    return Run(cast("Engine[Any, Value, Any]", engine), limits, Checkpoints(save, every), **how)


def evaluated(one: Run[Value, Any]) -> list[int]:
    return [row.iteration for row in one.log]


@pytest.fixture
def piecemeal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every piece is one iteration."""
    monkeypatch.setattr("pokerdata.solving.run._PIECE", 0.0)
    monkeypatch.setattr("pokerdata.solving.run._SAVE_SHARE", 0.0)


@pytest.mark.parametrize("pieces", [True, False])
def test_where_a_run_is_evaluated_and_stops(pieces: bool, request: pytest.FixtureRequest) -> None:
    if pieces:
        request.getfixturevalue("piecemeal")
    for how, stopped, at in (
        ({"iterations": 8}, "iterations", [1, 2, 3, 4, 5, 7, 8]),
        ({"target": 0.19}, "target", [1, 2, 3, 4, 5, 7]),  # 1/6 is below, but 6 is not looked at
        ({"target": 0.1, "points": schedule(every=4)}, "target", [4, 8, 12]),
        ({"target": 0.1, "iterations": 10, "points": schedule(every=4)}, "iterations", [4, 8, 10]),
        ({"target": 0.001, "points": schedule(at=[2, 9])}, "iterations", [2, 9]),
        ({"iterations": 6, "points": NEVER}, "iterations", [6]),
    ):
        engine = Counter()
        one = run(engine, **how)
        assert one.go() == stopped
        assert evaluated(one) == at
        assert sum(engine.asked) == engine.iteration == at[-1]
        assert all(count >= 1 for count in engine.asked)
        assert not pieces or set(engine.asked) == {1}


def test_a_run_that_gains_nothing_any_more_stops_where_no_other_limit_ends_it() -> None:
    floor = Counter()
    floor.evaluate = lambda: Value(max(1 / floor.iteration, 0.1))  # type: ignore[method-assign]
    every = schedule(every=1)
    one = run(floor, target=0.01, points=every)
    assert one.go() == "stalled"
    assert floor.iteration == 64  # the least is that of 10, and 16 is a quarter
    floor.iteration = 0
    assert run(floor, target=0.01, iterations=100, points=every).go() == "iterations"
    assert run(Counter(), target=1 / 200.5, points=every).go() == "target"


def test_an_engine_that_knows_no_values_has_no_log() -> None:
    one = run(Counter(knows=False), iterations=50, points=NEVER)
    assert one.go() == "iterations"
    assert one.log == []
    assert one.engine.iteration == 50


def test_a_value_below_zero_by_rounding_is_no_target() -> None:
    engine = Counter()
    engine.evaluate = lambda: Value(-1e-18)  # type: ignore[method-assign]
    assert run(engine, iterations=20).go() == "iterations"


@pytest.mark.usefixtures("piecemeal")
@pytest.mark.parametrize("at", range(1, 30))
def test_a_resumed_run_has_the_log_of_an_unbroken_one(at: int) -> None:
    states: list[Any] = []
    whole = run(Counter(), iterations=30, save=states.append, every=0.0)
    whole.go()
    assert [state[0] for state in states] == list(range(1, 31))
    iteration, seconds, log = states[at - 1]
    again = run(Counter(iteration), iterations=30)
    again.resume(seconds, log)
    assert again.go() == "iterations"
    assert evaluated(again) == evaluated(whole)
    assert again.seconds >= seconds
    lower = run(Counter(iteration), iterations=1)
    lower.resume(seconds, log)
    assert lower.go() == "iterations"
    assert lower.engine.iteration == evaluated(lower)[-1] == iteration  # told with its value, and no further


def test_a_log_may_start_anew() -> None:
    """As on explicit trees: what was reached before is not evaluated again."""
    one = run(Counter(5), iterations=11)
    one.resume(0.0, (), evaluated=5)
    one.go()
    assert evaluated(one) == [7, 9, 11]


def test_an_interrupt_saves_the_state_and_is_passed_on() -> None:
    for usable, want in ((True, [7]), (False, [])):
        states: list[Any] = []
        one = run(Counter(interrupted_at=7, usable=usable), iterations=20, save=states.append)
        with pytest.raises(KeyboardInterrupt):
            one.go()
        assert [state[0] for state in states] == want


def test_the_state_is_saved_at_the_end_once() -> None:
    states: list[Any] = []
    run(Counter(), iterations=20, save=states.append).go()
    assert [state[0] for state in states] == [20]


@pytest.mark.parametrize("iterating", [False, True])
def test_seconds_are_a_limit(iterating: bool) -> None:
    """Of all that a run does, or of its iterations alone; pieces do not go far beyond."""

    class Slow(Counter):
        def evaluate(self) -> Value | None:
            time.sleep(0.02)
            return super().evaluate()

    engine = Slow(takes=0.001)
    limits = Limits(-math.inf, math.inf, 0.2, schedule(), iterating)
    one = Run(cast("Engine[Any, Value, Any]", engine), limits, Checkpoints[Any](None, 1.0))
    start = time.monotonic()
    assert one.go() == "seconds"
    spent = time.monotonic() - start
    assert one.log[-1].iteration == engine.iteration
    assert (one.seconds >= 0.2) is iterating
    assert spent >= 0.2
    assert (one.seconds if iterating else spent) < 0.5


@pytest.mark.usefixtures("piecemeal")
def test_progress() -> None:
    told: list[tuple[int, ...]] = []
    run(Counter(), iterations=9, progress=lambda *done: told.append(done)).go()
    assert told == [(done, 9) for done in range(1, 10)]
    told.clear()
    run(Counter(takes=0.001), target=0.01, progress=lambda *done: told.append(done)).go()
    assert told[0][1] == 0  # which the first value does not tell
    assert told[80][1] == pytest.approx(100, rel=0.1)  # 1 / t is below 0.01 from 101 on
    told.clear()
    run(Counter(takes=0.002), seconds=0.2, progress=lambda *done: told.append(done)).go()
    assert told[30][1] == pytest.approx(told[-1][0], rel=0.5)


def test_rows_are_told() -> None:
    rows: list[Row[Value]] = []
    one = run(Counter(), iterations=9, on_evaluation=rows.append)
    one.go()
    assert rows == one.log
    assert all(b.seconds >= a.seconds for a, b in itertools.pairwise(rows))


def test_values_that_are_no_numbers_end_a_run() -> None:
    engine = Counter()
    engine.evaluate = lambda: Value(math.nan)  # type: ignore[method-assign]
    with pytest.raises(FloatingPointError, match="the values of iteration 1 are not finite"):
        run(engine, iterations=20).go()
