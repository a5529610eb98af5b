"""The weakest and the strongest hands agree with plain look-ups and independently enumerated values."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from pokerdata.cards.strength import METRICS
from pokerdata.cards.strength.strength_table import StrengthTable, extremes
from pokerdata.pipeline.store import open_table

# Least and greatest, by independent enumeration.
KNOWN = {
    ("preflop", "ehs"): (0.3230322813, 0.8520371330),
    ("preflop", "ehs2_river"): (0.1995096995, 0.7372111884),
    ("flop", "ehs"): (0.110735010, 1),
    ("flop", "ehs2_river"): (0.037794424, 1),
    ("turn", "ehs"): (0.045169082, 1),
    ("turn", "ehs2_next"): (0.013419970, 1),
    ("river", "ehs2_next"): (0, 1),
}


def table(street: str, tables: Path) -> StrengthTable:
    return open_table(f"{street}_strength", tables, StrengthTable)


@pytest.mark.parametrize(("street", "metric"), KNOWN)
def test_they_are_those_that_were_enumerated(street: str, metric: str, tables: Path) -> None:
    found = [float(value) for value in extremes(table(street, tables), metric)]
    assert found == pytest.approx(KNOWN[street, metric], abs=1e-9)


@pytest.mark.parametrize("metric", METRICS)
def test_before_the_flop_they_are_among_all_hands(metric: str, tables: Path) -> None:
    preflop = table("preflop", tables)
    values = [int(n) for n in preflop.row(metric=metric)]
    whole = preflop.denominator(metric)
    assert extremes(preflop, metric) == (Fraction(min(values), whole), Fraction(max(values), whole))


def test_a_river_has_squares_of_shares(tables: Path) -> None:
    """If the board is a royal flush, all hands share the pot; no value is outside."""
    river = table("river", tables)
    shared = np.unique(river.lookup("7h8d", "TsJsQsKsAs", metric="ehs2_next"))
    assert [Fraction(int(n), river.denominator("ehs2_next")) for n in shared] == [Fraction(1, 4)]
    assert extremes(river, "ehs2_next") == extremes(river, "ehs") == (Fraction(0), Fraction(1))


def test_another_metric_is_none() -> None:
    with pytest.raises(ValueError, match="metric: expected one of ehs"):
        extremes(None, "strength")  # type: ignore[arg-type]
