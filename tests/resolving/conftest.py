"""A strategy over a coarse card abstraction, and what it plays for every hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.recipes import COARSE, linked, runner_of
from pokerdata.resolving import Blueprint

RECIPE = f"""{COARSE}
[strategy.coarse]
game = "nolimit-holdem"
stack = 6
abstraction = "coarse"
algorithm = "pcs"
iterations = 30
seed = 3

[strategy.limit]
game = "limit-holdem"
abstraction = "coarse"
algorithm = "pcs"
iterations = 30
seed = 3

[resolving.coarse]
strategy = "coarse"
methods = ["unsafe", "gadget"]
boards = 2
iterations = 3
cut = "cc/cc/@Td9d6hQc"
"""


@pytest.fixture(scope="session")
def coarse_folder(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The real tables with two strategies and their buckets."""
    folder = linked(tmp_path_factory.mktemp("coarse") / "tables", tables)
    runner_of(RECIPE, folder).run(["coarse_strategy", "limit_strategy"])
    return folder


@pytest.fixture(scope="session")
def coarse(coarse_folder: Path) -> Blueprint:
    """The strategy."""
    return Blueprint("coarse_strategy", tables=coarse_folder)
