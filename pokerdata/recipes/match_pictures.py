"""The stages that draw the matches of a section [match.NAME]."""

from collections.abc import Callable
from functools import partial
from math import comb
from typing import Any

from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.stage import Context, Stage
from pokerdata.recipes.picture import picture_stage
from pokerdata.reports.pictures.course import course
from pokerdata.reports.pictures.cross_table import cross_table
from pokerdata.reports.pictures.figure import save

# Seconds and bytes that a pair takes in each picture; curves of 91 pairs took 5 s and 390 MB.
_CELL, _CURVE = (0.013, 1_700_000), (0.1, 2_600_000)


def picture_names(match: str, agents: int) -> list[str]:
    """The stages that draw the matches of so many agents: of three or more the cross-table, and their course."""
    return [*([f"{match}_cross_table"] if agents > 2 else []), f"{match}_course"]


def picture_stages(match: str, agents: int) -> list[Stage]:
    """The pictures of `picture_names`."""
    drawn = {f"{match}_cross_table": (_cross_table, _CELL), f"{match}_course": (course, _CURVE)}
    pairs, found = comb(agents, 2), []
    for name in picture_names(match, agents):
        draw, (seconds, size) = drawn[name]
        found.append(
            picture_stage(
                name,
                partial(_build, draw, f"{match}_matches"),
                (f"{match}_matches",),
                more=(pairs * seconds, pairs * size),
            )
        )
    return found


def _cross_table(matches: MatchesTable) -> Any:
    return cross_table(matches.cross_table, matches)


def _build(draw: Callable[[MatchesTable], Any], table: str, context: Context) -> None:
    context.write_file(partial(save, draw(context.table(table, MatchesTable))))
