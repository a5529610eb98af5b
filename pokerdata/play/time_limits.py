"""How long players may think, as at the Annual Computer Poker Competition."""

from __future__ import annotations

from dataclasses import dataclass

from pokerdata.support.arguments import as_count

MOST_MS = 2**53 // 1000  # far more than anybody waits, and exact in microseconds


@dataclass(frozen=True)
class TimeLimits:
    """How long the players of a match may think, in milliseconds. What dealing and sending take does not count.

    Attributes:
        response_ms: For one action.
        hand_ms: For all actions of a player in a hand.
        per_hand_ms: For all actions of a player in the match, on average over its hands.

    Raises:
        ValueError: If one is no whole number of milliseconds.
    """

    response_ms: int = 600_000
    hand_ms: int = 600_000
    per_hand_ms: int = 7_000

    def __post_init__(self) -> None:
        for key in ("response_ms", "hand_ms", "per_hand_ms"):
            as_count(getattr(self, key), key, 0, MOST_MS, 7000)
