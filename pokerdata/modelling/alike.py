"""In what decisions and showdowns are alike: the contexts of Poki and the levels of likeness of Vexbot."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pokerdata.modelling.fading import Columns
from pokerdata.search.limit_tree import LimitTree

Nodes = NDArray[np.int64]


def _legal(tree: LimitTree, nodes: Nodes) -> Nodes:
    """What is allowed: counts of two decisions fit each other only where that is the same."""
    return tree.legal[nodes].astype(np.int64)


def _bets(tree: LimitTree, nodes: Nodes) -> Nodes:
    return np.column_stack([_legal(tree, nodes), tree.bets_to_call[nodes]])


def _street(tree: LimitTree, nodes: Nodes) -> Nodes:
    return np.column_stack([_bets(tree, nodes), tree.street[nodes]])


def _action(tree: LimitTree, nodes: Nodes) -> Nodes:
    return np.column_stack([_street(tree, nodes), tree.before[nodes, tree.player[nodes]]])


def _poki(tree: LimitTree, nodes: Nodes) -> Nodes:
    return np.column_stack([_action(tree, nodes), tree.faced[nodes, tree.player[nodes]]])


def _same(_: LimitTree, nodes: Nodes) -> Nodes:
    return nodes[:, None]


def _raises(tree: LimitTree, nodes: Nodes) -> Nodes:
    """The player who acts, and the bets and raises on each street of him and of the other."""
    rows = np.arange(len(nodes))
    acts = tree.player[nodes]
    made = tree.raises[nodes].astype(np.int64)
    own, other = made[rows, :, acts], made[rows, :, 1 - acts]
    return np.column_stack([_street(tree, nodes), acts, own, other])


def _totals(tree: LimitTree, nodes: Nodes) -> Nodes:
    rows = np.arange(len(nodes))
    acts = tree.player[nodes]
    made = tree.raises[nodes].sum(1)
    return np.column_stack([_street(tree, nodes), made[rows, acts], made[rows, 1 - acts]])


#: What tells decisions apart, by name, from nothing but what is allowed to the whole betting.
CONTEXTS: Mapping[str, Columns] = {
    "all": _legal,
    "bets": _bets,
    "street": _street,
    "action": _action,
    "poki": _poki,
    "totals": _totals,
    "raises": _raises,
    "same": _same,
}


def of_position(position: int) -> tuple[Columns, ...]:
    """What tells showdowns apart, the likest first: the betting, the bets and raises of both on each street, these in all,
    and nothing.

    Args:
        position: Of the player who shows.
    """

    def same(_: LimitTree, nodes: Nodes) -> Nodes:
        return np.column_stack([nodes, np.full(len(nodes), position)])

    def made(tree: LimitTree, nodes: Nodes) -> Nodes:
        found = tree.raises[nodes].astype(np.int64)
        return np.concatenate([found[:, :, position], found[:, :, 1 - position]], axis=1)

    def totals(tree: LimitTree, nodes: Nodes) -> Nodes:
        found = tree.raises[nodes].sum(1)
        return np.column_stack([found[:, position], found[:, 1 - position]])

    def nothing(_: LimitTree, nodes: Nodes) -> Nodes:
        return np.zeros((len(nodes), 1), dtype=np.int64)

    return same, made, totals, nothing
