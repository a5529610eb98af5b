"""A strategy over a coarse card abstraction, and its probabilities for every hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.recipes import RESOLVED, linked, runner_of
from pokerdata.spots.resolving import Blueprint


@pytest.fixture(scope="session")
def coarse_folder(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the real tables with two strategies and their buckets."""
    folder = linked(tmp_path_factory.mktemp("coarse") / "tables", tables)
    runner_of(RESOLVED, folder).run(["coarse_strategy", "limit_strategy"])
    return folder


@pytest.fixture(scope="session")
def coarse(coarse_folder: Path) -> Blueprint:
    """Return the strategy."""
    return Blueprint("coarse_strategy", tables=coarse_folder)
