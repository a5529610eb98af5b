"""How long players may think, and clocks that count it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pokerdata.support.arguments import as_count

MOST_MS = 2**53 // 1000  # far more than anybody waits, and exact in microseconds


@dataclass(frozen=True)
class Limits:
    """How long the players of a match may take, in milliseconds. What dealing and sending take does not count.

    Attributes:
        response_ms: For one answer.
        hand_ms: For all answers of a player in one hand.
        per_hand_ms: For all answers of a player in the match, on average over its hands.
        start_ms: Until all players sit at the table; None for as long as it takes.

    Raises:
        ValueError: If one is no whole number of milliseconds.
    """

    response_ms: int = 600_000
    hand_ms: int = 600_000
    per_hand_ms: int = 7_000
    start_ms: int | None = None

    def __post_init__(self) -> None:
        for key in ("response_ms", "hand_ms", "per_hand_ms"):
            as_count(getattr(self, key), key, 0, MOST_MS, 7000)
        if self.start_ms is not None:
            as_count(self.start_ms, "start_ms", 0, MOST_MS, 60_000)


class Clocks:
    """What each seat has used, in microseconds.

    Args:
        limits: What it may use.
        seats: How many there are.
        hands: Of the match.
    """

    def __init__(self, limits: Limits, seats: int, hands: int) -> None:
        self.of_hand = [0] * seats
        self.of_match = [0] * seats
        self._response = limits.response_ms * 1000
        self._hand = limits.hand_ms * 1000
        self._match = limits.per_hand_ms * 1000 * hands

    def start_hand(self) -> None:
        """A hand begins: what was used in the last one is forgotten."""
        self.of_hand = [0] * len(self.of_hand)

    @property
    def response(self) -> int:
        """Microseconds for one answer."""
        return self._response

    def budgets(self) -> list[int]:
        """Microseconds that each seat has left in the hand and in the match."""
        return [
            min(self._hand - hand, self._match - match)
            for hand, match in zip(self.of_hand, self.of_match, strict=True)
        ]

    def add(self, used: Sequence[int]) -> None:
        """Count what was used and found to be within the limits.

        Args:
            used: Microseconds of each seat.
        """
        self.of_hand = [a + b for a, b in zip(self.of_hand, used, strict=True)]
        self.of_match = [a + b for a, b in zip(self.of_match, used, strict=True)]

    def left(self, seat: int) -> int:
        """Microseconds that a seat has for its next answer.

        Args:
            seat: From 0.
        """
        return min(self._response, self._hand - self.of_hand[seat], self._match - self.of_match[seat])

    def take(self, seat: int, used: int) -> bool:
        """Count a line that came in; returns whether the seat is still within its limits.

        Args:
            seat: From 0.
            used: Microseconds from sending the state to the line. Below 0, where the clock of the machine was set back,
                nothing is counted.
        """
        if used < 0:
            return True
        self.of_hand[seat] += used
        self.of_match[seat] += used
        return (
            used <= self._response and self.of_hand[seat] <= self._hand and self.of_match[seat] <= self._match
        )
