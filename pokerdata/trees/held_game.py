"""A game in which one player is held to a model of himself, as a game like any other: chance says when he is."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pokerdata.trees.tree import CHANCE, TERMINAL, GameTree

MODEL, FREE = "model", "free"


@dataclass(frozen=True, eq=False)
class HeldGame:
    """A game in the protocol of `pokerdata.trees.protocol`, made of a tree.

    The others cannot tell whether the player is held: their information sets are those of the tree.

    Attributes:
        tree: The game.
        held: Who is held, from 0.
        model: What he plays then, float64 [edges].
        p: How likely he is. One number: chance settles it before the first move. Float64 [information sets of the tree]:
            anew wherever he is to act, and he knows on which of his moves he was free.
    """

    tree: GameTree
    held: int
    model: NDArray[np.float64]
    p: float | NDArray[np.float64]

    @property
    def players(self) -> int:
        return self.tree.players

    def root(self) -> "HeldState":
        return HeldState(self, 0, None, ())


@dataclass(frozen=True, eq=False)
class HeldState:
    """A node of the tree, with what chance said of the held player.

    Attributes:
        game: The game.
        node: The node of its tree.
        is_held: Whether he is held now; None where that is not settled.
        past: Of each of his moves so far, where it is settled anew each time, whether he was held.
    """

    game: HeldGame
    node: int
    is_held: bool | None
    past: tuple[bool, ...]

    def player(self) -> int | Literal["chance"] | None:
        who = self._who()
        if who == TERMINAL and not self._to_settle():
            return None
        held = who == self.game.held and self.is_held
        return "chance" if who == CHANCE or held or self._to_settle() else who

    def actions(self) -> Sequence[Hashable]:
        return self.game.tree.information_sets[self._set()].actions

    def chance(self) -> list[tuple[Hashable, float]]:
        if self._to_settle():
            p = self.game.p if isinstance(self.game.p, float) else float(self.game.p[self._set()])
            return [(MODEL, p), (FREE, 1 - p)]
        tree, children = self.game.tree, self._children()
        if self._who() == CHANCE:
            return [(tree.action[n], float(tree.chance[n])) for n in children]
        return [(tree.action[n], float(self.game.model[tree.edge[n]])) for n in children]

    def child(self, action: Any) -> "HeldState":
        if self._to_settle():
            return replace(self, is_held=action == MODEL)
        children = self._children()
        node = children[self.game.tree.action[children.start : children.stop].index(action)]
        if isinstance(self.game.p, float):
            return replace(self, node=node)
        mine = (self.is_held is True,) if self._who() == self.game.held else ()
        return HeldState(self.game, node, None, self.past + mine)

    def information_set(self) -> Hashable:
        key = self.game.tree.information_sets[self._set()].key
        return (key, self.past) if self.past and self._who() == self.game.held else key

    def utilities(self) -> Sequence[float]:
        tree = self.game.tree
        found: list[float] = tree.utilities[np.searchsorted(tree.terminals, self.node)].tolist()
        return found

    def _to_settle(self) -> bool:
        per_game = isinstance(self.game.p, float)
        return self.is_held is None and (per_game or self._who() == self.game.held)

    def _who(self) -> int:
        return int(self.game.tree.player[self.node])

    def _set(self) -> int:
        return int(self.game.tree.set[self.node])

    def _children(self) -> range:
        first = self.game.tree.first_child
        return range(int(first[self.node]), int(first[self.node + 1]))
