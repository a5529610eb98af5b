"""Cost of work on this machine: the probe, and its use."""

from __future__ import annotations

import pytest

from pokerdata._support import costs
from pokerdata._support.costs import Cost
from pokerdata.recipes.reading import load_plan


def test_times_go_with_the_probe_of_as_many_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    takes = {1: 3 * 2 * costs._PROBE, 16: 0.5 * costs._PROBE}
    monkeypatch.setattr(costs, "_probed", takes.__getitem__)
    here = costs.measure(16)
    assert here(Cost(10, 0, 0)) == pytest.approx(30)
    assert here(Cost(10, 0, 0, threaded=True)) == pytest.approx(5)
    assert here(Cost(10, 0, 0, stops_after=12)) == 12


def test_this_machine() -> None:
    assert 0.01 < costs.measure()(Cost(1, 0, 0, threaded=True)) < 100


def test_players_who_think_do_so_on_one_thread() -> None:
    threaded = {
        stage.name: stage.cost.threaded
        for recipe in ("tournament", "abstractions")
        for stage in load_plan(recipe).select()
    }
    assert not threaded["pairs_tournament"]
    assert not threaded["abstractions_page"]
    assert threaded["abstractions_matches"]
