"""Small tables of the real recipe sections, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from helpers.recipes import WEAK, linked, runner_of


@pytest.fixture(scope="session")
def weak(tmp_path_factory: pytest.TempPathFactory, tables: Path) -> Path:
    """Return a folder with the real strength tables, few buckets, and a strategy over them; do not change it."""
    folder = linked(tmp_path_factory.mktemp("faults") / "weak", tables)
    runner_of(WEAK.format(game="limit-holdem", iterations=20), folder).run(["weak_strategy"])
    return folder
