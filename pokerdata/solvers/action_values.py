"""What each action of a decision is worth when both players go on as their strategy says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.solvers import Terminals
from pokerdata.games import Game
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.strategies.checks import check_strategy
from pokerdata.strategies.simple import Probabilities

_CELLS = 1 << 23  # numbers in the rows of reach that wait on a street: 64 MB
_NODES = 64  # rows that a node leads to on its street, roughly

Row = NDArray[np.float64]


def action_values(game: Game, strategy: Probabilities, node: int, *, threads: int = 0) -> NDArray[np.float64]:
    """Chips won over the whole hand after each action of a decision node, for each state of who acts there.

    A value is the expectation over the other's states, weighted by how likely he comes here with them, and over all that
    follows, where both play the strategy. Before the node the player may have played anything.

    The part of the tree below the node is walked once, with every leaf multiplied by the matrix of its street: limit
    hold'em with 5 buckets a street takes 0.6 s from the start, and 0.25 s on the flop. Memory as for an evaluation, and
    some rows of the states.

    Args:
        game: The game of the strategy.
        strategy: The strategy of both players: for each street probabilities [edges of the street, states].
        node: A decision node of ``game.tree``.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        float64 [actions, states of the node's street]; NaN where the state or the node cannot come about.

    Raises:
        ValueError: If `strategy` is no strategy of the game, or `node` no decision.
    """
    return values_and_reach(game, strategy, node, threads=threads)[0]


def values_and_reach(
    game: Game, strategy: Probabilities, node: int, *, threads: int = 0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`action_values`, and how likely the other's own actions lead to the node.

    Args:
        game: As for `action_values`.
        strategy: As for `action_values`.
        node: As for `action_values`.
        threads: As for `action_values`.

    Returns:
        The values, and float64 [states]: the mean of the other's reach over what he may hold beside each state; NaN where
        the state cannot come about.

    Raises:
        ValueError: As `action_values`.
    """
    tree = game.tree
    strategy = [np.asarray(street) for street in strategy]
    check_strategy(tree, game.states, strategy)
    if not 0 <= node < tree.nodes or tree.kind[node] != DECISION:
        raise ValueError(f"node: expected a decision of {game.label}, got {node}; e.g. 0")
    walk = _Walk(game, strategy, int(tree.player[node]), threads)
    reach = _reach(game, strategy, node, 1 - walk.player)
    street = int(tree.street[node])
    both = np.stack([reach, np.ones_like(reach)], axis=1)
    there, dealt = walk.terminals.folds(street, both, threads).T
    values = walk.below(tree.children(node), [reach] * len(tree.children(node)), street)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(there > 0, np.stack(values) / there, np.nan), np.where(
            dealt > 0, there / dealt, np.nan
        )


def _reach(game: Game, strategy: Sequence[NDArray[np.floating]], node: int, player: int) -> Row:
    """How likely a player's own actions lead to a node, for each of his states on its street."""
    tree, path = game.tree, [node]
    while (parent := int(tree.parent[path[-1]])) >= 0:
        path.append(parent)
    path.reverse()
    reach = np.ones(game.states[0])
    for at, after in pairwise(path):
        street = int(tree.street[at])
        if tree.player[at] == player:
            reach = reach * strategy[street][tree.rows(at).start + tree.children(at).index(after)]
        if tree.street[after] != street:
            reach = reach[game.core.state_parents(street + 1)]
    return reach


@dataclass
class _Leaves:
    """Rows of reach at the ends of a street, to be multiplied together, and where their values go."""

    slots: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


class _Walk:
    """Values of one player at any nodes of a street, from the other's reach there."""

    def __init__(
        self, game: Game, strategy: Sequence[NDArray[np.floating]], player: int, threads: int
    ) -> None:
        self.game, self.tree, self.strategy, self.player = game, game.tree, strategy, player
        self.threads = threads
        self.terminals = Terminals(game.core)
        self.parents = [game.core.state_parents(r) for r in range(game.rules.streets)]

    def below(self, nodes: Sequence[int], reaches: Sequence[Row], street: int) -> list[Row]:
        """The values of nodes that were entered on a street, or lead to the next: a row of states for each."""
        folds, showdowns, entered = _Leaves(), _Leaves(), _Leaves()
        values: dict[int, Row] = {}
        plan: list[tuple[int, int, list[int]]] = []  # slot, node, slots of its children
        slots = iter(range(1 << 62))
        stack = [(next(slots), node, reach) for node, reach in zip(nodes, reaches, strict=True)]
        tops = [slot for slot, _, _ in stack]
        while stack:
            slot, node, reach = stack.pop()
            if self.tree.street[node] != street:
                self._note(entered, slot, node, reach)
            elif self.tree.kind[node] == FOLD:
                self._note(folds, slot, int(self.tree.chips[node]) * (1 if self.player == 0 else -1), reach)
            elif self.tree.kind[node] != DECISION:
                self._note(showdowns, slot, int(self.tree.chips[node]), reach)
            else:
                own = self.tree.player[node] == self.player
                children = []
                for row, child in enumerate(self.tree.children(node), self.tree.rows(node).start):
                    children.append(next(slots))
                    after = reach if own else reach * self.strategy[street][row]
                    stack.append((children[-1], child, after))
                plan.append((slot, node, children))
        self._settle(values, folds, self.terminals.folds, street)
        if self.game.core.settles(street):
            self._settle(values, showdowns, self.terminals.showdowns, street)
        else:
            for slot, chips, reach in zip(showdowns.slots, showdowns.chips, showdowns.rows, strict=True):
                values[slot] = chips * self._dealt_out(reach, street)
        for part in self._parts(entered, street + 1):
            reaches = [row[self.parents[street + 1]] for row in part.rows]
            for slot, value in zip(part.slots, self.below(part.chips, reaches, street + 1), strict=True):
                values[slot] = self._summed(value, street + 1)
        for slot, node, children in reversed(plan):
            rows = [values.pop(child) for child in children]
            if self.tree.player[node] == self.player:
                shares = self.strategy[street][self.tree.rows(node)]
                rows = [share * row for share, row in zip(shares, rows, strict=True)]
            values[slot] = np.sum(rows, axis=0)
        return [values[slot] for slot in tops]

    def _note(self, leaves: _Leaves, slot: int, chips: int, row: Row) -> None:
        leaves.slots.append(slot)
        leaves.chips.append(chips)
        leaves.rows.append(row)

    def _parts(self, leaves: _Leaves, street: int) -> Iterator[_Leaves]:
        """Leaves in parts whose rows on a street take little memory."""
        if not leaves.slots:
            return
        size = max(1, _CELLS // (_NODES * self.game.states[street]))
        for start in range(0, len(leaves.slots), size):
            part = slice(start, start + size)
            yield _Leaves(leaves.slots[part], leaves.chips[part], leaves.rows[part])

    def _settle(self, values: dict[int, Row], leaves: _Leaves, multiply: object, street: int) -> None:
        size = max(1, _CELLS // self.game.states[street])
        for start in range(0, len(leaves.slots), size):
            part = slice(start, start + size)
            found = multiply(street, np.stack(leaves.rows[part], axis=1), self.threads)  # type: ignore[operator]
            for slot, chips, row in zip(leaves.slots[part], leaves.chips[part], found.T, strict=True):
                values[slot] = chips * row

    def _dealt_out(self, reach: Row, street: int) -> Row:
        """Showdown values where the rest of the board is dealt without betting."""
        if self.game.core.settles(street):
            found: Row = self.terminals.showdowns(street, reach[:, None], self.threads)[:, 0]
            return found
        return self._summed(self._dealt_out(reach[self.parents[street + 1]], street + 1), street + 1)

    def _summed(self, row: Row, street: int) -> Row:
        """Values of the states of a street, added up to those of the street before."""
        states = self.game.states[street - 1]
        return np.bincount(self.parents[street], weights=row, minlength=states).astype(np.float64)
