"""Machines that learn what was done, and the strategies that they make of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier, RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from pokerdata.games import Game
from pokerdata.modelling import ObservedModel

from .features import Features, Floats

#: What an action of the betting tree is: fold, check or call, bet or raise.
KIND_OF_ACTION = np.array([0, 1, 1, 2, 2])
#: So many actions evenly spread are blended with what was learned, as in the package's own models.
PRIOR = 5.0


@dataclass(frozen=True)
class Machine:
    """What learns.

    Attributes:
        name: In tables.
        make: Makes a classifier; None counts instead, by information set.
        three: Whether it is told Blank's three numbers alone.
        last: Of the classifier, what takes the weights of the rows: the last step of a pipeline, or nothing.
    """

    name: str
    make: Callable[[], Any] | None = None
    three: bool = False


def scaled(classifier: Any) -> Pipeline:
    """A classifier of numbers that are brought to mean 0 and deviation 1 before."""
    return Pipeline([("scale", StandardScaler()), ("learn", classifier)])


class Majority:
    """Three support vector machines, one for each pair of actions; the majority counts, of equals the safest.

    Safest is to fold, then to check or call. All three have a sigmoid kernel, and scikit-learn's defaults.
    """

    def fit(self, rows: Floats, kinds: NDArray[np.int64], learn__sample_weight: Floats) -> Majority:
        """Learn from rows, what was done in each, and how often."""
        self.classes_ = np.arange(3)
        self._machines: list[tuple[int, int, Any]] = []
        for low, high in combinations(range(3), 2):
            of_pair = (kinds == low) | (kinds == high)
            seen = set(kinds[of_pair].tolist())
            if len(seen) == 2:
                machine = scaled(SVC(kernel="sigmoid", max_iter=200_000))
                machine.fit(rows[of_pair], kinds[of_pair], learn__sample_weight=learn__sample_weight[of_pair])
                self._machines.append((low, high, machine))
            elif seen:
                self._machines.append((low, high, seen.pop()))
        return self

    def predict_proba(self, rows: Floats) -> Floats:
        """Next to all for the first choice, next to all of the rest for the second: what is left where it is not legal."""
        votes = np.zeros((len(rows), 3))
        for _, _, machine in self._machines:
            chosen = machine.predict(rows) if isinstance(machine, Pipeline) else np.full(len(rows), machine)
            votes[np.arange(len(rows)), chosen] += 1
        order = np.argsort(-votes, axis=1, kind="stable")
        found = np.zeros((len(rows), 3))
        np.put_along_axis(found, order, np.array([[1.0, 1e-9, 1e-18]]), axis=1)
        return found


COUNTS = Machine("counts of each information set")
SVMS = Machine("three sigmoid SVMs, 3 numbers", Majority, three=True)
TREE = Machine("decision tree", lambda: scaled(DecisionTreeClassifier(criterion="entropy", min_samples_leaf=5, random_state=0)))
FOREST = Machine(
    "random forest", lambda: scaled(RandomForestClassifier(100, criterion="entropy", min_samples_leaf=2, random_state=0))
)
BOOSTING = Machine(
    "boosted trees", lambda: scaled(HistGradientBoostingClassifier(max_iter=100, early_stopping=False, random_state=0))
)
MACHINES = (
    COUNTS,
    Machine("logistic regression, 3 numbers", lambda: scaled(LogisticRegression(max_iter=2000)), three=True),
    Machine("logistic regression", lambda: scaled(LogisticRegression(max_iter=2000))),
    SVMS,
    TREE,
    FOREST,
    BOOSTING,
)


def imitation(
    machine: Machine, game: Game, observed: ObservedModel, features: Features
) -> tuple[NDArray[np.float64], ...]:
    """The strategy that a machine makes of what it was shown: for each street float64 [edges, states]."""
    tree, streets = game.tree, range(game.rules.streets)
    counts = counts_of(game, observed)
    if machine.make is None:
        return tuple(_shares(tree.first_rows(r), counts[r] + 1) for r in streets)
    told = features.three if machine.three else features
    rows, kinds, numbers = seen_rows(game, counts, told)
    answers = _Answers(machine.make(), rows, kinds, numbers)
    found = []
    for r in streets:
        first = tree.first_rows(r)
        strategy = np.zeros_like(counts[r])
        kind = KIND_OF_ACTION[tree.action[tree.street_edges(r)]]
        for place, betting in enumerate(told.betting[r]):
            edges = slice(first[place], first[place + 1])
            strategy[edges] = answers.of(r, betting, told.cards[r])[:, kind[edges]].T
        even = 1 / np.repeat(np.diff(first), np.diff(first))[:, None]
        learned = _shares(first, strategy, even)
        found.append((numbers.sum() * learned + PRIOR * even) / (numbers.sum() + PRIOR))
    return tuple(found)


def counts_of(game: Game, observed: ObservedModel) -> list[Floats]:
    """How often each action was seen: for each street float64 [edges, states]."""
    return [
        probabilities * np.repeat(numbers, np.diff(game.tree.first_rows(r)), axis=0)
        for r, (probabilities, numbers) in enumerate(zip(observed.strategy, observed.observations, strict=True))
    ]


def seen_rows(
    game: Game, counts: list[NDArray[np.float64]], features: Features
) -> tuple[Floats, NDArray[np.int64], Floats]:
    """What was seen, each kind of decision and action once: features, actions, and how often."""
    tree, parts = game.tree, []
    for r, street in enumerate(counts):
        edge, state = np.nonzero(street)
        decision = np.searchsorted(tree.first_rows(r), edge, side="right") - 1
        kind = KIND_OF_ACTION[tree.action[tree.street_edges(r)][edge]]
        parts.append(
            np.column_stack([features.betting[r][decision], features.cards[r][state], kind, street[edge, state]])
        )
    everything = np.concatenate(parts)
    seen, which = np.unique(everything[:, :-1], axis=0, return_inverse=True)
    return seen[:, :-1], seen[:, -1].astype(np.int64), np.bincount(which, everything[:, -1])


class _Answers:
    """What a fitted classifier says, once for each betting of equal numbers on a street."""

    def __init__(self, classifier: Any, rows: Floats, kinds: NDArray[np.int64], numbers: Floats) -> None:
        self._kinds = np.unique(kinds)
        self._classifier = classifier
        if len(self._kinds) > 1:
            classifier.fit(rows, kinds, learn__sample_weight=numbers)
        self._known: dict[tuple[int, bytes], Floats] = {}

    def of(self, street: int, betting: Floats, cards: Floats) -> Floats:
        """Shares of fold, call and raise: float64 [states, 3]."""
        if (key := (street, betting.tobytes())) not in self._known:
            found = np.zeros((len(cards), 3))
            if len(self._kinds) > 1:
                asked = np.column_stack([np.broadcast_to(betting, (len(cards), len(betting))), cards])
                once, which = np.unique(asked, axis=0, return_inverse=True)
                found[:, self._classifier.classes_] = self._classifier.predict_proba(once)[which]
            else:
                found[:, self._kinds] = 1
            self._known[key] = found
        return self._known[key]


def _shares(first: NDArray[np.int32], weights: Floats, otherwise: Floats | float = 0.0) -> Floats:
    """Weights as shares of those of their decision; where all are 0, something else."""
    sums = np.repeat(np.add.reduceat(weights, first[:-1], axis=0), np.diff(first), axis=0)
    found: Floats = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), otherwise)
    return found
