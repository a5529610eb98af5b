"""Immediate, seven-card and effective hand rank (Zopf 2010), exact, and sampled against any number of opponents."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.arguments import Use, as_count, generator
from pokerdata.cards import CARD_BITS, combinations_with
from pokerdata.cards.deck import as_board
from pokerdata.cards.evaluator.evaluation import behind_and_tied, pot_share
from pokerdata.cards.preflop.ihr import preflop_ihr
from pokerdata.cards.strength.counts import (
    Folder,
    Fractions,
    Hands,
    Opponent,
    as_hands,
    as_one_hand,
    as_ratios,
    as_weights,
    exact_present,
    exact_showdowns,
    fractions,
    nobody,
)
from pokerdata.cards.strength.metrics import against_several, share


def ihr(
    holes: ArrayLike | None,
    board: ArrayLike = (),
    opponent: Opponent = None,
    opponents: int = 1,
    tables: Folder = None,
) -> Fractions:
    """Return the immediate hand rank, or hand strength HS: the share of the pot if the current board were the last.

    Against one opponent it is (ahead + tied/2) / all. Against ``opponents=2``, both with range ``opponent``, it is the mean
    over their disjoint hands of 1, or 1/2 or 1/3 for a shared pot, or 0. Against more, see `ihr_sampled`. Preflop it is
    `pokerdata.cards.preflop.preflop_ihr`. It is exact, and takes 0.1 ms a hand, 1 ms against two.

    Sources: Zopf 2010, 6.2; Billings et al. 2002.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: Empty, or 3 to 5 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        opponents: 1 or 2.
        tables: The folder of the tables; by default as for `pokerdata.open_table`. Preflop it is searched for
            `preflop_matchups`.

    Returns:
        A float for one hand, else float64 [...], NaN for combos that the board blocks.

    Raises:
        ValueError: If an argument is invalid, or the opponents can hold no hands.
        TableError: If the table is needed and missing.
    """
    if as_count(opponents, "opponents", 1, 22, 2) > 2:
        raise ValueError(
            f"opponents: expected 1 or 2, for which hand ranks are exact, got {opponents}; for more use ihr_sampled, "
            f"e.g. ihr_sampled('Ks 2s', '7s 6c As', opponents={opponents})"
        )
    cards = as_board(board)
    hands = as_hands(holes, cards)
    if len(cards) == 0:
        ranks = np.array([preflop_ihr(hole, opponents, opponent, tables) for hole in hands.rows])
        return _shaped(hands, ranks)
    if opponents == 2:
        return _shaped(hands, _against_two(hands, cards, as_ratios(opponent)))
    counts = exact_present(holes, board, as_ratios(opponent))
    return fractions(counts, share(counts).rounded())


hs = ihr


def hs_power(
    holes: ArrayLike | None, board: ArrayLike, opponent: Opponent = None, opponents: int = 2
) -> Fractions:
    """Return HS**opponents, Billings' approximation of the hand strength against several opponents.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: Empty, or 3 to 5 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        opponents: 1 to 22.

    Returns:
        A float for one hand, else float64 [...], as `ihr`.

    Raises:
        ValueError: As `ihr`; also if the number of opponents is out of range.
        TableError: As `ihr`.
    """
    power = as_count(opponents, "opponents", 1, 22, 2)
    found: Fractions = against_several(ihr(holes, board, opponent), power)
    return found


def schr(
    holes: ArrayLike | None, board: ArrayLike = (), opponent: Opponent = None, tables: Folder = None
) -> Fractions:
    """Return the seven-card hand rank, or EHS by roll-out: the share of the pot at showdown.

    It covers all ways to deal the cards to come and one opponent's hands. It is exact; the cost is that of
    `showdown_counts`. Source: Zopf 2010, 6.3.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: Empty, or 3 to 5 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        tables: The folder of the tables; by default as for `pokerdata.open_table`. Preflop it is searched for
            `preflop_matchups` if hands of one class have different weights.

    Returns:
        A float for one hand, else float64 [...], NaN for combos that the board blocks.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand against one of ``holes``.
        TableError: If the table is needed and missing.
    """
    counts = exact_showdowns(holes, board, as_ratios(opponent), 0, tables)
    return fractions(counts, share(counts).rounded())


def ehr(
    holes: ArrayLike | None, board: ArrayLike = (), opponent: Opponent = None, tables: Folder = None
) -> Fractions:
    """Return the effective hand rank: the greater of `ihr` and `schr`.

    Source: Zopf 2010, 6.4.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: Empty, or 3 to 5 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        tables: The folder of the tables; by default as for `pokerdata.open_table`. Preflop it is searched for
            `preflop_matchups`.

    Returns:
        A float for one hand, else float64 [...], NaN for combos that the board blocks.

    Raises:
        ValueError: As `ihr`.
        TableError: As `ihr`.
    """
    now, finally_ = ihr(holes, board, opponent, tables=tables), schr(holes, board, opponent, tables)
    greater = np.maximum(now, finally_)
    return greater if greater.ndim else float(greater)


def _against_two(hands: Hands, board: NDArray[np.uint8], ratios: NDArray[Any]) -> NDArray[np.float64]:
    """Return the rank of each hand; NaN if all hands were requested and two opponents cannot hold theirs against it."""
    values = np.empty(len(hands.rows))
    for row, hole in enumerate(hands.rows):
        beside = np.where(combinations_with([*hole, *board]), 0, ratios)
        rank = pot_share(*behind_and_tied(hole, board), beside, beside)
        if rank is None and hands.places is None:
            raise nobody(hole, 2)
        values[row] = np.nan if rank is None else float(rank)
    return values


def _shaped(hands: Hands, values: NDArray[np.float64]) -> Fractions:
    shaped = hands.shaped(values, np.nan)
    return shaped if shaped.ndim else float(shaped)


_BLOCK = 1 << 16  # deals sampled at a time


@dataclass(frozen=True)
class SampledStrength:
    """A sampled hand strength, with its standard error and what you need to reproduce it.

    Attributes:
        value: The mean, 0 to 1.
        standard_error: Standard error of the mean; infinite if unknown because all samples are equal.
        samples: Number of deals sampled.
        seed: Seed of the random numbers.
    """

    value: float
    standard_error: float
    samples: int
    seed: int

    def _repr_html_(self) -> str:
        return html.of_fields(self)


@dataclass(frozen=True)
class _Opposition:
    """Hands that opponents may hold against one hand and the board, [n] each."""

    cards: NDArray[np.uint64]
    weights: NDArray[np.float64]
    behind: NDArray[np.bool_]  # weaker than the hand
    tied: NDArray[np.bool_]


def ihr_sampled(
    holes: ArrayLike,
    board: ArrayLike,
    opponent: Opponent = None,
    opponents: int = 3,
    *,
    samples: int = 100_000,
    seed: int = 0,
) -> SampledStrength:
    """Estimate `ihr` of one hand against any number of opponents by sampling.

    It is the mean over sampled deals of 1/n if n players including us share the pot, else 0. Opponents' hands are sampled by
    their weights, until no two share a card. It takes a tenth of a second against three opponents, a second against nine.

    Args:
        holes: The two cards of a hand, text or integers [2].
        board: 3 to 5 cards, text or integers [n].
        opponent: Range of each opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        opponents: 1 to 22.
        samples: Number of deals to sample, 2 to 10**9.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.

    Raises:
        ValueError: If an argument is invalid, the opponents can hold no hands, or a million attempts could not deal them
            hands.
    """
    on_board = as_board(board, (3, 4, 5))
    hole = as_one_hand(holes, on_board)
    players = as_count(opponents, "opponents", 1, 22, 3)
    samples = as_count(samples, "samples", 2, 10**9, 100_000)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    beside = _opposition(hole, on_board, as_weights(opponent))
    if beside.weights.sum() == 0:
        raise nobody(hole, players)
    draws = generator(Use.SEVERAL_OPPONENTS, seed)
    total = squares = 0.0
    seen: set[float] = set()
    done = attempts = 0
    while done < samples:
        shares = _deal(beside, players, draws)[: samples - done]
        done, attempts = done + len(shares), attempts + _BLOCK
        if done == 0 and attempts > 10**6:
            raise nobody(hole, players)
        total += float(shares.sum())
        squares += float((shares**2).sum())
        seen.update(np.unique(shares).tolist())
    mean = total / samples
    variance = max(0.0, squares / samples - mean**2) * samples / (samples - 1)
    error = float(np.sqrt(variance / samples)) if len(seen) > 1 else inf
    return SampledStrength(mean, error, samples, seed)


def _opposition(
    hole: NDArray[np.uint8], board: NDArray[np.uint8], weights: NDArray[np.float64]
) -> _Opposition:
    free = np.flatnonzero((weights > 0) & ~combinations_with([*hole, *board]))
    behind, tied = behind_and_tied(hole, board)
    return _Opposition(CARD_BITS[free], weights[free], behind[free], tied[free])


def _deal(beside: _Opposition, players: int, draws: np.random.Generator) -> NDArray[np.float64]:
    """Return our pot shares in those of `_BLOCK` attempted deals in which no two opponents share a card."""
    cumulative = np.cumsum(beside.weights)
    taken = np.zeros(_BLOCK, np.uint64)
    winning = np.ones(_BLOCK, np.bool_)
    sharing = np.ones(_BLOCK)
    for _ in range(players):
        drawn = np.searchsorted(cumulative, draws.random(len(taken)) * cumulative[-1], side="right")
        drawn = np.minimum(drawn, len(cumulative) - 1)  # rounding may reach the end
        free = (taken & beside.cards[drawn]) == 0
        drawn, taken = drawn[free], taken[free] | beside.cards[drawn[free]]
        winning = winning[free] & (beside.behind[drawn] | beside.tied[drawn])
        sharing = sharing[free] + beside.tied[drawn]
    return winning / sharing
