"""Hole cards: the 1,326 combos, the 169 hand classes and their grid, and sums over hands that share no card.

The index of the combo of cards ``a < b`` is ``b * (b - 1) / 2 + a``, 0 to 1325.

Hand classes are numbered row by row through the usual 13 x 13 grid: ranks descend from the ace, pairs are on the
diagonal, suited hands above it, offsuit hands below. AA is 0, AKs 1, AKo 13, 22 is 168.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata.cards.deck import DECK_SIZE, RANKS, as_cards, format_cards

#: Number of combos of two hole cards: 1,326.
COMBINATION_COUNT = comb(DECK_SIZE, 2)

_high, _low = np.tril_indices(DECK_SIZE, -1)
#: Hole cards of every combo, uint8 [1326, 2], the lower card first.
COMBINATIONS: NDArray[np.uint8] = np.stack([_low, _high], axis=1).astype(np.uint8)
#: The cards of every combo as bits, uint64 [1326].
CARD_BITS: NDArray[np.uint64] = (np.uint64(1) << COMBINATIONS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
COMBINATIONS.setflags(write=False)
CARD_BITS.setflags(write=False)


def combinations_with(cards: ArrayLike) -> NDArray[np.bool_]:
    """Return whether each combo contains one of the cards.

    Args:
        cards: uint8 [n]; not checked.

    Returns:
        bool [1326].
    """
    bits = np.bitwise_or.reduce(np.uint64(1) << np.asarray(cards, np.uint64), axis=None, initial=np.uint64(0))
    return np.asarray((CARD_BITS & bits) != 0)


def combination_index(holes: ArrayLike) -> NDArray[np.int64]:
    """Return the index of hole cards.

    Args:
        holes: Integers [..., 2] or text, the two cards in either order.

    Returns:
        int64 [...], 0 to 1325.

    Raises:
        ValueError: If the last dimension is not 2, a card is invalid, or a hand repeats a card.
    """
    holes = as_cards(holes, "holes")
    if holes.ndim == 0 or holes.shape[-1] != 2:
        raise ValueError(f"holes: expected shape (..., 2), got {holes.shape}; e.g. parse_cards('As Kd')")
    low = holes.min(axis=-1).astype(np.int64)
    high = holes.max(axis=-1).astype(np.int64)
    if np.any(low == high):
        raise ValueError(
            f"duplicate card '{format_cards(low[low == high].ravel()[:1].astype(np.uint8))}' in holes: "
            "a hand has two different cards, e.g. 'As Kd'"
        )
    index: NDArray[np.int64] = high * (high - 1) // 2 + low
    return index


_HOLDS: NDArray[np.bool_] = (COMBINATIONS[:, :, None] == np.arange(DECK_SIZE)).any(axis=1)
#: Whether a combo contains a card, 0 or 1; float64 [1326, 52], for products that are exact and fast.
_HOLDS_FLOAT: NDArray[np.float64] = _HOLDS.astype(np.float64)
#: Below this part of the sum over all pairs, a sum over pairs that share no card may be a rounding error.
_ROUNDED = 1e-9
_NARROW = 1 << 62  # sums of products below this fit into int64


def disjoint(combinations: NDArray[np.integer] | slice = slice(None)) -> NDArray[np.bool_]:
    """Return whether each of m combos (by default all) and each of all combos share no card, bool [m, 1326]."""
    return np.asarray(_HOLDS_FLOAT[combinations] @ _HOLDS_FLOAT.T == 0)


def sum_over_pairs(first: NDArray[Any], second: NDArray[Any]) -> Any:
    """Return the sum of products of numbers [..., 1326] over all pairs of combos that share no card, [...].

    It is the sum over all pairs, less the pairs that share a card; a combo shares two cards with itself. It is exact for
    whole numbers [1326], int64 or Python's int, and for float64 that are small integers.
    """
    if first.dtype != np.float64:
        most = 2 * int(first.sum()) * int(second.sum())
        kind = np.int64 if most < _NARROW and object not in (first.dtype, second.dtype) else object
        first, second = first.astype(kind), second.astype(kind)
    share_a_card = (_by_card(first) * _by_card(second)).sum(axis=-1)
    equal = (first * second).sum(axis=-1)
    return first.sum(axis=-1) * second.sum(axis=-1) - share_a_card + equal


def weight_of_pairs(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """Return the weight of all pairs of combos that share no card: 0 if and only if there is none.

    Args:
        first: float64 [1326], weights of 0 or more.
        second: Weights of the other player, in the same format.
    """
    found = float(sum_over_pairs(first, second))
    if found > _ROUNDED * float(first.sum()) * float(second.sum()):
        return found
    held, others = np.flatnonzero(first), np.flatnonzero(second)
    return float(first[held] @ (disjoint(held)[:, others] @ second[others]))


def _by_card(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return sums of the numbers of the combos that contain each card, [..., 52]."""
    if numbers.dtype == np.float64:
        return np.asarray(numbers @ _HOLDS_FLOAT)
    sums = np.zeros(DECK_SIZE, numbers.dtype)
    held = np.flatnonzero(numbers)
    for position in range(2):
        np.add.at(sums, COMBINATIONS[held, position], numbers[held])
    return sums


CLASS_COUNT = 169


def class_name(row: int, column: int) -> str:
    """Return the name of the hand class in a cell of the grid: (0, 1) is AKs and (1, 0) AKo."""
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def _class_of_combination() -> NDArray[np.uint8]:
    low, high = COMBINATIONS.T.astype(np.int64)
    near, far = 12 - high // 4, 12 - low // 4  # distance from the ace; the higher card has the higher rank
    suited = low % 4 == high % 4
    classes: NDArray[np.uint8] = np.where(suited, 13 * near + far, 13 * far + near).astype(np.uint8)
    return classes


#: Names of the hand classes, from AA to 22.
CLASS_NAMES: tuple[str, ...] = tuple(class_name(*divmod(k, 13)) for k in range(CLASS_COUNT))
#: Hand class of every combo, uint8 [1326].
CLASS_OF_COMBINATION: NDArray[np.uint8] = _class_of_combination()
#: Number of combos in every hand class: 6, 4 or 12; uint8 [169].
CLASS_SIZES: NDArray[np.uint8] = np.bincount(CLASS_OF_COMBINATION, minlength=CLASS_COUNT).astype(np.uint8)
CLASS_OF_COMBINATION.setflags(write=False)
CLASS_SIZES.setflags(write=False)


def class_index(name: str) -> int:
    """Return the number of a hand class, 0 (AA) to 168 (22), from its name; ignore case and the order of the ranks.

    Raises ValueError for any other text.
    """
    text = name.strip() if isinstance(name, str) else ""
    ranks = sorted(text[:2].upper(), key=RANKS.find, reverse=True)
    normal = "".join(ranks) + text[2:].lower()
    if normal not in CLASS_NAMES:
        raise ValueError(
            f"class of starting hands: expected two ranks, and s or o unless they are equal, got {name!r}; e.g. "
            "'AKs', 'AKo' or 'TT'"
        )
    return CLASS_NAMES.index(normal)


def sums_by_class(pairs: NDArray[Any]) -> NDArray[np.uint32]:
    """Sum numbers [1326, 1326] of pairs of combos over pairs of hand classes: [169, 169].

    At most 144 pairs of combos belong to a pair of classes, so 32 bits can hold 144 * 1,712,304.
    """
    order = np.argsort(CLASS_OF_COMBINATION, kind="stable")
    first = np.searchsorted(CLASS_OF_COMBINATION[order], np.arange(len(CLASS_NAMES)))
    rows = np.add.reduceat(pairs[order], first, axis=0, dtype=np.uint32)
    sums: NDArray[np.uint32] = np.add.reduceat(rows[:, order], first, axis=1, dtype=np.uint32)
    return sums


_CELL = "padding:1px 3px;min-width:34px;border:1px solid rgba(128,128,128,0.35);font-size:11px"
_EMPTY = "opacity:0.55"


def hand_grid(
    labels: Sequence[str],
    colours: Sequence[str],
    hints: Sequence[str],
    *,
    caption: str = "",
    notes: Iterable[str] = (),
) -> str:
    """Return an HTML table of the 169 hand classes with a label below each name.

    labels, colours, hints: one for each class; a class without a colour is dimmed. caption, notes: above and below the
    table.
    """
    cells = [
        html.Cell(name, colour, f"{name}: {hint}", "" if colour else _EMPTY, label)
        for name, label, colour, hint in zip(CLASS_NAMES, labels, colours, hints, strict=True)
    ]
    rows = [cells[13 * row : 13 * row + 13] for row in range(13)]
    return html.table(rows, caption=caption, notes=notes, aligned=["center"] * 13, cell=_CELL)
