"""Stages in order, and what a recipe makes of the modules that define them."""

import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from pokerdata.errors import CapacityError, TableError
from pokerdata.pipeline.plan import Plan, load_plan
from pokerdata.pipeline.recipe import REQUIRED
from pokerdata.pipeline.stage import Estimate, Stage
from pokerdata.pipeline.tree import tree
from pokerdata.store import open_table


def stage(name: str, *parents: str, **parameters: object) -> Stage:
    return Stage(name, lambda context: None, Estimate(60, 10**9, 10**8), parents, parameters)


def test_order_and_selection(toys: ModuleType) -> None:
    plan = Plan.of(toys.stages())
    assert list(plan.stages) == ["squares", "sums", "parity", "picture"]
    assert [s.name for s in plan.select(["sums"])] == ["squares", "sums"]
    assert [s.name for s in plan.select()] == list(plan.stages)


@pytest.mark.parametrize(
    ("stages", "words"),
    [
        ([stage("a"), stage("a")], "two stages are called a"),
        ([stage("boards"), stage("b", "board")], "b needs board, .* did you mean 'boards'"),
        ([stage("a", "b"), stage("b", "a")], "in a circle: "),
    ],
)
def test_stages_that_do_not_fit_together(stages: list[Stage], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        Plan.of(stages)


def test_a_bad_name() -> None:
    with pytest.raises(ValueError, match=r"bad stage name '\.\./x'"):
        stage("../x")


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Stand-ins for the modules that define stages."""
    given: dict[str, Any] = {}

    def abstraction(name: str, section: dict) -> list[Stage]:
        given["abstraction"] = section
        return [stage(f"{name}_buckets", "river_strength")]

    def strategy(name: str, section: dict, abstraction: dict | None) -> list[Stage]:
        given["strategy"] = section
        parents = (f"{section['abstraction']}_buckets",) if section["abstraction"] else ()
        return [stage(f"{name}_strategy", *parents)]

    stand_ins = {
        "evaluator": SimpleNamespace(stages=lambda: [stage("rank_codes")]),
        "isomorphism": SimpleNamespace(stages=lambda: [stage("boards")]),
        "strength": SimpleNamespace(
            stages=lambda: [stage("river_strength", "boards"), stage("turn_strength", "river_strength")]
        ),
        "abstraction": SimpleNamespace(
            stages=abstraction, SCHEMA={"kind": (str, REQUIRED, ""), "metric": (str, "ehs", "")}
        ),
        "solvers": SimpleNamespace(
            stages=strategy, SCHEMA={"game": (str, REQUIRED, ""), "abstraction": (str, "", "")}
        ),
        "plots": SimpleNamespace(
            check_plots=lambda plots: None,
            stages=lambda name, section, plots: [
                replace(stage(f"{name}_{plot}", f"{name}_strategy"), suffix=".png") for plot in plots
            ],
        ),
    }
    for name, module in stand_ins.items():
        monkeypatch.setitem(sys.modules, f"pokerdata.{name}", SimpleNamespace(stages=module))
        monkeypatch.setitem(sys.modules, f"pokerdata.{name}.stages", module)
    potential = SimpleNamespace(stages=list)
    monkeypatch.setitem(sys.modules, "pokerdata.strength.potential_stages", potential)
    return given


def plan_of(folder: Path, text: str) -> list[str]:
    path = folder / "mine.toml"
    path.write_text(text)
    return sorted(load_plan(str(path)).stages)


def test_what_a_recipe_asks_for(tmp_path: Path, modules: dict) -> None:
    strength = ["boards", "rank_codes", "river_strength", "turn_strength"]
    assert plan_of(tmp_path, "[tables]\nstrength = true") == strength
    text = "[abstraction.h5]\nkind = 'history'\n"
    assert plan_of(tmp_path, text) == ["boards", "h5_buckets", "river_strength"], "only what it needs"
    assert modules["abstraction"] == {"kind": "history", "metric": "ehs"}
    text += "[strategy.s]\ngame = 'limit-holdem'\nabstraction = 'h5'\n[report]\nplots = ['preflop']"
    assert plan_of(tmp_path, text) == ["boards", "h5_buckets", "river_strength", "s_preflop", "s_strategy"]
    assert plan_of(tmp_path, "[strategy.k]\ngame = 'kuhn'") == ["k_strategy"]


def test_errors_name_the_section(tmp_path: Path, modules: dict) -> None:
    with pytest.raises(
        ValueError, match=r"mine\.toml: \[abstraction\.h5\]: unknown key 'metrik', did you mean"
    ):
        plan_of(tmp_path, "[abstraction.h5]\nkind = 'history'\nmetrik = 'ehs'")
    with pytest.raises(ValueError, match=r"\[strategy\.s\]: the key 'game' is missing"):
        plan_of(tmp_path, "[strategy.s]")


HISTORY = "[abstraction.h]\nkind = 'history'\nbuckets = [5, 5, 5, 5]\n"
STRATEGY = "[strategy.s]\ngame = 'limit-holdem'\nabstraction = 'h'\n"
SAMPLED = STRATEGY + "algorithm = 'pcs'\nseconds = 9\n"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "asks for nothing: want strength = true"),
        ("[report]\nplots = ['conv']", r"\[report\]: bad plot 'conv': want some of convergence, preflop"),
        ("[report]\nplots = ['preflop', 'preflop']", r"\[report\]: twice the plot 'preflop'"),
        (HISTORY + "metric = 'ehs2'", r"\[abstraction\.h\]: bad metric 'ehs2': want one of ehs"),
        (HISTORY.replace("history'", "kmedian'"), r"\[abstraction\.h\]: bad kind 'kmedian'"),
        (HISTORY.replace("5]", "true]"), r"\[abstraction\.h\]: bad buckets \[5, 5, 5, True\]"),
        ("[strategy.s]\ngame = 'khun'", r"\[strategy\.s\]: bad game 'khun'"),
        ("[strategy.s]\ngame = 'kuhn'\nalpha = nan", r"\[strategy\.s\]: bad alpha nan"),
        (
            f"[strategy.s]\ngame = 'kuhn'\niterations = {10**400}",
            r"\[strategy\.s\]: bad iterations 10+: want a whole",
        ),
        (f"[strategy.s]\ngame = 'kuhn'\nevery = {10**16}", r"\[strategy\.s\]: bad every 10+: want a whole"),
        (
            HISTORY + SAMPLED.replace("9", "inf"),
            r"\[strategy\.s\]: bad seconds inf: want more than 0 and at most",
        ),
        (f"[strategy.s]\ngame = '{300 * 'x'}'", r"\[strategy\.s\]: bad game 'xxx"),
        (
            "[strategy.s]\ngame = 'kuhn'\nabstraction = ['h']",
            r"\[strategy\.s\]: abstraction = \['h'\]: want text",
        ),
        (
            "[match.m]\nagents = ['random', 'always-call']\ngame = 'kuhn'\n[page.p]\ntitle = ''\nmatches = [['m']]",
            r"\[page\.p\]: bad match \['m'\]\. Want some of m",
        ),
    ],
)
def test_errors_name_the_file_and_the_section(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(ValueError, match=r"mine\.toml:? " + words):
        plan_of(tmp_path, text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (HISTORY.replace("5", "16") + SAMPLED, r"\[abstraction\.h\]: buckets .* are 65,536 sequences"),
        (HISTORY.replace("5", "11") + STRATEGY, r"\[strategy\.s\]: \[abstraction\.h\] has 14,641 .*\"pcs\""),
        (
            HISTORY + STRATEGY.replace("limit", "nolimit") + "stack = 200\nmenu = ['min', 0.1, 0.2, 0.5, 1]",
            r"\[strategy\.s\]: the betting tree .* more than 20000000 nodes",
        ),
    ],
)
def test_what_is_too_large_names_the_file_and_the_section(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(CapacityError, match=r"mine\.toml: " + words):
        plan_of(tmp_path, text)


def test_the_way_out_of_too_many_sequences_is_one(tmp_path: Path) -> None:
    """What the message advises is a recipe."""
    text = HISTORY.replace("5", "16").replace("history", "percentile") + "recall = 'imperfect'\n" + SAMPLED
    assert "s_strategy" in plan_of(tmp_path, text)


def test_a_picture_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(TableError, match=r"it is the picture limit5_preflop\.png, not a table"):
        open_table("limit5_preflop", tmp_path)


def test_a_missing_table_says_how_to_make_it(
    tmp_path: Path, modules: dict, monkeypatch: pytest.MonkeyPatch
) -> None:
    recipe = tmp_path / "pipelines" / "default.toml"
    recipe.parent.mkdir()
    recipe.write_text("[tables]\nstrength = true")
    monkeypatch.setattr("pokerdata.pipeline.recipe.data_path", lambda relative: tmp_path / relative)
    with pytest.raises(TableError) as caught:
        open_table("river_strength", tmp_path)
    assert str(caught.value) == (
        f"table river_strength is not in {tmp_path}: make it with `pokerdata make river_strength`, "
        "which takes about 2 min on 2 cores, 1.0 GB of memory and 200.0 MB of disk with all it depends on"
    )
    with pytest.raises(TableError, match="no recipe of the package makes it, did you mean 'river_strength'"):
        open_table("river_strengths", tmp_path)
    (recipe.parent / "kuhn.toml").write_text("[strategy.kuhn]\ngame = 'kuhn'")
    with pytest.raises(TableError, match="`pokerdata make -f kuhn kuhn_strategy`"):
        open_table("kuhn_strategy", tmp_path)


def test_tree() -> None:
    assert tree({"a": [], "b": ["a"], "c": ["a", "b"], "d": ["c"]}) == [
        "a",
        "├── b",
        "│   └── c",
        "│       └── d",
        "└── c (see above)",
    ]
