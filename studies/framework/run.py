"""A run of a study, which collects its page and its comparisons."""

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
_OWN = (".py", ".toml")  # files that a run reads


class StudyRun:
    """The object that the function ``run(run)`` of a study reports to: it builds the page and compares figures.

    Each figure is compared once.

    Attributes:
        study: The study that runs.
        is_quick: Whether to run at the quick scale: the same code on less data, in seconds.
        lines: Body of the page so far, Markdown.
        files: Content of the files to write beside the page, by name.
        comparisons: Comparisons so far.
        ready: Names of tables that existed before the run, which its time excludes.

    Args:
        study: The study to run.
        is_quick: Whether to run at the quick scale.
        say: Callback for progress messages.
        tables: Folder for tables; as elsewhere in the package.
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
        self._needed: set[str] = set()  # tables that a recipe was made with, in this run or before
        self._say = say
        self._tables = tables

    def say(self, text: str) -> None:
        """Report progress to the user.

        Args:
            text: One line.
        """
        self._say(text)

    def heading(self, text: str) -> None:
        """Add a heading to the page.

        Args:
            text: One line.
        """
        self.text(f"## {text}")

    def text(self, *lines: str) -> None:
        """Add a paragraph to the page.

        Args:
            lines: Markdown.
        """
        self.lines += [*lines, ""]

    def table(self, rows: Sequence[Sequence[object]], *, left: int = 1) -> None:
        """Add a table to the page.

        Args:
            rows: The first row is the header.
            left: Number of left-aligned columns; the others are right-aligned.
        """
        self.text(*table([[str(cell) for cell in row] for row in rows], left=left))

    def picture(self, name: str, picture: Picture | Any, alt: str) -> None:
        """Add a picture to the page, and write its file beside it.

        Args:
            name: File name, e.g. ``"grid.png"``; a name in ``.svg`` gives SVG.
            picture: One of `pokerdata.reports.pictures`, or a matplotlib figure.
            alt: Description in words.

        Raises:
            ValueError: If the name is not that of a picture, and as in `file`.
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
        """Add a file beside the page, such as a complete table as CSV.

        Args:
            name: File name.
            content: Its text.

        Raises:
            ValueError: If the name has a folder, was used before, or belongs to a file that a run itself
                reads or writes.
        """
        self._check_file(name)
        self.files[name] = content.encode()

    def make(self, recipe: str, targets: Sequence[str] = ()) -> Path:
        """Make the tables of a recipe that are missing or out of date.

        Args:
            recipe: Name or path of a recipe, or a file of the study, e.g. ``"recipe.toml"``.
            targets: Stages to make; empty for all.

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
        """Return a published figure.

        Args:
            name: Name in ``study.toml``.

        Raises:
            ValueError: If the figure does not exist.
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
        """Compare a published number with ours.

        They agree if ours rounds to the printed number. With a `half_width`, they agree if the printed
        number, allowing for its rounding, lies in our interval.

        Args:
            name: Name in ``study.toml``.
            ours: Our number, in the published unit.
            half_width: Half the width of our 95 % confidence interval; 0 if our number is exact.
            digits: Decimals of our number; one more than printed if not given.
            why: Reason for a difference; unused if they agree.

        Returns:
            The verdict.

        Raises:
            ValueError: If a number is not finite, the figure was compared before, or a needed reason is
                missing.
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
        """Compare a published claim with our result.

        Args:
            name: Name in ``study.toml``.
            holds: Whether the claim holds, as computed; None if that cannot be decided.
            ours: Our result in words.
            why: Why it does not hold or cannot be decided; unused if it holds.

        Returns:
            The verdict.

        Raises:
            ValueError: If the figure was compared before, or a needed reason is missing.
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
        """Raise ValueError if a file of this name would replace another one or lie in another folder."""
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
