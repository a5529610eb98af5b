"""Seats that other processes make anew, from files of the same names in a folder of their own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Protocol

from pokerdata.abstraction.datasets import STRENGTH
from pokerdata.games import Rules
from pokerdata.real_cards.evaluation import Contestant, seated
from pokerdata.real_cards.seat import Played
from pokerdata.real_cards.seats import MakesSeats, Seats
from pokerdata.strategies import Strategy, load_strategy
from pokerdata.strategies.look_ups import bucket_table


class Around(Protocol):
    """What stands for the work in another process."""

    @property
    def folder(self) -> Path:
        """Of the tables there."""


@dataclass(frozen=True)
class There:
    """A strategy as another process finds it.

    Attributes:
        name: Of its file in the folder there, without .h5, or one of `BUILT_IN`.
        is_file: Which of both.
        rules: Of the game.
    """

    name: str
    is_file: bool
    rules: Rules

    def play(self, folder: Path) -> Played:
        """What it plays.

        Args:
            folder: Of the tables.
        """
        if not self.is_file:
            return Contestant.without_cards(self.name, self.rules).play()
        saved = load_strategy(folder / f"{self.name}.h5")
        return Contestant.of_file(saved, self.name, folder).play()


def seats_there(strategy: There, other: There | None) -> MakesSeats:
    """Makes seats in another process, as `values_of` makes them here.

    Args:
        strategy: What is valued.
        other: What it plays against; None for best responses to it.
    """
    return partial(_seats, strategy, other)


def files_of(saved: Strategy, tables: Any = None) -> list[Path]:
    """The files that a strategy over a card abstraction is played from: its own, its buckets, and the strength tables.

    Args:
        saved: The strategy.
        tables: The folder of its table of buckets; that of its file if not given.

    Raises:
        TableError: Where the buckets are missing.
    """
    with bucket_table(saved, tables) as table:
        buckets = table.path
    strength = [buckets.parent / f"{name}.h5" for name in STRENGTH]
    own = [] if saved.path is None else [saved.path]
    return [*own, buckets, *(path for path in strength if path.is_file())]


def _seats(strategy: There, other: There | None, around: Around, *, players: tuple[int, ...]) -> Seats:
    against = None if other is None else other.play(around.folder)
    return seated(strategy.rules, players, strategy.play(around.folder), against)
