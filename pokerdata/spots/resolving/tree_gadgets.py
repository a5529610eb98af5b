"""Subgames of a tree, their values, and gadget games that re-solve a player's strategy in them safely.

Games follow the protocol of `pokerdata.solving.explicit.build`, so that `explicit_tree` builds them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief
from pokerdata.solving.explicit.lp import last_edges, need_zero_sum, reach
from pokerdata.solving.explicit.tree import CHANCE, TERMINAL, GameTree, InformationSet


@dataclass(frozen=True)
class RootSet:
    """Roots of a subgame that a player cannot distinguish: its information set there, whether it acts or not.

    A tree states a player's knowledge only where it acts. So roots belong together if a later information set of the player
    contains both. Roots after which it acts no more belong together if its last action before them was the same.

    Attributes:
        player: The player.
        roots: The nodes.
    """

    player: int
    roots: tuple[int, ...]

    def __repr__(self) -> str:
        return brief(self, f"player {self.player}", f"{len(self.roots)} roots from {self.roots[0]}")

    def _repr_html_(self) -> str:
        return html.of_fields(self)


@dataclass(frozen=True)
class Subgame:
    """Nodes of a tree with all their descendants; each information set is entirely inside or entirely outside.

    Attributes:
        tree: The whole game.
        roots: The first nodes; none is a descendant of another.
        sets: Numbers of the information sets inside, in ``tree.information_sets``.
        root_sets: `RootSet` objects of each player, in the order of their first roots.
    """

    tree: GameTree = field(repr=False)
    roots: tuple[int, ...]
    sets: tuple[int, ...]
    root_sets: tuple[tuple[RootSet, ...], ...]

    @property
    def history(self) -> tuple[Hashable, ...]:
        """Actions and chance events before the first root."""
        return self.tree.history(self.roots[0])

    def __repr__(self) -> str:
        sets = f"{len(self.sets):,} information sets"
        first = " ".join(map(str, self.history)) or "the start"
        return brief(self, f"{len(self.roots)} roots", sets, f"the first after {first}")

    def _repr_html_(self) -> str:
        told = {
            "roots": len(self.roots),
            "the first after": " ".join(map(str, self.history)) or "the start",
            "information sets": len(self.sets),
            "root sets of the players": tuple(len(sets) for sets in self.root_sets),
        }
        return html.facts(told, caption="Subgame")


def subgames(
    tree: GameTree,
    *,
    street: int | None = None,
    depth: int | None = None,
    roots: Callable[[int], bool] | Iterable[int] | None = None,
) -> tuple[Subgame, ...]:
    """Return the public subgames below given roots.

    Roots belong to one subgame if either player cannot distinguish them (`RootSet`). Roots after which no player acts are
    left out. Give one of ``street``, ``depth`` and ``roots`` to choose the roots.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        street: The roots follow the chance events of this street, counted from 1. All deals up to the next decision are one
            street, so Leduc hold'em has private cards on street 1 and the board card on street 2. 0 is the whole game.
        depth: The roots are all nodes after this many actions and chance events; 0 is the whole game.
        roots: The roots themselves, or a function that returns whether a node is a root, e.g. ``lambda node:
            tree.history(node)[-1:] == ("check",)``. Nodes below a root are ignored.

    Returns:
        The subgames in the order of their first roots.

    Raises:
        ValueError: If roots cut through an information set (the message names it), there is no root, or the tree is
            unsuitable.
    """
    need_zero_sum(tree, "subgames")
    top = _tops(tree, _chosen(tree, street, depth, roots))
    _check_uncut(tree, top)
    labels = [_labels(tree, top, player) for player in (0, 1)]
    root_sets = [[RootSet(player, part) for part in _joined(labels[player])] for player in (0, 1)]
    found = []
    for roots in _joined(np.concatenate(labels)):
        members = frozenset(roots)
        sets = np.unique(tree.set[(tree.set >= 0) & np.isin(top, roots)])
        of_players = tuple(tuple(one for one in sets if one.roots[0] in members) for sets in root_sets)
        found.append(Subgame(tree, roots, tuple(sets.tolist()), of_players))
    return tuple(found)


def _chosen(
    tree: GameTree,
    street: int | None,
    depth: int | None,
    roots: Callable[[int], bool] | Iterable[int] | None,
) -> NDArray[np.bool_]:
    """Return bool [nodes]: whether a node is a root or below one."""
    if sum(given is not None for given in (street, depth, roots)) != 1:
        raise ValueError(
            f"subgames: expected one of street, depth and roots, got street={street!r}, depth={depth!r}, "
            f"roots={roots!r}; e.g. street=2"
        )
    if street is not None:
        streets = _streets(tree)
        most = int(streets.max())
        return streets >= as_count(street, "street", 0, most, most)
    chosen = np.zeros(tree.nodes, np.bool_)
    if depth is not None:
        most = len(tree.layers) - 2
        depth = as_count(depth, "depth", 0, most, most)
        chosen[tree.layers[depth] : tree.layers[depth + 1]] = True
    elif callable(roots):
        chosen[:] = [bool(roots(node)) for node in range(tree.nodes)]
    else:
        for node in roots or ():
            chosen[as_count(node, "root", 0, tree.nodes - 1, 0)] = True
    if not chosen.any():
        raise ValueError("roots: expected nodes of the tree, got none; e.g. [0], which is the whole game")
    return chosen


def _streets(tree: GameTree) -> NDArray[np.int64]:
    """Return, for each node, how many runs of chance events are complete before it."""
    streets = np.zeros(tree.nodes, np.int64)
    over = (tree.player != CHANCE) & (tree.player[tree.parent] == CHANCE)
    over[0] = False
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        streets[first:end] = streets[tree.parent[first:end]] + over[first:end]
    return streets


def _tops(tree: GameTree, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return, for each node, the first chosen node on the path to it (possibly itself), or -1."""
    top = np.where(chosen, np.arange(tree.nodes), -1)
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        above = top[tree.parent[first:end]]
        top[first:end] = np.where(above >= 0, above, top[first:end])
    return top


def _check_uncut(tree: GameTree, top: NDArray[np.int64]) -> None:
    acts = tree.set >= 0
    size = np.bincount(tree.set[acts], minlength=len(tree.information_sets))
    within = np.bincount(tree.set[acts & (top >= 0)], minlength=len(tree.information_sets))
    cut = np.flatnonzero((within > 0) & (within < size))
    if len(cut):
        s = tree.information_sets[cut[0]]
        one, other = (np.flatnonzero((tree.set == cut[0]) & side)[0] for side in (top >= 0, top < 0))
        raise ValueError(
            f"roots: they cut through information set {s.key!r} of player {s.player}; expected all of it in a subgame "
            f"or none, got {tree.history(int(one))} inside and {tree.history(int(other))} outside"
        )


def _labels(tree: GameTree, top: NDArray[np.int64], player: int) -> NDArray[np.int64]:
    """Return pairs (label, root): a player's sets below the root or, if there are none, its last action before the root."""
    acts = (tree.set >= 0) & (top >= 0)
    own = acts & (tree.player == player)
    idle = np.setdiff1d(top[acts], top[own])
    known = np.stack([tree.set[own], top[own]])
    # Edge labels follow the numbers of all sets; a player without an action has a negative label.
    last = last_edges(tree, player)[idle]
    done = np.stack([np.where(last >= 0, len(tree.information_sets) + last, -1 - player), idle])
    return np.unique(np.concatenate([known, done], axis=1), axis=1).T


def _joined(pairs: NDArray[np.int64]) -> list[tuple[int, ...]]:
    """Group roots that share a label, from pairs (label, root): the connected components, in order."""
    above: dict[int, int] = {}

    def first(root: int) -> int:
        while above[root] != root:
            above[root] = root = above[above[root]]
        return root

    seen: dict[int, int] = {}
    for label, root in pairs.tolist():
        above.setdefault(root, root)
        above[first(root)] = first(seen.setdefault(label, root))
    parts: dict[int, list[int]] = {}
    for root in sorted(above):
        parts.setdefault(first(root), []).append(root)
    return [tuple(part) for part in parts.values()]


@dataclass(frozen=True)
class Margin:
    """How much one of the opponent's information sets at the root of a subgame loses by re-solving.

    Values are counterfactual best-response values divided by ``reach``. This is what the opponent wins in a game that gets
    there, in units of utility, if it responds as well as possible from there on.

    Attributes:
        subgame: The subgame.
        opponent: Information set of the opponent at the root.
        reach: Probability that chance and the re-solved player lead there.
        before: Value against the original strategy.
        after: Value against the new strategy.
    """

    subgame: Subgame
    opponent: RootSet
    reach: float
    before: float
    after: float

    @property
    def margin(self) -> float:
        """``before`` minus ``after``; 0 or more if the new strategy is safe."""
        return self.before - self.after

    def __repr__(self) -> str:
        values = f"before {self.before:.6g}", f"after {self.after:.6g}", f"reach {self.reach:.3g}"
        return brief(self, f"{self.margin:.6g}", *values)

    def _repr_html_(self) -> str:
        told = {
            "margin": self.margin,
            "before": self.before,
            "after": self.after,
            "reach": self.reach,
            "of player": self.opponent.player,
            "in": repr(self.subgame),
        }
        return html.facts(told, caption="Margin")


@dataclass(frozen=True)
class Answers:
    """Best response to a player's strategy, node by node.

    Attributes:
        reach: Float64 [nodes], probability that chance and the player lead there.
        values: Float64 [nodes], what the opponent's best response wins from there on.
    """

    reach: NDArray[np.float64]
    values: NDArray[np.float64]

    @classmethod
    def to(cls, tree: GameTree, strategy: NDArray[np.float64], player: int) -> Answers:
        """Compute the best response of the other player of a two-player tree to the strategy of ``player``."""
        _, response = tree.core.best_response(strategy, 1 - player)
        return cls(reach(tree, strategy, [player]), _values(tree, response, 1 - player))

    def reach_of(self, roots: RootSet) -> float:
        """Return the probability that chance and the player lead to any of the roots."""
        return float(self.reach[list(roots.roots)].sum())

    def value_of(self, roots: RootSet) -> float:
        """Return the mean value over the roots, weighted by reach; the total reach must be more than 0."""
        nodes = list(roots.roots)
        return float(self.reach[nodes] @ self.values[nodes] / self.reach[nodes].sum())


def margins(subgame: Subgame, player: int, before: Answers, after: Answers) -> tuple[Margin, ...]:
    """Return the margins of all opponent information sets at the root that chance and the player can reach."""
    return tuple(
        Margin(subgame, roots, before.reach_of(roots), before.value_of(roots), after.value_of(roots))
        for roots in subgame.root_sets[1 - player]
        if before.reach_of(roots) > 0
    )


def _values(tree: GameTree, strategy: NDArray[np.float64], player: int) -> NDArray[np.float64]:
    """Return, for each node, what a player wins from there on if all players follow their strategies."""
    values = np.zeros(tree.nodes)
    values[tree.terminals] = tree.utilities[:, player]
    likely = np.array(tree.chance)
    likely[tree.edge >= 0] = strategy[tree.edge[tree.edge >= 0]]
    for first, end in reversed(list(zip(tree.layers[1:-1], tree.layers[2:], strict=True))):
        np.add.at(values, tree.parent[first:end], likely[first:end] * values[first:end])
    return values


FOLLOW, TERMINATE = "follow", "terminate"


@dataclass(frozen=True)
class RootGame:
    """A game that starts with artificial choices and continues in a tree.

    Attributes:
        first: Initial state.
        players: Always 2.
    """

    first: Any
    players: int = 2

    def root(self) -> Any:
        return self.first


@dataclass(frozen=True)
class Inside:
    """A node of the tree.

    Attributes:
        tree: The whole game.
        node: The node.
        shift: Amounts subtracted from the utilities of the players.
    """

    tree: GameTree
    node: int
    shift: tuple[float, float] = (0.0, 0.0)

    @property
    def player(self) -> int | Literal["chance"] | None:
        player = int(self.tree.player[self.node])
        return None if player == TERMINAL else "chance" if player == CHANCE else player

    def legal_actions(self) -> Sequence[Hashable]:
        return self._set().actions

    def chance(self) -> list[tuple[Hashable, float]]:
        return [(self.tree.action[n], float(self.tree.chance[n])) for n in self._children()]

    def apply(self, action: Any) -> Inside:
        children = self._children()
        actions = self.tree.action[children.start : children.stop]
        return Inside(self.tree, children[actions.index(action)], self.shift)

    def information_set(self) -> Hashable:
        return self._set().key

    def returns(self) -> tuple[float, float]:
        one, two = self.tree.utilities[np.searchsorted(self.tree.terminals, self.node)]
        return float(one) - self.shift[0], float(two) - self.shift[1]

    def _set(self) -> InformationSet:
        return self.tree.information_sets[int(self.tree.set[self.node])]

    def _children(self) -> range:
        return range(int(self.tree.first_child[self.node]), int(self.tree.first_child[self.node + 1]))


@dataclass(frozen=True)
class Over:
    """The end of the game.

    Attributes:
        won: Returns of the players.
    """

    won: tuple[float, float]

    @property
    def player(self) -> None:
        return None

    def returns(self) -> tuple[float, float]:
        return self.won


@dataclass(frozen=True)
class Dealt:
    """Chance deals the next state.

    Attributes:
        weights: Weight of each event; not normalised.
        states: State after each event.
    """

    weights: Mapping[int, float]
    states: Mapping[int, Any]

    @property
    def player(self) -> Literal["chance"]:
        return "chance"

    def chance(self) -> list[tuple[int, float]]:
        total = sum(self.weights.values())
        return [(event, weight / total) for event, weight in self.weights.items()]

    def apply(self, event: int) -> Any:
        return self.states[event]


@dataclass(frozen=True)
class Chosen:
    """A player chooses the next state.

    Attributes:
        who: The player.
        knows: Information set of the player.
        states: State after each action.
    """

    who: int
    knows: Hashable
    states: Mapping[Any, Any]

    @property
    def player(self) -> int:
        return self.who

    def legal_actions(self) -> list[Hashable]:
        return list(self.states)

    def information_set(self) -> Hashable:
        return self.knows

    def apply(self, action: Any) -> Any:
        return self.states[action]


def unsafe_game(subgame: Subgame, reach: NDArray[np.float64]) -> RootGame:
    """Return the subgame as a game of its own, in which chance deals each root by its reach.

    Args:
        subgame: A subgame that has a root with reach above 0.
        reach: Float64 [nodes], probability that chance and both players lead there.
    """
    roots = [root for root in subgame.roots if reach[root] > 0]
    return RootGame(
        Dealt(
            {root: float(reach[root]) for root in roots}, {root: Inside(subgame.tree, root) for root in roots}
        )
    )


def gadget_game(subgame: Subgame, player: int, answers: Answers) -> RootGame:
    """Return the gadget game of CFR-D (Burch, Johanson & Bowling 2014).

    Chance deals a root in proportion to the reach of chance and the player. The opponent knows its information set at the
    root. It either terminates and receives the value of its best response there against the original strategy, or follows
    into the subgame.

    The value of the game is that of terminating. A strategy of the player is optimal exactly if no information set of the
    opponent at the root gains over its old value.

    Args:
        subgame: A subgame that has a root with reach above 0.
        player: Player with the re-solved strategy.
        answers: Best response to that player's original strategy.
    """
    weights: dict[int, float] = {}
    states: dict[int, Chosen] = {}
    for opponent, roots, value in _root_sets(subgame, player, answers):
        over = Over(_won(value, opponent.player))
        for root in roots:
            weights[root] = float(answers.reach[root])
            options = {FOLLOW: Inside(subgame.tree, root), TERMINATE: over}
            states[root] = Chosen(opponent.player, opponent, options)
    return RootGame(Dealt(weights, states))


def max_margin_game(subgame: Subgame, player: int, answers: Answers) -> RootGame:
    """Return the gadget game of max-margin re-solving (Moravcik, Schmid, Ha, Hladik & Gaukrodger 2016).

    The opponent chooses its information set at the root. Chance then deals one of its roots in proportion to the reach of
    chance and the player. The old best-response value of that set is subtracted from the opponent's final utility. So the
    opponent wins the negative of the smallest margin of the player's strategy.

    Args:
        subgame: A subgame that has a root with reach above 0.
        player: Player with the re-solved strategy.
        answers: Best response to that player's original strategy.
    """
    options: dict[RootSet, Dealt] = {}
    for opponent, roots, value in _root_sets(subgame, player, answers):
        shift = _won(value, opponent.player)
        options[opponent] = Dealt(
            {root: float(answers.reach[root]) for root in roots},
            {root: Inside(subgame.tree, root, shift) for root in roots},
        )
    return RootGame(Chosen(1 - player, subgame, options))


def _root_sets(subgame: Subgame, player: int, answers: Answers) -> Iterator[tuple[RootSet, list[int], float]]:
    """Yield the opponent's sets at the root with their reached roots and their value per reach."""
    for opponent in subgame.root_sets[1 - player]:
        roots = [root for root in opponent.roots if answers.reach[root] > 0]
        if roots:
            yield opponent, roots, answers.value_of(opponent)


def _won(value: float, player: int) -> tuple[float, float]:
    return (value, -value) if player == 0 else (-value, value)
