"""What models of actions share: what a player is thought to do by one who cannot see his cards, and how well it is told."""

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
    """A model of one player."""

    def probabilities(self, state: State) -> DecisionTriple:
        """How likely whoever acts folds, calls and raises, if he is the player of the model.

        Args:
            state: As somebody else sees it.
        """
        ...

    def learn(self, state: State, position: int) -> None:
        """Learn from a hand.

        Args:
            state: At its end, as somebody else sees it.
            position: Of the player of the model in it.
        """
        ...

    def reset(self) -> None:
        """Forget all that was learned."""
        ...


class BettingModel(ABC):
    """A model that looks at the betting alone, in a limit game for two, so that it can be asked for all nodes at once.

    Args:
        game: The rules.
        prior: What the player is thought to do as long as nothing was seen.

    Raises:
        ValueError: For another game.
        CapacityError: For a game with too many bettings.

    Attributes:
        tree: The betting of the game.
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
        """How likely fold, call and raise are at each node of the tree.

        Returns:
            float64 [nodes, 3], not to be changed: sums of 1 at decisions, 0 for what is not allowed and at ends.
        """
        if self._shares is None:
            self._shares = self._found()
            self._shares.flags.writeable = False
        return self._shares

    def probabilities(self, state: State) -> DecisionTriple:
        """How likely whoever acts folds, calls and raises, if he is the player of the model.

        Args:
            state: Of the game; cards count for nothing.

        Raises:
            ValueError: Where nobody acts, or for a state of another game.
        """
        if state.player is None:
            raise ValueError("state: expected one in which a player acts, got nobody who acts")
        return DecisionTriple(*self.shares()[self.tree.at(state.history)].tolist())

    def learn(self, state: State, position: int) -> None:
        """Learn from what a player did in a hand.

        Args:
            state: At its end, or before.
            position: His.

        Raises:
            ValueError: For a position that there is not, or a hand of another game; nothing is learned then.
        """
        made = taken(self.tree, state, position)
        for node, kind in made:
            self._see(node, kind)
        if made:
            self._shares = None

    def reset(self) -> None:
        """Forget all that was learned."""
        self._forget()
        self._shares = None

    @abstractmethod
    def _see(self, node: int, kind: int) -> None:
        """Count an action: 0 fold, 1 check or call, 2 bet or raise."""

    @abstractmethod
    def _forget(self) -> None:
        """Empty the memory."""

    @abstractmethod
    def _found(self) -> NDArray[np.float64]:
        """What `shares` gives."""


def taken(tree: LimitTree, state: State, position: int) -> list[tuple[int, int]]:
    """The actions of a player in a hand: at which node of the betting, and 0 fold, 1 check or call, 2 bet or raise.

    Args:
        tree: The betting of the game.
        state: At the end of the hand, or before.
        position: His.

    Raises:
        ValueError: For a position that there is not, or a betting that the game does not have.
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


#: No action counts as less likely.
LEAST = 1e-9


@dataclass(frozen=True, eq=False)
class ActionLoss:
    """Log-losses of actions, in nats; smaller is better.

    Attributes:
        losses: float64 [actions]: minus the logarithm of how likely the model thought what was done, at least `LEAST`.
        hand: int64 [actions]: in which hand, from 0.
    """

    losses: NDArray[np.float64]
    hand: NDArray[np.int64]

    def mean(self, first: int = 0, last: int | None = None) -> Estimate:
        """The mean an action over some hands, with a standard error over hands, as actions of one hand go together.

        Args:
            first: The first hand, from 0.
            last: The hand after the last one; all by default.

        Raises:
            ValueError: If no action was seen in them.
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
    """Let a model foretell what a player does in hands, one after the other.

    Of each action it is asked before it sees it; it learns each hand at its end. What it sees is what the hand's state
    holds: for somebody who watches, ``state.seen_by(None)``.

    Args:
        model: The model, which is changed by what it learns.
        hands: States at the end of hands, and the player's position in each.
        learn: Whether it learns.

    Raises:
        ValueError: For a hand of another game than the model's.
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
    """The cards of all but the player: he is foretold by somebody who does not see his."""
    return [() if p == position else cards for p, cards in enumerate(state.hole_cards)]
