"""Where a table of canonical boards keeps raw hands on raw boards."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import as_cards, combination_index, combinations_with, format_cards
from pokerdata.cards.board import EXAMPLE_BOARDS
from pokerdata.isomorphism import canonicalize, combination_maps


def checked_boards(table: str, size: int, boards: ArrayLike) -> NDArray[np.uint8]:
    """Boards as uint8 [..., size]; raises ValueError, naming the table, for another last dimension."""
    array = as_cards(boards, "boards")
    if array.ndim == 0 or array.shape[-1] != size:
        raise ValueError(
            f"boards: expected {size} cards in the last dimension for {table}, got shape {array.shape}; e.g. "
            f"{EXAMPLE_BOARDS[size]}"
        )
    return array


def locate(holes: ArrayLike, boards: NDArray[np.uint8]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Rows (canonical boards) and columns (combinations) of raw hands on raw boards, whose leading dimensions broadcast.

    Raises ValueError for invalid shapes, invalid or duplicate cards, or a hole card that lies on the board.
    """
    holes = as_cards(holes, "holes")
    combination = combination_index(holes)
    shared = np.any(holes[..., :, None] == boards[..., None, :], axis=(-2, -1))
    if np.any(shared):
        where = int(np.flatnonzero(np.ravel(shared))[0])
        holes_there = np.broadcast_to(holes, (*shared.shape, 2)).reshape(-1, 2)[where]
        boards_there = np.broadcast_to(boards, (*shared.shape, boards.shape[-1])).reshape(
            -1, boards.shape[-1]
        )[where]
        raise ValueError(
            f"hole cards: expected other cards than the board, got {format_cards(holes_there)}, which share a card "
            f"with {format_cards(boards_there)} (position {where}); e.g. 'As Kd' on '7s 6c Ah'"
        )
    board, permutation = canonicalize(boards)
    return board, combination_maps()[permutation, combination]


def locate_row(board: NDArray[np.uint8]) -> tuple[tuple[Any, NDArray[Any]], Any]:
    """Where the 1,326 combinations are on one raw board, as (row, columns), and which of them the board blocks.

    Raises ValueError for more than one board, invalid or duplicate cards.
    """
    if board.ndim != 1:
        raise ValueError(f"board: expected one board, got shape {board.shape}; e.g. parse_cards('7s 6c As')")
    number, permutation = canonicalize(board)
    return (number, combination_maps()[permutation]), combinations_with(board)
