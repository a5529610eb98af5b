"""Where runs of games stop, and when they are evaluated."""

from __future__ import annotations

from collections.abc import Sequence

from pokerdata.games import Rules, target_chips
from pokerdata.solving.limits import Limits
from pokerdata.solving.schedule import schedule as schedule_of


def limits_of(
    rules: Rules,
    target: str | None,
    iterations: int | None,
    seconds: float | None,
    *,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
) -> Limits:
    """The limits of a run, whose target is a text.

    Args:
        rules: Of the game, for the unit of the target.
        target: As for `solve`.
        iterations: As for `solve`.
        seconds: As for `solve`.
        schedule: As for `solve`.
        every: As for `solve`.
        at: As for `solve`.

    Raises:
        ValueError: If one of them is invalid.
    """
    chips = None if target is None else target_chips(target, rules)
    return Limits.of(chips, iterations, seconds, schedule_of(schedule, every=every, at=at))
