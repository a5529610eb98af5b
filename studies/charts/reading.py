"""The charts as data: ``charts.toml``."""

from __future__ import annotations

import tomllib
import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pokerdata import Range

CHARTS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "charts.toml").read_text(encoding="utf-8"))
PLACES: tuple[str, ...] = tuple(CHARTS["raise_first"]["places"])
PLAYERS = dict(zip(PLACES, CHARTS["raise_first"]["players"], strict=True))
RAISERS: tuple[str, ...] = tuple(CHARTS["reraise"]["places"])
RANGES: list[dict[str, Any]] = CHARTS["ranges"]
SMALL_BLIND: dict[str, list[Any]] = CHARTS["small_blind"]
SEATS = ("elsewhere", "blinds")  # of who is raised


def column(chart: Mapping[str, Any], place: int) -> Range:
    """The range of a column: from the weakest hand of each row up."""
    weakest = [chart["pairs"][place], *(row[place] for row in chart["offsuit"] + chart["suited"])]
    with warnings.catch_warnings(action="ignore"):  # in these charts, too, JTs+ is JTs alone
        return Range(",".join(f"{hand}+" for hand in weakest if hand))


def raise_first(place: str) -> Range:
    """What is raised from a place, nobody in before."""
    return column(CHARTS["raise_first"], PLACES.index(place))


def reraise(raiser: str, seat: str) -> Range:
    """What is raised again after a raise from a place."""
    return column(CHARTS["reraise"][seat], RAISERS.index(raiser))
