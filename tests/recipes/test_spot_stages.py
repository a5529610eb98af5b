"""Stages of [spot.NAME]: their results, resuming, and errors before any work."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from helpers.recipes import plan_of, runner_of
from pokerdata._support import resources
from pokerdata._support.arguments import keys_of
from pokerdata.errors import CapacityError
from pokerdata.pipeline.store import open_table
from pokerdata.recipes.reading import load_plan
from pokerdata.recipes.spot import SpotSection
from pokerdata.spots import Lock, Spot, SpotTable, load_spot, solve_spot, spot_table
from pokerdata.spots.spot_file import SpotKeys

KEYS: dict[str, Any] = {
    "board": "Kd9h6h4c",
    "oop": "AA,QQ,JTs",
    "ip": "KK,T8s,AhQh",
    "pot": 100,
    "stack": 300,
    "bets": "75%",
}
RECIPE = '[spot.mine]\nboard = "Kd9h6h4c"\noop = "AA,QQ,JTs"\nip = "KK,T8s,AhQh"\npot = 100\nstack = 300\nbets = "75%"\n'


def test_the_table_is_what_solve_gives(tmp_path: Path) -> None:
    more = 'algorithm = "cfr+"\niterations = 25\ndtype = "float64"\nlocks = ["/ AA c=1"]\npicture = "cr75"\n'
    runner_of(RECIPE + more, tmp_path).run()
    locks = [Lock("", {"AA": {"c": 1}})]
    direct = solve_spot(Spot(**KEYS), locks=locks, algorithm="cfr+", iterations=25, dtype="float64")
    found = load_spot("mine_spot", tables=tmp_path)
    np.testing.assert_array_equal(found.sums, direct.stored().sums)
    assert found.values == direct.stored().values
    assert found.iterations == 25
    assert [lock.text() for lock in found.locks] == [Lock("/", {"AA": {"c": 1.0}}).text()]
    assert found.at().hand("AcAh")["strategy"]["check"] == 1
    assert (tmp_path / "mine_grid.png").read_bytes().startswith(b"\x89PNG")
    table = open_table("mine_spot", tmp_path, SpotTable)
    words = spot_table.summary(table)
    assert words[0].startswith("cfr+(gamma=1, delay=0), 25 iterations (float64)")
    assert words[1].startswith("exploitability")


def test_a_run_that_was_stopped_goes_on_to_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (name,) = plan_of(RECIPE).stages
    runner_of(RECIPE, tmp_path / "whole").run()
    whole = load_spot("mine_spot", tables=tmp_path / "whole")
    stopped = runner_of(RECIPE, tmp_path / "stopped")
    from pokerdata.spots.solver import SpotSolver

    evaluate = SpotSolver.evaluate

    def interrupted(self: SpotSolver) -> Any:
        if self.iteration >= 20:
            raise KeyboardInterrupt
        return evaluate(self)

    with monkeypatch.context() as patched:
        patched.setattr(SpotSolver, "evaluate", interrupted)
        with pytest.raises(KeyboardInterrupt):
            stopped.run()
    assert list((tmp_path / "stopped").rglob("*.npz")), "the state is kept"
    begun: list[int] = []
    restore = SpotSolver.restore

    def seen(self: SpotSolver, iteration: int, *arrays: Any) -> None:
        begun.append(iteration)
        restore(self, iteration, *arrays)

    monkeypatch.setattr(SpotSolver, "restore", seen)
    runner_of(RECIPE, tmp_path / "stopped").run()
    found = load_spot(name, tables=tmp_path / "stopped")
    assert begun == [20]
    np.testing.assert_array_equal(found.sums, whole.sums)
    assert [(row.iteration, row.values) for row in found.log] == [
        (row.iteration, row.values) for row in whole.log
    ]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('bets = "75%"', 'bet = "75%"', r"\[spot.mine\]: unknown key 'bet', did you mean 'bets'\?"),
        ("pot = 100\n", "", r"\[spot.mine\]: pot: expected "),
        ("KK,T8s", "KdKs", r"\[spot.mine\]: "),
        (
            "pot = 100",
            'pot = 100\ntarget = "1mb"',
            r"\[spot.mine\]: target: expected an exploitability.*'1mb'",
        ),
        ("pot = 100", "pot = 100\niterations = 0", r"\[spot.mine\]: iterations: expected .* got 0"),
        ("pot = 100", "pot = 100\nseconds = 0", r"\[spot.mine\]: seconds: expected more than 0.* got 0"),
        ("pot = 100", 'pot = 100\ndtype = "float16"', r"\[spot.mine\]: dtype: expected one of .*'float16'"),
        ("pot = 100", 'pot = 100\nalgorithm = "pcs"', r"\[spot.mine\]: .*pcs"),
        ("pot = 100", 'pot = 100\nalgorithm = "pcfr+"', r"\[spot.mine\]: algorithm: expected cfr, cfr\+"),
        ("pot = 100", 'pot = 100\nlocks = ["r10 f=1"]', r"\[spot.mine\]: history: expected one of c, r75"),
        ("pot = 100", 'pot = 100\nlocks = ["/ r12=1"]', r"\[spot.mine\]: lock: expected parts .* of c, r75"),
        ("pot = 100", 'pot = 100\npicture = "r10"', r"\[spot.mine\]: history: expected one of c, r75"),
        ("pot = 100", 'pot = 100\npicture = "cc/"', r"\[spot.mine\]: picture: expected a decision, got none"),
    ],
)
def test_what_is_refused_before_any_work(old: str, new: str, words: str) -> None:
    if new == "KdKs":
        old, new = "KK,T8s,AhQh", "KdKs"
    with pytest.raises(ValueError, match=words):
        plan_of(RECIPE.replace(old, new, 1))


def test_defaults_are_resolved() -> None:
    (stage,) = plan_of(RECIPE).stages.values()
    assert stage.parameters["target"] == "0.1%"
    assert stage.parameters["algorithm"]["name"] == "dcfr"  # type: ignore[index]


def test_what_is_too_large_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "available_memory", lambda: 1_000_000)
    with pytest.raises(CapacityError, match="narrower ranges"):
        runner_of(RECIPE, tmp_path).run()


def test_estimates_grow_with_menus_and_dtype() -> None:
    def cost(text: str) -> tuple[int, float]:
        (stage,) = plan_of(text).stages.values()
        return stage.cost.memory_bytes, stage.cost.seconds

    small, large = cost(RECIPE), cost(RECIPE.replace('"75%"', '"33%,75%,a"'))
    assert small < large
    assert cost(RECIPE + 'dtype = "float64"\n') > small
    assert cost(RECIPE + "seconds = 0.001\n")[1] < small[1]


def test_the_recipe_of_the_package() -> None:
    assert list(load_plan("spot").stages) == ["turn_spot", "turn_grid"]


def test_the_document_has_the_keys() -> None:
    text = (Path(__file__).parents[2] / "docs" / "spots.md").read_text(encoding="utf-8")
    part = text.split("## In recipes")[1].split("A section `[flops.NAME]`")[0]
    rows = re.findall(r"^\| (`[a-z_]+`(?:, `[a-z_]+`)*) \|", part, re.MULTILINE)
    described = {key for row in rows for key in re.findall(r"`([a-z_]+)`", row)}
    assert described == set(keys_of(SpotSection)) - set(keys_of(SpotKeys))
