"""What to say of a table that is not there: the command that makes it, and what that costs."""

from __future__ import annotations

from pokerdata.games.named import GAMES
from pokerdata.pipeline.plan import Plan
from pokerdata.recipes.reading import load_plan, recipe_names
from pokerdata.support.text import bytes_text, nearest, seconds_text


def how_to_make(name: str) -> str:
    """One clause with the command, the time, the memory and the disk, from the recipes of the package."""
    known: list[str] = []
    for recipe in sorted(recipe_names(), key=lambda r: r != "default"):
        plan = load_plan(recipe)
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
    like = f", did you mean '{name}_strategy'?" if f"{name}_strategy" in known else nearest(name, known)
    return f"no recipe of the package makes it{like} `pokerdata list` shows what there is"


def tables_made() -> list[str]:
    """The names of all tables that the recipes of the package make."""
    return [
        stage.name
        for recipe in recipe_names()
        for stage in load_plan(recipe).stages.values()
        if stage.is_table
    ]


def cost(plan: Plan, name: str) -> str:
    """The cost of a stage and all it depends on, in words."""
    needed = [stage.cost for stage in plan.select([name])]
    return (
        f"which takes about {seconds_text(sum(e.seconds for e in needed))} on 2 cores, "
        f"{bytes_text(max(e.memory_bytes for e in needed))} of memory and "
        f"{bytes_text(sum(e.disk_bytes for e in needed))} of disk with all it depends on"
    )
