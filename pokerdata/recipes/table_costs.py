"""What hands at a table cost: players who think in Python."""

from __future__ import annotations

from collections.abc import Sequence

_DECISIONS = 12_000  # a second, of players that do little
_THINK = {
    "miximax": 8e-3,
    "miximix": 1e-2,
    "simulating": 10e-3,
    "check-norris": 4.2e-3,
    "poki": 2e-3,
    "simple": 1e-3,
    "richie-rich": 0.4e-3,
    "break-ivan": 0.3e-3,
}


def hand_seconds(agents: Sequence[str], players: int) -> float:
    """Seconds of a hand, on average over the matches: decisions, and what players think.

    Args:
        agents: Who plays, or of whom some play.
        players: How many sit at a table.
    """
    mean = sum(_THINK.get(agent, 0.1e-3) for agent in agents) / len(agents)
    decisions = 3 * players
    return decisions * (1 / _DECISIONS + mean)
