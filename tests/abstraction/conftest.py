"""Small abstractions of every kind, on real cards."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.recipes import linked, runner_of

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
def small(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the real tables with the thresholds of `small`."""
    return built(RECIPE, linked(tmp_path_factory.mktemp("small") / "tables", tables), "small")


@pytest.fixture(scope="session")
def kinds(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the real tables with buckets of the other kinds."""
    folder = linked(tmp_path_factory.mktemp("kinds") / "tables", tables)
    return built(KINDS, folder, "equal_width", "between", "many", "twice", "recalled")


@pytest.fixture(scope="session")
def lossless(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the real tables with lossless buckets before the flop (10 s)."""
    folder = linked(tmp_path_factory.mktemp("lossless") / "tables", tables)
    return built(LOSSLESS, folder, "classes", "nested_classes")


def built(recipe: str, folder: Path, *names: str) -> Path:
    """Build buckets of a recipe's text in a folder, and return the folder."""
    runner_of(recipe, folder).run([f"{name}_buckets" for name in names])
    return folder
