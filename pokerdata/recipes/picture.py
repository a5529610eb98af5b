"""Stages that draw a picture from tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from pokerdata.pipeline.stage import Context, Stage
from pokerdata.support.cost import Cost

_NONE: Mapping[str, object] = MappingProxyType({})


def picture_stage(
    name: str,
    build: Callable[[Context], None],
    parents: tuple[str, ...],
    parameters: Mapping[str, object] = _NONE,
    *,
    disk_bytes: int = 300_000,
) -> Stage:
    """The stage of the picture NAME.png, which takes matplotlib and is of no manifest."""
    return Stage(
        name=name,
        build=build,
        cost=Cost(seconds=2, memory_bytes=200_000_000, disk_bytes=disk_bytes),
        parents=parents,
        parameters=parameters,
        suffix=".png",
        in_manifest=False,
        modules=("matplotlib",),
    )
