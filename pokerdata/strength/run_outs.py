"""Opposing hands by their standing now and after each way to deal the cards to come, beside one hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import strength as _strength
from pokerdata.cards import BOARD_SIZES, DECK_SIZE, combinations_with
from pokerdata.strength.standings import exact_standings

_HANDS = 32  # whose counts are in memory at once, 80 kB each on the flop


@dataclass(frozen=True)
class RunOuts:
    """Counts beside one hand, ahead, tied and behind in the last axes, with weights that are whole numbers: int64, or
    Python's int (dtype object).

    now : [3], on the present board
    one : [n, 3, 3], now and after each next card; None on the river
    two : [n, 3, 3], now and on the river, after each pair of cards; None but on the flop
    next_cards : uint8 [n], of ``one``; pairs : uint8 [n, 2], of ``two``
    """

    now: NDArray[Any]
    one: NDArray[Any] | None
    two: NDArray[Any] | None
    next_cards: NDArray[np.uint8]
    pairs: NDArray[np.uint8]

    @cached_property
    def on_river(self) -> NDArray[Any]:
        """[n, 3], after each way to complete the board."""
        last = self.one if self.two is None else self.two
        return self.now[None] if last is None else last.sum(axis=1)

    @cached_property
    def after_next(self) -> NDArray[Any]:
        """[n, 3], after each next card and all that may follow; on the river as it is now."""
        if self.two is None:
            return self.on_river
        by_card = np.zeros((DECK_SIZE, 3), self.two.dtype)
        for position in range(2):
            np.add.at(by_card, self.pairs[:, position], self.on_river)
        return by_card[self.next_cards]


def run_outs(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    ratios: NDArray[Any],
) -> Iterator[RunOuts]:
    """Those of each hand, uint8 [m, 2], in turn, against the hands that the opponent holds as ``ratios`` [1326] says: whole
    numbers as `pokerdata.Range.ratios` gives them. board: 3 to 5 cards.

    Cards that are dead are neither dealt nor held. Three milliseconds a hand on the flop, less later; as much again for
    each further 32 bits of Python's int.
    """
    ratios = np.where(combinations_with(dead), 0, ratios)
    to_come = range(1 + BOARD_SIZES["river"] - len(board))
    for start in range(0, len(holes), _HANDS):
        some = np.ascontiguousarray(holes[start : start + _HANDS])
        counted = [exact_standings(some, board, extra, ratios, each=True) for extra in to_come]
        for k, hole in enumerate(some):
            dealt = [_strength.run_outs(hole, board, extra) for extra in to_come]
            live = [~np.isin(cards, dead).any(axis=1) for cards in dealt]
            now, one, two = (
                counted[extra][k][live[extra]] if extra in to_come else None for extra in range(3)
            )
            assert now is not None
            yield RunOuts(
                now=np.diagonal(now[0]),
                one=one,
                two=two,
                next_cards=dealt[1][live[1], 0] if one is not None else np.zeros(0, np.uint8),
                pairs=dealt[2][live[2]] if two is not None else np.zeros((0, 2), np.uint8),
            )
