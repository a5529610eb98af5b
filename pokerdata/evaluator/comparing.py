"""Comparing hands by their strength codes: who wins, the places of all, sorting."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import combination_index, combinations_with
from pokerdata.evaluator.codes import as_codes
from pokerdata.evaluator.evaluation import evaluate, evaluate_boards


def compare(a: ArrayLike, b: ArrayLike) -> NDArray[np.int8]:
    """1 where code a is the stronger one, -1 where b is, 0 where they are equal.

    Args:
        a: Strength codes, integers [...].
        b: The same, of a shape that broadcasts with that of a.

    Returns:
        int8 of the broadcast shape.

    Raises:
        ValueError: For another dtype, or if the shapes do not fit.
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
    """The strongest code along an axis, e.g. of the players; the axis is gone from the result.

    Args:
        codes: Strength codes, integers [...].
        axis: The axis to compare along; by default the last.

    Raises:
        ValueError: If the codes are no integers, or the axis does not exist or has no entry.
    """
    array = _with_axis(codes, axis)
    found: NDArray[np.uint16] = array.max(axis=axis)
    return found


def winners(codes: ArrayLike, axis: int = -1) -> NDArray[np.bool_]:
    """Who holds the strongest code along an axis, as a mask of the same shape; several where they tie.

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
    """The place of each code along an axis: 1 for the strongest, and 1 + the number of stronger ones.

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
    # A code takes the place of the first of its equals.
    starts = np.ones(array.shape, bool)
    starts[..., 1:] = falling[..., 1:] != falling[..., :-1]
    place = np.maximum.accumulate(np.where(starts, position, 0), axis=-1)
    result = np.empty(array.shape, np.int64)
    np.put_along_axis(result, order, place, axis=-1)
    return np.moveaxis(result, -1, axis)


def sort_hands(cards: NDArray[np.uint8], *, threads: int = 0) -> NDArray[np.uint8]:
    """Hands of 5, 6 or 7 cards, the strongest first; equal ones keep their order.

    Args:
        cards: uint8 [hands, 5|6|7].
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        A copy of the same shape.

    Raises:
        ValueError: As `evaluate`, and for other than two dimensions.
    """
    array = np.asarray(cards)
    codes = evaluate(array, threads=threads)
    if codes.ndim != 1:
        raise ValueError(f"cards: expected shape (hands, 5), (hands, 6) or (hands, 7), got {array.shape}")
    order = np.argsort(np.uint16(0xFFFF) - codes, kind="stable")
    hands: NDArray[np.uint8] = array[order]
    return hands


def behind_and_tied(
    hole: NDArray[np.uint8], board: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which combinations are weaker than a hand and which as strong on a board of 3 to 5 cards, bool [1326] both; False
    for those that share a card with either."""
    codes = evaluate_boards(board)  # 0 where the board blocks
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
