"""A run of a study: what its code tells, in order, and what its page is made from."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from io import BytesIO
from math import isfinite
from pathlib import Path
from typing import Any

from pokerdata._core import support
from pokerdata._support.text import nearest, quoted
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.store.opening import tables_folder
from pokerdata.recipes.reading import load_plan
from pokerdata.reports.pages.markdown import table
from pokerdata.reports.pictures.figure import Picture, save
from studies.framework import findings as stored
from studies.framework.figure import Figure, Verdict
from studies.framework.findings import Comparison
from studies.framework.study import PAGE, Study

_PICTURES = (".png", ".svg")
_OWN = (".py", ".toml")  # what a run reads


class StudyRun:
    """What the function ``run(run)`` of a study works with: it tells the page line by line, and compares each figure once.

    Attributes:
        study: What is rerun.
        is_quick: Whether to run at the quick scale: the same code on less, in seconds.
        lines: The body of the page so far, Markdown.
        files: Content of the files to write beside the page, by name.
        comparisons: So far.
        ready: Names of tables that stood there before, and that its time does not count.

    Args:
        study: What is rerun.
        is_quick: Whether at the quick scale.
        say: Told what is being done.
        tables: Folder for tables, as everywhere.
    """

    def __init__(
        self,
        study: Study,
        is_quick: bool,
        say: Callable[[str], None],
        tables: str | Path | None = None,
    ) -> None:
        self.study = study
        self.is_quick = is_quick
        self.lines: list[str] = []
        self.files: dict[str, bytes] = {}
        self.comparisons: dict[str, Comparison] = {}
        self.ready: list[str] = []
        self._needed: set[str] = set()  # tables that a recipe was made with, here or before
        self._say = say
        self._tables = tables

    def say(self, text: str) -> None:
        """Tell whoever waits what is being done.

        Args:
            text: In a line.
        """
        self._say(text)

    def heading(self, text: str) -> None:
        """A heading of the page.

        Args:
            text: In a line.
        """
        self.text(f"## {text}")

    def text(self, *lines: str) -> None:
        """A paragraph of the page.

        Args:
            lines: Markdown.
        """
        self.lines += [*lines, ""]

    def table(self, rows: Sequence[Sequence[object]], *, left: int = 1) -> None:
        """A table of the page.

        Args:
            rows: The first is its head.
            left: So many columns are set to the left, the others to the right.
        """
        self.text(*table([[str(cell) for cell in row] for row in rows], left=left))

    def picture(self, name: str, picture: Picture | Any, alt: str) -> None:
        """A picture of the page, written beside it.

        Args:
            name: Of the file, e.g. ``"grid.png"``; SVG where it ends in ``.svg``.
            picture: One of `pokerdata.reports.pictures`, or a figure of matplotlib.
            alt: What it shows, in words.

        Raises:
            ValueError: For a name that is none of a picture, and as `file`.
        """
        if Path(name).suffix not in _PICTURES:
            raise ValueError(
                f"picture: expected a name that ends in .png or .svg, got {quoted(name)}; e.g. grid.png"
            )
        self._check_file(name)
        buffer = BytesIO()
        figure = picture.figure() if isinstance(picture, Picture) else picture
        save(figure, buffer, Path(name).suffix[1:])
        self.files[name] = buffer.getvalue()
        self.text(f"![{alt}]({name})")

    def file(self, name: str, content: str) -> None:
        """A file beside the page, such as all the numbers of a table as CSV.

        Args:
            name: Of the file.
            content: Its text.

        Raises:
            ValueError: For a name with a folder, one that was given before, and one of what a run reads or writes itself.
        """
        self._check_file(name)
        self.files[name] = content.encode()

    def make(self, recipe: str, targets: Sequence[str] = ()) -> Path:
        """Make what is out of date of a recipe.

        Args:
            recipe: Its name, its path, or that of a file of the study, e.g. ``"recipe.toml"``.
            targets: All where there are none.

        Returns:
            The folder of the tables.
        """
        own = self.study.folder / recipe
        folder = tables_folder(self._tables)
        plan = load_plan(str(own) if own.is_file() else recipe)
        runner = Runner(plan, folder, threads=support.hardware_threads(), say=self._say)
        statuses = runner.survey(targets)
        names = (status.stage.name for status in statuses if status.up_to_date)
        self.ready += [name for name in names if name not in self._needed]
        self._needed |= {status.stage.name for status in statuses}
        runner.run(targets)
        return folder

    def figure(self, name: str) -> Figure:
        """A published figure.

        Args:
            name: In ``study.toml``.

        Raises:
            ValueError: Where there is none.
        """
        figures = self.study.figures
        if name not in figures:
            raise ValueError(f"figure: expected one of study.toml, got {name!r}{nearest(name, figures)}")
        return figures[name]

    def compare(
        self,
        name: str,
        ours: float,
        *,
        half_width: float = 0.0,
        digits: int | None = None,
        why: str = "",
    ) -> Verdict:
        """A published number beside ours.

        They agree where ours rounds to what was printed, or, with a `half_width`, where the printed number, give or take
        its rounding, lies in our interval.

        Args:
            name: In ``study.toml``.
            ours: In the published unit.
            half_width: Of our 95 % interval, 0 for a number that is exact.
            digits: After the point, of ours; one more than printed if not given.
            why: They differ; left out where they agree.

        Returns:
            The verdict.

        Raises:
            ValueError: For numbers that are none, a second comparison of a figure, or no reason where one is needed.
        """
        figure = self.figure(name)
        if not isfinite(ours):
            raise ValueError(
                f"figure {name}: ours: expected a finite number, got {ours}; e.g. {figure.value:g}"
            )
        if not (isfinite(half_width) and half_width >= 0):
            raise ValueError(
                f"figure {name}: half_width: expected a finite number from 0 on, got {half_width}; e.g. 0.01"
            )
        apart = abs(ours - figure.value) - half_width
        agrees = apart <= figure.half_unit * (1 + 1e-9)
        if digits is None:
            digits = figure.digits
        shown = f"{ours:,.{digits}f}" + (f" ± {half_width:.{digits}f}" if half_width else "")
        return self._judged(
            name, Verdict.AGREES if agrees else Verdict.DIFFERS, f"{shown} {figure.unit}".strip(), why
        )

    def claim(self, name: str, holds: bool | None, ours: str, *, why: str = "") -> Verdict:
        """A published claim beside what comes out here.

        Args:
            name: In ``study.toml``.
            holds: Whether it does, as computed; None where it cannot be known.
            ours: What comes out, in words.
            why: It does not hold, or cannot be known; left out where it holds.

        Returns:
            The verdict.

        Raises:
            ValueError: For a second comparison of a figure, or no reason where one is needed.
        """
        self.figure(name)
        verdict = Verdict.UNKNOWN if holds is None else Verdict.AGREES if holds else Verdict.DIFFERS
        return self._judged(name, verdict, ours, why)

    def _judged(self, name: str, verdict: Verdict, ours: str, why: str) -> Verdict:
        figure = self.figure(name)
        if name in self.comparisons:
            raise ValueError(f"figure {name}: expected to be compared once, got a second time")
        if verdict != Verdict.AGREES and not why and not self.is_quick:
            raise ValueError(
                f"figure {name}: expected why it {verdict} (published {figure.shown}, ours {ours}), got nothing; "
                'e.g. why="his rules are not printed"'
            )
        self.comparisons[name] = Comparison(
            name,
            figure.what,
            figure.shown,
            self.study.source_of(figure),
            figure.mark,
            ours,
            verdict,
            "" if verdict == Verdict.AGREES else why,
        )
        return verdict

    def _check_file(self, name: str) -> None:
        """Raise for a name whose file would replace another one, or stand elsewhere."""
        if Path(name).name != name or name == "..":
            raise ValueError(f"file: expected a name without folders, got {quoted(name)}; e.g. values.csv")
        if name in (PAGE, stored.FILE) or Path(name).suffix in _OWN:
            raise ValueError(
                f"file: expected a name other than {PAGE}, {stored.FILE}, *.py and *.toml, got {quoted(name)}; "
                "e.g. values.csv"
            )
        if name in self.files:
            raise ValueError(f"file: expected each name once, got {quoted(name)} again; e.g. another.csv")

    def check_complete(self) -> None:
        """Raise ValueError unless every published figure was compared."""
        if missing := [name for name in self.study.figures if name not in self.comparisons]:
            raise ValueError(
                f"study {self.study.name}: expected every figure compared, got none of {', '.join(missing)}"
            )
