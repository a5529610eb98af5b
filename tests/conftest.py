"""What several tests share: random draws that are the same in every run, and the real tables, built once a session."""

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

sys.path.append(str(Path(__file__).parents[1]))  # where the studies are

# A test draws the same in every run; `--hypothesis-profile=default` draws anew.
settings.register_profile("same draws", derandomize=True, deadline=None)
settings.load_profile("same draws")

STRENGTH = ["rank_codes", "boards", "river_strength", "turn_strength", "flop_strength", "preflop_strength"]


@pytest.fixture(scope="module")
def first_state(request: pytest.FixtureRequest) -> Any:
    """Where the generator RNG of a module stands before its tests, if it has one."""
    generator = getattr(request.module, "RNG", None)
    return None if generator is None else generator.bit_generator.state


@pytest.fixture(autouse=True)
def same_draws(request: pytest.FixtureRequest, first_state: Any) -> None:
    """A test draws the same from its module's RNG whichever ran before it."""
    if first_state is not None:
        request.module.RNG.bit_generator.state = first_state


@pytest.fixture(autouse=True)
def no_tables_of_ours(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Tables are found where a test says, not in the checkout or in the user's folder."""
    monkeypatch.setattr("pokerdata.pipeline.store.opening.TABLES_OF_CHECKOUT", None)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path_factory.getbasetemp() / "no data"))


def built_once(factory: pytest.TempPathFactory, config: pytest.Config, plan: str, targets: list[str]) -> Path:
    """A folder with targets of a plan, built silently by the first worker of a run that wants it; others wait for that."""
    base, name = factory.getbasetemp(), "_".join([plan, *targets[-1:]])
    if hasattr(config, "workerinput"):
        base = base.parent  # of all workers
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
    """A folder with the real evaluator, board and strength tables (4 s, 700 MB), and nothing else.

    Who builds on them does so in a folder of his own: `helpers.recipes.linked`.
    """
    return built_once(tmp_path_factory, pytestconfig, "default", STRENGTH)


@pytest.fixture(scope="session")
def preflop_tables(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A folder with the real match-ups and immediate hand rank before the flop (2 s, 15 MB)."""
    return built_once(tmp_path_factory, pytestconfig, "default", ["preflop_ihr"])


@pytest.fixture(scope="session")
def potential_tables(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A folder with the potential tables (half a minute, 520 MB)."""
    return built_once(tmp_path_factory, pytestconfig, "potential", [])


@pytest.fixture(scope="session")
def of_every_kind(
    tables: Path, preflop_tables: Path, tournament: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder with tables of every kind but potential, clusters and values on real cards; it stays as it is."""
    folder = tmp_path_factory.mktemp("every kind") / "tables"
    return make_every_kind(folder, tables, preflop_tables, tournament)


@pytest.fixture(scope="session")
def limit_game() -> games.JointCountGame:
    """Limit hold'em with random cards in two buckets a street."""
    return random_counts.limit_game()


@pytest.fixture(scope="session")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tables of a small tournament in Leduc hold'em, made with one thread; it stays as it is."""
    tables = tmp_path_factory.mktemp("tournament")
    runner_of(TOURNAMENT, tables, threads=1).run()
    return tables
