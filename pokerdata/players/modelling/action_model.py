"""Shared parts of action models (models that do not see the player's hole cards), and their log-loss."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import Estimate
from pokerdata._support.text import brief
from pokerdata.games.play import State, TableRules
from pokerdata.games.play.state import split_actions
from pokerdata.players.search.expectimax import legal_shares
from pokerdata.players.search.limit_tree import KINDS, LimitTree, limit_tree
from pokerdata.players.search.models import PLAYOUT, DecisionTriple


@runtime_checkable
class ActionModel(Protocol):
    """A model of one player's actions."""

    def probabilities(self, state: State) -> DecisionTriple:
        """Return the probabilities that the player to act folds, calls and raises, if it is the modelled player.

        Args:
            state: The state as another player sees it.
        """
        ...

    def learn(self, state: State, position: int) -> None:
        """Learn from a hand.

        Args:
            state: The finished hand, as another player sees it.
            position: Position of the modelled player.
        """
        ...

    def reset(self) -> None:
        """Forget everything learned."""
        ...


class BettingModel(ABC):
    """A model of a limit game for two that looks only at the betting, so it can return all nodes at once.

    Args:
        game: Rules of the game.
        prior: Assumed actions before any are seen.

    Raises:
        ValueError: For another game.
        CapacityError: For a game with too many action sequences.

    Attributes:
        tree: The betting tree.
        prior: float64 [nodes, 3], as of `shares`.
    """

    def __init__(self, game: TableRules, prior: DecisionTriple = PLAYOUT) -> None:
        self.tree = limit_tree(game)
        self.decisions = np.flatnonzero(self.tree.player >= 0)
        given = np.where(self.tree.legal, np.array(list(prior)), 0.0)
        given[self.decisions, 1] += given[self.decisions].sum(1) == 0
        self.prior: NDArray[np.float64] = given / np.maximum(given.sum(1, keepdims=True), 1e-300)
        self._shares: NDArray[np.float64] | None = None

    def shares(self) -> NDArray[np.float64]:
        """Return the probabilities of fold, call and raise at each node of the tree.

        Returns:
            Read-only float64 [nodes, 3]: rows of decision nodes add up to 1; illegal actions and terminal nodes are 0.
        """
        if self._shares is None:
            self._shares = self._found()
            self._shares.flags.writeable = False
        return self._shares

    def probabilities(self, state: State) -> DecisionTriple:
        """Return the probabilities that the player to act folds, calls and raises, if it is the modelled player.

        Args:
            state: A state of the game; cards are ignored.

        Raises:
            ValueError: If nobody acts, or the state is of another game.
        """
        if state.player is None:
            raise ValueError("state: expected one in which a player acts, got nobody who acts")
        return DecisionTriple(*self.shares()[self.tree.at(state.history)].tolist())

    def learn(self, state: State, position: int) -> None:
        """Learn from a player's actions in a hand.

        Args:
            state: The finished hand, or an earlier state.
            position: Position of the player.

        Raises:
            ValueError: For an invalid position, or a hand of another game; nothing is learned then.
        """
        made = taken(self.tree, state, position)
        for node, kind in made:
            self._see(node, kind)
        if made:
            self._shares = None

    def reset(self) -> None:
        """Forget everything learned."""
        self._forget()
        self._shares = None

    @abstractmethod
    def _see(self, node: int, kind: int) -> None:
        """Count an action: 0 fold, 1 check or call, 2 bet or raise."""

    @abstractmethod
    def _forget(self) -> None:
        """Clear the memory."""

    @abstractmethod
    def _found(self) -> NDArray[np.float64]:
        """Return the result of `shares`."""


def taken(tree: LimitTree, state: State, position: int) -> list[tuple[int, int]]:
    """Return a player's actions in a hand: the node of each, and 0 fold, 1 check or call, 2 bet or raise.

    Args:
        tree: The betting tree.
        state: The finished hand, or an earlier state.
        position: Position of the player.

    Raises:
        ValueError: For an invalid position, or an action sequence that the game does not have.
    """
    if position not in (0, 1):
        raise ValueError(f"position: expected 0 or 1, got {position!r}; e.g. 0")
    found, node = [], 0
    for letter in state.history.replace("/", ""):
        kind = KINDS.find(letter)
        after = int(tree.after[node, kind]) if kind >= 0 else -1
        if after < 0:
            raise ValueError(
                f"history: expected a betting of {tree.game.name}, got {state.history!r}; e.g. 'cr'"
            )
        if tree.player[node] == position:
            found.append((node, kind))
        node = after
    return found


#: Least probability of an action in the log-loss.
LEAST = 1e-9


@dataclass(frozen=True, eq=False)
class ActionLoss:
    """Log-losses of actions, in nats; smaller is better.

    Attributes:
        losses: float64 [actions]: minus the logarithm of the model's probability of the action, which counts as at least
            `LEAST`.
        hand: int64 [actions]: index of the hand, from 0.
    """

    losses: NDArray[np.float64]
    hand: NDArray[np.int64]

    def mean(self, first: int = 0, last: int | None = None) -> Estimate:
        """Return the mean loss per action over some hands.

        The standard error is over hands, because actions of one hand are correlated.

        Args:
            first: The first hand, from 0.
            last: The hand after the last one; all by default.

        Raises:
            ValueError: If these hands contain no action.
        """
        end = int(self.hand.max(initial=-1)) + 1 if last is None else last
        at = (self.hand >= first) & (self.hand < end)
        if not at.any():
            raise ValueError(
                f"hands: expected some with actions of the player, got {first} to {end}; e.g. 0 to 100"
            )
        losses, hands = self.losses[at], self.hand[at]
        mean = float(losses.mean())
        _, which = np.unique(hands, return_inverse=True)
        count = int(which.max()) + 1
        residuals = np.bincount(which, losses - mean)
        error = math.inf
        if count > 1:
            error = math.sqrt(count / (count - 1) * float((residuals**2).sum())) / len(losses)
        return Estimate(mean, error, max(1, count - 1))

    def __repr__(self) -> str:
        return brief(self, f"{len(self.losses):,} actions")


def action_loss(model: ActionModel, hands: Iterable[tuple[State, int]], *, learn: bool = True) -> ActionLoss:
    """Return the log-losses of a model that predicts a player's actions, hand by hand.

    The model predicts each action before it sees it, and learns each hand at its end. It sees what the state of the hand
    holds; pass ``state.seen_by(None)`` for the view of a spectator.

    Args:
        model: The model; learning changes it.
        hands: Finished hands, and the player's position in each.
        learn: Whether the model learns.

    Raises:
        ValueError: If a hand is of another game than the model's.
    """
    losses: list[float] = []
    numbers: list[int] = []
    for number, (state, position) in enumerate(hands):
        now = State(state.game, hand=state.hand).with_cards(_others(state, position), state.board)
        for action in split_actions(state.history.replace("/", "")):
            if now.player == position:
                shares = legal_shares(now, model.probabilities(now))
                losses.append(-math.log(max(shares[action[0]], LEAST)))
                numbers.append(number)
            now = now.apply(action)
        if learn:
            model.learn(state, position)
    return ActionLoss(np.array(losses), np.array(numbers, dtype=np.int64))


def _others(state: State, position: int) -> list[tuple[int, ...]]:
    """Return the hole cards of all players but the predicted one, which the model must not see."""
    return [() if p == position else cards for p, cards in enumerate(state.hole_cards)]
