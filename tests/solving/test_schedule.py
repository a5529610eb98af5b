"""Schedules: the iterations at which runs are evaluated."""

import math

import pytest

from pokerdata.solving.algorithms import Schedule


@pytest.mark.parametrize(
    "schedule", [Schedule(), Schedule("small-island"), Schedule(every=50), Schedule(at=(1, 7, 300))]
)
@pytest.mark.parametrize("iterations", [1, 2, 7, 49, 50, 51, 281, 300, 511])
def test_evaluations_are_counted(schedule: Schedule, iterations: int) -> None:
    """It counts the evaluations during the run, and the one at the end."""
    points, point = set(), schedule.after(0)
    while point < iterations and not math.isinf(point):
        points.add(point)
        point = schedule.after(int(point))
    assert schedule.evaluations(iterations) == len(points | {iterations})
