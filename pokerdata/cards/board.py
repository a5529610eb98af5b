"""The cards on the board and those out of play, as arguments that are checked."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards.deck import as_cards, format_cards
from pokerdata.cards.streets import BOARD_SIZES

#: Boards by number of cards, for messages.
EXAMPLE_BOARDS = {0: "''", 3: "'7s 6c As'", 4: "'7s 6c As Td'", 5: "'7s 6c As Td 2h'"}


def as_board(board: ArrayLike, sizes: Collection[int] = tuple(BOARD_SIZES.values())) -> NDArray[np.uint8]:
    """A board as uint8 [n], checked.

    Args:
        board: Text such as "7s 6c As", uint8 [n], or a list of small integers.
        sizes: The numbers of cards that it may have; by default 0, 3, 4 and 5.

    Raises:
        ValueError: If it is no list of cards, has another number of them, or a card comes twice.
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
    """Dead cards as uint8 [n], checked.

    Args:
        dead: Text such as "2h", uint8 [n], or a list of small integers; any number of cards.
        board: uint8 [n], as of `as_board`.

    Raises:
        ValueError: If it is no list of cards, or a card comes twice or lies on the board.
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
        format_cards(found)  # names a duplicate
    except ValueError as error:
        raise ValueError(f"{name}: {str(error).removeprefix(f'{name}: ')}") from None
    if found.ndim != 1:
        raise ValueError(f"{name}: expected a list of cards, got shape {found.shape}; e.g. '7s 6c As'")
    return found
