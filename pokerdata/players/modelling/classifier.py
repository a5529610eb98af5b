"""Learned models of a player: a scikit-learn classifier (``pip install 'pokerdata[learn]'``), and a small network."""

from __future__ import annotations

import warnings
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import as_count
from pokerdata._support.extras import imported_for
from pokerdata._support.text import brief
from pokerdata.games.play import State, TableRules
from pokerdata.games.play.state import split_actions
from pokerdata.players.modelling.action_model import BettingModel
from pokerdata.players.modelling.counting import Follower, check_above_0, start_of
from pokerdata.players.search.limit_tree import LimitTree
from pokerdata.players.search.models import PLAYOUT, DecisionTriple

_FIRST = 20  # number of actions before the first fit
_GROWTH = 1.25  # refit when the number of actions has grown by this factor


class ClassifierModel(BettingModel):
    """A classifier that predicts actions from the betting.

    Its features are the street, the bets to call and the position. For both players it also sees the last action, the
    bets faced then, and the bets and raises on each street. By default it is multinomial logistic regression. It is
    refitted each time the number of actions has grown by a quarter, on the last ``memory`` of them. Its output is blended
    with the prior: (n p + weight prior) / (n + weight).

    A fit takes some 0.1 seconds.

    Args:
        game: A limit game for two.
        make: Function that makes the classifier, an object in the style of scikit-learn: ``fit(X, y,
            sample_weight=...)``, then ``classes_`` and ``predict_proba(X)``.
        memory: Number of actions to keep.
        weight: Number of actions that the prior counts as.
        prior: Assumed actions before any are seen.

    Raises:
        ValueError: For another game or numbers out of range.
        CapacityError: For a game with too many action sequences.
        ModuleNotFoundError: If scikit-learn is missing and ``make`` is not given.
    """

    def __init__(
        self,
        game: TableRules,
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
        # Equal observations are frequent: one row with a weight is as good and far quicker.
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
    """Return the classifier's features of decision nodes.

    Args:
        tree: The betting tree.
        nodes: The decision nodes.

    Returns:
        float64 [nodes, features], from 0 to 1. One-hot: street, bets to call, and last action and bets faced then of both
        players. Then bets and raises of both on each street, divided by the maximum; whether the player may raise; its
        position.
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


#: Inputs of the network, in this order.
NETWORK_INPUTS = (
    "pot odds: to call, of the pot and that",
    "bets and raises of his, of those and his calls in the hand",
    "his chips, of the pot",
    "has put in chips on the street by an action",
    "no bet to call",
    "one bet to call",
    "two bets or more to call",
    "flop",
    "turn",
    "river",
    "faced a bet when he last acted",
    "bet or raised when he last acted",
    "players dealt in / 10",
    "players left / 10",
    "players left who have yet to act on the street / 10",
    "three cards or more of a suit on the board",
    "an ace on the board",
    "a king on the board",
    "aces, kings and queens, of the cards of the board",
)
#: Default number of nodes in the hidden layer.
HIDDEN = 4
_ACE, _KING, _QUEEN = 12, 11, 10
_KINDS = "fcr"


class NetworkModel:
    """A neural net that predicts fold, call and raise from public information: the betting, the players and the board.

    Poki's net mapped a context to three numbers that were made to add up to 1. It learned from some hundred hands of one
    player. The inputs, `NETWORK_INPUTS`, and the one hidden layer of four nodes with logistic functions follow Davidson
    (2002) from memory and are not verified.

    The fit is our own: L-BFGS on the last ``memory`` actions, each time their number has grown by a quarter, from the
    same random weights, with a penalty on their squares. The output is blended with the prior: (n p + weight prior) / (n
    + weight).

    Any game with or without limits, for two to ten players. A prediction takes some 0.1 ms, a fit of 3,000 actions 0.3
    seconds.

    Args:
        hidden: Nodes of the hidden layer.
        memory: Number of actions to keep.
        weight: Number of actions that the prior counts as.
        prior: Assumed actions before any are seen.
        penalty: Penalty on the squares of the weights, as ``alpha`` of scikit-learn.
        seed: Seed of the initial random weights.

    Raises:
        ValueError: For numbers out of range.
        ModuleNotFoundError: If scikit-learn is missing.
    """

    def __init__(
        self,
        *,
        hidden: int = HIDDEN,
        memory: int = 10_000,
        weight: float = 5.0,
        prior: DecisionTriple = PLAYOUT,
        penalty: float = 1.0,
        seed: int = 0,
    ) -> None:
        self.hidden = as_count(hidden, "hidden", 1, 1000, HIDDEN)
        self.weight = check_above_0(weight, "weight", 5)
        self.penalty = check_above_0(penalty, "penalty", 1)
        self.prior = np.array(list(prior), dtype=np.float64)
        self.seed = as_count(seed, "seed", 0, 2**32 - 1, 1)
        self._made = _network()
        self._seen: deque[tuple[NDArray[np.float64], int]] = deque(
            maxlen=as_count(memory, "memory", 1, 10**6, 10_000)
        )
        self.reset()

    def probabilities(self, state: State) -> DecisionTriple:
        """Return the probabilities that the player to act folds, calls and raises, if it is the modelled player.

        Args:
            state: The state as another player sees it; hole cards are ignored.

        Raises:
            ValueError: If nobody acts.
        """
        position = state.player
        if position is None:
            raise ValueError("state: expected one in which a player acts, got nobody who acts")
        allowed = np.array([state.can_fold, True, state.can_raise])
        prior = np.where(allowed, self.prior, 0)
        prior[1] += prior.sum() == 0
        prior /= prior.sum()
        if self._net is None and self._only is None:
            return DecisionTriple(*prior.tolist())
        (*_, (inputs, _)) = _decisions(state, position)
        told = np.where(allowed, self._told(inputs), 0)
        total = told.sum()
        shares = told / total if total > 0 else prior
        count = self._fitted
        found = (count * shares + self.weight * prior) / (count + self.weight)
        return DecisionTriple(*found.tolist())

    def learn(self, state: State, position: int) -> None:
        """Learn from a player's actions in a hand.

        Args:
            state: The finished hand, or an earlier state.
            position: Position of the player.

        Raises:
            ValueError: For an invalid position; nothing is learned then.
        """
        if position not in range(state.players):
            raise ValueError(f"position: expected 0 to {state.players - 1}, got {position!r}; e.g. 0")
        for inputs, action in _decisions(state, position):
            if action:
                self._seen.append((inputs, _KINDS.index(action)))
                self._number += 1
        if self._number >= max(_FIRST, _GROWTH * self._number_fitted):
            self._fit()

    def reset(self) -> None:
        """Forget everything learned."""
        self._seen.clear()
        self._number = self._number_fitted = self._fitted = 0
        self._net: Any = None
        self._only: int | None = None  # the only kind of action seen, if there is just one

    def _told(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        found = np.zeros(3)
        if self._only is not None:
            found[self._only] = 1
        else:
            found[self._net.classes_] = shares_of(self._net, inputs)
        return found

    def _fit(self) -> None:
        self._number_fitted, self._fitted = self._number, len(self._seen)
        from threadpoolctl import threadpool_limits  # a dependency of scikit-learn

        rows = np.array([inputs for inputs, _ in self._seen])
        kinds = np.array([kind for _, kind in self._seen])
        self._net, self._only = None, None
        if len(set(kinds.tolist())) == 1:
            self._only = int(kinds[0])
            return
        self._net = self._made(
            (self.hidden,),
            activation="logistic",
            solver="lbfgs",
            alpha=self.penalty,
            max_iter=500,
            random_state=self.seed,
        )
        # An early stop still gives a model. Threads cost more than they save on so few numbers.
        with warnings.catch_warnings(), threadpool_limits(1):
            warnings.simplefilter("ignore")
            self._net.fit(rows, kinds)

    def __repr__(self) -> str:
        return brief(self, f"{self.hidden} hidden nodes", f"{self._number:,} actions seen")


def shares_of(net: Any, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the output of a fitted net with one logistic hidden layer, like ``predict_proba`` but ten times as fast.

    Args:
        net: An ``MLPClassifier``.
        inputs: float64 [inputs].

    Returns:
        float64 [classes], in the order of ``net.classes_``.
    """
    (first, second), (before, after) = net.coefs_, net.intercepts_
    hidden = 1 / (1 + np.exp(-(inputs @ first + before)))
    last = hidden @ second + after
    if len(last) == 1:  # two classes have a single output
        last = np.array([0.0, last[0]])
    found: NDArray[np.float64] = np.exp(last - last.max())
    found /= found.sum()
    return found


def network_inputs(state: State) -> NDArray[np.float64]:
    """Return the inputs of the net for the player to act.

    Args:
        state: A state in which a player acts.

    Returns:
        float64 [19], 0 to 1, in the order of `NETWORK_INPUTS`.

    Raises:
        ValueError: If nobody acts.
    """
    if state.player is None:
        raise ValueError("state: expected one in which a player acts, got nobody who acts")
    (*_, (found, _)) = _decisions(state, state.player)
    return found


def _decisions(state: State, position: int) -> Iterator[tuple[NDArray[np.float64], str]]:
    """Yield the inputs of each decision of a player in a hand, and its action: f, c, r, or nothing yet."""
    now = start_of(state)
    follower = Follower(now, position)
    bets = calls = 0
    acted: set[int] = set()  # on the street
    paid, street = False, 0
    for action in [*split_actions(state.history.replace("/", "")), ""]:
        betting = now.betting
        if betting.finished:
            return
        if betting.street != street:
            street, paid = betting.street, False
            acted.clear()
        if betting.player == position:
            board = state.board[: state.game.board_cards(street)]
            last = state.players - sum(betting.folded)
            waiting = sum(not gone and p not in acted for p, gone in enumerate(betting.folded))
            context = follower.context(now)
            others = (state.players / 10, last / 10, waiting / 10)
            yield (
                _row(now, position, (bets, calls, paid), context, others, board),
                action[:1],
            )
            bets += action[:1] == "r"
            calls += action[:1] == "c" and betting.to_call > 0
            paid = paid or action[:1] == "r" or (action[:1] == "c" and betting.to_call > 0)
        if action:
            acted.add(betting.player)
            follower.see(now, action)
            now = now.apply_old(action)


def _row(
    now: State,
    position: int,
    made: tuple[int, int, bool],
    context: Any,
    others: tuple[float, float, float],
    board: tuple[int, ...],
) -> NDArray[np.float64]:
    bets, calls, paid = made
    to_call, pot = now.betting.to_call, now.betting.pot
    ranks, suits = [card // 4 for card in board], [card % 4 for card in board]
    high = sum(rank in (_ACE, _KING, _QUEEN) for rank in ranks)
    return np.array(
        [
            to_call / max(1, pot + to_call),
            bets / max(1, bets + calls),
            now.betting.spent[position] / max(1, pot),
            paid,
            *(context.bets == count for count in range(3)),
            *(context.street == street for street in (1, 2, 3)),
            context.last_bets > 0,
            context.last_action == "r",
            *others,
            any(suits.count(suit) >= 3 for suit in range(4)),
            _ACE in ranks,
            _KING in ranks,
            high / max(1, len(board)),
        ],
        dtype=np.float64,
    )


def _network() -> Any:
    with imported_for("a neural net"):
        from sklearn.neural_network import MLPClassifier
    return MLPClassifier
