"""How many hands make each strength, and the share of all hands that a strength beats."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import evaluator as _evaluator
from pokerdata.cards import DECK_SIZE
from pokerdata.evaluator.codes import all_codes, code_to_class
from pokerdata.evaluator.rank_numbers import FIRST_STATES, transitions

_FLUSH = 5


def percentile(codes: ArrayLike, cards: int = 7) -> NDArray[np.float64]:
    """Share of all hands of 5, 6 or 7 cards that are weaker than each code, plus half of the equal ones.

    Exact counts divided by C(52, cards). The mean over all hands is 1/2.

    Args:
        codes: Strength codes, integers [...].
        cards: 5, 6 or 7.

    Returns:
        float64 [...], from 0 to 1.

    Raises:
        ValueError: If one is no hand's code, or for another number of cards.
    """
    counts = class_counts(cards).astype(np.int64)
    below = np.cumsum(counts) - counts
    found: NDArray[np.float64] = (2 * below + counts)[code_to_class(codes)] / (2 * comb(DECK_SIZE, cards))
    return found


def class_counts(cards: int = 7) -> NDArray[np.uint64]:
    """How many of all hands of 5, 6 or 7 cards have each class (see `code_to_class`).

    Counted by ranks and suits, not dealt; once a process, in a few hundredths of a second.

    Args:
        cards: 5, 6 or 7.

    Returns:
        uint64 [7462], read-only.

    Raises:
        ValueError: For another number of cards.
    """
    if cards not in FIRST_STATES:
        raise ValueError(f"cards: expected 5, 6 or 7, got {cards!r}; e.g. 7")
    return _class_counts(int(cards))


@cache
def _class_counts(cards: int) -> NDArray[np.uint64]:
    flush_codes = _evaluator.flush_codes()
    states, of_suit = _multisets(cards)
    codes = [_evaluator.rank_codes(cards)[states - FIRST_STATES[cards]]]
    hands = [of_suit.sum(axis=1) - 4 * of_suit[:, _FLUSH:].sum(axis=1)]  # two suits cannot both be flushes
    for size in range(_FLUSH, cards + 1):
        maps = [m for m in range(8192) if m.bit_count() == size]
        codes.append(flush_codes[maps])
        hands.append(np.full(len(maps), 4 * comb(39, cards - size)))
    counts = np.zeros(len(all_codes()), np.uint64)
    np.add.at(counts, code_to_class(np.concatenate(codes)), np.concatenate(hands).astype(np.uint64))
    counts.setflags(write=False)
    return counts


def _multisets(cards: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """States (see ``rank_index``) of all multisets of ranks, and the hands of each with 0, 1, ... cards of one suit."""
    states, sizes = np.zeros(1, np.int64), np.zeros(1, np.int64)
    of_suit = np.eye(1, cards + 1, dtype=np.int64)
    for rank in range(13):
        grown = [(states, sizes, of_suit)]
        longer = states
        for count in range(1, 5):
            room = sizes + count <= cards
            longer = np.where(room, transitions()[np.where(room, longer, 0), rank].astype(np.int64), 0)
            # The suit has one of the rank's cards, or none.
            ways = comb(3, count) * of_suit
            ways[:, 1:] += comb(3, count - 1) * of_suit[:, :-1]
            grown.append((longer[room], sizes[room] + count, ways[room]))
        states, sizes, of_suit = (np.concatenate(parts) for parts in zip(*grown, strict=True))
    whole = sizes == cards
    return states[whole], of_suit[whole]
