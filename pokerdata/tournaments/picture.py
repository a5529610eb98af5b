"""The pipeline's stages that draw the matches of a section [match.NAME]."""

from collections.abc import Callable
from functools import partial
from typing import Any

from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.plots.course import course
from pokerdata.plots.cross_table import cross_table
from pokerdata.plots.figure import save

PICTURE = Estimate(seconds=2, memory_bytes=200_000_000, disk_bytes=300_000)


def picture_names(match: str, agents: int) -> list[str]:
    """The stages that draw the matches of so many agents: of three or more the cross-table, and their course."""
    return [*([f"{match}_cross_table"] if agents > 2 else []), f"{match}_course"]


def picture_stages(match: str, agents: int) -> list[Stage]:
    """The pictures of `picture_names`."""
    drawn = {f"{match}_cross_table": _cross_table, f"{match}_course": course}
    return [
        Stage(
            name=name,
            build=partial(_build, drawn[name], f"{match}_matches"),
            estimate=PICTURE,
            parents=(f"{match}_matches",),
            suffix=".png",
            in_manifest=False,
            modules=("matplotlib",),
        )
        for name in picture_names(match, agents)
    ]


def _cross_table(matches: Any) -> Any:
    return cross_table(matches.cross_table, matches)


def _build(draw: Callable[[Any], Any], table: str, context: Context) -> None:
    context.write_file(partial(save, draw(context.table(table))))
