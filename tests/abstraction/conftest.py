"""A small real abstraction: two buckets a street, on real cards."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pokerdata.pipeline.plan import Plan, load_plan
from pokerdata.pipeline.runner import Runner

RECIPE = """
[abstraction.small]
kind = "history"
metric = "ehs2_next"
buckets = [3, 2, 2, 2]
"""


@pytest.fixture(scope="session")
def small(tables: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the real tables, with the thresholds of `small` built in it too."""
    path = tmp_path_factory.mktemp("recipe") / "small.toml"
    path.write_text(RECIPE)
    plan: Plan = load_plan(str(path))
    Runner(plan, tables, threads=2, say=lambda _: None).run(["small_buckets"])
    shutil.copy(path, tables / "small.toml")
    return tables
