"""Methods of luck reduction, and MIVAT's value function of features, fitted to hands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import luck as _core
from pokerdata._support.text import counted
from pokerdata.cards import HEADS_UP_BOARDS
from pokerdata.cards.preflop.matchups import all_matchups
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.games import CardRules, Game
from pokerdata.games.named import TEXAS
from pokerdata.pipeline.store import find_table, open_table

#: Methods: name -> description.
METHODS = {
    "all-in": "all-ins count as their mean over the cards to come",
    "mivat": "all-in, and the luck of cards by features fitted to other hands",
    "advantage": "all-in, and the luck of cards by a guess of what they are worth",
    "aivat": "advantage, and the luck of moves and hands of known strategies",
    "divat": "what betting gained on a baseline of both: a biased estimate of skill",
}


def check_method(method: str) -> None:
    """Raise ValueError for an unknown method.

    Args:
        method: One of `METHODS`.

    Raises:
        ValueError: If the name is unknown.
    """
    if method not in METHODS:
        raise ValueError(f"method: expected one of {', '.join(METHODS)}, got {method!r}; e.g. aivat")


def setting_of(game: Game) -> _core.Setting:
    """Return the game in the kernels' format, with `first_edges`.

    Args:
        game: Any game.
    """
    return _core.Setting(game.rules.core, game.cards.core, first_edges(game.cards))


def strengths_of(cards: CardRules, tables: str | os.PathLike[str] | None = None) -> _core.Strengths:
    """Return the existing tables of strength in hold'em; without them, and in other games, strengths are counted.

    Args:
        cards: Cards of the game.
        tables: The only folder to search for flop_strength, turn_strength and river_strength, as for
            `pokerdata.open_table`.

    Raises:
        TableError: If a table is damaged.
    """
    found: dict[str, Any] = {}
    if cards == TEXAS:
        for street, dataset in (("flop", "ehs"), ("turn", "ehs"), ("river", "n")):
            name = f"{street}_strength"
            if find_table(name, tables) is not None:
                found[street] = open_table(name, tables, StrengthTable)[dataset]
    return _core.Strengths(**found)


def first_edges(cards: CardRules) -> NDArray[np.float64] | None:
    """Return the winnings of each hand from each, per chip at stake over all boards, preflop in hold'em.

    The first call takes a second or two.

    Args:
        cards: Cards of the game.

    Returns:
        float64 [1326, 1326], 0 for hands that share a card; None in other games.
    """
    return _texas_edges() if cards == TEXAS else None


@cache
def _texas_edges() -> NDArray[np.float64]:
    wins, _ = all_matchups()
    return np.asarray((wins - wins.T.astype(np.float64)) / HEADS_UP_BOARDS)


#: Hands needed in a fit for each feature that it may use.
HANDS_A_FEATURE = 20
_FOLDS = 5
# Added to the diagonal of the products of scaled columns, for each hand; the largest leaves hardly any fit.
_RIDGES = (0.0, 0.01, 0.1, 1.0, 10.0)


def fit_features(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the multiples of luck terms to subtract for the least variance, theta of White and Bowling 2009.

    theta = [sum (A - mean A)(A - mean A)' + r I]^-1 sum (A - mean A)(u - mean u), with columns scaled to one size. Five-fold
    cross-validation of these hands chooses two things. One is how many of the terms are used, from the first on: none, half
    or all, but at most one for `HANDS_A_FEATURE` hands. The other is r: 0 or a ridge against rare large pots.

    Args:
        found: float64 [hands, 1 + terms]: u, the winnings, and A, the luck terms of a hand, the most important first.

    Returns:
        float64 [terms]; 0 for unused terms.
    """
    terms = found.shape[1] - 1
    most = min(terms, len(found) // HANDS_A_FEATURE)
    if most == 0:
        return np.zeros(terms)
    edges = np.linspace(0, len(found), _FOLDS + 1).astype(int)
    folds = [found[low:high] for low, high in pairwise(edges)]
    sums = [_Sums.of(fold) for fold in folds]
    whole = sum(sums[1:], sums[0])
    best, least = np.zeros(terms), np.inf
    for used in sorted({0, (most + 1) // 2, most}):
        for ridge in _RIDGES if used else (0.0,):
            left = 0.0
            for fold, own in zip(folds, sums, strict=True):
                theta = (whole - own).theta(used, ridge)
                rest = fold[:, 0] - fold[:, 1:] @ theta
                left += float(((rest - rest.mean()) ** 2).sum())
            if left < least * (1 - 1e-9):
                best, least = whole.theta(used, ridge), left
    return best


class _Sums:
    """Number of hands, and sums of columns and of their products, which determine any fit."""

    def __init__(self, hands: int, columns: NDArray[np.float64], products: NDArray[np.float64]) -> None:
        self.hands, self.columns, self.products = hands, columns, products

    @classmethod
    def of(cls, found: NDArray[np.float64]) -> _Sums:
        return cls(len(found), found.sum(axis=0), found.T @ found)

    def __add__(self, other: _Sums) -> _Sums:
        return _Sums(self.hands + other.hands, self.columns + other.columns, self.products + other.products)

    def __sub__(self, other: _Sums) -> _Sums:
        return _Sums(self.hands - other.hands, self.columns - other.columns, self.products - other.products)

    def theta(self, used: int, ridge: float) -> NDArray[np.float64]:
        theta = np.zeros(len(self.columns) - 1)
        if used == 0:
            return theta
        mean = self.columns / self.hands
        centred = self.products / self.hands - np.outer(mean, mean)
        size = np.sqrt(np.maximum(np.diag(centred)[1 : 1 + used], 0))
        size[size <= 1e-9 * size.max(initial=0)] = np.inf  # a term that is always 0 gets no weight
        scaled = centred[1 : 1 + used, 1 : 1 + used] / np.outer(size, size)
        target = centred[1 : 1 + used, 0] / size
        theta[:used] = np.linalg.lstsq(scaled + ridge * np.eye(used), target, rcond=1e-10)[0] / size
        return theta


def without_luck(found: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the winnings less the fitted luck: each half of the deals uses the fit to the other half (cross-fitting).

    So nothing is biased: given the other half, multiples are fixed, and each term has the mean 0. Halves are the first and
    the last deals, as neighbours in a log may have the same cards. Multiples for all hands of a deal, as in duplicate deals,
    are fitted together, so that the variance of their sum is least.

    Args:
        found: float64 [deals, hands of each, 1 + terms], as for `fit_features`.

    Returns:
        float64 [deals, hands of each].
    """
    deals, hands, columns = found.shape
    # The first term of each hand, then the second of each.
    luck = found[:, :, 1:].transpose(0, 2, 1).reshape(deals, -1)
    rows = np.column_stack([found[:, :, 0].sum(axis=1), luck])
    result = found[:, :, 0].copy()
    for this, theta in _crossed(rows):
        result[this] -= np.einsum("dht,th->dh", found[this, :, 1:], theta.reshape(columns - 1, hands))
    return result


def rows_without_luck(
    won: NDArray[np.float64], terms: NDArray[np.float64], deal: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Do `without_luck` for deals with any number of hands each, which share their multiples.

    Args:
        won: float64 [rows].
        terms: float64 [rows, terms], as for `fit_features`.
        deal: int64 [rows], the deal of each row.

    Returns:
        float64 [rows].
    """
    of_deal, place = np.unique(deal, return_inverse=True)
    sums = np.zeros((len(of_deal), 1 + terms.shape[1]))
    np.add.at(sums, place, np.column_stack([won, terms]))
    found = won.copy()
    for this, theta in _crossed(sums):
        own = np.isin(place, np.arange(len(of_deal))[this])
        found[own] -= terms[own] @ theta
    return found


def _crossed(rows: NDArray[np.float64]) -> Iterator[tuple[slice, NDArray[np.float64]]]:
    """Yield each half of the deals, and the fit to the other half."""
    half = len(rows) // 2
    first, last = slice(half), slice(half, len(rows))
    for this, other in ((first, last), (last, first)):
        yield this, fit_features(rows[other])


def features_note(count: int) -> str:
    """Describe the number of features, which in hold'em depends on the existing tables.

    Args:
        count: Number of features of a hand.
    """
    return f"{counted(count, 'feature')} of the cards and the pot"
