"""Machines that learn observed actions, and the strategies that they produce."""

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
from threadpoolctl import threadpool_limits

from pokerdata.games import SolvableGame
from pokerdata.players.modelling import ObservedModel

from .features import Features, Floats

#: Kinds of actions of the betting tree: fold, check or call, bet or raise.
KIND_OF_ACTION = np.array([0, 1, 1, 2, 2])
#: Weight, in actions, of the uniform strategy blended with what was learned, as in the package's own models.
PRIOR = 5.0
#: Fewest decisions in a leaf of the tree and of the forest.
LEAF, FOREST_LEAF = 20, 5


@dataclass(frozen=True)
class Machine:
    """A learning method.

    Attributes:
        name: Name in tables.
        make: Makes a classifier for a number of decisions; None counts by information set instead.
        three: Whether it uses only Blank's three features.
    """

    name: str
    make: Callable[[float], Any] | None = None
    three: bool = False


def scaled(classifier: Any) -> Pipeline:
    """Return a classifier that first scales its features to mean 0 and deviation 1."""
    return Pipeline([("scale", StandardScaler()), ("learn", classifier)])


class Majority:
    """Majority vote of three support vector machines, one for each pair of actions; a tie goes to the safest action.

    Folding is safest, then checking or calling. All three use a sigmoid kernel and scikit-learn's defaults.
    """

    def fit(self, rows: Floats, kinds: NDArray[np.int64], learn__sample_weight: Floats) -> Majority:
        """Fit to rows, the action of each, and its frequency."""
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
        """Give nearly all probability to the first choice, and nearly all of the rest to the second.

        The rest is used where the first choice is illegal.
        """
        votes = np.zeros((len(rows), 3))
        for _, _, machine in self._machines:
            chosen = machine.predict(rows) if isinstance(machine, Pipeline) else np.full(len(rows), machine)
            votes[np.arange(len(rows)), chosen] += 1
        order = np.argsort(-votes, axis=1, kind="stable")
        found = np.zeros((len(rows), 3))
        np.put_along_axis(found, order, np.array([[1.0, 1e-9, 1e-18]]), axis=1)
        return found


def _logistic(_: float) -> Pipeline:
    return scaled(LogisticRegression(max_iter=2000))


def _tree(decisions: float) -> Pipeline:
    leaf = min(0.5, LEAF / decisions)
    return scaled(DecisionTreeClassifier(criterion="entropy", min_weight_fraction_leaf=leaf, random_state=0))


def _forest(decisions: float) -> Pipeline:
    # A bootstrap would resample rows, and each row stands for many decisions.
    leaf = min(0.5, FOREST_LEAF / decisions)
    return scaled(
        RandomForestClassifier(
            100, criterion="entropy", min_weight_fraction_leaf=leaf, bootstrap=False, random_state=0
        )
    )


def _boosting(_: float) -> Pipeline:
    return scaled(
        HistGradientBoostingClassifier(
            min_samples_leaf=1, l2_regularization=1.0, early_stopping=False, random_state=0
        )
    )


COUNTS = Machine("counts of each information set")
SVMS = Machine("three sigmoid SVMs, 3 numbers", lambda _: Majority(), three=True)
TREE = Machine("decision tree", _tree)
MACHINES = (
    COUNTS,
    Machine("logistic regression, 3 numbers", _logistic, three=True),
    Machine("logistic regression", _logistic),
    SVMS,
    TREE,
    Machine("random forest", _forest),
    Machine("boosted trees", _boosting),
)


def imitation(
    machine: Machine, game: SolvableGame, observed: ObservedModel, features: Features
) -> tuple[NDArray[np.float64], ...]:
    """Return the strategy that a machine learns from observations: for each street float64 [edges, states]."""
    counts = counts_of(game, observed)
    if machine.make is None:
        return tuple(_shares(game.tree.first_rows(r), street + 1) for r, street in enumerate(counts))
    with threadpool_limits(1):  # starting threads costs more than so little work
        decisions = float(sum(street.sum() for street in counts))
        told = features.three if machine.three else features
        return _learned(machine.make(decisions), game, counts, told)


def _learned(
    classifier: Any, game: SolvableGame, counts: list[Floats], told: Features
) -> tuple[NDArray[np.float64], ...]:
    """Return the strategy that a classifier learns from counts: for each street float64 [edges, states]."""
    tree = game.tree
    rows, kinds, numbers = seen_rows(game, counts, told)
    classes = np.unique(kinds)
    if len(classes) > 1:
        classifier.fit(rows, kinds, learn__sample_weight=numbers)
        classes = classifier.classes_
    found = []
    for r in range(game.rules.streets):
        # Predict once for betting nodes with equal features, and once for states with equal features.
        betting, of_decision = np.unique(told.betting[r], axis=0, return_inverse=True)
        cards, of_state = np.unique(told.cards[r], axis=0, return_inverse=True)
        asked = np.column_stack([np.repeat(betting, len(cards), axis=0), np.tile(cards, (len(betting), 1))])
        answers = np.zeros((len(betting), len(cards), 3))
        answers[..., classes] = 1.0
        if len(classes) > 1:
            answers[..., classes] = classifier.predict_proba(asked).reshape(len(betting), len(cards), -1)
        first = tree.first_rows(r)
        decision = np.repeat(of_decision, np.diff(first))
        kind = KIND_OF_ACTION[tree.action[tree.street_edges(r)]]
        even = 1 / np.repeat(np.diff(first), np.diff(first))[:, None]
        learned = _shares(first, answers[decision, :, kind][:, of_state], even)
        found.append((numbers.sum() * learned + PRIOR * even) / (numbers.sum() + PRIOR))
    return tuple(found)


def counts_of(game: SolvableGame, observed: ObservedModel) -> list[Floats]:
    """Return how often each action was seen: for each street float64 [edges, states]."""
    return [
        probabilities * np.repeat(numbers, np.diff(game.tree.first_rows(r)), axis=0)
        for r, (probabilities, numbers) in enumerate(
            zip(observed.strategy, observed.observations, strict=True)
        )
    ]


def seen_rows(
    game: SolvableGame, counts: list[NDArray[np.float64]], features: Features
) -> tuple[Floats, NDArray[np.int64], Floats]:
    """Return each distinct kind of observed decision and action: features, action, and frequency."""
    tree, parts = game.tree, []
    for r, street in enumerate(counts):
        edge, state = np.nonzero(street)
        decision = np.searchsorted(tree.first_rows(r), edge, side="right") - 1
        kind = KIND_OF_ACTION[tree.action[tree.street_edges(r)][edge]]
        parts.append(
            np.column_stack(
                [features.betting[r][decision], features.cards[r][state], kind, street[edge, state]]
            )
        )
    everything = np.concatenate(parts)
    seen, which = np.unique(everything[:, :-1], axis=0, return_inverse=True)
    often = np.bincount(which, everything[:, -1]).astype(np.float64)
    return seen[:, :-1], seen[:, -1].astype(np.int64), often


def _shares(first: NDArray[np.int32], weights: Floats, otherwise: Floats | float = 0.0) -> Floats:
    """Return weights as shares within their decision; where all are 0, the fallback."""
    sums = np.repeat(np.add.reduceat(weights, first[:-1], axis=0), np.diff(first), axis=0)
    found: Floats = np.where(sums > 0, weights / np.where(sums > 0, sums, 1), otherwise)
    return found
