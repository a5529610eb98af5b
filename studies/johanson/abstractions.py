"""Card abstractions of a game with few cards: percentiles or k-means, with perfect or imperfect recall."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.solvers import Terminals
from pokerdata.abstraction.clustering import kmeans
from pokerdata.games import CardGame
from pokerdata.solving.evaluation import cut_by_strength
from pokerdata.solving.public import StateClasses, classes_of

Floats = NDArray[np.float64]
BINS, OPPONENTS = 20, 4
STARTS = 5  # restarts of k-means; the best one counts
_SCALE = 10_000  # k-means uses whole numbers: a share of 1 becomes this
_MASS = 10**9  # total weight of the deals of a street in k-means
_DIGITS = 9


class Hands:
    """Features of the private states of a game.

    Attributes:
        game: A game of real cards with a showdown on its last street.
        deals: For each street float64 [states], the probability of each; they add up to 1.
        final: Hand strength on the last street, the share of the pot won from a random hand: float64
            [states].
        against: Hand strength on the last street against opponents with a weak to strong first street:
            float64 [states, OPPONENTS]; 1/2 against an opponent that is impossible.
    """

    def __init__(self, game: CardGame) -> None:
        self.game = game
        terminals, last = Terminals(game.core), len(game.states) - 1
        self.deals = tuple(
            met / met.sum()
            for r, states in enumerate(game.states)
            for met in [terminals.folds(r, np.ones((states, 1)))[:, 0]]
        )
        self.final = _won(terminals, last, np.ones((game.states[last], 1)))[:, 0]
        first = cut_by_strength(np.zeros(game.states[0], np.int64), self.mean(0), self.deals[0], OPPONENTS)
        start = self._ancestors(0)
        self.against = _won(terminals, last, np.eye(OPPONENTS)[first[start]])

    def mean(self, street: int, power: int = 1) -> Floats:
        """Return the mean of a power of the final strength over all cards to come: float64 [states]."""
        return np.round(self._over(street, (self.final**power)[:, None])[:, 0], _DIGITS)

    def histogram(self, street: int) -> Floats:
        """Return the distribution of the final strength over `BINS` cells: float64 [states, BINS]."""
        cell = np.minimum((self.final * BINS).astype(int), BINS - 1)
        return self._over(street, np.eye(BINS)[cell])

    def _over(self, street: int, values: Floats) -> Floats:
        """Return means of values of the last street over the states of another street."""
        at = self._ancestors(street)
        found = np.zeros((self.game.states[street], values.shape[1]))
        np.add.at(found, at, values * self.deals[-1][:, None])
        return found / np.bincount(at, self.deals[-1])[:, None]

    def _ancestors(self, street: int) -> NDArray[np.int64]:
        """Return the ancestor on another street of each state of the last street."""
        at = np.arange(self.game.states[-1])
        for r in range(len(self.game.states) - 1, street, -1):
            at = self.game.core.state_parents(r)[at].astype(np.int64)
        return at


def _won(terminals: Terminals, last: int, others: Floats) -> Floats:
    """Return the share of the pot that each state wins from opponents of given weights [states, kinds]."""
    others = np.ascontiguousarray(others)
    met = terminals.folds(last, others)
    edge = np.divide(terminals.showdowns(last, others), met, out=np.zeros_like(met), where=met > 0)
    return np.round((1 + edge) / 2, _DIGITS)


#: Cuts states into classes, given their classes so far, their weights and the number of parts: int [states].
Cut = Callable[[NDArray[np.int64], Floats, int], NDArray[np.int64]]


@dataclass(frozen=True)
class Kind:
    """A kind of card abstraction.

    Attributes:
        name: Name in tables.
        points: Features of the states of a street, from `Hands`: float64 [states], to cut by mass, or
            [states, numbers], to cluster.
        distance: Distance for `kmeans`; None if hands are cut by mass.
    """

    name: str
    points: Callable[[Hands, int], Floats]
    distance: Callable[[bool], str] | None = None

    @property
    def clusters(self) -> bool:
        """Return whether random numbers affect the classes."""
        return self.distance is not None


def _strength_and_potential(hands: Hands, street: int) -> Floats:
    mean = hands.mean(street)
    spread = np.sqrt(np.maximum(hands.mean(street, 2) - mean**2, 0))
    return np.column_stack([mean, spread])


def _distribution(hands: Hands, street: int) -> Floats:
    if street == len(hands.game.states) - 1:
        return hands.against
    return np.cumsum(hands.histogram(street), axis=1)[:, :-1]


HS = Kind("percentiles of E[HS]", lambda hands, street: hands.mean(street))
HS2 = Kind("percentiles of E[HS²]", lambda hands, street: hands.mean(street, 2))
POTENTIAL = Kind("k-means, strength and potential", _strength_and_potential, lambda _: "squared")
DISTRIBUTION = Kind(
    "k-means, distributions", _distribution, lambda is_last: "squared" if is_last else "manhattan"
)
KINDS = (HS, HS2, POTENTIAL, DISTRIBUTION)


def abstraction(
    hands: Hands, kind: Kind, parts: Sequence[int], *, recall: bool, seed: int = 0
) -> StateClasses:
    """Return the classes of the states of every street.

    Args:
        hands: Features of the game's states.
        kind: The kind of abstraction.
        parts: Parts into which each class of the street before is cut, for the second street and later; the
            first street merges nothing.
        recall: Whether classes determine the earlier classes. If not, a street has the same number of
            classes, cut from all of its states.
        seed: Seed of the clusters.
    """
    streets = [np.arange(hands.game.states[0])]
    count = len(streets[0])
    for street, number in enumerate(parts, start=1):
        states = hands.game.states[street]
        above = np.zeros(states, np.int64)
        if recall:
            above = streets[-1][hands.game.core.state_parents(street)].astype(np.int64)
        count *= number
        streets.append(_cut(hands, kind, street, above, number if recall else count, seed))
    return classes_of(hands.game, streets)


def _cut(
    hands: Hands, kind: Kind, street: int, above: NDArray[np.int64], parts: int, seed: int
) -> NDArray[np.int64]:
    points, deals = kind.points(hands, street), hands.deals[street]
    if kind.distance is None:
        return cut_by_strength(above, points, deals, parts)
    whole = np.rint(points * _SCALE).astype(np.int64)
    mass = np.maximum(1, np.rint(deals * _MASS)).astype(np.int64)
    distance = kind.distance(street == len(hands.game.states) - 1)
    found = np.zeros(len(above), np.int64)
    for number, one in enumerate(np.unique(above)):
        inside = np.flatnonzero(above == one)
        distinct, which = np.unique(whole[inside], axis=0, return_inverse=True)
        weights = np.bincount(which, mass[inside]).astype(np.int64)
        made = kmeans(
            distinct, min(parts, len(distinct)), weights, distance=distance, restarts=STARTS, seed=seed
        )
        found[inside] = number * parts + np.asarray(made.nearest)[which]
    return found
