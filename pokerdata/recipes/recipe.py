"""A recipe: the tables, abstractions, strategies, matches, pages and pictures to make, as typed sections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from pokerdata._support.costs import Cost
from pokerdata.pipeline.plan import Context, Stage

T = TypeVar("T")

Stages = Mapping[str, Stage]
"""Name -> stage, for the stages of earlier sections."""


@dataclass(frozen=True)
class Recipe:
    """A recipe as typed sections.

    Attributes:
        label: The file.
        sections: "abstraction" -> name -> typed section, and so on for every kind; "" is the name of a section without one.
    """

    label: str
    sections: Mapping[str, Mapping[str, Any]]

    def all(self, section: type[T]) -> dict[str, T]:
        """Return name -> section for the sections of a class."""
        return {
            name: found
            for named in self.sections.values()
            for name, found in named.items()
            if isinstance(found, section)
        }


@dataclass(frozen=True)
class SectionKind:
    """A kind of section.

    Attributes:
        name: As in [name.NAME].
        read: Returns a typed section from its label, e.g. "[match.all]", and its keys; raises ValueError or CapacityError
            with messages that start with the label.
        stages: Returns the stages of a section, from its name, the section, the recipe, and the stages of earlier sections.
            Before any work it raises ValueError for inconsistent values and CapacityError for too large ones.
        is_named: Whether there may be several, each with a name.
    """

    name: str
    read: Callable[[str, Mapping[str, Any]], Any]
    stages: Callable[[str, Any, Recipe, Stages], list[Stage]]
    is_named: bool = True

    @property
    def label(self) -> str:
        """Label of the kind: '[match.NAME]', '[tables]'."""
        return self.where("NAME")

    def where(self, name: str) -> str:
        """Return the label of a section: '[match.all]', '[tables]'."""
        return f"[{self.name}.{name}]" if self.is_named else f"[{self.name}]"


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
    """Return the stage of the picture NAME.png, which needs matplotlib and is in no manifest.

    Args:
        name: Name of the picture.
        build: Draws it.
        parents: The tables that it reads.
        parameters: Parameters of the stage.
        disk_bytes: Size of the file.
        more: Seconds and bytes of memory in addition to a small picture's.
    """
    return Stage(
        name=name,
        build=build,
        # Small ones take 0.2 to 1 s and 115 to 200 MB, half of which is the first import of matplotlib.
        cost=Cost(seconds=1.5 + more[0], memory_bytes=170_000_000 + more[1], disk_bytes=disk_bytes),
        parents=parents,
        parameters=parameters,
        suffix=".png",
        in_manifest=False,
        modules=("matplotlib",),
    )
