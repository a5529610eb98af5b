"""How fast the machine is, and what estimates make of it."""

from __future__ import annotations

import math
from types import MappingProxyType

import pytest

from pokerdata._core import support
from pokerdata._support.estimates import Cost, Work
from pokerdata.recipes import machine
from pokerdata.recipes.reading import load_plan


@pytest.fixture(scope="module")
def measured() -> machine.Machine:
    return machine.measure()


@pytest.mark.slow
def test_every_kind_of_work_is_measured(measured: machine.Machine) -> None:
    assert set(measured.factors) == set(Work)
    assert all(0 < factor < math.inf for factor in measured.factors.values())
    assert measured.isa == support.active_isa()
    assert measured.processors >= 1


@pytest.mark.parametrize(
    ("takes", "least"),
    [
        ([9.0, 5.0, 4.0, 1.0], 4.0),  # the first is not counted; two at least, however long they take
        ([0.5, 0.125, 0.0625, 0.25, 0.03], 0.0625),  # until a quarter of a second is over
    ],
)
def test_the_least_of_several_times_counts(
    monkeypatch: pytest.MonkeyPatch, takes: list[float], least: float
) -> None:
    now, left = 0.0, iter(takes)

    def kernel() -> None:
        nonlocal now
        now += next(left)

    monkeypatch.setattr(machine, "perf_counter", lambda: now)
    monkeypatch.setattr(machine, "_PROBES", {Work.SOLVING: (lambda threads: kernel, 0.5)})
    assert machine.measure().factors == {Work.SOLVING: least / 0.5}


def test_costs_are_scaled_by_their_kind_of_work() -> None:
    of = machine.Machine(
        "avx2", 2, MappingProxyType({Work.ALONE: 2.0, Work.COUNTING: 3.0, Work.MULTIPLYING: 0.5})
    )
    for work, seconds in ((Work.ALONE, 20), (Work.COUNTING, 30), (Work.MULTIPLYING, 5)):
        assert of.seconds(Cost(10, 0, 0, work=work)) == seconds
    assert of.seconds(Cost(10, 0, 0, stops_after=12)) == 12


def test_what_runs_on_one_thread_is_told_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[int]()

    def dealing(threads: int) -> machine.Kernel:
        asked.append(threads)
        return lambda: None

    monkeypatch.setattr(machine, "_dealing", dealing)
    machine.measure(16, [Work.ALONE])
    assert asked == [1]


def test_players_who_think_do_so_on_one_thread() -> None:
    works = {
        stage.name: stage.cost.work
        for recipe in ("tournament", "abstractions")
        for stage in load_plan(recipe).select()
    }
    assert works["pairs_tournament"] is works["abstractions_page"] is Work.ALONE
    assert works["abstractions_matches"] is Work.DEALING
