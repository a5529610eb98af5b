"""Small abstractions by k-means on real cards, each built once a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from pokerdata import open_table
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan
from pokerdata.store import Table

RECIPE = """
[abstraction.shapes]
kind = "kmeans"
recall = "imperfect"
buckets = ["lossless", 12, 10, 8]
bins = 10
restarts = 2
iterations = 5

[abstraction.shapes_recalled]
kind = "kmeans"
buckets = [4, 3, 3, 3]
bins = 10
restarts = 1
iterations = 3

[abstraction.pairs]
kind = "kmeans"
points = "potential"
recall = "imperfect"
buckets = [6, 5, 5, 5]
restarts = 1
iterations = 3
"""


def _built(tables: Path, folder: Path, name: str) -> Table:
    path = folder / "clustered.toml"
    path.write_text(RECIPE)
    Runner(load_plan(str(path)), tables, threads=2, say=lambda _: None).run([f"{name}_buckets"])
    return open_table(f"{name}_buckets", tables)


@pytest.fixture(scope="session")
def shapes(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Histograms, imperfect recall, lossless before the flop (10 s)."""
    return _built(tables, tmp_path_factory.mktemp("shapes"), "shapes")


@pytest.fixture(scope="session")
def shapes_recalled(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Histograms, perfect recall (15 s)."""
    return _built(tables, tmp_path_factory.mktemp("shapes_recalled"), "shapes_recalled")


@pytest.fixture(scope="session")
def pairs(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Table:
    """Strength and potential (a minute, half of it for the potential tables)."""
    return _built(tables, tmp_path_factory.mktemp("pairs"), "pairs")
