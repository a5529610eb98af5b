"""Exact values of given strategies and of the actions at a decision, and reach probabilities."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import solvers as _core
from pokerdata._core.solvers import Terminals
from pokerdata.games import SolvableGame
from pokerdata.games.betting_tree import DECISION, FOLD
from pokerdata.games.strategies.node_strategy import NodeStrategy
from pokerdata.games.strategies.simple import Probabilities, pair
from pokerdata.games.strategies.strategy_file import Solved, Strategy, check_strategy, load_strategy
from pokerdata.solving.algorithms import algorithm
from pokerdata.solving.evaluation import Evaluation
from pokerdata.solving.public.solver import Solver


def evaluate(game: SolvableGame, strategy: Probabilities, *, threads: int = 0) -> Evaluation:
    """Return exact values of a given strategy.

    Costs about the time of two iterations.

    Args:
        game: The game of the strategy.
        strategy: The strategy of both players: for each street probabilities [edges of the street, states], float32 or
            float64.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.

    Raises:
        ValueError: If it is not a strategy (`check_strategy` of `pokerdata.games.strategies.strategy_file`).
        CapacityError: If memory would not suffice.
    """
    return _averaged(game, strategy, threads).evaluate()


def _averaged(game: SolvableGame, strategy: Probabilities, threads: int) -> Solver:
    """Return a solver with the strategy as its average."""
    strategy = [np.asarray(street) for street in strategy]
    check_strategy(game.tree, game.states, strategy)
    dtype = "float32" if all(part.dtype == np.float32 for part in strategy) else "float64"
    solver = Solver(game, algorithm("cfr"), dtype=dtype, threads=threads)
    for r, probabilities in enumerate(strategy):
        solver.take_average(r, probabilities)
    return solver


def exploitability(
    solved: Solved | Strategy | str | os.PathLike[str],
    *,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> Evaluation:
    """Return a strategy's exploitability, best responses and expected value, exact and in chips per game.

    Values hold inside the strategy's own game. If that is an abstraction, a strategy that is hard to exploit there may be
    easy to exploit with real cards. Costs about the time of two iterations.

    Args:
        solved: A result of `solve` or `load_strategy`, or the file or table to load.
        threads: 0 for all processors, or 1 to 1024; the number never changes a bit of the result.
        tables: Folder of the joint counts of a strategy over buckets; by default the folder of the strategy's file.

    Raises:
        TableError: If a table is missing or has other buckets, or the states forget earlier buckets.
        ValueError: If `solved` is not a strategy.
    """
    if isinstance(solved, str | os.PathLike):
        solved = load_strategy(solved, tables=tables)
    strategy = Strategy.of(solved)
    game = strategy.game(tables) if isinstance(solved, Strategy) else solved.game
    return evaluate(game, strategy.strategy, threads=threads)


def against(
    game: SolvableGame, first: Probabilities, second: Probabilities, *, threads: int = 0
) -> Evaluation:
    """Return exact values of two strategies, one for player 1 and one for player 2.

    Args:
        game: The game of both strategies.
        first: Strategy of player 1: for each street probabilities [edges of the street, states].
        second: Strategy of player 2, in the same form.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.

    Returns:
        An `Evaluation`. Its `expected_value` is what player 1 wins. `best_response[0]` is the most that player 1 could win
        against `second`, and `best_response[1]` the most that player 2 could win against `first`.

    Raises:
        ValueError: If a strategy does not fit the game.
        CapacityError: If memory would not suffice.
    """
    return evaluate(game, pair(game, first, second), threads=threads)


def expected_value(
    game: SolvableGame, first: Probabilities, second: Probabilities, *, threads: int = 0
) -> float:
    """Return what player 1 wins with one strategy against another strategy of player 2, in chips per game.

    Costs a third of the time of `against`.

    Args:
        game: The game of both strategies.
        first: Strategy of player 1: for each street probabilities [edges of the street, states].
        second: Strategy of player 2, in the same form.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.

    Raises:
        ValueError: If a strategy does not fit the game.
        CapacityError: If memory would not suffice.
    """
    return _averaged(game, pair(game, first, second), threads).expected_value(1)


_CELLS = 1 << 23  # numbers in the reach rows that wait on a street: 64 MB
_NODES = 64  # approximate rows per node on its street

Row = NDArray[np.float64]


def action_values(
    game: SolvableGame, strategy: Probabilities, node: int, *, threads: int = 0
) -> NDArray[np.float64]:
    """Return the expected chips over the whole hand after each action of a decision, for each state of the acting player.

    A value is the expectation over the opponent's states, weighted by their reach probability, and over the rest of the
    hand, where both players follow the strategy. It does not depend on the acting player's earlier actions.

    The part of the tree below the node is walked once, and every leaf is multiplied by the matrix of its street. Limit
    hold'em with 5 buckets per street takes 0.6 s from the start, and 0.25 s on the flop. Memory is that of an evaluation,
    plus some rows of the states.

    Args:
        game: The game of the strategy.
        strategy: The strategy of both players: for each street probabilities [edges of the street, states].
        node: A decision node of ``game.tree``.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.

    Returns:
        float64 [actions, states of the node's street]; NaN where the state or the node is impossible.

    Raises:
        ValueError: If `strategy` does not fit the game, or `node` is not a decision.
    """
    return values_and_reach(game, strategy, node, threads=threads)[0]


def values_and_reach(
    game: SolvableGame, strategy: Probabilities, node: int, *, threads: int = 0
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return `action_values` and the opponent's reach probability of the node.

    Args:
        game: As for `action_values`.
        strategy: As for `action_values`.
        node: As for `action_values`.
        threads: As for `action_values`.

    Returns:
        The values, and float64 [states]: the opponent's reach, averaged over the hands it may hold against each state; NaN
        where the state is impossible.

    Raises:
        ValueError: As for `action_values`.
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


def _reach(game: SolvableGame, strategy: Sequence[NDArray[np.floating]], node: int, player: int) -> Row:
    """Return the probability that a player's own actions lead to a node, for each of its states on the node's street."""
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
    """Reach rows at the ends of a street, to be multiplied together, and the slots of their values."""

    slots: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)


class _Walk:
    """Values of one player at any nodes of a street, from the opponent's reach there."""

    def __init__(
        self, game: SolvableGame, strategy: Sequence[NDArray[np.floating]], player: int, threads: int
    ) -> None:
        self.game, self.tree, self.strategy, self.player = game, game.tree, strategy, player
        self.threads = threads
        self.terminals = Terminals(game.core)
        self.parents = [game.core.state_parents(r) for r in range(game.rules.streets)]

    def below(self, nodes: Sequence[int], reaches: Sequence[Row], street: int) -> list[Row]:
        """Return the values of nodes that enter a street or lead to the next: one row of states per node."""
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
        """Yield the leaves in parts, so that their rows on a street need little memory."""
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
        """Return showdown values if the rest of the board is dealt without betting."""
        if self.game.core.settles(street):
            found: Row = self.terminals.showdowns(street, reach[:, None], self.threads)[:, 0]
            return found
        return self._summed(self._dealt_out(reach[self.parents[street + 1]], street + 1), street + 1)

    def _summed(self, row: Row, street: int) -> Row:
        """Add up values of a street's states to values of the previous street's states."""
        states = self.game.states[street - 1]
        return np.bincount(self.parents[street], weights=row, minlength=states).astype(np.float64)


def valued(
    at: NodeStrategy,
    *,
    game: SolvableGame | None = None,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> NodeStrategy:
    """Return a strategy at a node with the value of each action for each hand, from `action_values`.

    Args:
        at: The strategy at the node.
        game: The game of the strategy, if you have it already.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.
        tables: Folder of the joint counts of the strategy's card abstraction; values hold inside its buckets. By default the
            folder of the strategy's file.

    Raises:
        TableError: If the joint counts are missing, or the states forget earlier buckets.
    """
    game = at.saved.game(tables) if game is None else game
    values, reach = values_and_reach(game, at.saved.strategy, at.node, threads=threads)
    states = at.hands.states[at.street]
    return replace(at, values=values[:, states].T, other_reach=reach[states])


def reach_probabilities(
    game: SolvableGame, strategy: Probabilities, *, threads: int = 0
) -> tuple[NDArray[np.float64], ...]:
    """Return the probability that a hand reaches each information set if both players follow a strategy.

    Multiply it by an information set's action probabilities to get the frequency of each action. This gives exact averages
    over all decisions, such as how often a player raises or how well a model predicts it. The numbers of all information
    sets add up to the decisions per hand. Costs about the time of an evaluation, and memory for two rows of reach per
    decision.

    >>> from pokerdata.solving.public import reach_probabilities
    >>> from pokerdata.games.strategies import simple_strategy
    >>> game = pokerdata.kuhn()
    >>> found = reach_probabilities(game, simple_strategy(game, "uniform"))
    >>> round(float(sum(street.sum() for street in found)), 6)  # decisions of a hand
    2.25

    Args:
        game: The game of the strategy.
        strategy: The strategy of both players: for each street probabilities [edges of the street, states].
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.

    Returns:
        For each street float64 [decisions of the street, states], in the order of ``game.tree.decision_nodes``.

    Raises:
        ValueError: If `strategy` does not fit the game.
    """
    tree = game.tree
    strategy = [np.asarray(street) for street in strategy]
    check_strategy(tree, game.states, strategy)
    terminals = Terminals(game.core)
    entered = {0: np.ones((2, game.states[0]))}  # own reach of both players at nodes of the street
    found = []
    for street in range(game.rules.streets):
        nodes = tree.decision_nodes(street)
        rows = np.zeros((2, len(nodes), game.states[street]))
        later: dict[int, NDArray[np.float64]] = {}
        for place, node in enumerate(nodes.tolist()):  # in preorder: parents precede their children
            reach = entered.pop(node)
            player = int(tree.player[node])
            rows[:, place] = reach[player], reach[1 - player]
            for row, child in enumerate(tree.children(node), tree.rows(node).start):
                if tree.kind[child] != DECISION:
                    continue
                after = reach.copy()
                after[player] *= strategy[street][row]
                (entered if tree.street[child] == street else later)[child] = after
        dealt = terminals.folds(street, np.ones((game.states[street], 1)), threads).sum()
        met = terminals.folds(street, np.ascontiguousarray(rows[1].T), threads).T
        found.append(rows[0] * met / dealt)
        if street + 1 < game.rules.streets:
            parents = game.core.state_parents(street + 1)
            entered = {node: reach[:, parents] for node, reach in later.items()}
    return tuple(found)


def product(matrix: NDArray[Any], columns: NDArray[Any]) -> NDArray[Any]:
    """Return ``matrix @ columns`` with the same bits for any number of processors, and in float64 on all machines.

    The result of ``@`` depends on the number of threads of the BLAS library, which is that of the processors. This function
    uses the kernel of the solvers on one thread, which sums each column separately. It takes about half a millisecond for
    1,326 rows and up to five columns, 2 to 3 for fifty.

    Args:
        matrix: float32 or float64 [n, n].
        columns: [n] or [n, k], of the same type.

    Returns:
        [n] or [n, k].
    """
    wide = columns.reshape(1, len(columns), -1)
    stakes = np.ones((1, wide.shape[2]), columns.dtype)
    found = _core.multiply_leaves(np.ascontiguousarray(matrix), np.ascontiguousarray(wide), stakes)
    return np.asarray(found.reshape(columns.shape))
