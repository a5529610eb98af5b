"""A small tournament in Leduc hold'em, made once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import load_plan

RECIPE = """
[strategy.good]
game = "leduc"
target = "1mb"
[strategy.poor]
game = "leduc"
iterations = 3
[match.all]
agents = ["good", "poor", "random"]
deals = 3_000
seed = 7
lbr = 200
[match.two]
agents = ["poor", "always-call"]
deals = 500
[page.leduc]
title = "Agents of Leduc hold'em"
matches = ["all", "two"]
"""


@pytest.fixture(scope="session")
def recipe() -> str:
    """The text of a recipe."""
    return RECIPE


@pytest.fixture(scope="session")
def plan(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Plan]:
    """Makes the plan of a recipe's text."""
    path = tmp_path_factory.mktemp("recipe") / "recipe.toml"

    def read(text: str) -> Plan:
        path.write_text(text)
        return load_plan(str(path))

    return read


@pytest.fixture(scope="session")
def runner(plan: Callable[[str], Plan]) -> Callable[..., Runner]:
    """Makes a silent runner of a recipe's text in a folder of tables, with so many threads."""

    def make(text: str, tables: Path, threads: int = 1) -> Runner:
        return Runner(plan(text), tables, threads=threads, say=lambda _: None)

    return make


@pytest.fixture(scope="session")
def leduc(recipe: str, runner: Callable[..., Runner], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the tables of the recipe, made with one thread."""
    tables = tmp_path_factory.mktemp("leduc_tournament")
    runner(recipe, tables).run()
    return tables
