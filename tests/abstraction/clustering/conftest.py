"""Small k-means abstractions on real cards, each built once per session."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.recipes import linked, runner_of
from pokerdata.abstraction.clustered import ClusteredTable
from pokerdata.pipeline.store import open_table

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


@pytest.fixture(scope="session")
def shapes(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> ClusteredTable:
    """Histograms, imperfect recall, lossless before the flop (10 s)."""
    return _built("shapes", linked(tmp_path_factory.mktemp("shapes") / "tables", tables))


@pytest.fixture(scope="session")
def shapes_recalled(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> ClusteredTable:
    """Histograms, perfect recall (15 s)."""
    return _built("shapes_recalled", linked(tmp_path_factory.mktemp("shapes_recalled") / "tables", tables))


@pytest.fixture(scope="session")
def pairs(tables: Path, potential_tables: Path, tmp_path_factory: pytest.TempPathFactory) -> ClusteredTable:
    """Strength and potential (a minute, half of it for the potential tables)."""
    return _built("pairs", linked(tmp_path_factory.mktemp("pairs") / "tables", tables, potential_tables))


def _built(name: str, folder: Path) -> ClusteredTable:
    runner_of(RECIPE, folder).run([f"{name}_buckets"])
    return open_table(f"{name}_buckets", folder, ClusteredTable)
