"""Opposing hands and weights, and their counts by standing, now and at showdown, as exact numbers."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import strength as _strength
from pokerdata._support.arguments import as_count
from pokerdata.cards import (
    BOARD_SIZES,
    COMBINATION_COUNT,
    COMBINATIONS,
    DECK_SIZE,
    HEADS_UP_BOARDS,
    as_cards,
    combination_index,
    combinations_with,
    format_cards,
)
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_OF_COMBINATION, CLASS_SIZES, disjoint
from pokerdata.cards.deck import as_board
from pokerdata.cards.preflop.matchups import MATCHUPS, PACKAGED
from pokerdata.cards.ranges import Range, as_range
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.errors import CapacityError
from pokerdata.pipeline.store import open_table

Folder = str | os.PathLike[str] | None


def preflop_showdowns(holes: NDArray[np.uint8], ratios: NDArray[Any], tables: Folder) -> NDArray[Any]:
    """Return showdowns won, tied and lost, [m, 3], with the opponent's weights, whole numbers [1326], in their dtype.

    If all hands of a class have equal weights, it uses the packaged match-ups of classes; otherwise the table
    `preflop_matchups`.
    """
    hands = combination_index(holes)
    by_class = np.empty(CLASS_COUNT, ratios.dtype)
    by_class[CLASS_OF_COMBINATION] = ratios
    if np.array_equal(by_class[CLASS_OF_COMBINATION], ratios):
        # All hands of a class win equally often against another class.
        row = CLASS_OF_COMBINATION[hands]
        size = CLASS_SIZES[row].astype(np.int64)
        with open_table(PACKAGED) as table:
            won, tied = (
                (table[name].astype(np.int64) @ by_class)[row] // size
                for name in ("class_wins", "class_ties")
            )
    else:
        with open_table(MATCHUPS, tables) as table:
            return showdowns_of(hands, table["wins"], table["ties"], ratios)
    return _with_lost(won, tied, weight_beside(hands, ratios))


def showdowns_of(
    hands: NDArray[np.integer], wins: NDArray[Any], ties: NDArray[Any], ratios: NDArray[Any]
) -> NDArray[Any]:
    """Return the same for combos [m] from the match-ups of all combos, [1326, 1326]."""
    won, tied = (boards[hands].astype(np.int64) @ ratios for boards in (wins, ties))
    return _with_lost(won, tied, weight_beside(hands, ratios))


def _with_lost(won: NDArray[Any], tied: NDArray[Any], beside: NDArray[Any]) -> NDArray[Any]:
    return np.stack([won, tied, HEADS_UP_BOARDS * beside - won - tied], axis=-1)


def weight_beside(hands: NDArray[np.integer], ratios: NDArray[Any]) -> NDArray[Any]:
    """Return the weight of the opposing hands that share no card with each combo, [m], in the dtype of the weights."""
    beside: NDArray[Any] = disjoint(hands) @ ratios
    return beside


def preflop_moment(hole: NDArray[np.uint8], kind: str, tables: Folder) -> float:
    """Return E[HS^2] of one hand against uniformly random cards, from the table `preflop_strength`."""
    with open_table("preflop_strength", tables, StrengthTable) as table:
        metric = f"ehs2_{kind}"
        return int(table.lookup(hole, metric=metric)) / table.denominator(metric)


def preflop_outcomes(hole: NDArray[np.uint8], street: str, tables: Folder) -> tuple[NDArray[np.int64], int]:
    """Return strength numerators of one hand on every flop or river board, and their denominator.

    Street "next" has 19,600 flops; "river" has 2,118,760 boards. The opponent holds uniformly random cards. The numbers are
    from the table `flop_strength` or `river_strength`.
    """
    name = "flop" if street == "next" else "river"
    size = BOARD_SIZES[name]
    with open_table(f"{name}_strength", tables, StrengthTable) as table:
        rest = np.setdiff1d(np.arange(DECK_SIZE, dtype=np.uint8), hole)
        boards = np.fromiter(combinations(rest, size), np.dtype((np.uint8, size)))
        return table.lookup(hole, boards).astype(np.int64), table.denominator()


def check_uniform(opponent: object, what: str) -> None:
    """Raise an error for an opponent with weights if there are only tables of uniformly random cards."""
    if opponent is not None:
        raise CapacityError(
            f"{what} before the flop against a Range or weights would enumerate 2,097,572,400 showdowns, and no "
            "table has it: expected a board of 3 to 5 cards, e.g. '7s 6c As', or no opponent"
        )


@dataclass(frozen=True)
class Hands:
    """Hands against a board: ``rows`` uint8 [m, 2], and the shape of the results.

    If the caller asked for all hands (``places`` is not None), results have 1,326 rows; ``places`` are the rows of these
    hands.
    """

    rows: NDArray[np.uint8]
    shape: tuple[int, ...]
    places: NDArray[np.int64] | None

    def shaped(self, values: NDArray[Any], blocked: float = 0) -> NDArray[Any]:
        """Return ``values`` [m, ...] in the requested shape, with ``blocked`` for hands that the board blocks."""
        if self.places is None:
            return values.reshape((*self.shape, *values.shape[1:]))
        result = np.full((COMBINATION_COUNT, *values.shape[1:]), blocked, values.dtype)
        result[self.places] = values
        return result


def as_hands(holes: ArrayLike | None, board: NDArray[np.uint8]) -> Hands:
    """Check hands given as text, uint8 [..., 2], or None for all 1,326 combos, some of which the board blocks.

    Raises ValueError for invalid cards and for a hand that shares a card with the board.
    """
    if holes is None:
        places = np.flatnonzero(~combinations_with(board))
        return Hands(np.ascontiguousarray(COMBINATIONS[places]), (COMBINATION_COUNT,), places)
    cards = as_cards(holes, "holes")
    combination_index(cards)  # raises an error that names an invalid shape or a duplicate
    rows = np.ascontiguousarray(cards.reshape(-1, 2))
    shared = np.isin(rows, board).any(axis=1)
    if shared.any():
        raise ValueError(
            f"hole cards: expected other cards than the board, got {format_cards(rows[np.argmax(shared)])}, which "
            f"share a card with {format_cards(board)}; e.g. 'As Kd' on '7s 6c Ah'"
        )
    return Hands(rows, cards.shape[:-1], None)


def as_one_hand(holes: ArrayLike, board: NDArray[np.uint8], name: str = "holes") -> NDArray[np.uint8]:
    """Return the cards of a single hand, uint8 [2]; raise ValueError as `as_hands`, and for several hands."""
    rows = as_hands(holes, board).rows
    if len(rows) != 1:
        raise ValueError(f"{name}: expected one hand, got {len(rows)}; e.g. 'As Kd'")
    hole: NDArray[np.uint8] = rows[0]
    return hole


#: Forms of an opponent; None is uniform: every hand is equally likely.
Opponent = Range | str | ArrayLike | None

_OTHER_HANDS = "expected some other hands too; e.g. 'QQ+,AKs'"


def as_ratios(opponent: Opponent) -> NDArray[Any]:
    """Return the weight of each combo as a whole number, [1326], int64 or Python's int: see `pokerdata.Range.ratios`.

    The largest is 1 if each hand counts once. Raises ValueError if all are 0.
    """
    if opponent is None:
        return np.ones(COMBINATION_COUNT, np.int64)
    ratios = as_range(opponent).ratios()
    if not (ratios > 0).any():
        raise ValueError(
            "opponent: expected some hand that he may hold, got weights that are all 0; e.g. 'QQ+,AKs'"
        )
    return ratios


def as_weights(opponent: Opponent) -> NDArray[np.float64]:
    """Return the weights relative to the largest, float64 [1326], rounded: for sampling hands."""
    as_ratios(opponent)
    weights = np.ones(COMBINATION_COUNT) if opponent is None else as_range(opponent).weights
    parts: NDArray[np.float64] = weights / weights.max()
    return parts


def check_some(holes: NDArray[np.uint8], weight: NDArray[Any]) -> None:
    """Raise ValueError if the opposing hands have weight [m] 0 against one of our hands, uint8 [m, 2]."""
    if np.any(weight == 0):
        raise ValueError(
            f"opponent: beside {format_cards(holes[np.argmin(weight)])} and the board he can hold none of his hands; "
            f"{_OTHER_HANDS}"
        )


def nobody(hole: NDArray[np.uint8], opponents: int) -> ValueError:
    """Return the error for opponents that cannot be dealt hands against ours."""
    return ValueError(
        f"opponent: beside {format_cards(hole)} and the board {opponents} opponents cannot all hold one of his "
        f"hands; {_OTHER_HANDS}"
    )


#: With weights below this, sums of 990 run-outs by 1,081 hands stay below 2**53, so the kernel's are exact.
_BASE = 1 << 32


def exact_standings(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    extra: int,
    ratios: NDArray[Any],
    *,
    each: bool = False,
    threads: int = 0,
) -> NDArray[Any]:
    """Return the weight of opposing hands by standing now and after ``extra`` cards: [m, 3, 3].

    ``each`` gives it for every run-out, [m, n, 3, 3]. ratios: [1326], as from `pokerdata.Range.ratios`. The result has
    their dtype: int64, or Python's int, for which the kernel counts once for each digit in base 2**32.
    """
    if ratios.dtype == np.int64:
        return _counted(holes, board, extra, ratios, each, threads)
    total: NDArray[Any] = np.zeros((), object)
    place, rest = 1, ratios
    while rest.any():
        total = total + place * _counted(holes, board, extra, rest % _BASE, each, threads).astype(object)
        place, rest = place * _BASE, rest // _BASE
    return total


def _counted(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    extra: int,
    weights: NDArray[Any],
    each: bool,
    threads: int,
) -> NDArray[np.int64]:
    counts = _strength.standings(holes, board, extra, weights.astype(np.float64), each=each, threads=threads)
    return counts.astype(np.int64)


#: Result of a metric: a float for one hand, float64 [...] for many, NaN for combos that the board blocks.
Fractions = float | NDArray[np.float64]


def present_counts(holes: ArrayLike | None, board: ArrayLike, opponent: Opponent = None) -> NDArray[Any]:
    """Count opposing hands that are behind, tied with and ahead of a hand on the current board: we are "ahead" first.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: 3 to 5 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].

    Returns:
        [..., 3]: int64 counts, or float64 sums of weights (relative to the opponent's largest weight) unless all weights
        are 0 or 1. Combos that the board blocks count nothing.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand against one of ``holes``.
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
    """Count showdowns won, tied and lost, over all opposing hands and all ways to complete the board.

    One hand against all others takes 2.5 ms on the flop, less later. All 1,326 hands take 20 ms on the flop, or 2 seconds if
    the opponent has weights. Preflop it is immediate, from packaged match-ups.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: Empty, or 3 to 5 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        tables: The folder of the tables; by default as for `pokerdata.open_table`. Preflop it is searched for
            `preflop_matchups` if hands of one class have different weights.

    Returns:
        [..., 3]: int64 or float64, as `present_counts`.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand against one of ``holes``.
        TableError: If the table is needed and missing.
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
    """Count opposing hands and run-outs by our standing now (rows: ahead, tied, behind) and after ``cards`` more (columns).

    It costs as much as `showdown_counts`. Source: HP and HPTotal of Billings et al. 2002.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: 3 or 4 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        cards: 1 or 2; by default all cards to come.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        [..., 3, 3]: int64 or float64, as `present_counts`.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand against one of ``holes``.
    """
    ratios = as_ratios(opponent)
    return _weighed(exact_potential(holes, board, ratios, cards, threads), ratios)


def exact_present(holes: ArrayLike | None, board: ArrayLike, ratios: NDArray[Any]) -> NDArray[Any]:
    """Return `present_counts` with weights that are whole numbers (see `as_ratios`), in their dtype."""
    cards = as_board(board, (3, 4, 5))
    counts = _standings(as_hands(holes, cards), cards, 0, ratios, 0)
    return np.diagonal(counts, axis1=-2, axis2=-1).copy()


def exact_showdowns(
    holes: ArrayLike | None, board: ArrayLike, ratios: NDArray[Any], threads: int, tables: Folder
) -> NDArray[Any]:
    """Return `showdown_counts` with weights that are whole numbers, in their dtype."""
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
    """Return `potential_counts` with weights that are whole numbers, in their dtype."""
    on_board, extra = as_potential(board, cards)
    return _standings(as_hands(holes, on_board), on_board, extra, ratios, threads)


def as_potential(board: ArrayLike, cards: int | None) -> tuple[NDArray[np.uint8], int]:
    """Check the board and the number of cards to come for potential, and return both; raise ValueError if invalid."""
    on_board = as_board(board, (3, 4))
    most = BOARD_SIZES["river"] - len(on_board)
    return on_board, most if cards is None else as_count(cards, "cards", 1, most, most)


def fractions(counts: NDArray[Any], values: NDArray[np.float64]) -> Fractions:
    """Return ``values``, NaN if ``counts`` are empty; a float for a single hand."""
    counted = (counts != 0).any(axis=tuple(range(values.ndim, counts.ndim)))
    return np.where(counted, values, np.nan) if values.ndim else float(values)


def _standings(
    hands: Hands, board: NDArray[np.uint8], extra: int, ratios: NDArray[Any], threads: int
) -> NDArray[Any]:
    threads = as_count(threads, "threads", 0, 1024, 2)
    counts: NDArray[Any]
    if hands.places is not None and extra > 0 and np.all(ratios == 1):  # much faster, as for the tables
        counts = _strength.potential(board, extra)[hands.places].astype(np.int64)
    else:
        counts = exact_standings(hands.rows, board, extra, ratios, threads=threads)
        if hands.places is None:
            check_some(hands.rows, counts.sum(axis=(1, 2)))
    return hands.shaped(counts)


def _weighed(counts: NDArray[Any], ratios: NDArray[Any]) -> NDArray[Any]:
    """Convert whole numbers to parts of the largest weight, each rounded once; unchanged if that is 1."""
    largest = ratios.max()
    return counts if largest == 1 else (counts / largest).astype(np.float64)
