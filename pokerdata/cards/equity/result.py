"""Results of equity computations."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import equity as _equity
from pokerdata._support import html
from pokerdata._support.estimates import error_text, or_none
from pokerdata._support.text import WIDTH, brief, columns, shortened
from pokerdata.cards.equity.methods import Contest
from pokerdata.cards.ranges.text import combination_text

_POT = 60  # parts of a pot, so that shares of 2 to 6 winners are whole numbers


@dataclass(frozen=True, eq=False)
class Equity:
    """Equities of k players, in their order.

    Counts are int64 if all hands of each player have equal weights. Otherwise they are float64, and a deal counts the
    product of its hands' weights, each relative to the largest of its range.

    Attributes:
        players: The hands as text, k of them.
        equity: Mean share of the pot, float64 [k]; a pot that n players win counts 1/n. The sum is 1.
        wins: Deals that the player wins alone, [k].
        ties: Deals that the player shares, [k].
        losses: Deals that the player loses, [k].
        deals: All deals, ``wins + ties + losses``.
        exact: Whether all deals were counted (else they were sampled).
        pots: Each player's winnings over all pots, k whole numbers in proportion. None if sampled, or for three or more
            players with weights of so many digits that sums of products were rounded.
        standard_error: Standard error of ``equity``, float64 [k]; 0 if exact, infinite if unknown because all samples gave
            the same share.
        samples: Number of deals sampled, or None if exact; with ``seed`` they reproduce the result.
        seed: Seed of the samples, or None if exact.
        per_combination: Equity of each hand of each player, float64 [k, 1326]; NaN for a hand that the player cannot have.
    """

    players: tuple[str, ...]
    equity: NDArray[np.float64]
    wins: NDArray[Any]
    ties: NDArray[Any]
    losses: NDArray[Any]
    deals: int | float
    exact: bool
    pots: tuple[int, ...] | None
    standard_error: NDArray[np.float64]
    samples: int | None
    seed: int | None
    per_combination: NDArray[np.float64]

    @property
    def exact_equity(self) -> tuple[Fraction, ...] | None:
        """Exact ``equity`` as k fractions; None if ``pots`` is None."""
        if self.pots is None:
            return None
        whole = sum(self.pots)
        return tuple(Fraction(pot, whole) for pot in self.pots)

    def to_dict(self) -> dict[str, Any]:
        """Return numbers and texts for JSON, without ``per_combination``."""
        return {
            "players": list(self.players),
            "equity": self.equity.tolist(),
            "wins": self.wins.tolist(),
            "ties": self.ties.tolist(),
            "losses": self.losses.tolist(),
            "deals": self.deals,
            "exact": self.exact,
            "standard_error": [or_none(error) for error in self.standard_error.tolist()],
            "samples": self.samples,
            "seed": self.seed,
        }

    def __str__(self) -> str:
        """Return a table with a line for each player, and the method."""
        cells = self._cells()
        others = sum(max(len(row[c]) for row in cells) + 2 for c in range(1, len(cells[0])))
        for row in cells:  # long ranges are shortened to leave room for numbers
            row[0] = shortened(row[0], max(12, WIDTH - others))
        return "\n".join([*columns(cells, right=range(1, len(cells[0]))), self._how()])

    def __repr__(self) -> str:
        room = max(7, 90 // len(self.players) - 9)
        shares = zip(self.players, self.equity.tolist(), strict=True)
        told = ", ".join(f"{shortened(name, room)} {_fraction(share, 4)}" for name, share in shares)
        return brief(self, f"{told}; {'exact' if self.exact else 'sampled'}")

    def _repr_html_(self) -> str:
        head, *rows = self._cells()
        return html.table(rows, head=head, notes=[self._how()])

    def _cells(self) -> list[list[str]]:
        """Return a table with a head and a row for each player."""
        head = ["", "equity", "wins", "ties", "losses"]
        rows = []
        for p, name in enumerate(self.players):
            counts = (_count(values[p]) for values in (self.wins, self.ties, self.losses))
            rows.append([shortened(name, _WIDEST), _fraction(self.equity[p]), *counts])
        if not self.exact:
            head.insert(2, "±")
            for row, error in zip(rows, self.standard_error, strict=True):
                row.insert(2, error_text(error, 6).removeprefix("0"))
        return [head, *rows]

    def _how(self) -> str:
        if self.exact:
            weighted = "" if isinstance(self.deals, int) else " by weight"
            return f"exact: all {_count(self.deals)} deals{weighted}"
        return f"sampled: {_count(self.deals)} deals, seed {self.seed}; ± is the standard error"


_WIDEST = 40


def exact_result(contest: Contest, tally: NDArray[Any], exact: bool) -> Equity:
    """Return the result of a tally of all deals; `exact` says whether it is without rounding (`methods.exact_tally`)."""
    largest = math.prod(int(row.max()) for row in contest.ratios)
    if not exact or largest == 1:
        totals = (contest.weights[:, :, None] * tally).sum(axis=1)
        return _result(contest, tally, totals.astype(np.int64) if exact else totals)
    whole = tally.astype(np.int64).astype(object) if tally.dtype == np.float64 else tally
    ratios = np.stack([row.astype(object) for row in contest.ratios])
    return _result(contest, tally, (ratios[:, :, None] * whole).sum(axis=1), largest)


def sampled_result(contest: Contest, tally: NDArray[np.float64], samples: int, seed: int) -> Equity:
    """Return the result of a tally of sampled deals."""
    return _result(contest, tally, tally.sum(axis=1).astype(np.int64), samples=samples, seed=seed)


def against_each(tally: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the deals that a single hand wins and ties against each hand of its only opponent, and all deals.

    They are whole numbers, [1326] each, from an exact tally.
    """
    theirs = tally[1] if tally.dtype == object else tally[1].astype(np.int64)
    lost, _, tied = np.moveaxis(theirs, -1, 0)
    return lost, tied, theirs.sum(axis=-1)


def hands_result(
    hands: Sequence[object],
    cards: NDArray[np.uint8],
    totals: NDArray[np.int64],
    samples: int | None = None,
    seed: int | None = None,
) -> Equity:
    """Return the result for players with one hand each.

    hands: in their original form. cards: uint8 [k, 2]. totals: int64 [k, k + 1], deals that a player loses, or wins as one
        of n.
    """
    pots, wins, ties, losses, equity, combinations, per_combination = _equity.told(totals, cards)
    return Equity(
        players=tuple(
            [
                hand if isinstance(hand, str) else combination_text(c)
                for hand, c in zip(hands, combinations, strict=True)
            ]
        ),
        equity=equity,
        wins=wins,
        ties=ties,
        losses=losses,
        deals=samples or sum(pots) // _POT,
        exact=samples is None,
        pots=tuple(pots) if samples is None else None,
        standard_error=np.zeros(len(pots))
        if samples is None
        else standard_errors(totals, squared_shares(totals), equity, samples),
        samples=samples,
        seed=seed,
        per_combination=per_combination,
    )


def pots_won(totals: NDArray[Any]) -> NDArray[Any]:
    """Return pots won, [..., k], in units of 1/60, from deals [..., k, k + 1] that a player loses, or wins as one of n."""
    return np.asarray((totals[..., 1:] * (_POT // np.arange(1, totals.shape[-1]))).sum(axis=-1))


def squared_shares(totals: NDArray[Any]) -> NDArray[Any]:
    """Return the sum of squared pot shares in the same way."""
    shares = _POT // np.arange(1, totals.shape[-1]) / _POT
    return np.asarray((totals[..., 1:] * shares**2).sum(axis=-1))


def standard_errors(
    totals: NDArray[Any], squares: NDArray[Any], equity: NDArray[np.float64], samples: int
) -> NDArray[np.float64]:
    """Return standard errors [..., k] of sampled equities; infinite if all samples gave the same share."""
    error: NDArray[np.float64] = np.sqrt(np.maximum(squares / samples - equity**2, 0) / (samples - 1))
    error[(totals == samples).any(axis=-1)] = np.inf
    return error


def _result(
    contest: Contest,
    tally: NDArray[Any],
    totals: NDArray[Any],
    largest: int = 1,
    *,
    samples: int | None = None,
    seed: int | None = None,
) -> Equity:
    """Return the result of a tally.

    totals: [k, k + 1], deals that a player loses, or wins as one of n. They are rounded float64, or whole numbers in which a
    deal of the largest weights counts ``largest``.
    """
    parts = _POT // np.arange(1, contest.players + 1)
    pots = pots_won(totals)
    whole = samples is None and totals.dtype != np.float64
    equity = np.array([pot / pots.sum() for pot in pots], np.float64)
    error = np.zeros(contest.players)
    if samples is not None:
        error = standard_errors(totals, squared_shares(totals), equity, samples)
    of_hand = tally.sum(axis=2)
    seen = (contest.weights > 0) & (of_hand > 0)
    per_combination = np.full(of_hand.shape, np.nan)
    per_combination[seen] = (tally[:, :, 1:] * parts).sum(axis=2)[seen] / (of_hand * _POT)[seen]
    counts = totals if largest == 1 else (totals / largest).astype(np.float64)
    deals = totals[0].sum() / largest if largest > 1 else totals[0].sum().item()
    return Equity(
        players=contest.names,
        equity=equity,
        wins=counts[:, 1],
        ties=counts[:, 2:].sum(axis=1),
        losses=counts[:, 0],
        deals=deals,
        exact=samples is None,
        pots=tuple(int(pot) for pot in pots) if whole else None,
        standard_error=error,
        samples=samples,
        seed=seed,
        per_combination=per_combination,
    )


def _fraction(value: float, digits: int = 6) -> str:
    """Format a fraction of the pot: .431241, or 1.000000 for the whole pot."""
    return f"{value:.{digits}f}".removeprefix("0")


def _count(value: float) -> str:
    return f"{value:,.6g}" if isinstance(value, float) else f"{value:,}"
