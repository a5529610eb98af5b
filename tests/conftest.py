"""Shared fixtures: reproducible random draws, and the real tables, built once per session."""

from __future__ import annotations

import fcntl
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from helpers import random_counts
from helpers.every_kind import make_every_kind
from helpers.recipes import TOURNAMENT, runner_of
from pokerdata import games
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan

sys.path.append(str(Path(__file__).parents[1]))  # the studies are here

# Each test makes the same draws in every run; `--hypothesis-profile=default` makes new ones.
settings.register_profile("same draws", derandomize=True, deadline=None)
settings.load_profile("same draws")

STRENGTH = ["rank_codes", "boards", "river_strength", "turn_strength", "flop_strength", "preflop_strength"]


@pytest.fixture(scope="module")
def first_state(request: pytest.FixtureRequest) -> Any:
    """Return the initial state of a module's generator RNG, if it has one."""
    generator = getattr(request.module, "RNG", None)
    return None if generator is None else generator.bit_generator.state


@pytest.fixture(autouse=True)
def same_draws(request: pytest.FixtureRequest, first_state: Any) -> None:
    """Reset the module's RNG, so that a test's draws do not depend on earlier tests."""
    if first_state is not None:
        request.module.RNG.bit_generator.state = first_state


@pytest.fixture(autouse=True)
def no_tables_of_ours(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Find tables only where a test puts them, not in the checkout or in the user's folder."""
    monkeypatch.setattr("pokerdata.pipeline.store.opening.TABLES_OF_CHECKOUT", None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "no data"))


def built_once(factory: pytest.TempPathFactory, config: pytest.Config, plan: str, targets: list[str]) -> Path:
    """Return a folder with targets of a plan, built silently by the first worker that needs it; other workers wait."""
    base, name = factory.getbasetemp(), "_".join([plan, *targets[-1:]])
    if hasattr(config, "workerinput"):
        base = base.parent  # shared by all workers
    folder, done = base / name, base / f"{name}.done"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            folder.mkdir(exist_ok=True)
            Runner(load_plan(plan), folder, threads=2, say=lambda _: None).run(targets)
            done.touch()
    return folder


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """Return a folder with the real evaluator, board and strength tables (4 s, 700 MB), and nothing else.

    A test that builds on them needs its own folder: `helpers.recipes.linked`.
    """
    return built_once(tmp_path_factory, pytestconfig, "default", STRENGTH)


@pytest.fixture(scope="session")
def preflop_tables(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """Return a folder with the real match-ups and immediate hand rank before the flop (2 s, 15 MB)."""
    return built_once(tmp_path_factory, pytestconfig, "default", ["preflop_ihr"])


@pytest.fixture(scope="session")
def potential_tables(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """Return a folder with the potential tables (half a minute, 520 MB)."""
    return built_once(tmp_path_factory, pytestconfig, "potential", [])


@pytest.fixture(scope="session")
def of_every_kind(
    tables: Path, preflop_tables: Path, tournament: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return a folder with tables of every kind but potential, clusters and values on real cards; do not change it."""
    folder = tmp_path_factory.mktemp("every kind") / "tables"
    return make_every_kind(folder, tables, preflop_tables, tournament)


@pytest.fixture(scope="session")
def limit_game() -> games.JointCountGame:
    """Limit hold'em with random cards in two buckets per street."""
    return random_counts.limit_game()


@pytest.fixture(scope="session")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the table folder of a small tournament in Leduc hold'em, made with one thread; do not change it."""
    tables = tmp_path_factory.mktemp("tournament")
    runner_of(TOURNAMENT, tables, threads=1).run()
    return tables
