"""Small real abstractions of every kind, on real cards."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan

RECIPE = """
[abstraction.small]
kind = "history"
metric = "ehs2_next"
buckets = [3, 2, 2, 2]
"""

KINDS = """
[abstraction.equal_width]
kind = "uniform"
metric = "ehs"
recall = "imperfect"
buckets = [4, 5, 6, 7]

[abstraction.between]
kind = "minmax"
metric = "ehs2_next"
recall = "imperfect"
buckets = [8, 8, 8, 8]

[abstraction.many]
kind = "percentile"
metric = "ehs"
recall = "imperfect"
buckets = ["lossless", 40, 300, 100]

[abstraction.twice]
kind = "nested"
metric = "ehs2_river"
recall = "imperfect"
buckets = ["5x2", "3x4", "2x2", "4x3"]

[abstraction.recalled]
kind = "percentile"
metric = "ehs2_river"
buckets = [3, 2, 2, 2]
"""

LOSSLESS = """
[abstraction.classes]
kind = "history"
metric = "ehs2_next"
buckets = ["lossless", 3, 2, 2]

[abstraction.nested_classes]
kind = "nested"
metric = "ehs2_river"
recall = "imperfect"
buckets = ["lossless", "2x3", "2x2", "2x2"]
"""


@pytest.fixture(scope="session")
def built(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str, list[str]], Path]:
    """A function of a recipe's text, a name for it, and targets: builds those in the folder of the real tables."""

    def build(recipe: str, name: str, targets: list[str]) -> Path:
        path = tmp_path_factory.mktemp(name) / f"{name}.toml"
        path.write_text(recipe)
        Runner(load_plan(str(path)), tables, threads=2, say=lambda _: None).run(targets)
        shutil.copy(path, tables / path.name)
        return tables

    return build


@pytest.fixture(scope="session")
def small(built: Callable[[str, str, list[str]], Path]) -> Path:
    """The folder of the real tables, with the thresholds of `small` built in it too."""
    return built(RECIPE, "small", ["small_buckets"])


@pytest.fixture(scope="session")
def kinds(built: Callable[[str, str, list[str]], Path]) -> Path:
    """The folder of the real tables, with buckets of the other kinds built in it too."""
    names = [f"{name}_buckets" for name in ("equal_width", "between", "many", "twice", "recalled")]
    return built(KINDS, "kinds", names)


@pytest.fixture(scope="session")
def lossless(built: Callable[[str, str, list[str]], Path]) -> Path:
    """The folder of the real tables, with buckets without loss before the flop built in it too (10 s)."""
    return built(LOSSLESS, "lossless", ["classes_buckets", "nested_classes_buckets"])
