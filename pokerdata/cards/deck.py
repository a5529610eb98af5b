"""Cards and their text.

A card is the integer ``4 * rank + suit``: rank 0..12 = 2..A, suit 0..3 = clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import cards as _cards

#: Letters of the ranks 0 to 12, in rising order.
RANKS = "23456789TJQKA"
#: Letters of the suits 0 to 3: clubs, diamonds, hearts, spades.
SUITS = "cdhs"
#: Cards of the deck.
DECK_SIZE = 52


def parse_cards(text: str) -> NDArray[np.uint8]:
    """The cards of a text, in its order, as uint8 [n].

    Args:
        text: Cards with or without blanks, in any case; ``10h`` as well as ``Th``.

    Raises:
        ValueError: If it is no text, a part of it is no card, or a card comes twice.
    """
    if not isinstance(text, str):
        raise ValueError(f"cards: expected text, got {type(text).__name__}; e.g. 'As Kd'")
    # A command line may hold bytes that are no text, which Python keeps and C++ does not take.
    return _cards.parse(text.encode("utf-8", "backslashreplace").decode("utf-8"))


def format_cards(cards: ArrayLike) -> str:
    """The text of a sequence of cards, e.g. ``As Td 9h``.

    Args:
        cards: uint8 [n] or text.

    Raises:
        ValueError: If a card is invalid or comes twice.
    """
    return _cards.format(as_cards(cards, "cards").ravel())


def as_array(values: ArrayLike) -> NDArray[Any]:
    """``values`` as an array.

    Args:
        values: An array, or what numpy makes one of. A list of lists of unequal lengths becomes an array of no usable
            dtype (object).
    """
    try:
        return np.asarray(values)
    except ValueError:
        return np.asarray(None)


def as_cards(cards: ArrayLike, name: str) -> NDArray[np.uint8]:
    """``cards`` as a C-contiguous uint8 array; text is parsed.

    Duplicates are left to the caller.

    Args:
        cards: Text, uint8 of any shape, or a list of small integers. Other dtypes are not converted silently: 300 would
            become 44.
        name: What error messages call the argument.

    Returns:
        uint8 [...].

    Raises:
        ValueError: If a card is above 51, for another dtype, or for a text that is no list of cards.
    """
    if isinstance(cards, str):
        return parse_cards(cards)
    array = as_array(cards)
    if array.size == 0:
        return array.astype(np.uint8)
    if (
        not isinstance(cards, np.ndarray)
        and array.dtype.kind in "iu"
        and array.min() >= 0
        and array.max() < 256
    ):
        array = array.astype(np.uint8)  # a list of small Python integers
    if array.dtype != np.uint8:
        raise ValueError(
            f"{name}: expected dtype uint8, 4*rank + suit from 0 to 51, got {array.dtype}; e.g. parse_cards('As Kd')"
        )
    if array.size and array.max() >= DECK_SIZE:
        raise ValueError(
            f"{name}: expected cards 4*rank + suit, 0 to 51, got {array.max()}; e.g. 51 for the ace of spades"
        )
    return np.asarray(array, order="C")  # ascontiguousarray would give a scalar an axis
