"""Estimates of recipes agree with measurements: memory and disk, which are the same on every machine."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import STRENGTH
from helpers.recipes import plan_of
from pokerdata._support.costs import PROCESS_MEMORY, Cost
from pokerdata.pipeline.records import Records
from pokerdata.recipes.reading import load_plan

LEDUC = """
[strategy.a]
game = "leduc"

[strategy.b]
game = "leduc"
algorithm = "cfr+"
iterations = 50

[match.all]
agents = ["a", "b", "always-call"]
deals = 20_000
lbr = 500

[page.all]
title = "Leduc"
matches = ["all"]
"""
NEAR = 1.6


@pytest.mark.slow
def test_a_small_recipe_takes_what_it_says(tmp_path: Path) -> None:
    """A recipe of Leduc needs no strength tables, so 1.5 GB would be a wrong estimate for 0.1 GB."""
    (tmp_path / "small.toml").write_text(LEDUC)
    run = [sys.executable, "-m", "pokerdata", "make", "-f", str(tmp_path / "small.toml"), "-j", "1"]
    subprocess.run([*run, "--tables", str(tmp_path)], check=True, capture_output=True)
    told = Cost.of_all(stage.cost for stage in plan_of(LEDUC).stages.values())
    records = [Records(tmp_path).load(name) for name in plan_of(LEDUC).stages]
    peak = max(record.peak_memory for record in records if record is not None)
    used = sum(record.file.size for record in records if record is not None)
    assert len([record for record in records if record is not None]) == 7
    assert peak / NEAR < told.memory_bytes < peak * NEAR
    assert used < told.disk_bytes < 3 * used  # temporary saved states count, too


def test_tables_take_the_disk_that_is_said(tables: Path) -> None:
    stages = load_plan("default").stages
    for name in STRENGTH:
        size = (tables / f"{name}.h5").stat().st_size
        assert size < stages[name].cost.disk_bytes * 1.01
        assert stages[name].cost.disk_bytes < size * 1.2


def game_and_agents(game: str, agents: str, more: str = "") -> str:
    return f'{more}\n[match.m]\ngame = "{game}"\nagents = [{agents}]\nlbr = 0\n'


@pytest.mark.parametrize(
    ("game", "agents"), [("leduc", '"always-call", "random"'), ("limit-holdem", '"simple", "random"')]
)
def test_matches_of_baselines_read_no_tables(game: str, agents: str) -> None:
    assert plan_of(game_and_agents(game, agents)).stages["m_matches"].cost.memory_bytes == PROCESS_MEMORY


BUCKETED = """
[abstraction.{0}]
kind = "history"
metric = "ehs"
buckets = [2, 2, 2, 2]

[strategy.{0}]
game = "limit-holdem"
abstraction = "{0}"
"""


def test_matches_of_abstractions_count_the_strength_tables_once() -> None:
    need = []
    for names in (["one"], ["one", "two"]):
        agents = ", ".join(f'"{name}"' for name in [*names, "always-call"])
        text = "".join(BUCKETED.format(name) for name in names) + f"[match.m]\nagents = [{agents}]"
        need.append(plan_of(text).stages["m_matches"].cost.memory_bytes)
    assert 608e6 < need[0] < NEAR * 608e6  # measured in a separate process
    assert 837e6 < need[1] < NEAR * 837e6
    assert need[1] - need[0] < 300e6
