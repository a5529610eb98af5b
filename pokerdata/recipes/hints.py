"""Hints about a missing table or target: the command that makes it, and its cost."""

from __future__ import annotations

from collections.abc import Iterator
from os.path import realpath  # accepts circular links, unlike `Path.resolve`
from pathlib import Path

from pokerdata._support.text import bytes_text, most_like, seconds_text
from pokerdata.errors import MissingTableError, PokerdataError, UnknownTargetError
from pokerdata.games import GAMES
from pokerdata.pipeline.plan import Plan
from pokerdata.recipes.reading import find_recipe, load_plan, recipe_names

#: Folders to search for your own recipes, below the current folder.
FOLDERS = (".", "recipes", "pipelines")
_LARGEST = 1 << 20  # bytes of a file that may be a recipe


def how_to_make(name: str) -> str:
    """Return a clause with the command, the time, the memory and the disk, from the packaged recipes and those here."""
    known: list[str] = []
    for recipe, plan in _plans():
        if name in plan.stages:
            if not plan.stages[name].is_table:
                return f"it is the picture {plan.stages[name].filename}, not a table"
            option = "" if recipe == "default" else f" -f {recipe}"
            return f"make it with `pokerdata make{option} {name}`, {cost(plan, name)}"
        known += (stage.name for stage in plan.stages.values() if stage.is_table)
    if name in GAMES and GAMES[name].build is not None:
        file = f"{name.replace('-', '_')}.h5"
        return (
            f"it is a game: write its strategy with `pokerdata solve {name} --out {file}`, and name that file"
        )
    return (
        f"no recipe of the package makes it, nor one here{_like(name, known)} `pokerdata list` shows what there is; "
        f"what a recipe of your own makes, `pokerdata make -f RECIPE.toml {name}`"
    )


def with_hint(error: Exception) -> Exception:
    """Return the same error with what recipes know about the missing table or target."""
    if isinstance(error, MissingTableError):
        return MissingTableError(error.table, error.nowhere, how_to_make(error.table))
    if isinstance(error, UnknownTargetError):
        other = next((recipe for recipe, plan in _plans() if error.target in plan.stages), None)
        if other is not None:
            return UnknownTargetError(f"{error}. Another recipe makes it: -f {other}", error.target)
    return error


def _plans() -> Iterator[tuple[str, Plan]]:
    """Yield the packaged recipes, the default first, and those in `FOLDERS`, each with its value for ``-f``."""
    packaged = sorted(recipe_names(), key=lambda r: r != "default")
    seen = {realpath(find_recipe(recipe)) for recipe in packaged}
    for recipe in packaged:
        yield recipe, load_plan(recipe)
    for folder in FOLDERS:
        for path in sorted(Path(folder).glob("*.toml")):
            try:
                if realpath(path) not in seen and path.stat().st_size <= _LARGEST:
                    yield str(path), load_plan(str(path))
            except (ValueError, PokerdataError, OSError, ImportError):
                continue  # another TOML file, or an invalid recipe


def _like(name: str, known: list[str]) -> str:
    """Return a similar name; for tables of one kind, such as NAME_buckets, compare the part before the kind."""
    if f"{name}_strategy" in known:
        return f", did you mean '{name}_strategy'?"
    stem, _, kind = name.rpartition("_")
    of_kind = {k.removesuffix(f"_{kind}"): k for k in known if stem and k.endswith(f"_{kind}")}
    like = of_kind.get(most_like(stem, of_kind) or "") if of_kind else most_like(name, known)
    return "." if like is None else f", did you mean {like!r}?"


def cost(plan: Plan, name: str) -> str:
    """Describe the cost of a stage and all its dependencies."""
    needed = [stage.cost for stage in plan.select([name])]
    return (
        f"which takes about {seconds_text(sum(e.seconds for e in needed))} on 2 cores, "
        f"{bytes_text(max(e.memory_bytes for e in needed))} of memory and "
        f"{bytes_text(sum(e.disk_bytes for e in needed))} of disk with all it depends on"
    )
