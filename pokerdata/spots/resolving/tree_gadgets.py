"""Subgames of a tree, what could be won in them, and games in which a player's strategy there is found safely.

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
    """Roots of a subgame that a player does not tell apart: his information set there, whether he acts or not.

    A tree says what a player knows where he acts. So roots belong together that a later information set of his does not
    tell apart and, of those after which he acts no more, those before which he did the same last.

    Attributes:
        player: Whose it is.
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
    """Nodes of a tree with all that follows them, such that information sets lie wholly inside or wholly outside.

    Attributes:
        tree: The whole game.
        roots: The first nodes, none of them after another.
        sets: The numbers of its information sets, in ``tree.information_sets``.
        root_sets: For each player his `RootSet`\\ s, in the order of their first roots.
    """

    tree: GameTree = field(repr=False)
    roots: tuple[int, ...]
    sets: tuple[int, ...]
    root_sets: tuple[tuple[RootSet, ...], ...]

    @property
    def history(self) -> tuple[Hashable, ...]:
        """The actions and chance events before the first root."""
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
    """The public subgames below given roots.

    Roots are in one subgame where either player does not tell them apart (`RootSet`). Roots after which nobody acts are
    left out. One of ``street``, ``depth`` and ``roots`` says where the roots are.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        street: The roots are what follows the chance events of this street, from 1: all deals up to the next decision
            are one street, so that Leduc hold'em has private cards on street 1 and the board card on street 2. 0 is the
            whole game.
        depth: The roots are all nodes after so many actions and chance events; 0 is the whole game.
        roots: The roots themselves, or a function that says of a node whether it is one, e.g.
            ``lambda node: tree.history(node)[-1:] == ("check",)``. Nodes after a root are none.

    Returns:
        The subgames in the order of their first roots.

    Raises:
        ValueError: For roots that cut through an information set, naming it; without a root; for another tree.
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
    """Bool [nodes]: whether a node is a root, or after one."""
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
    """Of each node: how many runs of chance events are over before it."""
    streets = np.zeros(tree.nodes, np.int64)
    over = (tree.player != CHANCE) & (tree.player[tree.parent] == CHANCE)
    over[0] = False
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        streets[first:end] = streets[tree.parent[first:end]] + over[first:end]
    return streets


def _tops(tree: GameTree, chosen: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Of each node: the first chosen node on the way to it, itself included, or -1."""
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
    """Pairs of (label, root): the sets of a player after the root or, where there are none, what he did last before it."""
    acts = (tree.set >= 0) & (top >= 0)
    own = acts & (tree.player == player)
    idle = np.setdiff1d(top[acts], top[own])
    known = np.stack([tree.set[own], top[own]])
    # Edges have labels beyond the numbers of all sets; who has done nothing has one below them.
    last = last_edges(tree, player)[idle]
    done = np.stack([np.where(last >= 0, len(tree.information_sets) + last, -1 - player), idle])
    return np.unique(np.concatenate([known, done], axis=1), axis=1).T


def _joined(pairs: NDArray[np.int64]) -> list[tuple[int, ...]]:
    """Roots by what they share, from pairs of (label, root): the parts of a graph that hang together, in order."""
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
    """What re-solving takes from the opponent at one of his information sets at the root of a subgame.

    Values are counterfactual best-response values divided by ``reach``: what the opponent wins, in units of utility, in
    a game that has come there, when he plays as well as he can from there on.

    Attributes:
        subgame: Where.
        opponent: The opponent's information set at the root.
        reach: The probability that chance and the player who is re-solved lead there.
        before: The value against the strategy that was re-solved.
        after: The value against the new one.
    """

    subgame: Subgame
    opponent: RootSet
    reach: float
    before: float
    after: float

    @property
    def margin(self) -> float:
        """``before`` less ``after``; 0 or more where the new strategy is safe."""
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
    """The best response to a player's strategy, node by node.

    Attributes:
        reach: Float64 [nodes], the probability that chance and the player lead there.
        values: Float64 [nodes], what the opponent's best response wins from there on.
    """

    reach: NDArray[np.float64]
    values: NDArray[np.float64]

    @classmethod
    def to(cls, tree: GameTree, strategy: NDArray[np.float64], player: int) -> Answers:
        """Of the other player of a tree of two, to the strategy of ``player``."""
        _, response = tree.core.best_response(strategy, 1 - player)
        return cls(reach(tree, strategy, [player]), _values(tree, response, 1 - player))

    def reach_of(self, roots: RootSet) -> float:
        """The probability that chance and the player lead to some of the roots."""
        return float(self.reach[list(roots.roots)].sum())

    def value_of(self, roots: RootSet) -> float:
        """The mean value over the roots, by reach; for roots with a reach of more than 0."""
        nodes = list(roots.roots)
        return float(self.reach[nodes] @ self.values[nodes] / self.reach[nodes].sum())


def margins(subgame: Subgame, player: int, before: Answers, after: Answers) -> tuple[Margin, ...]:
    """Of all information sets of the opponent at the root to which chance and the player lead at all."""
    return tuple(
        Margin(subgame, roots, before.reach_of(roots), before.value_of(roots), after.value_of(roots))
        for roots in subgame.root_sets[1 - player]
        if before.reach_of(roots) > 0
    )


def _values(tree: GameTree, strategy: NDArray[np.float64], player: int) -> NDArray[np.float64]:
    """Of each node: what a player wins from there on when all play their strategies."""
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
    """A game that begins with choices made up here and goes on in a tree.

    Attributes:
        first: The state it begins with.
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
        node: Where.
        shift: What is taken from the utilities of the players.
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
        won: By the players.
    """

    won: tuple[float, float]

    @property
    def player(self) -> None:
        return None

    def returns(self) -> tuple[float, float]:
        return self.won


@dataclass(frozen=True)
class Dealt:
    """Chance deals what comes next.

    Attributes:
        weights: Of what may come, by an event each; not normalised.
        states: What may come.
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
    """A player chooses what comes next.

    Attributes:
        who: The player.
        knows: His information set.
        states: What may come, by action.
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
    """The subgame as a game of its own: chance deals a root as likely as it is there.

    Args:
        subgame: With a root of a reach of more than 0.
        reach: Float64 [nodes], the probability that chance and both players lead there.
    """
    roots = [root for root in subgame.roots if reach[root] > 0]
    return RootGame(
        Dealt(
            {root: float(reach[root]) for root in roots}, {root: Inside(subgame.tree, root) for root in roots}
        )
    )


def gadget_game(subgame: Subgame, player: int, answers: Answers) -> RootGame:
    """The gadget game of CFR-D (Burch, Johanson & Bowling 2014).

    Chance deals a root as likely as chance and the player lead there. The opponent, who knows his information set at
    the root, terminates, for what his best response wins from there against the strategy that is re-solved, or follows
    into the subgame. The game is worth what terminating is, and a strategy of the player is optimal in it just where no
    information set of the opponent at the root is worth more than before.

    Args:
        subgame: With a root of a reach of more than 0.
        player: Whose strategy is re-solved.
        answers: The best response to it.
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
    """The gadget game of max-margin re-solving (Moravcik, Schmid, Ha, Hladik & Gaukrodger 2016).

    The opponent chooses his information set at the root; chance deals a root of it as likely as chance and the player
    lead there. From what he wins in the end, what his best response won in that set before is taken. So he wins the
    smallest margin of the player's strategy, with the sign changed.

    Args:
        subgame: With a root of a reach of more than 0.
        player: Whose strategy is re-solved.
        answers: The best response to it.
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
    """The opponent's sets at the root, with those of their roots that are reached, and his value per reach."""
    for opponent in subgame.root_sets[1 - player]:
        roots = [root for root in opponent.roots if answers.reach[root] > 0]
        if roots:
            yield opponent, roots, answers.value_of(opponent)


def _won(value: float, player: int) -> tuple[float, float]:
    return (value, -value) if player == 0 else (-value, value)
