"""A study as stated in its file ``study.toml``: published figures, their sources, and the cost of a rerun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from pokerdata._support.arguments import key, read_section, values_of
from pokerdata._support.costs import PROCESS_MEMORY, Cost
from pokerdata._support.text import quoted, text_of, toml_of
from pokerdata.errors import located
from studies.framework.figure import Figure

FILE = "study.toml"
PAGE = "README.md"
_MOST = 1e12
_FAST = 10  # seconds; the tests rerun studies up to this cost


@dataclass(frozen=True, kw_only=True)
class _Costs:
    seconds: float = key("on 2 cores, at full scale")
    quick_seconds: float = key("on 2 cores, at the quick scale")
    memory_mb: float = key("peak of the process", PROCESS_MEMORY / 1e6)
    disk_mb: float = key("of what is written, tables included", 1.0)

    def __post_init__(self) -> None:
        for name, value in values_of(self).items():
            if not (isfinite(value) and 0 <= value <= _MOST):
                raise ValueError(
                    f"{name}: expected a number from 0 to {_MOST:,.0f}, got {quoted(value)}; e.g. 5"
                )


@dataclass(frozen=True, kw_only=True)
class _Stated:
    title: str = key("first line of the page")
    question: str = key("what was asked, and what is done here, in some sentences")
    sources: dict[str, Any] = key("publications, by a short name")
    figures: dict[str, Any] = key("what was published, by a short name")
    cost: dict[str, Any] = key("of a rerun")
    modules: list[str] = key("what must be installed besides the package and matplotlib", [])


@dataclass(frozen=True)
class Study:
    """A publication to rerun.

    Attributes:
        name: Name of its folder.
        folder: Folder of its files.
        title: First line of its page.
        question: The question, and what the study does.
        sources: Publications by a short name.
        figures: Published figures by a short name.
        cost: Cost of a rerun.
        quick_cost: Cost of a rerun at the quick scale.
        modules: Modules that must be installed.
    """

    name: str
    folder: Path
    title: str
    question: str
    sources: Mapping[str, str]
    figures: Mapping[str, Figure]
    cost: Cost
    quick_cost: Cost
    modules: tuple[str, ...]

    @property
    def is_fast(self) -> bool:
        """Return whether the tests rerun it at full scale."""
        return self.cost.seconds <= _FAST

    def source_of(self, figure: Figure) -> str:
        """Return the publication of a figure, in words.

        Args:
            figure: One of `figures`.
        """
        return self.sources[figure.source or next(iter(self.sources))]


def read_study(folder: Path) -> Study:
    """Return the study in a folder.

    Args:
        folder: A folder with ``study.toml``.

    Raises:
        ValueError: If the file is invalid; the message names it.
    """
    path = folder / FILE
    text = text_of(path, "the study")
    try:
        content = toml_of(text)
        return _study_of(folder, content)
    except ValueError as error:
        raise located(str(path), error) from None


def _study_of(folder: Path, content: dict[str, Any]) -> Study:
    stated = read_section(_Stated, "study", content)
    costs = read_section(_Costs, "[cost]", stated.cost)
    if not stated.sources or not all(isinstance(text, str) for text in stated.sources.values()):
        raise ValueError('[sources]: expected texts, one at least; e.g. eriksson = "Eriksson 2012, ..."')
    if wrong := [
        module for module in stated.modules if not isinstance(module, str) or not module.isidentifier()
    ]:
        raise ValueError(
            f'modules: expected names as they are imported, got {quoted(wrong[0])}; e.g. ["scipy"]'
        )
    figures = {}
    for name, given in stated.figures.items():
        where = f"[figures.{name}]"
        if not isinstance(given, dict):
            raise ValueError(
                f'{where}: expected a table, got {given!r}; e.g. {{ what = "...", printed = "1.4" }}'
            )
        figures[name] = read_section(Figure, where, given)
        if (source := figures[name].source) and source not in stated.sources:
            known = ", ".join(stated.sources)
            raise ValueError(
                f"{where}: source: expected one of {known}, got {source!r}; e.g. {known.split(', ')[0]}"
            )

    def cost(seconds: float) -> Cost:
        return Cost(seconds, round(costs.memory_mb * 1e6), round(costs.disk_mb * 1e6))

    return Study(
        folder.name,
        folder,
        stated.title,
        stated.question,
        stated.sources,
        figures,
        cost(costs.seconds),
        cost(costs.quick_seconds),
        ("matplotlib", *stated.modules),
    )
