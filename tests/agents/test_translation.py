"""Bets between two sizes: published values, ends, middles."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerdata.agents import TRANSLATIONS, translation

sizes = st.tuples(st.floats(0.01, 5), st.floats(0.01, 5), st.floats(0, 1)).map(
    lambda t: (t[0], t[0] + t[1], t[0] + t[1] * t[2])
)


@pytest.mark.parametrize(("low", "share"), [(0.001, 0.601), (0.01, 0.612), (0.05, 0.663), (0.1, 0.733)])
def test_published_values(low: float, share: float) -> None:
    assert translation.pseudo_harmonic(low, 1, 0.25) == pytest.approx(share, abs=5e-4)


@given(sizes)
def test_definitions(given_sizes: tuple[float, float, float]) -> None:
    low, high, size = given_sizes
    share = translation.pseudo_harmonic(low, high, size)
    assert share == pytest.approx((high - size) * (1 + low) / ((high - low) * (1 + size)), abs=1e-12)
    # geometric similarities, by their ratio alone
    here, there = low * (high - size) / size, size - low
    assert translation.soft(low, high, size) == pytest.approx(here / (here + there), abs=1e-9)
    middle = (low + high + 2 * low * high) / (2 + low + high)
    for name, split in (
        ("pseudo_harmonic_split", middle),
        ("hard", math.sqrt(low * high)),
        ("nearest", (low + high) / 2),
    ):
        if abs(size - split) > 1e-9:
            assert getattr(translation, name)(low, high, size) == (size < split), name


@pytest.mark.parametrize("name", TRANSLATIONS)
def test_the_ends(name: str) -> None:
    shares = [translation.share_of_lower(name, 0.5, 2, size) for size in (0.1, 0.5, 2, 9)]
    assert shares == [1, 1, 0, 0]


def test_refusals() -> None:
    for low, high in ((0, 1), (1, 1), (2, 1), (1, math.inf)):
        with pytest.raises(ValueError, match="want 0 < low < high"):
            translation.nearest(low, high, 1)
    with pytest.raises(ValueError, match="bad translation 'near'"):
        translation.share_of_lower("near", 0.5, 1, 0.7)
    with pytest.raises(ValueError, match="bad translation 'near'"):
        translation.check_translation("near")
    assert [translation.check_translation(name) for name in TRANSLATIONS] == list(TRANSLATIONS)
