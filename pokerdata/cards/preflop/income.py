"""Income rates of the 169 classes of starting hands by simulation (Billings et al. 2002).

IR-n is what a hand wins at a table of n players that all call to the end, in thousandths of the bet that each of
them puts in: 1000 * (n*E - 1), where E is its mean share of the pot.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, comb, sqrt

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import preflop as _preflop
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import signed
from pokerdata._support.html import Scale
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.cards import DECK_SIZE
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION, class_index, hand_grid
from pokerdata.cards.preflop.matchups import class_equities_at_random

MOST_DEALS = 10**10


@dataclass(frozen=True)
class IncomeRates:
    """Sampled income rates; arrays are in the order of ``pokerdata.cards.combinations.CLASS_NAMES``.

    Attributes:
        players: Number of players at the table, including the hand's own.
        seed: Seed of the sample.
        dealt: Total number of deals of a board and opponents' hands.
        deals: Number of deals that left a hand of the class, int64 [169].
        rates: 1000 * (players * E - 1), thousandths of a bet, float64 [169].
        standard_errors: Standard errors of the rates, thousandths of a bet, float64 [169]; infinite if unknown because all
            deals gave the same.
    """

    players: int
    seed: int
    dealt: int
    deals: NDArray[np.int64]
    rates: NDArray[np.float64]
    standard_errors: NDArray[np.float64]

    def of(self, hand: str) -> tuple[float, float]:
        """Return the rate of a class and its standard error, both in thousandths of a bet.

        Args:
            hand: The name of the class, such as "AKs".

        Raises:
            ValueError: If the name is not a class of starting hands.
        """
        index = class_index(hand)
        return float(self.rates[index]), float(self.standard_errors[index])

    def __repr__(self) -> str:
        order = self.rates.argsort()
        least, most = (f"{CLASS_NAMES[k]} {signed(self.rates[k], 0)}" for k in (order[0], order[-1]))
        return brief(
            self,
            f"{self.players} players",
            f"{self.dealt:,} deals",
            f"seed {self.seed}",
            f"{least} to {most}",
        )

    def _repr_html_(self) -> str:
        reach = float(abs(self.rates).max())
        return hand_grid(
            [signed(rate, 0) for rate in self.rates],
            [Scale(-reach, reach, 0.0).colour(float(rate)) for rate in self.rates],
            [
                f"{signed(rate, 2)} ± {error:.2f}"
                for rate, error in zip(self.rates, self.standard_errors, strict=True)
            ],
            caption=f"Income rates at a table of {self.players}, thousandths of a bet",
            notes=[f"{self.dealt:,} deals, seed {self.seed}; under the mouse with the standard error"],
        )


def income_rates(
    players: int = 10,
    deals: int = 1_000_000,
    *,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> IncomeRates:
    """Return sampled income rates of all hand classes.

    Every deal gives a board and hands to ``players - 1`` opponents, and then counts for every hand of the remaining cards. A
    class's equity is its sum of shares over its number of hands. The number of deals is large enough that each class gets at
    least ``deals`` of them. Standard errors treat the hands of one deal as one observation. The same arguments give the same
    bits on any number of threads. The default takes about 1 second on 2 cores.

    Args:
        players: Number of players, 2 to 23.
        deals: Deals for each class, 1 to 10**10.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the deals done and the total.

    Raises:
        ValueError: If an argument is out of range.
    """
    players = as_count(players, "players", 2, 23, 10)
    deals = as_count(deals, "deals", 1, MOST_DEALS, 1_000_000)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    dealt = _deals_in_all(players, deals)
    sums = _preflop.income_sums(players, dealt, seed, CLASS_OF_COMBINATION, threads, progress)
    served, m, w, t, mm, mw, mt, ww, wt, tt = np.moveaxis(sums.astype(np.float64), 1, 0)
    part = 1 / np.arange(2, players + 1)[:, None]  # pot share with 1, 2, ... equal opponents
    hands = m.sum(axis=0)
    equity = (w + part * t).sum(axis=0) / hands
    squares = (
        (ww + 2 * part * wt + part**2 * tt).sum(axis=0)
        - 2 * equity * (mw + part * mt).sum(axis=0)
        + equity**2 * mm.sum(axis=0)
    )
    return IncomeRates(
        players=players,
        seed=seed,
        dealt=dealt,
        deals=served.sum(axis=0).astype(np.int64),
        rates=1000 * (players * equity - 1),
        standard_errors=1000 * players * np.sqrt(np.where(squares > 0, squares, np.inf)) / hands,
    )


def exact_heads_up_rates() -> NDArray[np.float64]:
    """Return exact IR-2 of all classes in thousandths of a bet, from the packaged match-ups, float64 [169]."""
    return 1000 * (2 * class_equities_at_random() - 1)


def _deals_in_all(players: int, deals: int) -> int:
    """Return a number of deals that gives every class `deals` of them, except with probability below 1e-9."""
    left = DECK_SIZE - 5 - 2 * (players - 1)

    def hold(cards: int) -> int:  # choices of the remaining cards that contain certain ones
        return comb(DECK_SIZE - cards, left - cards) if left >= cards else 0

    all_ways = comb(DECK_SIZE, left)
    pair = all_ways - comb(DECK_SIZE - 4, left) - 4 * comb(DECK_SIZE - 4, left - 1)
    suited = 4 * hold(2) - 6 * hold(4) + 4 * hold(6) - hold(8)
    return ceil((deals + 6 * sqrt(deals) + 36) * all_ways / min(pair, suited))
