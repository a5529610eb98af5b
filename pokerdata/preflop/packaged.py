"""Match-ups of classes from the copy that comes with the package: nothing has to be built."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import HEADS_UP_BOARDS
from pokerdata.cards.hand_classes import class_index
from pokerdata.store import Table, open_table, write_table
from pokerdata.support import html

#: The file, 260 kB. A test builds the table anew and compares.
PACKAGED = Path(__file__).parent / "class_matchups.h5"
DATASETS = ("class_wins", "class_ties", "class_pairs")


@dataclass(frozen=True)
class Matchup:
    """Exact result of two classes of hands, all in: deals of both hands and the board.

    Attributes:
        wins: Deals that the first class wins.
        ties: Deals that the two classes tie.
        losses: Deals that the first class loses.
        pairs: Pairs of combinations that share no card; wins + ties + losses = 1,712,304 * pairs.
    """

    wins: int
    ties: int
    losses: int
    pairs: int

    @property
    def equity(self) -> float:
        """Share of the pot of the first class: (wins + ties / 2) / all."""
        return (2 * self.wins + self.ties) / (2 * (self.wins + self.ties + self.losses))

    def _repr_html_(self) -> str:
        rows = [(f"{self.equity:.6f}", *(f"{n:,}" for n in (self.wins, self.ties, self.losses, self.pairs)))]
        head = ("equity", "wins", "ties", "losses", "pairs of hands")
        return html.table(rows, head=head, left=0)


def matchup(hand: str, opponent: str) -> Matchup:
    """The exact match-up of two classes, e.g. ``matchup("AKs", "TT")``; needs no table.

    For two combinations see ``MatchupTable.lookup``.

    Args:
        hand: The name of the first class.
        opponent: The name of the second.

    Raises:
        ValueError: If a text names no class of starting hands.
    """
    row, column = class_index(hand), class_index(opponent)
    table = _table()
    wins, ties, pairs = (int(table[name][row, column]) for name in DATASETS)
    return Matchup(wins, ties, HEADS_UP_BOARDS * pairs - wins - ties, pairs)


def class_results() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Deals that the row's class wins of the column's, that they tie, and pairs of combinations, int64 [169, 169] each."""
    wins, ties, pairs = (_table()[name].astype(np.int64) for name in DATASETS)
    return wins, ties, pairs


def class_equities() -> NDArray[np.float64]:
    """Equity of the row's class against the column's, ties halved, float64 [169, 169]; needs no table.

    Classes are in the order of ``hand_classes.CLASS_NAMES``. Exact up to the rounding of the one division.
    """
    wins, ties, pairs = class_results()
    return np.asarray((2 * wins + ties) / (2 * HEADS_UP_BOARDS * pairs))


def class_equities_at_random() -> NDArray[np.float64]:
    """Equity of each class against one opponent with any hand, float64 [169]; needs no table.

    The same fraction as the numerators of ``preflop_strength`` over their denominator.
    """
    table = _table()
    points = (2 * table["class_wins"].astype(np.int64) + table["class_ties"]).sum(axis=1)
    return np.asarray(points / (2 * HEADS_UP_BOARDS * table["class_pairs"].sum(axis=1, dtype=np.int64)))


def write_packaged(table: Table, path: str | os.PathLike[str] = PACKAGED) -> None:
    """Write the packaged copy from the table `preflop_matchups`; the same bytes from the same content."""
    write_table(
        path,
        name="class_matchups",
        kind="class_matchups",
        arrays={name: table[name] for name in DATASETS},
        attributes={
            "title": "Exact match-ups of the 169 classes of starting hands",
            "units": table.attributes["units"],
            "classes": table.attributes["classes"],
            "boards": HEADS_UP_BOARDS,
        },
        dataset_attributes={name: table.dataset_attributes(name) for name in DATASETS},
    )


@cache
def _table() -> Table:
    return open_table(PACKAGED)
