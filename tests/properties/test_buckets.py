"""Threshold buckets of random values and weights follow the definition, in arbitrary-precision integers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import strategies as st

from pokerdata.abstraction.bounds import StreetHands, find_bounds
from pokerdata.cards.strength.metrics import denominator

NO_HAND, NO_BUCKET = np.iinfo(np.uint32).max, 0xFFFF


@st.composite
def streets(draw: st.DrawFn) -> StreetHands:
    """Return values of two metrics in rows of equal weight, with ties, gaps, and rows of no weight."""
    street = draw(st.sampled_from(["flop", "turn"]))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    shape = (draw(st.integers(1, 40)), draw(st.integers(2, 30)))
    weights = rng.integers(
        draw(st.integers(0, 1)), draw(st.sampled_from([2, 24, 2**32])), shape[0], np.uint64
    )
    weights[[0, -1]] = np.maximum(weights[[0, -1]], 1)
    distinct, holes = draw(st.sampled_from([2, 7, 1000])), draw(st.sampled_from([0.0, 0.3]))
    values = {}
    absent = rng.random(shape) < holes
    for metric in ("ehs", "ehs2_next"):
        most = min(denominator(street, metric), NO_HAND - 1)
        places = rng.integers(0, most, distinct, endpoint=True, dtype=np.uint32)
        values[metric] = rng.choice(places, shape)
        values[metric][absent] = NO_HAND
        values[metric][0, 0], values[metric][-1, -1] = 0, most  # so that there are two values
    return StreetHands(street, weights, values.__getitem__)


def of_mass(values: Sequence[int], weights: Sequence[int], count: int) -> dict[int, int]:
    """Return value -> floor(B * (mass before + mass up to here) / (2 * mass)): ties share the middle of their mass."""
    mass: Counter[int] = Counter()
    for value, weight in zip(values, weights, strict=True):
        mass[value] += weight
    found, before, total = {}, 0, sum(weights)
    for value in sorted(mass):
        found[value] = count * (2 * before + mass[value]) // (2 * total) if total else 0
        before += mass[value]
    return found


def of_width(value: int, low: int, high: int, count: int) -> int:
    return min(count - 1, count * (value - low) // (high - low))


@pytest.mark.parametrize("draws", [80, pytest.param(1000, marks=pytest.mark.slow)])
def test_buckets_are_those_of_the_definition(draws: int, holds: Any) -> None:
    def check(hands: StreetHands, kind: str, outer: int, inner: int, metric: str) -> None:
        size = (outer, inner) if kind == "nested" else (outer,)
        found = find_bounds(kind, hands, metric, size, threads=2).assign(hands, metric, threads=2)
        values, other = hands.values(metric), hands.values("ehs")
        assert np.array_equal(found == NO_BUCKET, values == NO_HAND)
        live = np.argwhere((values != NO_HAND) & (hands.weights > 0)[:, None]).tolist()
        value = [int(values[r, c]) for r, c in live]
        weight = [int(hands.weights[r]) for r, _ in live]
        if kind in ("uniform", "minmax"):
            low, high = (
                (0, denominator(hands.street, metric)) if kind == "uniform" else (min(value), max(value))
            )
            want = [of_width(v, low, high, outer) for v in value]
        else:
            by_value = of_mass(value, weight, outer)
            want = [by_value[v] for v in value]
        if kind == "nested":
            ehs = [int(other[r, c]) for r, c in live]
            groups = [[i for i, bucket in enumerate(want) if bucket == b] for b in range(outer)]
            for b, group in enumerate(groups):
                by_ehs = of_mass([ehs[i] for i in group], [weight[i] for i in group], inner)
                for i in group:
                    want[i] = b * inner + by_ehs[ehs[i]]
        assert [int(found[r, c]) for r, c in live] == want

    kinds = st.sampled_from(["uniform", "minmax", "percentile", "nested"])
    holds(
        check,
        draws,
        streets(),
        kinds,
        st.integers(2, 12),
        st.integers(2, 5),
        st.sampled_from(["ehs", "ehs2_next"]),
    )
