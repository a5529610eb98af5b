"""A recipe: which tables, abstractions, strategies, matches, pages and pictures there shall be, as typed sections."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeVar

from pokerdata._support.costs import Cost
from pokerdata.pipeline.plan import Context, Stage

T = TypeVar("T")

Stages = Mapping[str, Stage]
"""Name -> stage, of those that earlier sections ask for."""


@dataclass(frozen=True)
class Recipe:
    """A recipe as read.

    Attributes:
        label: The file.
        sections: "abstraction" -> name -> the typed section, and so for every kind; "" is the name of one without.
    """

    label: str
    sections: Mapping[str, Mapping[str, Any]]

    def all(self, section: type[T]) -> dict[str, T]:
        """Name -> section, of those sections that are of a class."""
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
        read: A typed section from where it stands, e.g. "[match.all]", and its keys; raises ValueError or CapacityError
            that begin so.
        stages: Those that a section asks for, from its name, itself, the recipe, and the stages of sections before it;
            raises, before any work, ValueError for what does not fit together and CapacityError for what is too large.
        is_named: Whether there may be several, each with a name.
    """

    name: str
    read: Callable[[str, Mapping[str, Any]], Any]
    stages: Callable[[str, Any, Recipe, Stages], list[Stage]]
    is_named: bool = True

    @property
    def label(self) -> str:
        """'[match.NAME]', '[tables]'."""
        return self.where("NAME")

    def where(self, name: str) -> str:
        """'[match.all]', '[tables]'."""
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
