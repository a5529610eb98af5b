"""What several tests share: random draws that are the same in every run, and the real tables, built once a session."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan

pytest.register_assert_rewrite("helpers")  # their assertions say what differs, too

# A test draws the same in every run; `--hypothesis-profile=default` draws anew.
settings.register_profile("same draws", derandomize=True, deadline=None)
settings.load_profile("same draws")

STRENGTH = ["rank_codes", "boards", "river_strength", "turn_strength", "flop_strength", "preflop_strength"]


def build(plan: Plan, folder: Path, targets: list[str]) -> Path:
    """Build targets of a plan in a folder, silently."""
    Runner(plan, folder, threads=2, say=lambda _: None).run(targets)
    return folder


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the real evaluator, board and strength tables (4 s, 700 MB)."""
    return build(load_plan("default"), tmp_path_factory.mktemp("tables"), STRENGTH)


@pytest.fixture(scope="session")
def preflop_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the real match-ups and immediate hand rank before the flop (2 s, 15 MB)."""
    return build(load_plan("default"), tmp_path_factory.mktemp("preflop"), ["preflop_ihr"])


@pytest.fixture(scope="session")
def potential_tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the potential tables (half a minute, 520 MB)."""
    return build(load_plan("potential"), tmp_path_factory.mktemp("potential"), [])
