"""The weakest and the strongest hand of a street."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from pokerdata.strength.metrics import check_metric
from pokerdata.strength.strength_table import StrengthTable

_PARTS = 50  # at a time, since the table of the river is large


def extremes(table: StrengthTable, metric: str = "ehs") -> tuple[Fraction, Fraction]:
    """The least and the greatest value of a metric over all hands on all boards of a street.

    Reads the whole dataset: below a second on the river.

    Args:
        table: The strength table of the street.
        metric: "ehs", "ehs2_river" or "ehs2_next".

    Returns:
        Both, exact, between 0 and 1.

    Raises:
        ValueError: For another metric.
    """
    check_metric(metric)
    values: Any = table.metric(metric)
    # No hand is the largest number of the dtype, to which adding 1 gives 0.
    one, parts = values.dtype.type(1), np.array_split(values, _PARTS)
    ends = [min(int(part.min()) for part in parts), max(int((part + one).max()) for part in parts) - 1]
    if table.street == "river" and metric != "ehs":  # squares of what is stored
        ends = [end * end for end in ends]
    whole = table.denominator(metric)
    return Fraction(ends[0], whole), Fraction(ends[1], whole)
