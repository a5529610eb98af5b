"""Immediate hand rank against any number of opponents, sampled."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import CARD_BITS, combinations_with
from pokerdata.cards.board import as_board
from pokerdata.evaluator.comparing import behind_and_tied
from pokerdata.strength.hands import as_one_hand
from pokerdata.strength.opponent import Opponent, as_weights, nobody
from pokerdata.support import html
from pokerdata.support.arguments import as_count
from pokerdata.support.random_numbers import Use, generator

_BLOCK = 1 << 16  # deals drawn at a time


@dataclass(frozen=True)
class SampledStrength:
    """A sampled hand strength: its mean, the standard error of that, and what repeats it exactly.

    Attributes:
        value: The mean, 0 to 1.
        standard_error: That of the mean; infinite where it is not known, all samples being equal.
        samples: Deals drawn.
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
    """Hands that opponents may hold beside one hand and the board, [n] each."""

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
    """`ihr` of one hand against any number of opponents, sampled.

    It is the mean over sampled deals of 1/n if n players share the pot with us among them, else 0. Opponents' hands are
    drawn by their weights, until no two share a card. A tenth of a second against three opponents, a second against nine.

    Args:
        holes: The two cards of a hand, text or uint8 [2].
        board: 3 to 5 cards, text or uint8 [n].
        opponent: What each of them may hold: None (every hand is equally likely), a Range, its text, or weights [1326].
        opponents: 1 to 22.
        samples: Deals to draw, 2 to 10**9.
        seed: Of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.

    Raises:
        ValueError: If an argument is invalid, the opponents can hold no hands, or they could not be dealt in a million
            attempts.
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
    """Our shares of the pot in the deals, of `_BLOCK` attempts, in which no two opponents share a card."""
    cumulative = np.cumsum(beside.weights)
    taken = np.zeros(_BLOCK, np.uint64)
    winning = np.ones(_BLOCK, np.bool_)
    sharing = np.ones(_BLOCK)
    for _ in range(players):
        drawn = np.searchsorted(cumulative, draws.random(len(taken)) * cumulative[-1], side="right")
        drawn = np.minimum(drawn, len(cumulative) - 1)  # where rounding reached the end
        free = (taken & beside.cards[drawn]) == 0
        drawn, taken = drawn[free], taken[free] | beside.cards[drawn[free]]
        winning = winning[free] & (beside.behind[drawn] | beside.tied[drawn])
        sharing = sharing[free] + beside.tied[drawn]
    return winning / sharing
