"""Exact solutions of two-player zero-sum trees by linear programming."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.support import html
from pokerdata.support.extras import imported_for
from pokerdata.support.text import brief
from pokerdata.trees.sequences import chance_reach, last_edges, need_zero_sum, player_edges
from pokerdata.trees.tree import GameTree

_WHAT = "linear programs"
_TOLERANCE = (
    1e-10  # the least that HiGHS takes; of its own, 1e-7, strategies keep small parts of actions that lose
)


@dataclass(frozen=True)
class Solution:
    """An equilibrium. Information sets that a player's own strategy never comes to play uniformly.

    Attributes:
        value: What player 0 wins a game when both play well.
        strategy: The equilibrium, float64 [edges].
    """

    value: float
    strategy: NDArray[np.float64]

    def __repr__(self) -> str:
        return brief(self, f"value {self.value:.9g}", f"{len(self.strategy):,} edges")

    def _repr_html_(self) -> str:
        return html.facts(
            {"value of player 0": f"{self.value:.9g}", "edges": len(self.strategy)}, caption="Solution"
        )


def solve_by_linear_program(tree: GameTree) -> Solution:
    """An equilibrium by the sequence form (Koller, Megiddo & von Stengel 1996) and SciPy's HiGHS.

    One linear program for each player, with a variable for each of his sequences and each information set of the other;
    exact to about 1e-9 of the utilities. Leduc hold'em takes a tenth of a second.

    Args:
        tree: A zero-sum tree of two players with perfect recall.

    Raises:
        ValueError: For other than a zero-sum tree of two players with perfect recall.
        ModuleNotFoundError: Without SciPy (extra ``lp``).
    """
    need_zero_sum(tree, "a linear program")
    payoffs = _payoffs(tree)
    flows = [_flow(tree, p) for p in (0, 1)]
    strategy = np.zeros(tree.edges)
    value, plan = _best_plan(payoffs, flows[0], flows[1])
    _write(tree, 0, plan, strategy)
    lost, plan = _best_plan(-payoffs.T, flows[1], flows[0])
    _write(tree, 1, plan, strategy)
    scale = max(1.0, float(np.abs(tree.utilities).max()))
    if abs(value + lost) > 1e-6 * scale:
        raise RuntimeError(f"the linear programs of the players disagree: {value} and {-lost}")
    return Solution(value, tree.core.normalised(strategy))


def _payoffs(tree: GameTree) -> Any:
    """Sparse [sequences of player 0, of player 1]: what player 0 wins, times the probability of chance.

    Sequence 0 is empty; sequence i > 0 ends in the i-th of the player's edges.
    """
    with imported_for(_WHAT):
        from scipy.sparse import coo_matrix

    edges = [player_edges(tree, p) for p in (0, 1)]
    # Terminals before which the player has not acted have the edge -1, and so sequence 0.
    index = tuple(
        np.searchsorted(edges[p], last_edges(tree, p)[tree.terminals], side="right") for p in (0, 1)
    )
    won = chance_reach(tree)[tree.terminals] * tree.utilities[:, 0]
    return coo_matrix((won, index), shape=tuple(len(e) + 1 for e in edges)).tocsr()


def _flow(tree: GameTree, player: int) -> Any:
    """Sparse [1 + sets, sequences]: the empty sequence; what leaves each set less what enters it."""
    with imported_for(_WHAT):
        from scipy.sparse import coo_matrix

    edges = player_edges(tree, player)
    sequence = {-1: 0} | {int(e): i for i, e in enumerate(edges, 1)}
    before = tree.core.edge_before()
    entries = [(0, 0, 1.0)]
    sets = [(i, s) for i, s in enumerate(tree.information_sets) if s.player == player]
    for row, (number, s) in enumerate(sets, 1):
        entries.append((row, sequence[int(before[number])], -1.0))
        entries += [(row, sequence[e], 1.0) for e in range(s.edges.start, s.edges.stop)]
    rows, columns, values = zip(*entries, strict=True)
    return coo_matrix((values, (rows, columns)), shape=(len(sets) + 1, len(edges) + 1)).tocsr()


def _best_plan(payoffs: Any, own: Any, other: Any) -> tuple[float, NDArray[np.float64]]:
    """Value and realisation plan x: maximise q[0] where own x = e and other^T q <= payoffs^T x."""
    with imported_for(_WHAT):
        from scipy.optimize import linprog
        from scipy.sparse import csr_matrix, hstack

    n, m = own.shape[1], other.shape[0]
    cost = np.zeros(n + m)
    cost[n] = -1
    result = linprog(
        cost,
        A_ub=hstack([-payoffs.T, other.T]).tocsr(),
        b_ub=np.zeros(payoffs.shape[1]),
        A_eq=hstack([own, csr_matrix((own.shape[0], m))]).tocsr(),
        b_eq=np.eye(1, own.shape[0])[0],
        bounds=[(0, None)] * n + [(None, None)] * m,
        method="highs",
        options={"primal_feasibility_tolerance": _TOLERANCE, "dual_feasibility_tolerance": _TOLERANCE},
    )
    if not result.success:
        raise RuntimeError(f"the linear program was not solved: {result.message}")
    return -float(result.fun), result.x[:n]


def _write(tree: GameTree, player: int, plan: NDArray[np.float64], strategy: NDArray[np.float64]) -> None:
    """The weights of a plan over the player's edges; what rounding left below 0 is 0."""
    strategy[player_edges(tree, player)] = np.maximum(plan[1:], 0)
