"""What tables of buckets by thresholds are built from, and what they say of their datasets."""

from __future__ import annotations

from collections.abc import Iterable

from pokerdata.abstraction.abstraction import Work
from pokerdata.abstraction.bounds import INNER_METRIC
from pokerdata.strength.metrics import denominator
from pokerdata.strength.strength_table import StrengthTable

#: The parents of an abstraction by thresholds; joint counts need the first three alone.
STRENGTH = ("preflop_strength", "flop_strength", "turn_strength", "river_strength")


def strength_tables(work: Work) -> list[StrengthTable]:
    """The strength tables of preflop, flop, turn and river."""
    return [work.table(name, StrengthTable) for name in STRENGTH]


def dataset_attributes(
    names: Iterable[str], metric: str, row: str, state: str
) -> dict[str, dict[str, object]]:
    """Axes, units and meaning of each dataset.

    Args:
        names: The names of the datasets.
        metric: The metric of the thresholds.
        row: The first axis of thresholds.
        state: What masses are of.
    """
    return {name: _described(name, metric, row, state) for name in names}


def _described(name: str, metric: str, row: str, state: str) -> dict[str, object]:
    street, what = name.split("_", 1)
    if what == "bucket":
        return {"axes": ["combination"], "doc": "preflop bucket of each combination"}
    if what == "mass":
        return {
            "axes": [state],
            "doc": f"raw deals of one hand and a board (flop as a set, turn, river) with this {state}",
            "units": "deals",
        }
    if what == "inner_thresholds":
        return {
            "axes": ["outer bucket", "threshold"],
            "doc": "the inner bucket of a hand is the number of thresholds of its outer bucket that are not above it",
            "units": f"numerators of {INNER_METRIC}, of {denominator(street, INNER_METRIC)}",
        }
    return {
        "axes": [row, "threshold"],
        "doc": "the bucket of a hand is the number of thresholds that are not above its metric",
        "units": "n = 2*wins + ties of 1980"
        if street == "river"
        else f"numerators of {metric}, of {denominator(street, metric)}",
    }
