"""What several tests share: random draws that are the same in every run, the real tables, built once a session, and hands
replayed."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import settings

from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan

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


@pytest.fixture(scope="session")
def replaying() -> ModuleType:
    """Hands replayed by a slow account of the rules; loaded by path, because test folders are no packages."""
    specification = spec_from_file_location("pokerdata_replay", Path(__file__).with_name("replay.py"))
    assert specification is not None
    assert specification.loader is not None
    module = module_from_spec(specification)
    specification.loader.exec_module(module)
    return module
