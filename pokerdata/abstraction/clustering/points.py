"""The points that hands are: cumulative histograms of river strength, or (strength, potential)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import clustering as _clustering
from pokerdata.cards import BOARD_SIZES
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.isomorphism import boards
from pokerdata.strength.formulas import positive_potential
from pokerdata.strength.potential_table import PotentialTable
from pokerdata.strength.strength_table import StrengthTable
from pokerdata.support.progress import Progress

#: Strength and potential are whole numbers of this, so that sums of squares are exact.
SCALE = 1 << 15
#: Point of a combination that shares a card with the board.
NO_POINT = 0xFFFFFFFF

_CHUNK = 128  # boards; their points take 34 MB at 50 bins


class StreetPoints(NamedTuple):
    """The different points of a street.

    Attributes:
        values: int32 [points, dimensions].
        weights: Raw boards (as sets) and hands at each point, uint64 [points].
        numbers: Point of each hand, uint32 [canonical boards, 1326] (preflop: [1326]); NO_POINT where it shares a card
            with the board.
    """

    values: NDArray[np.int32]
    weights: NDArray[np.uint64]
    numbers: NDArray[np.uint32]


def histogram_points(
    strength: StrengthTable,
    river: NDArray[np.uint16],
    bins: int,
    threads: int = 0,
    progress: Progress | None = None,
) -> StreetPoints:
    """Cumulative histograms on the flop or the turn, [points, bins - 1].

    Entry b counts the completions of the board, of 1,081 or 46, after which n of 1980 is in the bins 0..b. 3 to 10 s on
    2 cores.

    Args:
        strength: The strength table of the street.
        river: n of the river strength table.
        bins: Bins of a histogram.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the boards done and all boards of the street.
    """
    size, count = BOARD_SIZES[strength.street], len(strength.metric("ehs"))

    def chunks() -> Iterable[NDArray[np.int32]]:
        for first in range(0, count, _CHUNK):
            last = min(count, first + _CHUNK)
            yield _clustering.cumulative_histograms(river, size, bins, first, last, threads)
            if progress:
                progress(last, count)

    return _distinct(strength, bins - 1, chunks())


def preflop_histogram_points(flop: StreetPoints) -> StreetPoints:
    """Cumulative histograms before the flop, of 19,600 * 1,081 completions, from those on the flop."""
    orbit = boards(3).orbit.astype(np.int64)
    values = np.empty((CLASS_COUNT, flop.values.shape[1]), np.int32)
    for k in range(CLASS_COUNT):
        numbers = flop.numbers[:, k == CLASS_OF_COMBINATION]
        board, hand = np.nonzero(numbers != NO_POINT)
        sums = orbit[board] @ flop.values[numbers[board, hand]].astype(np.int64)
        values[k] = sums // CLASS_SIZES[k]  # each hand of a class has the same histogram
    return _distinct_classes(values)


def potential_points(
    strength: StrengthTable, potential: PotentialTable, progress: Progress | None = None
) -> StreetPoints:
    """Points (EHS, PPot over all cards to come) on the flop or the turn, [points, 2], in parts of SCALE.

    2 to 10 s.

    Args:
        strength: The strength table of the street.
        potential: The potential table of the street.
        progress: Called with the boards done and all boards of the street.
    """
    ehs = strength.metric("ehs")
    counts = potential["two_cards" if strength.street == "flop" else "one_card"]

    def chunks() -> Iterable[NDArray[np.int32]]:
        for first in range(0, len(ehs), _CHUNK):
            last = min(len(ehs), first + _CHUNK)
            fractions = (
                ehs[first:last] / strength.denominator(),
                positive_potential(counts[first:last]).rounded(),
            )
            yield _scaled(*fractions)
            if progress:
                progress(last, len(ehs))

    return _distinct(strength, 2, chunks())


def preflop_potential_points(strength: StrengthTable) -> StreetPoints:
    """(EHS, standard deviation of HS on the river) before the flop, where no hand is ahead yet; in parts of SCALE."""
    ehs, square = (strength.metric(m) / strength.denominator(m) for m in ("ehs", "ehs2_river"))
    values = np.empty((CLASS_COUNT, 2), np.int32)
    values[CLASS_OF_COMBINATION] = _scaled(ehs, np.sqrt(square - ehs**2))
    return _distinct_classes(values)


def _scaled(*fractions: NDArray[np.float64]) -> NDArray[np.int32]:
    return np.stack([np.rint(SCALE * np.minimum(f, 1.0)) for f in fractions], axis=-1).astype(np.int32)


def _distinct(strength: StrengthTable, dimensions: int, chunks: Iterable[NDArray[np.int32]]) -> StreetPoints:
    """Points of all boards of a street, from those of stretches of boards [boards, 1326, dimensions]."""
    ehs: NDArray[Any] = strength.metric("ehs")
    orbit = boards(BOARD_SIZES[strength.street]).orbit.astype(np.uint32)
    distinct = _clustering.DistinctPoints(dimensions)
    numbers = np.empty(ehs.shape, np.uint32)
    first = 0
    for values in chunks:
        last = first + len(values)
        live = ehs[first:last] != np.iinfo(ehs.dtype).max
        weights = np.where(live, orbit[first:last, None], np.uint32(0))
        found = distinct.add(values.reshape(-1, dimensions), weights.ravel())
        numbers[first:last] = found.reshape(live.shape)
        first = last
    return StreetPoints(distinct.values(), distinct.weights(), numbers)


def _distinct_classes(values: NDArray[np.int32]) -> StreetPoints:
    distinct = _clustering.DistinctPoints(values.shape[1])
    numbers = distinct.add(values, CLASS_SIZES.astype(np.uint32))
    return StreetPoints(distinct.values(), distinct.weights(), numbers[CLASS_OF_COMBINATION])
