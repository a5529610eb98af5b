"""Trees of modified games: abstractions that merge information sets, and players held to a model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.solving.explicit.tree import CHANCE, TERMINAL, GameTree, InformationSet, Weights

#: Function that names the abstract information set of an information set.
TreeAbstraction: TypeAlias = Callable[[InformationSet], Hashable]


@dataclass(frozen=True, eq=False, repr=False)
class AbstractedTree:
    """An abstraction of a game: the same nodes with fewer information sets.

    Attributes:
        real: The game.
        tree: The same game with merged information sets; their keys are the names from the abstraction.
        number: int32 [information sets of the game], the set of ``tree`` that each belongs to.
    """

    real: GameTree
    tree: GameTree
    number: NDArray[np.int32]

    def __repr__(self) -> str:
        sets = f"{len(self.real.information_sets):,} information sets as {len(self.tree.information_sets):,}"
        return brief(
            self, sets, *("" if self.recalls(p) else f"player {p} forgets" for p in range(self.real.players))
        )

    def _repr_html_(self) -> str:
        told = {f"player {p} recalls": self.recalls(p) for p in range(self.real.players)}
        sets = {
            "information sets of the game": len(self.real.information_sets),
            "as": len(self.tree.information_sets),
        }
        return html.facts({**sets, **told}, caption="AbstractedTree")

    def recalls(self, player: int) -> bool:
        """Return whether a player has perfect recall in the abstraction.

        Args:
            player: Number of the player, from 0.
        """
        return self.tree.core.recalls(player)

    def in_game(self, strategy: Weights) -> NDArray[np.float64]:
        """Return strategies of the abstraction as strategies of the game, float64 [edges of the game].

        Args:
            strategy: Weights over the edges of ``tree``, as `GameTree.strategy` accepts them.

        Raises:
            ValueError: For an invalid strategy.
        """
        abstract = self.tree.strategy(strategy)
        found = np.zeros(self.real.edges)
        for s, number in zip(self.real.information_sets, self.number, strict=True):
            found[s.edges] = abstract[self.tree.information_sets[number].edges]
        return found


def abstracted_tree(
    tree: GameTree, abstraction: TreeAbstraction, *, players: Collection[int] = (0, 1)
) -> AbstractedTree:
    """Return a game in which players cannot tell some of their information sets apart.

    Merge the sets of both players for the usual abstract game. If you merge the sets of one player only, the other keeps
    the full game. An equilibrium then holds the least exploitable strategy of the abstraction for the first player, if that
    player has perfect recall (Johanson, Bard, Burch & Bowling 2012).

    >>> from pokerdata.solving.explicit import abstracted_tree, explicit_tree
    >>> abstracted_tree(explicit_tree("kuhn"), lambda s: s.key.replace("Q", "J"))  # jacks and queens alike
    AbstractedTree(12 information sets as 8)

    Args:
        tree: The game.
        abstraction: Called with each `InformationSet` of these players. Sets of a player with the same name are merged.
        players: Players that the abstraction affects.

    Raises:
        ValueError: For a player that the game does not have, for names that cannot be hashed, and if merged sets have
            different actions.
    """
    for player in players:
        if player not in range(tree.players):
            raise ValueError(f"player: expected 0 to {tree.players - 1}, got {player!r}; e.g. 0")
    numbers: dict[tuple[int, bool, Hashable], int] = {}
    first: list[InformationSet] = []
    number = np.zeros(len(tree.information_sets), np.int32)
    keys: list[Hashable] = []
    for i, s in enumerate(tree.information_sets):
        merges = s.player in players
        name = abstraction(s) if merges else s.key
        try:
            number[i] = numbers.setdefault((s.player, merges, name), len(first))
        except TypeError:
            raise ValueError(
                f"name of the information set {s.key!r}: expected text, numbers or tuples of them, got {name!r}; e.g. 'low'"
            ) from None
        if number[i] == len(first):
            first.append(s)
            keys.append(name)
        elif first[number[i]].actions != s.actions:
            other = first[number[i]]
            raise ValueError(
                f"information sets {other.key!r} and {s.key!r}: expected the same actions, as both are {name!r}, got "
                f"{other.actions} and {s.actions}; e.g. names that tell the betting, too"
            )
    merged = GameTree(
        players=tree.players,
        player=tree.player,
        first_child=tree.first_child,
        set=np.append(number, np.int32(-1))[tree.set],  # -1 where no player acts
        chance=tree.chance,
        utilities=tree.utilities,
        action=tree.action,
        layers=tree.layers,
        keys=keys,
    )
    number.flags.writeable = False
    return AbstractedTree(tree, merged, number)


MODEL, FREE = "model", "free"


@dataclass(frozen=True, eq=False)
class HeldGame:
    """A game, derived from a tree, in which a player sometimes plays a fixed model.

    It follows the protocol of `pokerdata.solving.explicit.build`. The other players cannot tell whether the player is held:
    their information sets are those of the tree.

    Attributes:
        tree: The game.
        held: The player who is held to the model, from 0.
        model: The player's strategy when held, float64 [edges].
        p: Probability that the player is held. One number: chance decides before the first move. Float64 [information sets
            of the tree]: chance decides at each of the player's moves, and the player remembers which moves were free.
    """

    tree: GameTree
    held: int
    model: NDArray[np.float64]
    p: float | NDArray[np.float64]

    @property
    def players(self) -> int:
        return self.tree.players

    def root(self) -> HeldState:
        return HeldState(self, 0, None, ())


@dataclass(frozen=True, eq=False)
class HeldState:
    """A node of the tree, with chance's decisions about the held player.

    Attributes:
        node: Node of the tree.
        is_held: Whether the player is held now; None if that is undecided.
        past: Whether the player was held at each of its moves so far; empty if chance decides only once.
    """

    game: HeldGame
    node: int
    is_held: bool | None
    past: tuple[bool, ...]

    @property
    def player(self) -> int | Literal["chance"] | None:
        who = self._who()
        if who == TERMINAL and not self._to_settle():
            return None
        held = who == self.game.held and self.is_held
        return "chance" if who == CHANCE or held or self._to_settle() else who

    def legal_actions(self) -> Sequence[Hashable]:
        return self.game.tree.information_sets[self._set()].actions

    def chance(self) -> list[tuple[Hashable, float]]:
        if self._to_settle():
            p = self.game.p if isinstance(self.game.p, float) else float(self.game.p[self._set()])
            return [(MODEL, p), (FREE, 1 - p)]
        tree, children = self.game.tree, self._children()
        if self._who() == CHANCE:
            return [(tree.action[n], float(tree.chance[n])) for n in children]
        return [(tree.action[n], float(self.game.model[tree.edge[n]])) for n in children]

    def apply(self, action: Any) -> HeldState:
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

    def returns(self) -> Sequence[float]:
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
