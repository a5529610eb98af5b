"""Translation of bets between two sizes: published values, ends, middles."""

import math
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pokerdata.players.agents import TRANSLATIONS
from pokerdata.players.agents import agent as translation

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
    # geometric similarities depend only on the ratio
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
        with pytest.raises(ValueError, match="expected 0 < low < high"):
            translation.nearest(low, high, 1)
    with pytest.raises(ValueError, match=r"translation: expected .*got 'near'"):
        translation.share_of_lower("near", 0.5, 1, 0.7)
    with pytest.raises(ValueError, match=r"translation: expected .*got 'near'"):
        translation.check_translation("near")
    assert [translation.check_translation(name) for name in TRANSLATIONS] == list(TRANSLATIONS)


def test_ties_go_to_the_smaller_size() -> None:
    """Sizes are ratios of chips, so exact ties of fractions are rarely ties of floats."""
    tied = Counter[str]()
    for pot in range(3, 24):
        for low in range(1, 2 * pot):
            for high in range(low + 2, 3 * pot):
                a, b = Fraction(low, pot), Fraction(high, pot)
                middles = {
                    "nearest": (a + b) / 2,
                    "pseudo_harmonic_split": (a + b + 2 * a * b) / (2 + a + b),
                }
                if math.isqrt(low * high) ** 2 == low * high:
                    middles["hard"] = Fraction(math.isqrt(low * high), pot)
                for name, middle in middles.items():
                    assert getattr(translation, name)(float(a), float(b), float(middle)) == 1, (name, a, b)
                    tied[name] += 1
    assert len(tied) == 3
    assert min(tied.values()) > 500
    assert translation.nearest(0.1, 0.3, 0.2) == 1
