"""Clocks that count what players use of their time."""

from __future__ import annotations

from collections.abc import Sequence

from pokerdata.play import TimeLimits


class Clocks:
    """What each seat has used, in microseconds.

    Args:
        limits: What it may use.
        seats: How many there are.
        hands: Of the match.
    """

    def __init__(self, limits: TimeLimits, seats: int, hands: int) -> None:
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
