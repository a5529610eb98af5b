"""Boards up to suit permutations.

A board of 3, 4 or 5 cards is a set. It is canonical if the rank masks of its four suits descend from clubs to spades.
There are 1,755 / 16,432 / 134,459 canonical boards, numbered in the order of ``set_index``.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import isomorphism as _isomorphism
from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.cards import DECK_SIZE, as_cards, format_cards

__all__ = [
    "CANONICAL_BOARDS",
    "SUIT_PERMUTATIONS",
    "Boards",
    "boards",
    "canonicalize",
    "combination_maps",
    "recoloured",
    "set_index",
]

#: The 24 suit permutations in lexicographic order, uint8 [24, 4]: the new suit of each suit.
SUIT_PERMUTATIONS: NDArray[np.uint8] = _isomorphism.suit_permutations()

#: Number of canonical boards of 3, 4 and 5 cards.
CANONICAL_BOARDS = {3: 1_755, 4: 16_432, 5: 134_459}

# C(n, k) for n < 52, k <= 5.
_BINOMIALS = np.zeros((DECK_SIZE, 6), np.int64)
_BINOMIALS[:, 0] = 1
for _n in range(1, DECK_SIZE):
    _BINOMIALS[_n, 1:] = _BINOMIALS[_n - 1, 1:] + _BINOMIALS[_n - 1, :-1]


class Boards(NamedTuple):
    """All boards of one size.

    Attributes:
        cards: Canonical boards, cards ascending, uint8 [n, size].
        orbit: Number of raw boards that each canonical board stands for, uint8 [n].
        canonical: By ``set_index`` of a raw board: its canonical board, uint32 [C(52, size)].
        permutation: By ``set_index`` of a raw board: the suit permutation (index into SUIT_PERMUTATIONS) that maps it to the
            canonical board, uint8 [C(52, size)].
        next: For a canonical board and one more card, the canonical board of the next street, uint32 [n, 52]; 0xFFFFFFFF
            if the card is on the board. None on the river.
        next_permutation: The suit permutation that maps to it, uint8 [n, 52]. None on the river.
    """

    cards: NDArray[np.uint8]
    orbit: NDArray[np.uint8]
    canonical: NDArray[np.uint32]
    permutation: NDArray[np.uint8]
    next: NDArray[np.uint32] | None
    next_permutation: NDArray[np.uint8] | None

    def __repr__(self) -> str:
        count, size = self.cards.shape
        return brief(self, f"{count:,} canonical of {len(self.canonical):,} boards of {size} cards")

    def _repr_html_(self) -> str:
        arrays = [(name, array) for name, array in self._asdict().items() if array is not None]
        rows = [(name, str(array.dtype), " x ".join(map(str, array.shape))) for name, array in arrays]
        return html.table(rows, head=("array", "type", "shape"), caption=repr(self), left=2)


@cache
def boards(size: int) -> Boards:
    """Return the boards of 3, 4 or 5 cards.

    The first call takes 0.1 s for each size; later calls return the same object.

    Args:
        size: 3, 4 or 5.

    Raises:
        ValueError: If the size is wrong.
    """
    parts = _isomorphism.boards(size)
    return Boards(
        parts["cards"],
        parts["orbit"],
        parts["canonical"],
        parts["permutation"],
        parts.get("next"),
        parts.get("next_permutation"),
    )


@cache
def combination_maps() -> NDArray[np.uint16]:
    """Return the image of each combo under each suit permutation, uint16 [24, 1326]."""
    return _isomorphism.combination_maps()


def recoloured(cards: NDArray[np.uint8] | int, suits: NDArray[np.integer[Any]]) -> NDArray[np.uint8]:
    """Return cards in other suits, without checks.

    Args:
        cards: uint8 of any shape, or one card.
        suits: The new suit of each suit, [4], such as a row of SUIT_PERMUTATIONS.

    Returns:
        uint8 of the shape of `cards`.
    """
    found: NDArray[np.uint8] = np.asarray(cards // 4 * 4 + suits[cards % 4], np.uint8)[()]
    return found


def set_index(cards: ArrayLike) -> NDArray[np.int64]:
    """Return the number of a set of k <= 5 cards among all sets of k: ``C(a,1) + C(b,2) + ...`` for cards a < b < ...

    Args:
        cards: Integers [..., k] or text, the cards in any order; k from 1 to 5.

    Returns:
        int64 [...].

    Raises:
        ValueError: If a card is invalid or repeated in a set, or k is wrong.
    """
    array = np.sort(as_cards(cards, "cards"), axis=-1)
    if array.ndim == 0 or not 1 <= array.shape[-1] <= 5:
        raise ValueError(
            f"cards: expected shape (..., k) with k from 1 to 5, got {array.shape}; e.g. (1000, 3)"
        )
    same = array[..., 1:] == array[..., :-1]
    if np.any(same):
        card = array[..., 1:][same].ravel()[:1]
        raise ValueError(
            f"duplicate card '{format_cards(card)}': every card may come once on a board, e.g. '7s 6c As'"
        )
    index: NDArray[np.int64] = _BINOMIALS[array, np.arange(1, array.shape[-1] + 1)].sum(axis=-1)
    return index


def canonicalize(board: ArrayLike) -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Return the canonical board and the suit permutation of raw boards.

    Args:
        board: Integers [..., 3|4|5] or text, the cards in any order.

    Returns:
        The number of the canonical board, uint32 [...], and the index of the permutation that maps the raw suits to the
        canonical ones, uint8 [...].

    Raises:
        ValueError: If a card is invalid or repeated on a board, or the size is wrong.
    """
    array = as_cards(board, "board")
    if array.ndim == 0 or array.shape[-1] not in CANONICAL_BOARDS:
        raise ValueError(
            f"board: expected 3, 4 or 5 cards, got shape {array.shape}; e.g. parse_cards('7s 6c As')"
        )
    raw = set_index(array)
    table = boards(array.shape[-1])
    return table.canonical[raw], table.permutation[raw]
