"""Advice on memory: the largest numbers of buckets that fit, from the sizes of their arrays."""

from functools import partial

import pytest
from click.testing import CliRunner

from pokerdata._support import resources
from pokerdata.abstraction.thresholds import History
from pokerdata.cli import cli
from pokerdata.games import LIMIT_HOLDEM, NoLimitRules, adjusted_game
from pokerdata.games.bucketed import private_states
from pokerdata.recipes.strategy import read
from pokerdata.recipes.vector_strategy import (
    counted_memory,
    most_counted,
    most_sampled,
    what_fits_counted,
    what_fits_sampled,
)
from pokerdata.solving.sampled import solver
from pokerdata.solving.sampled.solver import memory_of_run

MENU = ["half-pot", "pot", "all-in"]
HALF_POT = adjusted_game("nolimit-holdem", menu=MENU).rules


@pytest.fixture(autouse=True)
def _two_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use two threads, because sampling takes memory for every thread."""
    monkeypatch.setattr(solver, "memory_needed", partial(solver.memory_needed, threads=2))


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("buckets", [2, 7, 10])
def test_as_many_buckets_as_fit_and_no_more(buckets: int, dtype: str) -> None:
    need = counted_memory(LIMIT_HOLDEM, [buckets] * 4, dtype=dtype)
    assert most_counted(LIMIT_HOLDEM, need, dtype=dtype) == buckets
    assert most_counted(LIMIT_HOLDEM, need - 1, dtype=dtype) == buckets - 1


@pytest.mark.parametrize(("recall", "most"), [("perfect", 15), ("imperfect", 1000)])
def test_sampled_as_many_buckets_as_fit_and_no_more(recall: str, most: int) -> None:
    for buckets in (2, 9, most):
        states = private_states([min(buckets, 169), *[buckets] * 3], recall)
        need = memory_of_run(LIMIT_HOLDEM, states)
        assert most_sampled(LIMIT_HOLDEM, recall, need) == buckets
        assert most_sampled(LIMIT_HOLDEM, recall, need - 1) == buckets - 1
    assert most_sampled(LIMIT_HOLDEM, recall, 10**15) == most


SINGLE = {"dtype": "float32"}


@pytest.fixture(autouse=True)
def arrays_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the margin for the process, which the documented figures exclude."""
    monkeypatch.setattr(resources, "with_margin", lambda need: need)


def test_in_words() -> None:
    assert what_fits_counted(HALF_POT, [8] * 4, 6 * 10**9, **SINGLE) == (
        "7 buckets a street fit; or a smaller menu of bets, which may be one a street; or "
        'recall = "imperfect" (any kind but history) and public chance sampling, algorithm = "pcs", which takes 1.2 GB '
        "with these buckets"
    )
    assert what_fits_counted(HALF_POT, [10] * 4, 21 * 10**9, **SINGLE).endswith(
        'or public chance sampling, algorithm = "pcs", which takes 20.9 GB with these buckets'
    )
    assert what_fits_counted(LIMIT_HOLDEM, [8] * 4, 10**8) == (
        "not even 2 buckets a street fit; or a game with lower caps"
    )
    assert what_fits_sampled(HALF_POT, "perfect", 6 * 10**9) == (
        "7 buckets a street fit; or a smaller menu of bets, which may be one a street; or "
        'recall = "imperfect" (any kind but history)'
    )


def test_float32_may_fit() -> None:
    assert what_fits_counted(HALF_POT, [7] * 4, 6 * 10**9).startswith(
        'dtype = "float32", which takes 4.6 GB, fits; or 6 buckets a street fit; or '
    )
    assert "float32" not in what_fits_counted(HALF_POT, [8] * 4, 6 * 10**9)


def test_stages_know_what_fits() -> None:
    keys = {"game": "nolimit-holdem", "menu": MENU, "abstraction": "a"}
    counted = read("test", {**keys, **SINGLE})
    sampled = read("test", {**keys, "algorithm": "pcs", "seconds": 9})
    for section in (counted, sampled):
        stage = section.stage("x", History(kind="history", buckets=[8] * 4))
        assert stage.cost.memory_bytes > 6 * 10**9
        assert stage.cost.what_fits is not None
        assert stage.cost.what_fits(6 * 10**9).startswith("7 buckets a street fit; or ")


def test_the_figures_of_the_documents() -> None:
    rules = adjusted_game("nolimit-holdem", menu=[MENU, MENU, MENU[1:], MENU[1:]]).rules
    assert isinstance(rules, NoLimitRules)
    needs = {8: 8.00e9, 7: 4.63e9}
    for buckets, need in needs.items():
        assert counted_memory(HALF_POT, [buckets] * 4, **SINGLE) == pytest.approx(need, rel=0.01)
    assert counted_memory(rules, [8] * 4, **SINGLE) == pytest.approx(2.32e9, rel=0.01)
    assert memory_of_run(HALF_POT, (8,) * 4) == pytest.approx(1.2e9, rel=0.01)


def test_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    def said(memory: int, *words: str) -> str:
        monkeypatch.setattr(resources, "available_memory", lambda: memory)
        output = CliRunner().invoke(cli, ["games", "nolimit-holdem", *words], catch_exceptions=False).output
        return " ".join(output.split())  # wherever lines wrap

    half_pot = ("--set", "menu=1/2,1,all-in", "--buckets")
    output = said(6 * 10**9, *half_pot, "8")
    assert "in float32: more than the 6.0 GB available here, where 7 buckets a street fit" in output
    assert "in float64: more than the 6.0 GB available here, where 6 buckets a street fit" in output
    assert "in float64: fits the 6.0 GB available here" in said(6 * 10**9, *half_pot, "5")
    assert "GB: more than the 6.0 GB available here, where 7 buckets a street fit" in said(
        6 * 10**9, *half_pot, "12"
    )
    imperfect = said(6 * 10**9, *half_pot, "12", "--recall", "imperfect")
    assert "to solve 1.2 GB: fits the 6.0 GB available here" in imperfect
