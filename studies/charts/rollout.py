"""Iterated roll-outs: ten players, and what loses is folded from then on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata import evaluate
from pokerdata.cards import combination_index
from pokerdata.cards.hand_classes import CLASS_COUNT, CLASS_OF_COMBINATION
from pokerdata.support.random_numbers import Use, generator


@dataclass(frozen=True)
class Deals:
    """Many deals of a table: codes of all hands on the board, and classes of the hands, [deals, players]."""

    codes: NDArray[np.int64]
    classes: NDArray[np.int64]


@dataclass(frozen=True)
class Rollout:
    """Where iterating ends.

    Attributes:
        rates: Of all classes, thousandths of a bet, float64 [169].
        errors: Standard errors of them, given what the others play.
        plays: What is played, bool [169].
        turns: How often hands were folded.
    """

    rates: NDArray[np.float64]
    errors: NDArray[np.float64]
    plays: NDArray[np.bool_]
    turns: int


def dealt(deals: int, players: int, seed: int) -> Deals:
    """Deals at random."""
    random = generator(Use.CHART_DEALS, seed)
    cards = np.empty((deals, 5 + 2 * players), np.uint8)
    for start in range(0, deals, 10_000):
        some = random.random((min(10_000, deals - start), 52))
        cards[start : start + len(some)] = np.argsort(some, axis=1)[:, : cards.shape[1]]
    holes = cards[:, 5:].reshape(deals, players, 2)
    boards = np.broadcast_to(cards[:, None, :5], (deals, players, 5))
    codes = evaluate(np.concatenate([boards, holes], axis=2)).astype(np.int64)
    return Deals(codes, CLASS_OF_COMBINATION[combination_index(holes)].astype(np.int64))


def income(
    deals: Deals, plays: NDArray[np.bool_], dead: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What each class wins that puts in a bet where the others do so with the hands they play, and its standard error.

    Args:
        deals: To play.
        plays: bool [169], what the others play.
        dead: Bets in the pot that nobody there has put in.

    Returns:
        float64 [169] each, thousandths of a bet; who has no other to meet wins what is dead.
    """
    active = plays[deals.classes]
    codes = np.where(active, deals.codes, -1)
    won = np.empty(deals.codes.shape)
    for seat in range(codes.shape[1]):
        mine = deals.codes[:, seat]
        others = np.delete(codes, seat, axis=1)
        best = others.max(axis=1)
        equal = (others == mine[:, None]).sum(axis=1)
        share = np.where(mine > best, 1.0, np.where(mine == best, 1 / (1 + equal), 0.0))
        put_in = 1 + np.delete(active, seat, axis=1).sum(axis=1)
        won[:, seat] = share * (dead + put_in) - 1
    classes = deals.classes.ravel()
    number = np.bincount(classes, minlength=CLASS_COUNT)
    mean = np.bincount(classes, won.ravel(), CLASS_COUNT) / number
    square = np.bincount(classes, won.ravel() ** 2, CLASS_COUNT) / number
    return 1000 * mean, 1000 * np.sqrt((square - mean**2) / number)


def iterated(deals: Deals, dead: float) -> Rollout:
    """What wins of all hands, then of those that won among those, until none is folded any more."""
    plays, turns = np.ones(CLASS_COUNT, bool), 0
    while True:
        rates, errors = income(deals, plays, dead)
        stays = plays & (rates > 0)
        if np.array_equal(stays, plays):
            return Rollout(rates, errors, plays, turns)
        plays, turns = stays, turns + 1
