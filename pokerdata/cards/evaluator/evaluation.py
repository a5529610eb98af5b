"""Evaluate hands, compare them, and share pots."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import evaluator as _evaluator
from pokerdata.cards import COMBINATION_COUNT, as_cards, combination_index, combinations_with
from pokerdata.cards.combinations import sum_over_pairs
from pokerdata.cards.deck import as_card_numbers
from pokerdata.cards.evaluator.codes import CATEGORIES, as_codes
from pokerdata.errors import MORE_MEMORY, CapacityError


@overload
def evaluate(cards: str, *, threads: int = 0) -> int: ...
@overload
def evaluate(cards: ArrayLike, *, threads: int = 0) -> Any: ...
def evaluate(cards: ArrayLike, *, threads: int = 0) -> int | NDArray[np.uint16]:
    """Return the strength code of each hand of 5, 6 or 7 cards; a greater code is a stronger hand.

    The codes are from Zopf 2010 (see docs/formats.md). A hand takes about a nanosecond if the array is uint8 in C
    order, or in Fortran order (each card in its own column); neither is copied. Other types are converted first, and other
    strides take longer. A call costs two microseconds, so pass many hands at once. It releases the GIL.

    >>> evaluate("As Ks Qs Js Ts")
    65472
    >>> evaluate([[51, 47, 43, 39, 35], [0, 4, 8, 12, 17]])
    array([65472, 46080], dtype=uint16)

    Args:
        cards: Integers of any type, [..., 5|6|7] in any memory order; or a text, which is one hand; or a list of texts, one
            for each hand or one for each card of a hand.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        A Python int for one hand, else uint16 [...].

    Raises:
        ValueError: If a card is not 0 to 51 or is repeated in a hand (the message has the hand's number in C order), or the
            type, such as float, or the shape is wrong.
        CapacityError: If there is not enough memory for the codes.
    """
    array = as_card_numbers(cards, "cards")
    if array.ndim == 0 or array.shape[-1] not in (5, 6, 7):
        raise ValueError(
            f"cards: expected shape (..., 5), (..., 6) or (..., 7), got {array.shape}; e.g. (1000, 7)"
        )
    try:
        if array.ndim == 2:
            return _evaluator.evaluate_hands(array, threads)
        codes = _evaluator.evaluate_hands(array.reshape(-1, array.shape[-1]), threads)
    except MemoryError as error:
        raise CapacityError(MORE_MEMORY) from error
    return int(codes[0]) if array.ndim == 1 else codes.reshape(array.shape[:-1])


def evaluate_boards(boards: ArrayLike, *, threads: int = 0) -> NDArray[np.uint16]:
    """Return strength codes of all hole cards on boards of 3, 4 or 5 cards.

    It takes about half a microsecond a board, and releases the GIL.

    Args:
        boards: Integers [..., 3|4|5] or text.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        uint16 [..., 1326], by combo; 0 if a hole card is on the board.

    Raises:
        ValueError: If a card is above 51 or repeated on a board, or the dtype or shape is wrong.
        CapacityError: If there is not enough memory for the codes.
    """
    array = as_cards(boards, "boards")
    if array.ndim == 0 or array.shape[-1] not in (3, 4, 5):
        raise ValueError(
            f"boards: expected shape (..., 3), (..., 4) or (..., 5), got {array.shape}; e.g. parse_cards('Ah Kd 2c')"
        )
    rows = array.reshape(-1, array.shape[-1])
    try:
        return _evaluator.evaluate_boards(rows, threads).reshape(*array.shape[:-1], COMBINATION_COUNT)
    except MemoryError as error:
        raise CapacityError(MORE_MEMORY) from error


def count_categories(cards: int = 7, *, threads: int = 0) -> dict[str, int]:
    """Count the hands of 5, 6 or 7 cards in each category, by enumeration.

    Args:
        cards: 5, 6 or 7; for 7, 133,784,560 hands are enumerated.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        The number of hands by the name of the category.

    Raises:
        ValueError: If the number of cards or threads is wrong.
    """
    return dict(zip(CATEGORIES, _evaluator.count_categories(cards, threads), strict=True))


def compare(a: ArrayLike, b: ArrayLike) -> NDArray[np.int8]:
    """Compare codes: 1 if code a is stronger, -1 if code b is, 0 if they are equal.

    Args:
        a: Strength codes, integers [...].
        b: Strength codes of a shape that broadcasts with a.

    Returns:
        int8 of the broadcast shape.

    Raises:
        ValueError: If the dtype is wrong, or the shapes do not fit.
    """
    first, second = as_codes(a, "a"), as_codes(b, "b")
    try:
        np.broadcast_shapes(first.shape, second.shape)
    except ValueError:
        raise ValueError(
            f"a and b: expected equal shapes, or one that repeats, got {first.shape} and {second.shape}; e.g. "
            "(1000,) and ()"
        ) from None
    return (first > second).astype(np.int8) - (first < second).astype(np.int8)


def best(codes: ArrayLike, axis: int = -1) -> NDArray[np.uint16]:
    """Return the strongest code along an axis, e.g. of the players; the result lacks this axis.

    Args:
        codes: Strength codes, integers [...].
        axis: The axis to compare along; by default the last.

    Raises:
        ValueError: If the codes are not integers, or the axis does not exist or is empty.
    """
    array = _with_axis(codes, axis)
    found: NDArray[np.uint16] = array.max(axis=axis)
    return found


def winners(codes: ArrayLike, axis: int = -1) -> NDArray[np.bool_]:
    """Return which codes are strongest along an axis, as a mask of the same shape, with several for ties.

    ``winners(c) / winners(c).sum(axis=-1, keepdims=True)`` is each player's share of the pot.

    Args:
        codes: Strength codes, integers [...].
        axis: The axis to compare along; by default the last.

    Raises:
        ValueError: As `best`.
    """
    array = _with_axis(codes, axis)
    mask: NDArray[np.bool_] = array == array.max(axis=axis, keepdims=True)
    return mask


def places(codes: ArrayLike, axis: int = -1) -> NDArray[np.int64]:
    """Return the place of each code along an axis: 1 for the strongest, and 1 + the number of stronger ones.

    Equal codes share a place, e.g. 1, 2, 2, 4.

    Args:
        codes: Strength codes, integers [...].
        axis: The axis to compare along; by default the last.

    Returns:
        int64 of the same shape.

    Raises:
        ValueError: As `best`.
    """
    array = np.moveaxis(_with_axis(codes, axis), axis, -1)
    order = np.argsort(array, axis=-1, kind="stable")[..., ::-1]
    falling = np.take_along_axis(array, order, axis=-1)
    position = np.arange(1, array.shape[-1] + 1)
    # Equal codes share the place of the first one.
    starts = np.ones(array.shape, bool)
    starts[..., 1:] = falling[..., 1:] != falling[..., :-1]
    place = np.maximum.accumulate(np.where(starts, position, 0), axis=-1)
    result = np.empty(array.shape, np.int64)
    np.put_along_axis(result, order, place, axis=-1)
    return np.moveaxis(result, -1, axis)


def sort_hands(cards: ArrayLike, *, threads: int = 0) -> NDArray[np.uint8]:
    """Return hands of 5, 6 or 7 cards, the strongest first; equal ones keep their order.

    Args:
        cards: Integers [hands, 5|6|7], or a list of texts, as for `evaluate`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        A copy, uint8 [hands, 5|6|7].

    Raises:
        ValueError: As `evaluate`; also if there are not two dimensions.
    """
    array = as_card_numbers(cards, "cards")
    if array.ndim != 2:
        raise ValueError(f"cards: expected shape (hands, 5), (hands, 6) or (hands, 7), got {array.shape}")
    order = np.argsort(np.uint16(0xFFFF) - evaluate(array, threads=threads), kind="stable")
    hands: NDArray[np.uint8] = array[order]
    return hands


def behind_and_tied(
    hole: NDArray[np.uint8], board: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which combos are weaker than a hand, and which are equal, on a board of 3 to 5 cards.

    Both are bool [1326]; False for combos that share a card with the hand or the board.
    """
    codes = evaluate_boards(board)  # 0 for combos that the board blocks
    ours = codes[combination_index(hole)]
    free = (codes > 0) & ~combinations_with(hole)
    return free & (codes < ours), free & (codes == ours)


def _with_axis(codes: ArrayLike, axis: int) -> NDArray[np.integer]:
    array = as_codes(codes)
    if not isinstance(axis, int) or not -array.ndim <= axis < array.ndim:
        raise ValueError(
            f"axis: expected -{array.ndim} to {array.ndim - 1} for codes of shape {array.shape}, got {axis!r}"
            if array.ndim
            else "codes: expected an array, got a single code, which has no axis to compare along; e.g. [65472, 12]"
        )
    if array.shape[axis] == 0:
        raise ValueError(
            f"codes: expected at least one along axis {axis}, got shape {array.shape}; e.g. [65472, 7801]"
        )
    return array


def pot_share(better: NDArray[np.bool_], even: NDArray[np.bool_], *ratios: NDArray[Any]) -> Fraction | None:
    """Return our mean pot share over the hands of one opponent, or over disjoint hands of two; None if there are none.

    Our hand wins the pot if it beats all others, and shares it with equal hands: 1/2 or 1/3 each.

    better, even: of our hand against each hand, bool [1326]. ratios: for each opponent the weights of its hands, whole
    numbers as from `pokerdata.Range.ratios`, [1326]; 0 for hands that it cannot have.
    """
    total = 2 * int(ratios[0].sum()) if len(ratios) == 1 else 6 * int(sum_over_pairs(*ratios))
    return Fraction(int(pot_parts(better, even, *ratios)), total) if total else None


def pot_parts(better: NDArray[np.bool_], even: NDArray[np.bool_], *weights: NDArray[Any]) -> Any:
    """Return sums of our shares, in halves of the pot against one opponent, in sixths against two; [..., 1326] gives [...].

    Exact for whole numbers, and for float64 that are small integers.
    """
    if len(weights) == 1:
        return (2 * better + even) @ weights[0]
    first, second = weights
    won, tied = (first * better, second * better), (first * even, second * even)
    of_one_more = sum_over_pairs(won[0], tied[1]) + sum_over_pairs(tied[0], won[1])
    return 6 * sum_over_pairs(*won) + 3 * of_one_more + 2 * sum_over_pairs(*tied)
