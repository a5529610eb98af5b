"""What models of actions have in common: what a player is thought to do, as one sees it who cannot see his cards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from pokerdata.play import GameDefinition, State
from pokerdata.search.limit_tree import KINDS, LimitTree, limit_tree
from pokerdata.search.models import PLAYOUT, DecisionTriple


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

    def __init__(self, game: GameDefinition, prior: DecisionTriple = PLAYOUT) -> None:
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
        if state.position is None:
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
