"""Clocks of a match."""

import pytest

from pokerdata.dealing import Limits
from pokerdata.dealing.limits import Clocks


def test_clocks_add_up() -> None:
    clocks = Clocks(Limits(response_ms=10, hand_ms=15, per_hand_ms=5), 2, 8)
    assert clocks.left(0) == 10_000
    assert clocks.take(0, 10_000)
    assert clocks.left(0) == 5_000
    assert not clocks.take(0, 5_001)
    assert clocks.left(1) == 10_000
    clocks.start_hand()
    assert clocks.left(0) == 10_000
    assert clocks.take(0, 10_000)
    clocks.start_hand()
    assert clocks.take(0, 10_000)
    assert clocks.left(0) == 40_000 - 35_001
    assert not clocks.take(0, 5_000)


def test_a_clock_that_is_set_back_counts_nothing() -> None:
    clocks = Clocks(Limits(), 2, 8)
    assert clocks.take(1, -5)
    assert clocks.of_match == [0, 0]


@pytest.mark.parametrize("key", ["response_ms", "hand_ms", "per_hand_ms", "start_ms"])
def test_refused(key: str) -> None:
    with pytest.raises(ValueError, match=f"{key}: expected a whole number from 0"):
        Limits(**{key: -1})
