"""Estimates of `pokerdata estimate` for the stages of recipes, compared with actual time and memory."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from measure import print_table

from pokerdata._support.costs import Cost, measure
from pokerdata._support.text import bytes_text, counted, seconds_text
from pokerdata.pipeline.runner import Runner
from pokerdata.recipes.reading import find_recipe, load_plan

#: Stages with less estimated and actual time share one row per recipe: their time is that of opening files.
SHORTEST = 1.0
HEAD = ("stage", "time told", "taken", "as a multiple", "memory told", "peak", "as a multiple")


#: Edits by --shortened that cut the long parts of recipes; stages and their sizes stay the same.
SHORTENED = (
    (r'^target = "[^"]*"', "iterations = 20"),
    (r"^real_flops = \d+", "real_flops = 10"),
    (r"^real = true", "real_flops = 10\nreal_seed = 1"),
)


class Stage(NamedTuple):
    """Seconds and bytes of a stage, estimated and actual."""

    name: str
    told: tuple[float, int]
    taken: tuple[float, int]

    @property
    def cells(self) -> list[str]:
        cells = [self.name]
        for told, taken, text in zip(self.told, self.taken, (seconds_text, bytes_text), strict=True):
            cells += [text(told), text(taken), f"{taken / told:.2f} x"]
        return cells


def summed(name: str, stages: Sequence[Stage]) -> Stage:
    """Combine consecutive stages: the sum of their times, and the largest memory."""
    (told, told_most), (taken, taken_most) = (
        (sum(seconds for seconds, _ in column), max(most for _, most in column))
        for column in ([s.told for s in stages], [s.taken for s in stages])
    )
    return Stage(name, (told, told_most), (taken, taken_most))


def made(recipe: str, tables: Path, here: Callable[[Cost], float]) -> list[Stage]:
    """Make what is missing of a recipe with the command line, and return estimated and actual costs.

    Raises:
        subprocess.CalledProcessError: If the command fails.
    """
    runner = Runner(load_plan(recipe), tables)
    before = {s.stage.name: s.record for s in runner.survey()}
    subprocess.run(
        [sys.executable, "-m", "pokerdata", "make", "-f", recipe, "--tables", str(tables)],
        check=True,
        stdout=sys.stderr,
    )
    found = []
    for status in runner.survey():
        stage, record = status.stage, status.record
        if record is not None and record != before[stage.name]:
            told = here(stage.cost), stage.cost.memory_bytes
            found.append(Stage(stage.name, told, (record.seconds, record.peak_memory)))
    return found


def rows(recipe: str, stages: Sequence[Stage]) -> Iterator[list[str]]:
    """Return a row for each stage of at least a second, one for the others, and one for the recipe."""
    short = [s for s in stages if max(s.told[0], s.taken[0]) < SHORTEST]
    for stage in stages:
        if stage not in short:
            yield stage.cells
    if short:
        yield summed(counted(len(short), "shorter stage"), short).cells
    if stages:
        yield summed(f"**{recipe}**, what was missing", stages).cells


def shortened(recipe: str, folder: Path) -> str:
    """Write a copy of a recipe with 20 iterations per strategy and no target, and ten flops for real cards."""
    text = find_recipe(recipe).read_text(encoding="utf-8")
    for long, short in SHORTENED:
        text = re.sub(long, short, text, flags=re.MULTILINE)
    written = folder / f"{Path(recipe).stem}.toml"
    written.write_text(text, encoding="utf-8")
    return str(written)


def run(recipes: Sequence[str], tables: Path, short: bool) -> None:
    """Make recipes in turn, shared stages once, and print a table for each finished recipe.

    The machine is measured before each recipe, because its load changes.
    """
    print_table([HEAD, ["---"] * len(HEAD)])
    with tempfile.TemporaryDirectory() as folder:
        for recipe in recipes:
            made_from = shortened(recipe, Path(folder)) if short else recipe
            print_table([*rows(recipe, made(made_from, tables, measure()))])
