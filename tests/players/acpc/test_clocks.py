"""Clocks of a match."""

from time import time_ns

import pytest

from players.acpc.playing import KUHN, played
from pokerdata._core.dealing import now
from pokerdata.games.play import TimeLimits
from pokerdata.players.acpc import Dealer
from pokerdata.players.acpc.hand import Clocks


def test_clocks_add_up() -> None:
    clocks = Clocks(TimeLimits(response_ms=10, hand_ms=15, per_hand_ms=5), 2, 8)
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
    clocks = Clocks(TimeLimits(), 2, 8)
    assert clocks.take(1, -5)
    assert clocks.of_match == [0, 0]


def test_a_clock_that_is_set_forward_takes_nobodys_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system time jumps an hour forward at each reading."""
    said = [time_ns()]

    def jumping() -> int:
        said.append(said[-1] + 3600 * 10**9)
        return said[-1]

    for module in (
        "time",
        "pokerdata.players.acpc.dealer",
        "pokerdata.players.acpc.seating",
        "pokerdata.players.acpc.lines",
    ):
        monkeypatch.setattr(f"{module}.time_ns", jumping, raising=False)
        monkeypatch.setattr(f"{module}.time", lambda: jumping() / 1e9, raising=module == "time")
    dealer = Dealer(KUHN, "ABC", hands=20, limits=TimeLimits(response_ms=20_000, hand_ms=60_000))
    assert len(list(played(dealer, KUHN))) == 3


def test_times_are_those_of_day_and_rise() -> None:
    first = now()
    assert abs(first - time_ns() // 1000) < 60_000_000
    assert first <= now()


@pytest.mark.parametrize("key", ["response_ms", "hand_ms", "per_hand_ms"])
def test_refused(key: str) -> None:
    with pytest.raises(ValueError, match=f"{key}: expected a whole number from 0"):
        TimeLimits(**{key: -1})


def test_the_time_to_sit_down_is_checked() -> None:
    with pytest.raises(ValueError, match="start_ms: expected a whole number from 0"):
        Dealer("kuhn", "AB", hands=1, start_ms=-1)
