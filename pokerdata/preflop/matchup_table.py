"""The table of match-ups for raw hands."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import COMBINATION_COUNT, HEADS_UP_BOARDS, as_cards, combination_index, format_cards
from pokerdata.cards.hand_classes import CLASS_COUNT
from pokerdata.store import Table
from pokerdata.store.layouts import Layout, layout_of


class MatchupTable(Table):
    """Exact results of every pair of combinations over all 1,712,304 boards; see docs/formats.md."""

    KIND = "preflop_matchups"

    def lookup(self, holes: ArrayLike, opponents: ArrayLike) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
        """Boards, of 1,712,304, that the hands win and tie.

        Args:
            holes: uint8 [..., 2] or text.
            opponents: The same; leading dimensions broadcast.

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
        return np.asarray(self["wins"][row, column]), np.asarray(self["ties"][row, column])

    def equity(self, holes: ArrayLike, opponents: ArrayLike) -> NDArray[np.float64]:
        """Share of the pot, ties halved, float64 [...].

        Args:
            holes: As of `lookup`.
            opponents: As of `lookup`.

        Raises:
            ValueError: As `lookup`.
        """
        wins, ties = self.lookup(holes, opponents)
        return np.asarray((wins + ties / 2) / HEADS_UP_BOARDS)


_HANDS, _CLASSES = (COMBINATION_COUNT, COMBINATION_COUNT), (CLASS_COUNT, CLASS_COUNT)


@layout_of(MatchupTable)
def _layout(_: MatchupTable) -> Layout:
    return {
        "wins": ("<u4", _HANDS),
        "ties": ("<u4", _HANDS),
        "class_wins": ("<u4", _CLASSES),
        "class_ties": ("<u4", _CLASSES),
        "class_pairs": ("|u1", _CLASSES),
    }
