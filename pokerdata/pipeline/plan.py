"""Stages, their requirements and order, live pages, and checks of memory, disk and modules."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from graphlib import CycleError, TopologicalSorter
from math import inf
from pathlib import Path
from typing import Any

from pokerdata._support.costs import Cost
from pokerdata._support.extras import check_installed
from pokerdata._support.progress import LiveProgress, Pace
from pokerdata._support.resources import Available
from pokerdata._support.text import bytes_text, nearest
from pokerdata.errors import CapacityError, PokerdataError, UnknownTargetError
from pokerdata.pipeline.context import Context
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.reading import check_name
from pokerdata.pipeline.store.writing import write_bytes

#: Marker in the head of every page, which identifies pages of this package.
MARK = '<meta name="generator" content="pokerdata">'
_EVERY = 4.0  # seconds between two pages without new results


@dataclass(frozen=True)
class Moment:
    """Progress of a stage at one moment.

    Attributes:
        done: Work done.
        total: Total work; 0 if unknown.
        note: What is being done.
        seconds_left: Estimated from the speed so far; infinite if unknown.
        when: The time, such as '2026-01-31 23:59:59'.
        ended: '' while the stage runs, then 'stopped' or 'done'.
        follows: Whether another stage of the run will write the last page.
    """

    done: int = 0
    total: int = 0
    note: str = ""
    seconds_left: float = inf
    when: str = ""
    ended: str = ""
    follows: bool = False


@dataclass(frozen=True)
class Live:
    """Live views of a stage, from the values that the build function passes to `Context.tell`.

    Attributes:
        lines: Value and number of columns -> lines for a terminal.
        line: Value -> news in a line for a log; '' for none.
        page: Value -> page.
        stage: Stage that writes the final page; until then the same file is rewritten repeatedly.
        filename: File name of the page, in the folder of the tables.
    """

    lines: Callable[[Any, int], list[str]]
    line: Callable[[Any], str]
    page: Callable[[Any, Moment], str]
    stage: str
    filename: str


class Watched:
    """Progress of a stage with live views.

    Args:
        live: Live views.
        page: File of the page.
        shown: Progress display in the terminal.
        follows: Whether the stage of the final page will also run.
    """

    def __init__(self, live: Live, page: Path, shown: LiveProgress, *, follows: bool) -> None:
        self._live, self._page, self._shown, self._follows = live, page, shown, follows
        self._told: object = None
        self._pace = Pace(resumed=True)
        self._at: tuple[int, int, str, float] = (0, 0, "", inf)
        self._written = -inf

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show the progress."""
        self._at = (done, total, note, self._pace.left(done, total))
        self._shown(done, total, note)
        if time.monotonic() - self._written >= _EVERY:
            self._write("")

    def tell(self, told: object) -> None:
        """Show intermediate results."""
        self._told = told
        done, total, _, left = self._at
        self._at = (done, total, "", left)  # the noted step is over
        self._shown.tell(partial(self._live.lines, told), self._live.line(told))
        self._write("")

    def end(self, how: str) -> None:
        """Write the last page before the other stage's page; how: 'stopped' or 'done'."""
        self._write(how)

    def _write(self, ended: str) -> None:
        self._written = time.monotonic()
        if self._told is None:
            return
        when = datetime.now().astimezone().isoformat(" ", timespec="seconds")[:19]
        page = self._live.page(self._told, Moment(*self._at, when, ended, self._follows))
        with suppress(PokerdataError):  # without the page the work still goes on
            write_bytes(self._page, page.encode())


__all__ = ["Code", "Context", "Live", "Stage"]


@dataclass(frozen=True)
class Code:
    """Version of the code that makes a table.

    Attributes:
        revision: Revision of the build function and of all Python that it calls.
        kernels: Fingerprint of each C++ folder that it calls.
    """

    revision: int
    kernels: Mapping[str, str]


@dataclass(frozen=True)
class Stage:
    """One step of a recipe.

    Attributes:
        name: Name of the table, and target of ``pokerdata make``.
        build: Function that writes the result through its `Context`.
        revision: Raise it when a change of Python affects the content; everybody's tables are then made again.
        kernels: C++ folders that it calls. Their sources count, and the sources of folders that they include.
        cost: Estimated cost.
        parents: Names of the stages that it reads.
        parameters: Other values that determine the content, including values bound to `build`; as JSON values.
        suffix: File name suffix, ".h5" for a table.
        summary: Function that returns lines to print after ``make``, from the finished table.
        in_manifest: Whether the content has the same bits on every machine.
        live: Live views while it is built.
        provisional: Whether another stage with live views also writes its file before it is built.
        modules: Python modules that it imports and that may be missing, e.g. matplotlib.
    """

    name: str
    build: Callable[[Context], None]
    cost: Cost
    parents: tuple[str, ...] = ()
    parameters: Mapping[str, object] = field(default_factory=dict)
    revision: int = 1
    kernels: tuple[str, ...] = ()
    suffix: str = ".h5"
    summary: Callable[[Table], list[str]] | None = None
    in_manifest: bool = True
    live: Live | None = None
    provisional: bool = False
    modules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_name(self.name, "stage name")

    def code(self, fingerprints: Mapping[str, str]) -> Code:
        """Return the version of the code that makes the result.

        Args:
            fingerprints: Fingerprint of each C++ folder.

        Raises:
            ValueError: If a kernel is not a folder.
        """
        if unknown := sorted(set(self.kernels) - fingerprints.keys()):
            raise ValueError(
                f"stage {self.name}: no kernel {', '.join(unknown)}; expected some of {', '.join(sorted(fingerprints))}"
            )
        return Code(self.revision, {folder: fingerprints[folder] for folder in self.kernels})

    @property
    def filename(self) -> str:
        """Name of the file in the folder of the tables."""
        return self.name + self.suffix

    @property
    def is_table(self) -> bool:
        """Whether the result is a table, not a picture or another file."""
        return self.suffix == ".h5"


@dataclass(frozen=True)
class Plan:
    """Stages of a recipe, parents before children."""

    label: str
    stages: dict[str, Stage]

    @staticmethod
    def of(stages: Iterable[Stage], label: str = "stages") -> Plan:
        """Make a plan of `stages` by ordering them.

        Raises:
            ValueError: If a name is used twice, a parent is missing, or dependencies are circular.
        """
        found: dict[str, Stage] = {}
        for stage in stages:
            if stage.name in found:
                raise ValueError(f"{label}: two stages are called {stage.name}: choose another name for one")
            found[stage.name] = stage
        for stage in found.values():
            for parent in stage.parents:
                if parent not in found:
                    raise ValueError(
                        f"{label}: stage {stage.name} needs {parent}, which the recipe does not make"
                        f"{nearest(parent, found)}"
                    )
        try:
            order = list(TopologicalSorter({s.name: s.parents for s in found.values()}).static_order())
        except CycleError as error:
            raise ValueError(
                f"{label}: stages depend on each other in a circle: {' -> '.join(error.args[1])}"
            ) from None
        return Plan(label, {name: found[name] for name in order})

    def check_targets(self, targets: Iterable[str]) -> None:
        """Raise ``UnknownTargetError``, with the nearest name, for a target that is not a stage."""
        for target in targets:
            if target not in self.stages:
                raise UnknownTargetError(
                    f"no target {target!r} in {self.label}{nearest(target, self.stages)} "
                    f"Expected some of {', '.join(self.stages)}",
                    target,
                )

    def select(self, targets: Sequence[str] = ()) -> list[Stage]:
        """Return the stages of `targets` and all their dependencies, in order; all stages if there are no targets."""
        self.check_targets(targets)
        wanted = set(targets or self.stages)
        for name in reversed(self.stages):
            if name in wanted:
                wanted.update(self.stages[name].parents)
        return [stage for name, stage in self.stages.items() if name in wanted]


def tree(parents: Mapping[str, Sequence[str]]) -> list[str]:
    """Return lines that show each node below every node it depends on; descendants of a node are drawn once.

    Args:
        parents: For each node its dependencies, which precede it.
    """
    children: dict[str, list[str]] = {name: [] for name in parents}
    for name, needed in parents.items():
        for parent in needed:
            children[parent].append(name)
    lines: list[str] = []
    drawn: set[str] = set()

    def draw(name: str, first: str, rest: str) -> None:
        again = name in drawn and children[name]
        lines.append(f"{first}{name}{' (see above)' if again else ''}")
        if again:
            return
        drawn.add(name)
        for number, child in enumerate(children[name], 1):
            last = number == len(children[name])
            draw(child, f"{rest}{'└── ' if last else '├── '}", f"{rest}{'    ' if last else '│   '}")

    for name, needed in parents.items():
        if not needed:
            draw(name, "", "")
    return lines


def check_capacity(stages: list[Stage], has: Available) -> None:
    """Raise ``CapacityError`` if `stages` need more memory at their peak, or more disk in all, than `has`."""
    if not stages:
        return
    too_large = [s for s in stages if s.cost.memory_bytes > has.memory]
    if too_large:
        greediest = max(too_large, key=lambda s: s.cost.memory_bytes)
        raise CapacityError(
            f"not enough memory: {greediest.name} needs about {bytes_text(greediest.cost.memory_bytes)}, "
            f"available are {bytes_text(has.memory)}. End other programs, raise the limit, "
            f"or make fewer targets{_what_fits(too_large, has)}"
        )
    disk = sum(stage.cost.disk_bytes for stage in stages)
    if disk > has.disk:
        raise CapacityError(
            f"not enough disk: {len(stages)} stages need about {bytes_text(disk)}, free are "
            f"{bytes_text(has.disk)}. Free some space or choose another folder with --tables DIR"
        )


def check_modules(stages: Iterable[Stage]) -> None:
    """Raise ``ModuleNotFoundError`` that names the stages if `stages` import a module that is not installed."""
    others = "name the targets to make, e.g. `pokerdata make preflop_strength`"
    needed = {m: [s.name for s in stages if m in s.modules] for s in stages for m in s.modules}
    for module, names in needed.items():
        check_installed(f"to make {', '.join(names)}", [module], otherwise=others)


def _what_fits(stages: Sequence[Stage], has: Available) -> str:
    """Describe what fits into memory, by the last stage that knows; its parents fit then, too."""
    for stage in reversed(stages):
        if stage.cost.what_fits is not None:
            return f". For {stage.name}: {stage.cost.what_fits(has.memory)}"
    return ""
