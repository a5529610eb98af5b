"""Flops up to suits: all of a deck, and some of them drawn in strata."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.isomorphism import boards
from pokerdata.support.arguments import as_count
from pokerdata.support.random_numbers import Use, generator

_MOST_FLOPS = 100_000


def as_flops(value: object, what: str) -> int:
    """How many flops to draw: an even number, two from each stratum.

    Args:
        value: The number.
        what: What it is called.

    Raises:
        ValueError: For another number.
    """
    flops = as_count(value, what, 4, _MOST_FLOPS, 100)
    if flops % 2:
        raise ValueError(f"{what}: expected an even number, got {flops}; e.g. {flops + 1}")
    return flops


@dataclass(frozen=True)
class Flops:
    """Canonical flops that a deck has.

    Attributes:
        numbers: Their numbers among all canonical boards of three cards, rising: int64 [flops].
        orbits: How many flops each stands for, int64 [flops].
    """

    numbers: NDArray[np.int64]
    orbits: NDArray[np.int64]

    @staticmethod
    def of(ranks: int) -> Flops:
        """Those of the ranks that are bits of a number.

        Args:
            ranks: Bit 0 for twos, bit 12 for aces.
        """
        all_flops = boards(3)
        held = ((ranks >> (all_flops.cards.astype(np.int64) // 4)) & 1).all(axis=1)
        return Flops(np.flatnonzero(held), all_flops.orbit[held].astype(np.int64))

    def drawn(self, count: int, seed: int) -> NDArray[np.int64]:
        """Two flops from each of `count` strata: places in `numbers`, int64 [count, 2].

        The strata have as many flops of the deck each. They are stretches of a list in which flops with as many suits,
        then those with a pair or three of a rank, and then high ranks are neighbours.

        Args:
            count: Strata.
            seed: Of the random numbers.
        """
        cards = boards(3).cards[self.numbers].astype(np.int64)
        suits = np.array([len(set(row)) for row in (cards % 4).tolist()])
        ranks = np.array([len(set(row)) for row in (cards // 4).tolist()])
        order = np.lexsort((*(cards // 4).T, ranks, suits))
        ends = np.cumsum(self.orbits[order])
        random = generator(Use.DRAWN_FLOPS, seed)
        at = (np.arange(count)[:, None] + random.random((count, 2))) * (ends[-1] / count)
        return np.asarray(order[np.minimum(np.searchsorted(ends, at, side="right"), len(order) - 1)])


def error_of_pairs(apart: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Standard errors of means of two draws from each stratum, and their degrees of freedom.

    Few strata may have most of the variance. So the degrees of freedom are Satterthwaite's for strata of one each, with
    a third of the fourth powers, as for one degree they are three times too large on average: as many as there are strata
    where these are alike, and fewer where they are not.

    Args:
        apart: The difference of both draws, float64 [strata, ...].

    Returns:
        Both float64 [...], the latter from 1 to the number of strata.
    """
    strata = len(apart)
    squares, fourths = (apart**2).sum(axis=0), (apart**4).sum(axis=0)
    alike = np.full(squares.shape, float(strata))
    freedom = 3 * np.divide(squares**2, fourths, out=alike, where=fourths > 0) - 2
    return np.sqrt(squares / 4) / strata, np.clip(freedom, 1, strata)
