"""Stages, what they need, what can be watched, their order, and whether the machine has what they take."""

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

#: What the head of every page has, by which ours are known.
MARK = '<meta name="generator" content="pokerdata">'
_EVERY = 4.0  # seconds between two pages where nothing new came out


@dataclass(frozen=True)
class Moment:
    """How far a stage is.

    Attributes:
        done: How much is done.
        total: Of how much; 0 where that is not known.
        note: What is being done.
        seconds_left: By the speed so far; infinite where nothing tells.
        when: The time, such as '2026-01-31 23:59:59'.
        ended: '' while it is at work, 'stopped', or 'done'.
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
    """What people can watch, from what the build function tells by `Context.tell`.

    Attributes:
        lines: What was told and a number of columns -> lines of a terminal.
        line: What was told -> what is new, in a line for a log; '' for nothing.
        page: What was told -> a page.
        stage: The stage that writes the page in the end; until then it is written again and again, to the same file.
        filename: Of the page, in the folder of the tables.
    """

    lines: Callable[[Any, int], list[str]]
    line: Callable[[Any], str]
    page: Callable[[Any, Moment], str]
    stage: str
    filename: str


class Watched:
    """The progress of a stage that people watch.

    Args:
        live: What they are shown.
        page: The file of the page.
        shown: The terminal.
        follows: Whether the stage of the last page is to run, too.
    """

    def __init__(self, live: Live, page: Path, shown: LiveProgress, *, follows: bool) -> None:
        self._live, self._page, self._shown, self._follows = live, page, shown, follows
        self._told: object = None
        self._pace = Pace(resumed=True)
        self._at: tuple[int, int, str, float] = (0, 0, "", inf)
        self._written = -inf

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Show how much is done."""
        self._at = (done, total, note, self._pace.left(done, total))
        self._shown(done, total, note)
        if time.monotonic() - self._written >= _EVERY:
            self._write("")

    def tell(self, told: object) -> None:
        """Show what has come out so far."""
        self._told = told
        done, total, _, left = self._at
        self._at = (done, total, "", left)  # what was being done is over
        self._shown.tell(partial(self._live.lines, told), self._live.line(told))
        self._write("")

    def end(self, how: str) -> None:
        """The last page before that of the other stage; how: 'stopped' or 'done'."""
        self._write(how)

    def _write(self, ended: str) -> None:
        self._written = time.monotonic()
        if self._told is None:
            return
        when = datetime.now().astimezone().isoformat(" ", timespec="seconds")[:19]
        page = self._live.page(self._told, Moment(*self._at, when, ended, self._follows))
        with suppress(PokerdataError):  # nobody can watch, but the work goes on
            write_bytes(self._page, page.encode())


__all__ = ["Code", "Context", "Live", "Stage"]


@dataclass(frozen=True)
class Code:
    """The code that makes a table.

    Attributes:
        revision: Of the build function and of all Python that it calls.
        kernels: The fingerprint of each C++ folder that it calls.
    """

    revision: int
    kernels: Mapping[str, str]


@dataclass(frozen=True)
class Stage:
    """One step of a recipe.

    Attributes:
        name: Of the table, and the target of ``pokerdata make``.
        build: Writes the result through the `Context` it is given.
        revision: Raise it when a change of Python changes the content; then everybody's tables are made again.
        kernels: The C++ folders it calls. Their sources count, and those of the folders that they include.
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
        """The code that makes it.

        Args:
            fingerprints: Of each C++ folder.

        Raises:
            ValueError: For a kernel that is no folder.
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
        """Whether the result is a table rather than a picture or another file."""
        return self.suffix == ".h5"


@dataclass(frozen=True)
class Plan:
    """The stages of a recipe, parents before children."""

    label: str
    stages: dict[str, Stage]

    @staticmethod
    def of(stages: Iterable[Stage], label: str = "stages") -> Plan:
        """Order `stages`.

        Raises:
            ValueError: For a name used twice, a missing parent, or a circle.
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
        """Raise ``UnknownTargetError``, naming the nearest, for a target that is no stage."""
        for target in targets:
            if target not in self.stages:
                raise UnknownTargetError(
                    f"no target {target!r} in {self.label}{nearest(target, self.stages)} "
                    f"Expected some of {', '.join(self.stages)}",
                    target,
                )

    def select(self, targets: Sequence[str] = ()) -> list[Stage]:
        """The stages of `targets` and all they depend on, in order; all stages where none is named."""
        self.check_targets(targets)
        wanted = set(targets or self.stages)
        for name in reversed(self.stages):
            if name in wanted:
                wanted.update(self.stages[name].parents)
        return [stage for name, stage in self.stages.items() if name in wanted]


def tree(parents: Mapping[str, Sequence[str]]) -> list[str]:
    """Lines that show each node below every node it depends on; what hangs below one is drawn once.

    Args:
        parents: For each node those it depends on, which come before it.
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
    """Raise ``ModuleNotFoundError``, naming the stages, if `stages` import a module that is not installed."""
    others = "name the targets to make, e.g. `pokerdata make preflop_strength`"
    needed = {m: [s.name for s in stages if m in s.modules] for s in stages for m in s.modules}
    for module, names in needed.items():
        check_installed(f"to make {', '.join(names)}", [module], otherwise=others)


def _what_fits(stages: Sequence[Stage], has: Available) -> str:
    """Of the last that knows: what fits it fits the tables that it is made from."""
    for stage in reversed(stages):
        if stage.cost.what_fits is not None:
            return f". For {stage.name}: {stage.cost.what_fits(has.memory)}"
    return ""
