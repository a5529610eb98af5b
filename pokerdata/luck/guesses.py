"""Which guess of values is taken for two players, by its name."""

from __future__ import annotations

import os

from pokerdata.agents import Agent
from pokerdata.luck.values import Values, same_states

#: What V is from: name -> what it is.
VALUES = {
    "hands": "means over other hands that the two play",
    "strategy": "exact values of the strategies against each other, or of the one against itself",
    "strength": "the pot times the difference of the strengths (EHS) of both hands",
}


def check_values(values: str, method: str) -> None:
    """Nothing for a guess that there is, and that the method takes.

    Args:
        values: One of `VALUES`.
        method: One of `pokerdata.luck.METHODS`.

    Raises:
        ValueError: For any other.
    """
    if values not in VALUES:
        raise ValueError(f"values: expected one of {', '.join(VALUES)}, got {values!r}; e.g. strategy")
    if values != "hands" and method not in ("advantage", "aivat"):
        raise ValueError(
            f"values: expected none but hands for {method}, which takes none, got {values!r}; e.g. the method 'aivat'"
        )


def guess(
    values: str,
    first: Agent,
    second: Agent,
    reference: Agent,
    *,
    hands: int,
    seed: int,
    threads: int,
    tables: str | os.PathLike[str] | None = None,
    before: Values | None = None,
) -> Values:
    """The guess of a name for two players in these seats.

    Args:
        values: One of `VALUES`.
        first: Player 1.
        second: Player 2.
        reference: One of the two that has a strategy: its tree and states are used. Where the other has none over them, the
            values of 'strategy' are those of this one against itself.
        hands: Of 'hands': as for `Values.fit`.
        seed: Of 'hands': as for `Values.fit`.
        threads: As for `Values.fit`.
        tables: Of 'strategy' and 'strength': as for `Values.of_strategy`.
        before: The guess of this name for the other seating, if it is there: where it serves this one, it is returned.

    Raises:
        ValueError: As the methods of `Values`.
        TableError: As the methods of `Values`.
        CapacityError: As the methods of `Values`.
    """
    if values == "hands":
        return Values.fit(first, second, reference=reference, hands=hands, seed=seed, threads=threads)
    kept = before if before is not None and before.reference is reference else None
    if values == "strength":
        return kept or Values.of_strength(reference, threads=threads, tables=tables)
    if same_states(first, second, tables):
        return Values.of_strategy(first, second, threads=threads, tables=tables)
    return kept or Values.of_strategy(reference, threads=threads, tables=tables)
