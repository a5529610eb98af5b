"""Public subgames of a tree: parts that no information set leaves."""

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pokerdata.support import html
from pokerdata.support.arguments import as_count
from pokerdata.support.text import brief
from pokerdata.trees.sequences import last_edges, need_zero_sum
from pokerdata.trees.tree import CHANCE, GameTree


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
