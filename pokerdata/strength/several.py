"""Hand strength on the present board against two opponents (exact) and more (sampled)."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.arguments import as_board
from pokerdata.cards import COMBINATIONS, combinations_with, format_cards
from pokerdata.evaluator import evaluate
from pokerdata.strength.arguments import Opponent, as_hands, as_weights
from pokerdata.strength.counts import Fractions
from pokerdata.support.arguments import as_count
from pokerdata.support.random_numbers import Use, generator

#: Cards of each combination as bits, uint64 [1326].
_CARDS: NDArray[np.uint64] = (np.uint64(1) << COMBINATIONS.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
_BLOCK = 1 << 16  # deals drawn at a time


@dataclass(frozen=True)
class SampledStrength:
    """A sampled hand strength: its mean, the standard error of that, and what repeats it exactly.

    standard_error: infinite where it is not known, all samples being equal.
    """

    value: float
    standard_error: float
    samples: int
    seed: int


@dataclass(frozen=True)
class _Opposition:
    """Hands that opponents may hold beside one hand and the board."""

    hole: NDArray[np.uint8]
    cards: NDArray[np.uint64]
    weights: NDArray[np.float64]
    behind: NDArray[np.bool_]  # weaker than the hand
    tied: NDArray[np.bool_]


def against_two(holes: ArrayLike | None, board: ArrayLike, opponent: Opponent) -> Fractions:
    """`ihr` against two opponents."""
    on_board = as_board(board, (3, 4, 5))
    hands = as_hands(holes, on_board)
    weights = as_weights(opponent)
    values = np.empty(len(hands.rows))
    for row, hole in enumerate(hands.rows):
        beside = _opposition(hole, on_board, weights)
        disjoint = (beside.cards[:, None] & beside.cards) == 0
        total = beside.weights @ disjoint @ beside.weights
        if total == 0 and hands.places is None:
            raise _nobody(hole, 2)
        behind, tied = beside.weights * beside.behind, beside.weights * beside.tied
        won = behind @ disjoint @ behind
        shared = behind @ disjoint @ tied + tied @ disjoint @ tied / 3  # 1/2 each of two orders, and 1/3
        values[row] = (won + shared) / total if total else np.nan
    shaped = hands.shaped(values, np.nan)
    return shaped if shaped.ndim else float(shaped)


def ihr_sampled(
    holes: ArrayLike,
    board: ArrayLike,
    opponent: Opponent = None,
    opponents: int = 3,
    samples: int = 100_000,
    seed: int = 1,
) -> SampledStrength:
    """`ihr` of one hand against any number of opponents: the mean over sampled deals of 1/n if n players share the pot
    with us among them, else 0.

    Arguments as of `ihr`. Opponents' hands are drawn by their weights, until no two share a card. The same seed gives the
    same bits. Raises ValueError as `ihr`, and where the opponents could not be dealt in a million attempts.
    A tenth of a second against three opponents, a second against nine.
    """
    on_board = as_board(board, (3, 4, 5))
    rows = as_hands(holes, on_board).rows
    if len(rows) != 1:
        raise ValueError(f"bad holes: want one hand, not {len(rows)}, e.g. 'As Kd'")
    players = as_count(opponents, "opponents", 1, 22, 3)
    samples = as_count(samples, "samples", 2, 10**9, 100_000)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    beside = _opposition(rows[0], on_board, as_weights(opponent))
    if beside.weights.sum() == 0:
        raise _nobody(rows[0], players)
    random = generator(Use.SEVERAL_OPPONENTS, seed)
    total = squares = 0.0
    seen: set[float] = set()
    done = attempts = 0
    while done < samples:
        shares = _deal(beside, players, random)[: samples - done]
        done, attempts = done + len(shares), attempts + _BLOCK
        if done == 0 and attempts > 10**6:
            raise _nobody(rows[0], players)
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
    hands = np.vstack([hole, COMBINATIONS[free]])
    codes = evaluate(np.hstack([np.broadcast_to(board, (len(hands), len(board))), hands]))
    return _Opposition(hole, _CARDS[free], weights[free], codes[1:] < codes[0], codes[1:] == codes[0])


def _deal(beside: _Opposition, players: int, random: np.random.Generator) -> NDArray[np.float64]:
    """Our shares of the pot in the deals, of `_BLOCK` attempts, in which no two opponents share a card."""
    cumulative = np.cumsum(beside.weights)
    taken = np.zeros(_BLOCK, np.uint64)
    winning = np.ones(_BLOCK, np.bool_)
    sharing = np.ones(_BLOCK)
    for _ in range(players):
        drawn = np.searchsorted(cumulative, random.random(len(taken)) * cumulative[-1], side="right")
        drawn = np.minimum(drawn, len(cumulative) - 1)  # where rounding reached the end
        free = (taken & beside.cards[drawn]) == 0
        drawn, taken = drawn[free], taken[free] | beside.cards[drawn[free]]
        winning = winning[free] & (beside.behind[drawn] | beside.tied[drawn])
        sharing = sharing[free] + beside.tied[drawn]
    return winning / sharing


def _nobody(hole: NDArray[np.uint8], opponents: int) -> ValueError:
    return ValueError(
        f"bad opponent: beside {format_cards(hole)} and the board {opponents} opponents cannot all hold one of his "
        "hands; want some other hands too, e.g. 'QQ+,AKs'"
    )
