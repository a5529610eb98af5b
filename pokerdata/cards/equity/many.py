"""Equities of many contests at once, with one hand per player."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import equity as _equity
from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.cards import DECK_SIZE, as_cards
from pokerdata.cards.equity.methods import LIMIT, check_size
from pokerdata.cards.equity.result import pots_won, squared_shares, standard_errors

MAX_PLAYERS = 6
#: Hand evaluations and sampled deals that finish before another thread would have started.
MOMENTS = 500_000


@dataclass(frozen=True, eq=False)
class Equities:
    """Equities of k players in each of many contests; with the axes [...] of the input hands.

    Attributes:
        equity: Mean share of the pot, float64 [..., k]; a pot that n players win counts 1/n. The sum over players is 1.
        wins: Deals that the player wins alone, int64 [..., k].
        ties: Deals that the player shares, int64 [..., k].
        losses: Deals that the player loses, int64 [..., k].
        deals: All deals of each contest, ``wins + ties + losses``.
        exact: Whether all deals were counted (else they were sampled).
        standard_error: Standard error of ``equity``, float64 [..., k]; 0 if exact, infinite if unknown because all samples
            gave the same share.
        samples: Number of deals sampled for each contest, or None if exact.
        seed: Seed of the samples, or None if exact.
    """

    equity: NDArray[np.float64]
    wins: NDArray[np.int64]
    ties: NDArray[np.int64]
    losses: NDArray[np.int64]
    deals: int
    exact: bool
    standard_error: NDArray[np.float64]
    samples: int | None
    seed: int | None

    def __repr__(self) -> str:
        *axes, players = self.equity.shape
        contests = f"{math.prod(axes):,} contests of {players} hands"
        return brief(self, contests, f"{self.deals:,} deals each; {'exact' if self.exact else 'sampled'}")


def equities_of_hands(
    hands: NDArray[np.uint8],
    boards: ArrayLike = "",
    dead: ArrayLike = "",
    *,
    limit: int | None = None,
    samples: int | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> Equities:
    """Return all-in equities of many contests of 2 to 6 known hands, equal to separate `equity` calls.

    Without ``samples`` all deals are counted. A contest of two or three hands takes some 5 microseconds on a flop (about a
    thousand deals), 1 or 2 on a turn or river, and 5 milliseconds for two hands preflop. With ``samples`` each contest
    samples the same deals as ``equity`` with that seed, some 15 to 25 nanoseconds each.

    >>> import numpy as np
    >>> from pokerdata.cards import parse_cards
    >>> hands = parse_cards("AcKd TdTh QsQh JsJh").reshape(2, 2, 2)  # two contests of two hands
    >>> equities_of_hands(hands, "7s6c2s").wins.tolist()
    [[255, 735], [897, 82]]

    Args:
        hands: Integers [..., k, 2], cards of each player in each contest.
        boards: 0 to 5 cards, integers [..., n], or text or integers [n] of one board for all.
        dead: Cards that cannot be dealt, integers [..., m], or text or integers [m] for all.
        limit: Largest total cost of exact counts, in hand evaluations, 1 to 10**18; by default
            100_000_000_000, about a minute on one thread.
        samples: Number of deals to sample for each contest, 2 to 10**15; None counts all deals.
        seed: Seed of the random numbers, 0 to 2**64 - 1; the same seed gives the same result. Exact counts ignore it.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the work done and the total.

    Raises:
        ValueError: If a card is invalid or repeated within a contest (the message has the contest's number in C order),
            shapes do not fit, or numbers are invalid.
        CapacityError: If exact counts would cost more than ``limit``; raised before any work.
    """
    held = as_cards(hands, "hands")
    if held.ndim < 2 or held.shape[-1] != 2 or not 2 <= held.shape[-2] <= MAX_PLAYERS:
        raise ValueError(
            f"hands: expected shape (..., 2 to {MAX_PLAYERS}, 2), got {held.shape}; e.g. (1000, 3, 2) for 1000 "
            "contests of three hands"
        )
    *axes, players, _ = held.shape
    on_board, gone = _for_each(boards, "boards", axes), _for_each(dead, "dead", axes)
    if on_board.shape[-1] > 5:
        raise ValueError(
            f"boards: expected 0 to 5 cards on each, got {on_board.shape[-1]}; e.g. '7s 6c As', or integers [..., 3]"
        )
    to_come = 5 - on_board.shape[-1]
    left = DECK_SIZE - on_board.shape[-1] - gone.shape[-1] - 2 * players
    if left < to_come:
        raise ValueError(
            f"dead: expected at most {gone.shape[-1] - to_come + left} cards beside these hands and boards, got "
            f"{gone.shape[-1]}; e.g. '2h 3h'"
        )
    threads = as_count(threads, "threads", 0, 1024, 2)
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    limit = LIMIT if limit is None else as_count(limit, "limit", 1, 10**18, "10**11")
    contests = math.prod(axes)
    rows = held.reshape(contests, players, 2), on_board, gone
    if samples is None:
        evaluations = contests * math.comb(left, to_come) * players
        check_size(evaluations, threads, limit)
        totals = _equity.count_known_hands(*rows, evaluations <= MOMENTS, threads, progress)
    else:
        samples = as_count(samples, "samples", 2, 10**15, "1_000_000")
        moments = contests * samples * players <= MOMENTS
        totals = _equity.sample_known_hands(*rows, samples, seed, moments, threads, progress)
    totals = totals.reshape(*axes, players, players + 1)
    pots = pots_won(totals)
    deals = math.comb(left, to_come) if samples is None else samples
    shares = pots / pots.sum(axis=-1, keepdims=True)
    errors = np.zeros_like(shares)
    if samples is not None:
        errors = standard_errors(totals, squared_shares(totals), shares, samples)
    return Equities(
        equity=shares,
        wins=totals[..., 1],
        ties=totals[..., 2:].sum(axis=-1),
        losses=totals[..., 0],
        deals=deals,
        exact=samples is None,
        standard_error=errors,
        samples=samples,
        seed=seed if samples is not None else None,
    )


def _for_each(cards: ArrayLike, name: str, axes: list[int]) -> NDArray[np.uint8]:
    """Return the cards of each contest, C-contiguous uint8 [contests, n]."""
    found = as_cards(cards, name)
    if found.ndim == 0 or (found.ndim > 1 and list(found.shape[:-1]) != axes):
        lead = "".join(f"{n}, " for n in axes)
        raise ValueError(
            f"{name}: expected one list of cards for all contests or shape ({lead}n), got shape {found.shape}; e.g. "
            "'7s 6c As'"
        )
    each = np.broadcast_to(found, (*axes, found.shape[-1]))
    return np.ascontiguousarray(each).reshape(math.prod(axes), found.shape[-1])
