"""Weights of ranges as the smallest integers with the ratios of their written decimals."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helpers.weights import relative
from pokerdata import Range

weights = st.one_of(
    st.sampled_from([0.1, 0.2, 0.3, 0.30000000000000004, 0.7, 1.0, 5.0]), st.floats(1e-30, 1e30)
)


@settings(max_examples=60)
@given(st.dictionaries(st.integers(0, 1325), weights, min_size=1, max_size=12))
def test_ratios_are_those_of_the_decimals(held: dict[int, float]) -> None:
    row = np.zeros(1326)
    row[list(held)] = list(held.values())
    ratios = Range.from_weights(row).ratios()
    numbers = {c: int(ratios[c]) for c in held}
    assert np.count_nonzero(ratios) == len(held)
    assert gcd(*numbers.values()) == 1
    one = Fraction(repr(next(iter(held.values())))) / next(iter(numbers.values()))
    assert all(Fraction(repr(weight)) == one * numbers[c] for c, weight in held.items())
    assert (ratios.dtype == np.int64) == (sum(numbers.values()) < 2**32)


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("AhKh:0.1,QQ:0.2,JJ:0.3", [1, 2, 3]),
        ("AhKh:0.1,QQ:0.1", [1]),
        ("random:0.7", [1]),
        ("AhKh:0.5,QQ:0", [1]),
        ("AhKh:0.1,QQ:0.10000000000000002", [5000000000000000, 5000000000000001]),
        ("AhKh:5e-324,QQ:1e-323", [1, 2]),
        ("AhKh:1e300,QQ:2e300", [1, 2]),
    ],
)
def test_known_ratios(text: str, held: list[int]) -> None:
    ratios = relative(text).ratios()
    assert sorted(set(ratios[ratios > 0].tolist())) == held


@pytest.mark.parametrize(
    ("dtype", "meant"),
    [(np.float64, "0.1"), (np.float32, "0.10000000149011612"), (np.float16, "0.0999755859375")],
)
def test_weights_mean_the_decimals_of_float64(dtype: type, meant: str) -> None:
    weights: Any = np.zeros(1326, dtype)
    weights[:2] = 0.1, 1
    tenth, one = Range.from_weights(weights).ratios()[:2].tolist()
    assert Fraction(tenth, one) == Fraction(meant)


def test_no_hand() -> None:
    assert not Range("random:0").ratios().any()


def test_weights_too_far_apart() -> None:
    with pytest.raises(
        ValueError,
        match=r"weights in a range: expected the largest at most 10\*\*100 .*, got 1e\+50 and 1e-51",
    ):
        relative("AA:1e50,KK:1e-51").ratios()
    assert relative("AA:1e50,KK:1e-50").ratios().max() == 10**100


def test_a_weight_that_no_float_holds() -> None:
    with pytest.raises(
        ValueError,
        match=r"column 4: expected a weight of 0 or at least 5e-324, got '1e-400'; e\.g\. 'T9s:0\.5'",
    ):
        Range("AA:1e-400")
    assert len(Range("AA:0e-400,KK:0.0")) == 0


def test_means_of_classes_do_not_overflow() -> None:
    assert relative("AKo:1.5e308,AsKh:0").class_weights().max() == pytest.approx(1.375e308)
