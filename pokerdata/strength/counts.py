"""Opposing hands counted by standing, now and at the showdown: what all metrics of one situation are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import strength as _strength
from pokerdata.cards import BOARD_SIZES, combination_index
from pokerdata.cards.board import as_board
from pokerdata.strength.hands import Hands, as_hands
from pokerdata.strength.opponent import Opponent, as_ratios, check_some
from pokerdata.strength.preflop import Folder, preflop_showdowns, weight_beside
from pokerdata.strength.standings import exact_standings
from pokerdata.support.arguments import as_count

#: What a metric returns: a float for one hand, float64 [...] for many, NaN for combinations that the board blocks.
Fractions = float | NDArray[np.float64]


def present_counts(holes: ArrayLike | None, board: ArrayLike, opponent: Opponent = None) -> NDArray[Any]:
    """Opposing hands that are behind, tied with and ahead of a hand on the present board: our "ahead", "tied", "behind".

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: 3 to 5 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].

    Returns:
        [..., 3]: int64 counts, or float64 sums of weights (the largest weight of the opponent taken as 1) unless all weights
        are 0 or 1. Combinations that the board blocks count nothing.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand beside one of ``holes``.
    """
    ratios = as_ratios(opponent)
    return _weighed(exact_present(holes, board, ratios), ratios)


def showdown_counts(
    holes: ArrayLike | None,
    board: ArrayLike = (),
    opponent: Opponent = None,
    threads: int = 0,
    tables: Folder = None,
) -> NDArray[Any]:
    """Showdowns won, tied and lost, over all opposing hands and all ways to complete the board.

    A hand against all others: 2.5 ms on the flop, less later. All 1,326: 20 ms on the flop, 2 seconds where the opponent
    has weights of his own. Before the flop in no time, from match-ups that come with the package.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: Empty, or 3 to 5 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        tables: The folder of the tables; by default those of `pokerdata.open_table`. Before the flop `preflop_matchups` is
            read from it where hands of one class have different weights.

    Returns:
        [..., 3]: int64 or float64, as `present_counts`.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand beside one of ``holes``.
        TableError: If the table is needed and not there.
    """
    ratios = as_ratios(opponent)
    return _weighed(exact_showdowns(holes, board, ratios, threads, tables), ratios)


def potential_counts(
    holes: ArrayLike | None,
    board: ArrayLike,
    opponent: Opponent = None,
    cards: int | None = None,
    threads: int = 0,
) -> NDArray[Any]:
    """Opposing hands and run-outs by our standing now (rows: ahead, tied, behind) and after ``cards`` more (columns).

    The cost is that of `showdown_counts`. Source: Billings et al. 2002, whose HP and HPTotal these are.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: 3 or 4 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        cards: 1 or 2; by default all that are to come.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        [..., 3, 3]: int64 or float64, as `present_counts`.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand beside one of ``holes``.
    """
    ratios = as_ratios(opponent)
    return _weighed(exact_potential(holes, board, ratios, cards, threads), ratios)


def exact_present(holes: ArrayLike | None, board: ArrayLike, ratios: NDArray[Any]) -> NDArray[Any]:
    """`present_counts` with weights that are whole numbers (see `as_ratios`), of their dtype."""
    cards = as_board(board, (3, 4, 5))
    counts = _standings(as_hands(holes, cards), cards, 0, ratios, 0)
    return np.diagonal(counts, axis1=-2, axis2=-1).copy()


def exact_showdowns(
    holes: ArrayLike | None, board: ArrayLike, ratios: NDArray[Any], threads: int, tables: Folder
) -> NDArray[Any]:
    """`showdown_counts` with weights that are whole numbers, of their dtype."""
    cards = as_board(board)
    hands = as_hands(holes, cards)
    if len(cards) == 0:
        if hands.places is None:
            check_some(hands.rows, weight_beside(combination_index(hands.rows), ratios))
        return hands.shaped(preflop_showdowns(hands.rows, ratios, tables))
    counts: NDArray[Any] = _standings(hands, cards, BOARD_SIZES["river"] - len(cards), ratios, threads).sum(
        axis=-2
    )
    return counts


def exact_potential(
    holes: ArrayLike | None, board: ArrayLike, ratios: NDArray[Any], cards: int | None, threads: int = 0
) -> NDArray[Any]:
    """`potential_counts` with weights that are whole numbers, of their dtype."""
    on_board, extra = as_potential(board, cards)
    return _standings(as_hands(holes, on_board), on_board, extra, ratios, threads)


def as_potential(board: ArrayLike, cards: int | None) -> tuple[NDArray[np.uint8], int]:
    """The board of a question for potential, and how many cards are to come; raises ValueError for invalid ones."""
    on_board = as_board(board, (3, 4))
    most = BOARD_SIZES["river"] - len(on_board)
    return on_board, most if cards is None else as_count(cards, "cards", 1, most, most)


def fractions(counts: NDArray[Any], values: NDArray[np.float64]) -> Fractions:
    """``values`` of ``counts``, NaN where nothing was counted; of a single hand as a float."""
    counted = (counts != 0).any(axis=tuple(range(values.ndim, counts.ndim)))
    return np.where(counted, values, np.nan) if values.ndim else float(values)


def _standings(
    hands: Hands, board: NDArray[np.uint8], extra: int, ratios: NDArray[Any], threads: int
) -> NDArray[Any]:
    threads = as_count(threads, "threads", 0, 1024, 2)
    counts: NDArray[Any]
    if hands.places is not None and extra > 0 and np.all(ratios == 1):  # as for the tables: much faster
        counts = _strength.potential(board, extra)[hands.places].astype(np.int64)
    else:
        counts = exact_standings(hands.rows, board, extra, ratios, threads=threads)
        if hands.places is None:
            check_some(hands.rows, counts.sum(axis=(1, 2)))
    return hands.shaped(counts)


def _weighed(counts: NDArray[Any], ratios: NDArray[Any]) -> NDArray[Any]:
    """Whole numbers as parts of the largest weight, each rounded once; as they are where that is 1."""
    largest = ratios.max()
    return counts if largest == 1 else (counts / largest).astype(np.float64)
