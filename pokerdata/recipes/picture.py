"""Stages that draw a picture from tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pokerdata._support.costs import Cost
from pokerdata.pipeline.plan import Context, Stage

_NONE: Mapping[str, object] = MappingProxyType({})


def picture_stage(
    name: str,
    build: Callable[[Context], None],
    parents: tuple[str, ...],
    parameters: Mapping[str, object] = _NONE,
    *,
    disk_bytes: int = 100_000,
    more: tuple[float, int] = (0.0, 0),
) -> Stage:
    """The stage of the picture NAME.png, which takes matplotlib and is of no manifest.

    Args:
        name: Of the picture.
        build: Draws it.
        parents: The tables that it reads.
        parameters: Of the stage.
        disk_bytes: Of the file.
        more: Seconds and bytes of memory that it takes besides those of a small picture.
    """
    return Stage(
        name=name,
        build=build,
        # Small ones 0.2 to 1 s and 115 to 200 MB, of which the first picture's import of matplotlib is half.
        cost=Cost(seconds=1.5 + more[0], memory_bytes=170_000_000 + more[1], disk_bytes=disk_bytes),
        parents=parents,
        parameters=parameters,
        suffix=".png",
        in_manifest=False,
        modules=("matplotlib",),
    )
