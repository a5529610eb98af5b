"""A classifier of scikit-learn as a model of a player. Needs scikit-learn: ``pip install 'pokerdata[learn]'``."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.modelling.action_model import BettingModel
from pokerdata.modelling.fading import check_above_0
from pokerdata.play import GameDefinition
from pokerdata.search.limit_tree import LimitTree
from pokerdata.search.models import PLAYOUT, DecisionTriple
from pokerdata.support.arguments import as_count
from pokerdata.support.extras import imported_for
from pokerdata.support.text import brief

_FIRST = 20  # actions before the first fit
_GROWTH = 1.25  # it is fitted anew when so many times as many actions were seen


class ClassifierModel(BettingModel):
    """A classifier that tells actions from the betting.

    It is told the street, the bets to call, what both did last and faced then, the bets and raises of both on each street,
    and the position. By default it is multinomial logistic regression. It is fitted anew each time that a quarter more
    actions were seen, to the last ``memory`` of them; what it says is blended with the prior:
    (n p + weight prior) / (n + weight).

    Some 0.1 seconds a fit.

    Args:
        game: A limit game for two.
        make: Makes the classifier: an object as of scikit-learn, with ``fit(X, y, sample_weight=...)``, after which it has
            ``classes_`` and ``predict_proba(X)``.
        memory: How many actions are remembered.
        weight: How many actions the prior counts as.
        prior: What he does as long as nothing was seen.

    Raises:
        ValueError: For another game or numbers out of range.
        CapacityError: For a game with too many bettings.
        ModuleNotFoundError: Where scikit-learn is missing and ``make`` is not given.
    """

    def __init__(
        self,
        game: GameDefinition,
        *,
        make: Callable[[], Any] | None = None,
        memory: int = 10_000,
        weight: float = 5.0,
        prior: DecisionTriple = PLAYOUT,
    ) -> None:
        super().__init__(game, prior)
        self.weight = check_above_0(weight, "weight", 5)
        self._make = make or _logistic()
        self._features = features(self.tree, self.decisions)
        self._row = {int(node): row for row, node in enumerate(self.decisions)}
        self._seen: deque[tuple[int, int]] = deque(maxlen=as_count(memory, "memory", 1, 10**7, 10_000))
        self._forget()

    def _see(self, node: int, kind: int) -> None:
        self._seen.append((self._row[node], kind))
        self._number += 1

    def _forget(self) -> None:
        self._seen.clear()
        self._number, self._fitted = 0, 0
        self._told = self.prior[self.decisions]

    def _found(self) -> NDArray[np.float64]:
        if self._number >= max(_FIRST, _GROWTH * self._fitted):
            self._told = self._fit()
            self._fitted = self._number
        legal = np.where(self.tree.legal[self.decisions], self._told, 0)
        total = legal.sum(1, keepdims=True)
        prior = self.prior[self.decisions]
        shares = np.where(total > 0, legal / np.maximum(total, 1e-300), prior)
        count = min(self._fitted, len(self._seen))
        found: NDArray[np.float64] = self.prior.copy()
        found[self.decisions] = (count * shares + self.weight * prior) / (count + self.weight)
        return found

    def _fit(self) -> NDArray[np.float64]:
        # The same action at the same node comes often: once, with its number as a weight, is as good and far quicker.
        seen, numbers = np.unique(np.array(self._seen), axis=0, return_counts=True)
        rows, kinds = seen.T
        found = np.zeros((len(self.decisions), 3))
        if len(set(kinds.tolist())) == 1:
            found[:, kinds[0]] = 1
            return found
        classifier = self._make()
        classifier.fit(self._features[rows], kinds, sample_weight=numbers)
        found[:, np.asarray(classifier.classes_)] = classifier.predict_proba(self._features)
        return found

    def __repr__(self) -> str:
        return brief(self, repr(self.tree.game.name), f"{self._number:,} actions seen")


def features(tree: LimitTree, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
    """What a classifier is told of decisions.

    Args:
        tree: The betting.
        nodes: The decisions.

    Returns:
        float64 [nodes, features], from 0 to 1: each of street, bets to call, last action and bets faced then of both
        players as one number for each value; bets and raises of both on each street, in parts of the most; whether the
        player may raise; his position.
    """
    rows = np.arange(len(nodes))
    acts = tree.player[nodes]
    made = tree.raises[nodes].astype(np.float64)
    most = np.maximum(1, np.array(tree.game.max_raises))[None, :]
    parts = [
        _each(tree.street[nodes], tree.game.streets),
        _each(tree.bets_to_call[nodes], 3),
        *(_each(tree.before[nodes, who], 5) for who in (acts, 1 - acts)),
        *(_each(tree.faced[nodes, who], 3) for who in (acts, 1 - acts)),
        *(made[rows, :, who] / most for who in (acts, 1 - acts)),
        tree.legal[nodes, 2:].astype(np.float64),
        acts[:, None].astype(np.float64),
    ]
    return np.concatenate(parts, axis=1)


def _each(values: NDArray[np.int8], count: int) -> NDArray[np.float64]:
    return np.eye(count)[values]


def _logistic() -> Callable[[], Any]:
    with imported_for("a classifier"):
        from sklearn.linear_model import LogisticRegression
    return lambda: LogisticRegression(tol=1e-3, max_iter=1000)
