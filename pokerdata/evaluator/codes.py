"""What a strength code says: category, ranks, words, dense class, Brecher's form."""

from __future__ import annotations

from functools import cache
from operator import index
from typing import overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import evaluator as _evaluator
from pokerdata.cards import as_array

#: Category names in rising strength; ``category`` returns indices into it.
CATEGORIES: tuple[str, ...] = tuple(_evaluator.category_names())


@overload
def describe(codes: int) -> str: ...
@overload
def describe(codes: ArrayLike) -> str | NDArray[np.str_]: ...
def describe(codes: ArrayLike) -> str | NDArray[np.str_]:
    """Strength codes in words, e.g. ``pair of queens, kickers A 9 4``.

    Args:
        codes: Strength codes, integers [...].

    Returns:
        A str for a single code, else an array of them of the same shape.

    Raises:
        ValueError: If one is no hand's code.
    """
    if isinstance(codes, str | bytes) or as_array(codes).ndim == 0:
        return _evaluator.words(_checked_code(codes))
    return _words()[code_to_class(codes)]


def brecher(code: int) -> int:
    """Brecher's 32-bit form of a strength code (``0000 VVVV TTTT BBBB`` and a 16-bit kicker map).

    V is the category (0 high card .. 8 straight flush), T the high pair of two pair, B the rank (2..14, a wheel's top is 5)
    of quads, trips, low pair, pair or straight top; bit r - 2 of the map is a kicker of rank r.

    Args:
        code: A strength code.

    Raises:
        ValueError: If it is no hand's code.
    """
    return _evaluator.brecher(_checked_code(code))


def category(codes: ArrayLike) -> NDArray[np.uint8]:
    """Category of each strength code, 0 (high card) to 8 (straight flush), as uint8 of the same shape.

    Args:
        codes: Strength codes, integers [...]; whether any hand has them is not checked.

    Raises:
        ValueError: If they are no integers.
    """
    bounds = np.array([0x2000, 0x9000, 0xA000, 0xB000, 0xC000, 0xE000, 0xFE00, 0xFF00])
    return np.searchsorted(bounds, as_codes(codes), side="right").astype(np.uint8)


def ranks(codes: ArrayLike) -> NDArray[np.uint8]:
    """The five ranks (0..12 = 2..A) that each strength code stands for, most important first.

    Args:
        codes: Strength codes, integers [...].

    Returns:
        uint8 [..., 5]: groups first, as in 9 9 9 4 4; the ace of a wheel is last.

    Raises:
        ValueError: If one is no hand's code.
    """
    found: NDArray[np.uint8] = _class_ranks()[code_to_class(codes)]
    return found


def as_codes(codes: ArrayLike, name: str = "codes") -> NDArray[np.integer]:
    """``codes`` as an array of integers; ValueError for anything else. Whether a hand has them is not asked."""
    array = as_array(codes)
    if array.size and array.dtype.kind not in "iu":
        raise ValueError(
            f"{name}: expected hand strength codes, as evaluate() returns them, got dtype {array.dtype}; e.g. 65472"
        )
    return array if array.size else array.astype(np.uint16)


@cache
def all_codes() -> NDArray[np.uint16]:
    """The codes of all 7,462 classes in rising order, read-only."""
    found = _evaluator.classes()
    found.setflags(write=False)
    return found


@cache
def _class_ranks() -> NDArray[np.uint8]:
    return _evaluator.class_ranks()


@cache
def _words() -> NDArray[np.str_]:
    return np.array([_evaluator.words(code) for code in all_codes().tolist()])


def code_to_class(codes: ArrayLike) -> NDArray[np.uint16]:
    """Dense class of each strength code, 0 (7-5-4-3-2) to 7461 (royal flush), as uint16 of the same shape.

    Args:
        codes: Strength codes, integers [...].

    Raises:
        ValueError: If one is no hand's code.
    """
    values = as_codes(codes)
    result = np.searchsorted(all_codes(), values)
    wrong = all_codes()[np.minimum(result, len(all_codes()) - 1)] != values
    if np.any(wrong):
        raise ValueError(
            f"hand strength code: expected what evaluate() returned, got {values[wrong].ravel()[0]}, which no hand "
            "has; e.g. 65472"
        )
    return result.astype(np.uint16)


def class_to_code(classes: ArrayLike) -> NDArray[np.uint16]:
    """Strength code of each dense class, as uint16 of the same shape.

    Args:
        classes: Integers [...], 0 (7-5-4-3-2) to 7461 (royal flush).

    Raises:
        ValueError: If they are no integers, or one is outside that range.
    """
    values = as_array(classes)
    if values.dtype.kind not in "iu":
        raise ValueError(f"classes: expected integers 0 to 7461, got dtype {values.dtype}; e.g. 7461")
    if values.size and (values.min() < 0 or values.max() >= len(all_codes())):
        wrong = values.min() if values.min() < 0 else values.max()
        raise ValueError(f"class: expected 0 (7-5-4-3-2) to 7461 (royal flush), got {wrong}; e.g. 7461")
    codes: NDArray[np.uint16] = all_codes()[values]
    return codes


def _checked_code(code: object) -> int:
    try:
        value = index(code)  # type: ignore[arg-type]
    except TypeError:
        value = -1
    if not 0 <= value <= 0xFFFF:
        raise ValueError(f"hand strength code: expected what evaluate() returned, got {code!r}; e.g. 65472")
    return value
