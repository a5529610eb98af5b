"""Read the charts in ``charts.toml``."""

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
SEATS = ("elsewhere", "blinds")  # seats of the player facing the raise


def column(chart: Mapping[str, Any], place: int) -> Range:
    """Return the range of a column: in each row, all hands from the weakest up."""
    weakest = [chart["pairs"][place], *(row[place] for row in chart["offsuit"] + chart["suited"])]
    with warnings.catch_warnings(action="ignore"):  # in these charts, too, JTs+ is JTs alone
        return Range(",".join(f"{hand}+" for hand in weakest if hand))


def raise_first(place: str) -> Range:
    """Return the range that opens with a raise from a seat when everybody folds to it."""
    return column(CHARTS["raise_first"], PLACES.index(place))


def reraise(raiser: str, seat: str) -> Range:
    """Return the range that re-raises a raise from a seat."""
    return column(CHARTS["reraise"][seat], RAISERS.index(raiser))
