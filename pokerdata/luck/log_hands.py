"""Hands of a log that is to be judged."""

from __future__ import annotations

import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from pokerdata.games import NamedGame
from pokerdata.play import GameDefinition, State, find_definition, read_log, read_phh


def log_hands(
    path: str | os.PathLike[str],
    game: GameDefinition | NamedGame | str | None = None,
    *,
    chip: int | str | Fraction = 1,
) -> tuple[State, ...]:
    """The hands of a log as the dealers of the competition and of this package write it, or of a `.phh` or `.phhs` file.

    Args:
        path: The log; a name that ends in .phh or .phhs is read as such.
        game: What was played, as `pokerdata.play.find_definition` takes it; not needed for .phh.
        chip: What a chip is worth in `.phh` files, as for `pokerdata.play.read_phh`.

    Raises:
        ValueError: As `pokerdata.play.read_log` and `pokerdata.play.read_phh`, the message naming file and line; and for a
            log without a game.
    """
    if Path(path).suffix in (".phh", ".phhs"):
        return read_phh(path, chip=chip)
    if game is None:
        raise ValueError(f"game: expected that of the log {path}, got none; e.g. limit-holdem")
    return tuple(read_log(find_definition(game), Path(path)).hands)


def of_two(hands: Sequence[State]) -> bool:
    """Whether the same two players play one game throughout, and all cards are known: what `judge_hands` takes.

    Args:
        hands: Any number.
    """
    return bool(hands) and all(
        state.players == 2
        and state.game == hands[0].game
        and set(state.names) == set(hands[0].names)
        and all(state.holes)
        for state in hands
    )
