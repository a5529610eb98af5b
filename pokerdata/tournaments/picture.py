"""The pipeline's stage that draws the cross-table of a section [match.NAME]."""

from functools import partial

from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.plots.cross_table import cross_table
from pokerdata.plots.figure import save

PICTURE = Estimate(seconds=2, memory_bytes=200_000_000, disk_bytes=300_000)


def picture_name(match: str) -> str:
    """The stage that draws the cross-table of a match section."""
    return f"{match}_cross_table"


def picture_stage(match: str) -> Stage:
    """``NAME_cross_table``, a picture."""
    return Stage(
        name=picture_name(match),
        build=partial(_build, f"{match}_matches"),
        kernel="",
        estimate=PICTURE,
        parents=(f"{match}_matches",),
        suffix=".png",
        in_manifest=False,
        modules=("matplotlib",),
    )


def _build(table: str, context: Context) -> None:
    matches = context.table(table)
    context.write_file(partial(save, cross_table(matches.cross_table, matches)))
