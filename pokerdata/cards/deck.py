"""Cards and streets, and validation of board cards and dead cards.

A card is the integer ``4 * rank + suit``: rank 0..12 = 2..A, suit 0..3 = clubs, diamonds, hearts, spades.
"""

from __future__ import annotations

from collections.abc import Collection
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import cards as _cards

#: Letters of the ranks 0 to 12, ascending.
RANKS = "23456789TJQKA"
#: Letters of the suits 0 to 3: clubs, diamonds, hearts, spades.
SUITS = "cdhs"
#: Number of cards in the deck.
DECK_SIZE = 52


def parse_cards(text: str) -> NDArray[np.uint8]:
    """Parse cards from a text, in its order, as uint8 [n].

    Args:
        text: Cards with or without blanks, in upper or lower case; ``10h`` as well as ``Th``.

    Raises:
        ValueError: If it is not a text, part of it is not a card, or a card is repeated.
    """
    if not isinstance(text, str):
        raise ValueError(f"cards: expected text, got {type(text).__name__}; e.g. 'As Kd'")
    # Command lines may contain bytes that are not text: Python keeps them, but C++ does not accept them.
    return _cards.parse(text.encode("utf-8", "backslashreplace").decode("utf-8"))


def format_cards(cards: ArrayLike) -> str:
    """Format a sequence of cards as text, e.g. ``As Td 9h``.

    Args:
        cards: Integers [n] or text.

    Raises:
        ValueError: If a card is invalid or repeated.
    """
    return _cards.format(as_cards(cards, "cards").ravel())


def as_array(values: ArrayLike) -> NDArray[Any]:
    """Convert ``values`` to an array.

    Args:
        values: An array, or anything that NumPy converts to one. A list of lists of unequal lengths becomes an array of
            dtype object.
    """
    try:
        return np.asarray(values)
    except ValueError:
        return np.asarray(None)


def as_cards(cards: ArrayLike, name: str) -> NDArray[np.uint8]:
    """Convert ``cards`` to a C-contiguous uint8 array; parse texts.

    It only checks for repeated cards within one text; callers check the others.

    Args:
        cards: A text, integers of any type and shape, or a list or array of texts: one card each, or equally many each.
        name: Name of the argument in error messages.

    Returns:
        uint8, in the shape of the integers. A text of n cards becomes [n]; a list of texts [texts], or [texts, n] if
        each has n > 1 cards.

    Raises:
        ValueError: If a card is not 0 to 51, a text is not a list of cards, or the type is wrong, such as float or bool.
    """
    array = as_card_numbers(cards, name)
    if array.size and array.max() >= DECK_SIZE:
        raise _not_in_the_deck(name, array.max())
    return np.asarray(array, order="C")  # ascontiguousarray would add an axis to a scalar


def as_card_numbers(cards: ArrayLike, name: str) -> NDArray[np.uint8]:
    """Convert ``cards`` to uint8 in any memory order, like `as_cards`; callers check numbers from 52 to 255."""
    if isinstance(cards, str):
        return parse_cards(cards)
    array = as_array(cards)
    if array.dtype == np.uint8:
        return array
    if array.size == 0:
        return array.astype(np.uint8)
    if array.dtype.kind == "U":
        return _parsed(array, name)
    if array.dtype.kind not in "iu":
        raise ValueError(
            f"{name}: expected cards as text or integers 4*rank + suit from 0 to 51, got dtype {array.dtype}; e.g. 'As Kd'"
        )
    for wrong in (array.min(), array.max()):
        if not 0 <= wrong < 256:
            raise _not_in_the_deck(name, wrong)
    return array.astype(np.uint8)


def _parsed(texts: NDArray[np.str_], name: str) -> NDArray[np.uint8]:
    """Parse texts with equal numbers of cards; texts of one card get no axis of their own."""
    rows = [parse_cards(text) for text in texts.ravel().tolist()]
    sizes = sorted({len(row) for row in rows})
    if len(sizes) > 1:
        raise ValueError(
            f"{name}: expected texts of equally many cards, got some of {sizes[0]} and some of {sizes[-1]}; "
            "e.g. ['As Kd', 'Qh Qc']"
        )
    shape = texts.shape if sizes == [1] and texts.ndim else (*texts.shape, *sizes)
    return np.concatenate(rows).reshape(shape)


def _not_in_the_deck(name: str, card: int) -> ValueError:
    return ValueError(
        f"{name}: expected cards 4*rank + suit, 0 to 51, got {card}; e.g. 51 for the ace of spades"
    )


#: Number of board cards on each street.
BOARD_SIZES = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
#: Names of the streets, in order.
STREETS = tuple(BOARD_SIZES)
#: Number of opposing hands, given our hand and the board of each street: 1,225, 1,081, 1,035 and 990.
OPPOSING_HANDS = {street: comb(DECK_SIZE - 2 - size, 2) for street, size in BOARD_SIZES.items()}
#: Number of boards given two hands: 1,712,304.
HEADS_UP_BOARDS = comb(DECK_SIZE - 4, BOARD_SIZES["river"])


#: Boards by number of cards, for messages.
EXAMPLE_BOARDS = {0: "''", 3: "'7s 6c As'", 4: "'7s 6c As Td'", 5: "'7s 6c As Td 2h'"}


def as_board(board: ArrayLike, sizes: Collection[int] = tuple(BOARD_SIZES.values())) -> NDArray[np.uint8]:
    """Check a board, and return it as uint8 [n].

    Args:
        board: Text such as "7s 6c As", uint8 [n], or a list of small integers.
        sizes: Allowed numbers of cards; by default 0, 3, 4 and 5.

    Raises:
        ValueError: If it is not a list of cards, has another number of them, or repeats a card.
    """
    cards = _as_list(board, "board")
    if len(cards) not in sizes:
        *others, last = map(str, sizes)
        raise ValueError(
            f"board: expected {', '.join(others)} or {last} cards, got {len(cards)}; e.g. "
            f"{EXAMPLE_BOARDS[max(sizes)]}"
        )
    return cards


def as_dead(dead: ArrayLike, board: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Check dead cards, and return them as uint8 [n].

    Args:
        dead: Text such as "2h", uint8 [n], or a list of small integers; any number of cards.
        board: uint8 [n], as from `as_board`.

    Raises:
        ValueError: If it is not a list of cards, or a card is repeated or is on the board.
    """
    cards = _as_list(dead, "dead")
    if np.isin(cards, board).any():
        raise ValueError(
            f"board and dead cards: expected each card once, got {format_cards(board)} and {format_cards(cards)}, "
            "which share a card; e.g. board '7s 6c As' and dead '2h'"
        )
    return cards


def _as_list(cards: ArrayLike, name: str) -> NDArray[np.uint8]:
    try:
        found = as_cards(cards, name)
        format_cards(found)  # raises an error that names a duplicate
    except ValueError as error:
        raise ValueError(f"{name}: {str(error).removeprefix(f'{name}: ')}") from None
    if found.ndim != 1:
        raise ValueError(f"{name}: expected a list of cards, got shape {found.shape}; e.g. '7s 6c As'")
    return found
