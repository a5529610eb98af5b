"""A stage: one table or picture, what it depends on, and how it is built."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self

from pokerdata.pipeline.context import Context
from pokerdata.store import Table
from pokerdata.store.schema import check_name
from pokerdata.support.text import bytes_text, seconds_text

__all__ = ["Context", "Estimate", "Stage"]


@dataclass(frozen=True)
class Estimate:
    """What a stage costs.

    Attributes
    ----------
    seconds : on 2 cores
    memory_bytes : peak resident memory of the process
    disk_bytes : of the result and, while it runs, of its shards
    note : what else there is to say, e.g. seconds an iteration
    what_fits : says what would take no more than so many bytes of memory instead
    """

    seconds: float
    memory_bytes: int
    disk_bytes: int
    note: str = ""
    what_fits: Callable[[int], str] | None = field(default=None, compare=False)

    @classmethod
    def of_all(cls, costs: Iterable[Estimate]) -> Self:
        """What stages cost one after another."""
        found = list(costs)
        return cls(
            seconds=sum(e.seconds for e in found),
            memory_bytes=max((e.memory_bytes for e in found), default=0),
            disk_bytes=sum(e.disk_bytes for e in found),
        )

    def __str__(self) -> str:
        return (
            f"about {seconds_text(self.seconds)} on 2 cores, {bytes_text(self.memory_bytes)} of memory, "
            f"{bytes_text(self.disk_bytes)} of disk"
        )


@dataclass(frozen=True)
class Stage:
    """One step of a recipe.

    Attributes
    ----------
    name : of the table, and the target of ``pokerdata make``
    build : writes the result through the `Context` it is given; its Python counts, see `fingerprints`
    estimate : what it costs
    parents : names of the stages it reads
    parameters : what else determines the content, whatever is bound to `build` included; values that JSON can hold
    suffix : of the file, ".h5" for a table
    summary : lines to print after ``make``, from the finished table
    in_manifest : whether the content has the same bits on every machine
    modules : Python modules it imports that not every installation has, e.g. matplotlib
    """

    name: str
    build: Callable[[Context], None]
    estimate: Estimate
    parents: tuple[str, ...] = ()
    parameters: Mapping[str, object] = field(default_factory=dict)
    suffix: str = ".h5"
    summary: Callable[[Table], list[str]] | None = None
    in_manifest: bool = True
    modules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_name(self.name, "stage name")

    @property
    def filename(self) -> str:
        """Name of the file in the folder of the tables."""
        return self.name + self.suffix

    @property
    def is_table(self) -> bool:
        """Whether the result is a table rather than a picture or another file."""
        return self.suffix == ".h5"
