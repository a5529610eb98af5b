"""Preflop match-ups: the table, the packaged copy for hand classes, and lookups."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import preflop as _preflop
from pokerdata._support import html
from pokerdata.cards import COMBINATION_COUNT, HEADS_UP_BOARDS, as_cards, combination_index, format_cards
from pokerdata.cards.combinations import CLASS_COUNT, class_index
from pokerdata.pipeline.store import Table, find_table, open_table, write_table
from pokerdata.pipeline.store.layouts import Layout, layout_of
from pokerdata.pipeline.store.table import Within

#: Name of the table.
MATCHUPS = "preflop_matchups"


def is_built() -> bool:
    """Return whether the table exists in one of the search folders."""
    return find_table(MATCHUPS) is not None


@cache
def all_matchups() -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return boards that each combo wins and ties against each, both uint32 [1326, 1326].

    They are read from the table if it exists, else counted in some seconds.
    """
    if not is_built():
        return _preflop.matchups()
    with open_table(MATCHUPS) as table:
        return np.array(table["wins"]), np.array(table["ties"])


class MatchupTable(Table):
    """Exact results of every pair of combos over all 1,712,304 boards; see docs/formats.md."""

    KIND = "preflop_matchups"

    def lookup(self, holes: ArrayLike, opponents: ArrayLike) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Return how many of the 1,712,304 boards the hands win and tie.

        Args:
            holes: Integers [..., 2] or text.
            opponents: Opposing hands in the same format; leading dimensions broadcast.

        Returns:
            Wins and ties, both uint32 [...].

        Raises:
            ValueError: If shapes or cards are invalid, or two hands share a card.
        """
        holes, opponents = as_cards(holes, "holes"), as_cards(opponents, "opponents")
        row, column = combination_index(holes), combination_index(opponents)
        try:
            row, column = np.broadcast_arrays(row, column)
        except ValueError:
            raise ValueError(
                f"holes and opponents: expected equal leading dimensions, or one hand, got shapes {holes.shape} and "
                f"{opponents.shape}; e.g. (10, 2) and (2,)"
            ) from None
        shared = np.flatnonzero((holes[..., :, None] == opponents[..., None, :]).any(axis=(-2, -1)))
        if shared.size:
            where = int(shared[0])
            ours, theirs = (
                format_cards(np.broadcast_to(cards, (*row.shape, 2)).reshape(-1, 2)[where])
                for cards in (holes, opponents)
            )
            raise ValueError(
                f"hands: expected different cards, got {ours} and {theirs}, which share a card (position {where}); "
                "e.g. 'As Kd' and 'Th Td'"
            )
        return self["wins"][row, column], self["ties"][row, column]

    def equity(self, holes: ArrayLike, opponents: ArrayLike) -> NDArray[np.float64]:
        """Return the share of the pot, ties halved, float64 [...].

        Args:
            holes: As for `lookup`.
            opponents: As for `lookup`.

        Raises:
            ValueError: As `lookup`.
        """
        wins, ties = self.lookup(holes, opponents)
        shares: NDArray[np.float64] = (wins + ties / 2) / HEADS_UP_BOARDS
        return shares


_BOARDS = Within(0, HEADS_UP_BOARDS)
_HANDS, _CLASSES = (COMBINATION_COUNT, COMBINATION_COUNT), (CLASS_COUNT, CLASS_COUNT)


@layout_of(MatchupTable)
def _layout(_: MatchupTable) -> Layout:
    return {
        "wins": ("<u4", _HANDS, _BOARDS),
        "ties": ("<u4", _HANDS, _BOARDS),
        "class_wins": ("<u4", _CLASSES),
        "class_ties": ("<u4", _CLASSES),
        "class_pairs": ("|u1", _CLASSES, Within(1, 144)),
    }


#: The packaged file, 260 kB. A test builds the table again and compares.
PACKAGED = Path(__file__).parent / "class_matchups.h5"
DATASETS = ("class_wins", "class_ties", "class_pairs")


@dataclass(frozen=True)
class Matchup:
    """Exact all-in result of two hand classes: deals of both hands and the board.

    Attributes:
        wins: Deals that the first class wins.
        ties: Deals that the two classes tie.
        losses: Deals that the first class loses.
        pairs: Pairs of combos that share no card; wins + ties + losses = 1,712,304 * pairs.
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
    """Return the exact match-up of two hand classes, e.g. ``matchup("AKs", "TT")``; needs no table.

    For two combos see ``MatchupTable.lookup``.

    Args:
        hand: The name of the first class.
        opponent: The name of the second.

    Raises:
        ValueError: If a text is not a class of starting hands.
    """
    row, column = class_index(hand), class_index(opponent)
    table = _table()
    wins, ties, pairs = (int(table[name][row, column]) for name in DATASETS)
    return Matchup(wins, ties, HEADS_UP_BOARDS * pairs - wins - ties, pairs)


def class_results() -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return deals that the row's class wins from the column's, deals tied, and pairs of combos, int64 [169, 169] each."""
    wins, ties, pairs = (_table()[name].astype(np.int64) for name in DATASETS)
    return wins, ties, pairs


def class_equities() -> NDArray[np.float64]:
    """Return the equity of the row's class against the column's, ties halved, float64 [169, 169]; needs no table.

    Classes are in the order of ``pokerdata.cards.combinations.CLASS_NAMES``. Exact except for the rounding of one division.
    """
    wins, ties, pairs = class_results()
    return np.asarray((2 * wins + ties) / (2 * HEADS_UP_BOARDS * pairs))


def class_equities_at_random() -> NDArray[np.float64]:
    """Return the equity of each class against one opponent with any hand, float64 [169]; needs no table.

    It is the same fraction as the numerators of ``preflop_strength`` over their denominator.
    """
    table = _table()
    points = (2 * table["class_wins"].astype(np.int64) + table["class_ties"]).sum(axis=1)
    return np.asarray(points / (2 * HEADS_UP_BOARDS * table["class_pairs"].sum(axis=1, dtype=np.int64)))


def write_packaged(table: Table, path: str | os.PathLike[str] = PACKAGED) -> None:
    """Write the packaged copy from the table `preflop_matchups`; equal content gives equal bytes."""
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
