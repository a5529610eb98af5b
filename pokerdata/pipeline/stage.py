"""A stage: one table or picture, what it depends on, and how it is built."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from pokerdata.pipeline.context import Context
from pokerdata.pipeline.live import Live
from pokerdata.store import Table
from pokerdata.store.schema import check_name
from pokerdata.support.cost import Cost

__all__ = ["Context", "Live", "Stage"]


@dataclass(frozen=True)
class Stage:
    """One step of a recipe.

    Attributes:
        name: Of the table, and the target of ``pokerdata make``.
        build: Writes the result through the `Context` it is given; its Python counts, see `fingerprints`.
        cost: What it is expected to cost.
        parents: Names of the stages it reads.
        parameters: What else determines the content, whatever is bound to `build` included; values that JSON can hold.
        suffix: Of the file, ".h5" for a table.
        summary: Lines to print after ``make``, from the finished table.
        in_manifest: Whether the content has the same bits on every machine.
        live: What people can watch while it is built.
        provisional: Whether another stage that people watch writes its file, too, before it is built.
        modules: Python modules it imports that not every installation has, e.g. matplotlib.
    """

    name: str
    build: Callable[[Context], None]
    cost: Cost
    parents: tuple[str, ...] = ()
    parameters: Mapping[str, object] = field(default_factory=dict)
    suffix: str = ".h5"
    summary: Callable[[Table], list[str]] | None = None
    in_manifest: bool = True
    live: Live | None = None
    provisional: bool = False
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
