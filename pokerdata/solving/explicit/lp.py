"""Exact solutions of two-player trees: sequences, payoffs, linear programs, normal forms and matrix games.

A matrix game is float [rows, columns]: what the row player wins. Strategies are probabilities over rows or columns.
Each method returns the strategies of both players; `exploitability` measures how good they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.extras import imported_for
from pokerdata._support.resources import available_memory
from pokerdata._support.text import brief, quoted
from pokerdata.errors import CapacityError
from pokerdata.solving.explicit.tree import GameTree


def player_edges(tree: GameTree, player: int) -> NDArray[np.int64]:
    """Return the numbers of the edges of a player's information sets."""
    owner = np.repeat(
        [s.player for s in tree.information_sets], [len(s.actions) for s in tree.information_sets]
    )
    return np.flatnonzero(owner == player)


def last_edges(tree: GameTree, player: int) -> NDArray[np.int64]:
    """Return the last edge that the player took on the path to each node, or -1."""
    own = np.isin(tree.edge, player_edges(tree, player))
    last = np.full(tree.nodes, -1)
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        last[first:end] = np.where(own[first:end], tree.edge[first:end], last[tree.parent[first:end]])
    return last


def reach(tree: GameTree, strategy: NDArray[np.float64], players: Collection[int]) -> NDArray[np.float64]:
    """Return the probability that chance and some players reach each node if all other players try to reach it.

    Args:
        tree: The game.
        strategy: Probabilities over edges, as `GameTree.strategy` returns them.
        players: Players that play the strategy.
    """
    reached = np.array(tree.chance)
    for player in players:
        counted = np.isin(tree.edge, player_edges(tree, player))
        reached[counted] = strategy[tree.edge[counted]]
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        reached[first:end] *= reached[tree.parent[first:end]]
    return reached


def need_zero_sum(tree: GameTree, what: str) -> None:
    """Raise ValueError unless the tree has two players, zero sum and perfect recall."""
    if tree.players != 2 or not tree.zero_sum or not tree.perfect_recall:
        raise ValueError(
            f"game for {what}: expected two players, zero sum and perfect recall, got {tree.players} players, "
            f"{'' if tree.zero_sum else 'no '}zero sum and {'' if tree.perfect_recall else 'no '}perfect recall; "
            "e.g. Kuhn poker"
        )


def m_values(tree: GameTree) -> tuple[float, ...]:
    """Return each player's M in the CFR regret bound: the sum of sqrt(n) over the player's own action sequences.

    n is the number of the player's information sets that follow exactly these actions. After t iterations of CFR, a player's
    regret is at most ``delta * M * sqrt(a / t)`` per game. Here delta is the range of the player's utilities, and a is the
    largest number of actions of a set (Lanctot et al. 2009). Kuhn poker has 2 sqrt(3) and sqrt(6).

    Args:
        tree: A tree with perfect recall.

    Raises:
        ValueError: For a tree without perfect recall.
    """
    if not tree.perfect_recall:
        raise ValueError("game for M-values: expected perfect recall, got imperfect; e.g. Kuhn poker")
    before = tree.core.edge_before()
    action = [action for s in tree.information_sets for action in s.actions]
    owner = [number for number, s in enumerate(tree.information_sets) for _ in s.actions]
    # Number of each action sequence: 0 is the empty one; others are keyed by their prefix and last action.
    numbers: dict[tuple[int, Hashable], int] = {}
    taken: list[int] = []  # sequence before each set; sets follow the set of the edge before them
    for edge in before:
        key = (taken[owner[edge]], action[edge]) if edge >= 0 else None
        taken.append(0 if key is None else numbers.setdefault(key, len(numbers) + 1))
    sets = Counter((s.player, number) for s, number in zip(tree.information_sets, taken, strict=True))
    return tuple(sum(n**0.5 for (p, _), n in sets.items() if p == player) for player in range(tree.players))


def own_reach(tree: GameTree, strategies: ArrayLike, player: int) -> NDArray[np.float64]:
    """Return the probability that a player's own actions reach each end of a game, for many strategies.

    The probability of an end is the product of all players' numbers and that of chance (`chance_reach`). Costs some
    nanoseconds per node and strategy.

    Args:
        tree: The game.
        strategies: Probabilities over edges, [strategies, edges], as `GameTree.strategy` returns them.
        player: Number of the player, from 0.

    Returns:
        Float64 [strategies, terminals].

    Raises:
        ValueError: For a wrong shape, or a player that the game does not have.
    """
    given = _strategies(tree, strategies)
    if player not in range(tree.players):
        raise ValueError(f"player: expected 0 to {tree.players - 1}, got {quoted(player)}; e.g. 0")
    found = np.ones((len(given), tree.nodes))
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        up = tree.parent[first:end]
        own = tree.player[up] == player
        found[:, first:end] = found[:, up]
        found[:, np.arange(first, end)[own]] *= given[:, tree.edge[first:end][own]]
    return found[:, tree.terminals]


def chance_reach(tree: GameTree) -> NDArray[np.float64]:
    """Return the probability that chance alone reaches each end of a game, float64 [terminals]."""
    found = np.ones(tree.nodes)
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        found[first:end] = found[tree.parent[first:end]] * tree.chance[first:end]
    return found[tree.terminals]


def mixture(tree: GameTree, strategies: ArrayLike) -> NDArray[np.float64]:
    """Return the average behaviour of players who pick one of many strategies at random before each game.

    Args:
        tree: A tree with perfect recall.
        strategies: Probabilities over edges, [strategies, edges]; each strategy is equally likely.

    Returns:
        Float64 [edges]: average probabilities where a player gets to act; uniform where no strategy gets there.

    Raises:
        ValueError: For a wrong shape, or a tree without perfect recall.
    """
    if not tree.perfect_recall:
        raise ValueError("tree: expected perfect recall, got players who forget; e.g. explicit_tree('kuhn')")
    given = _strategies(tree, strategies)
    before = tree.core.edge_before()
    reach = np.empty_like(given)  # probability of each edge by the player's own actions
    for number, one in enumerate(tree.information_sets):
        come = reach[:, before[number], None] if before[number] >= 0 else 1.0
        reach[:, one.edges] = come * given[:, one.edges]
    return tree.strategy(reach.mean(axis=0))


def _strategies(tree: GameTree, strategies: ArrayLike) -> NDArray[np.float64]:
    given = np.asarray(strategies, np.float64)
    if given.ndim != 2 or given.shape[1] != tree.edges or not len(given):
        raise ValueError(
            f"strategies: expected the shape (1 or more, {tree.edges}), got {given.shape}; e.g. [tree.uniform()]"
        )
    return given


def payoff_matrix(
    tree: GameTree, strategies: ArrayLike, others: ArrayLike | None = None
) -> NDArray[np.float64]:
    """Return what each strategy as player 0 wins against each strategy as player 1, exactly.

    Args:
        tree: A two-player game.
        strategies: Strategies of player 0: probabilities over edges, [strategies, edges].
        others: Strategies of player 1 in the same form; by default the same strategies.

    Returns:
        Float64 [strategies, others]: the expected value of player 0, in units of utility per game.

    Raises:
        ValueError: If the game does not have two players, and as for `own_reach`.
    """
    if tree.players != 2:
        raise ValueError(
            f"tree: expected a game of 2 players, got {tree.players}; e.g. explicit_tree('kuhn')"
        )
    first = own_reach(tree, strategies, 0)
    second = own_reach(tree, strategies if others is None else others, 1)
    found: NDArray[np.float64] = (first * (chance_reach(tree) * tree.utilities[:, 0])) @ second.T
    return found


_WHAT = "linear programs"
_TOLERANCE = (
    1e-10  # the least that HiGHS accepts; with its default, 1e-7, losing actions keep small probabilities
)


@dataclass(frozen=True)
class Solution:
    """An equilibrium. Information sets that a player's own strategy never reaches play uniformly.

    Attributes:
        value: What player 0 wins per game when both play the equilibrium.
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
    """Return an equilibrium from the sequence form (Koller, Megiddo & von Stengel 1996), solved by SciPy's HiGHS.

    Solves one linear program per player, with a variable for each of the player's sequences and each information set of the
    other player. Exact to about 1e-9 of the utilities. Leduc hold'em takes a tenth of a second.

    Args:
        tree: A zero-sum tree of two players with perfect recall.

    Raises:
        ValueError: Unless the tree is zero-sum, has two players and perfect recall.
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
    """Return sparse [sequences of player 0, of player 1]: what player 0 wins, times the probability of chance.

    Sequence 0 is empty; sequence i > 0 ends in the i-th of the player's edges.
    """
    with imported_for(_WHAT):
        from scipy.sparse import coo_matrix

    edges = [player_edges(tree, p) for p in (0, 1)]
    # Terminals before any action of the player have the edge -1, and so sequence 0.
    index = tuple(
        np.searchsorted(edges[p], last_edges(tree, p)[tree.terminals], side="right") for p in (0, 1)
    )
    won = chance_reach(tree) * tree.utilities[:, 0]
    return coo_matrix((won, index), shape=tuple(len(e) + 1 for e in edges)).tocsr()


def _flow(tree: GameTree, player: int) -> Any:
    """Return sparse [1 + sets, sequences]: the empty sequence, then each set's outflow minus its inflow."""
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
    """Return the value and the realisation plan x that maximise q[0] where own x = e and other^T q <= payoffs^T x."""
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
    """Write a plan's weights to the player's edges; negative weights from rounding become 0."""
    strategy[player_edges(tree, player)] = np.maximum(plan[1:], 0)


Vector = NDArray[np.float64]


def regret_matching_strategy(regrets: ArrayLike) -> Vector:
    """Return probabilities in proportion to positive regrets; uniform if none is positive (Hart & Mas-Colell 2000).

    Args:
        regrets: One number per action.
    """
    positive = np.maximum(np.asarray(regrets, dtype=np.float64), 0)
    total = positive.sum()
    return positive / total if total > 0 else np.full(len(positive), 1 / len(positive))


def counterfactual_regrets(utilities: ArrayLike, strategy: ArrayLike, reach: float = 1.0) -> Vector:
    """Return how much more each action wins than the strategy, times the probability that the others get here.

    Args:
        utilities: Utility of each action.
        strategy: Probability of each action.
        reach: Probability that the other players get here.
    """
    wins, plays = np.asarray(utilities, dtype=np.float64), np.asarray(strategy, dtype=np.float64)
    return reach * (wins - wins @ plays)


def regret_matching(payoffs: ArrayLike, iterations: int) -> tuple[Vector, Vector]:
    """Return the average strategies of two players who use regret matching simultaneously.

    This is counterfactual regret minimisation without a tree. Each action accumulates its regret, how much better it would
    have done than the strategy, and is played in proportion to it. The averages converge to an equilibrium like
    ``1 / sqrt(iterations)``.

    Args:
        payoffs: [rows, columns], what the first player wins from the second.
        iterations: Number of iterations.
    """
    A = _matrix(payoffs)
    _count(iterations)
    regrets = [np.zeros(n) for n in A.shape]
    sums = [np.zeros(n) for n in A.shape]
    for _ in range(iterations):
        x, y = (regret_matching_strategy(r) for r in regrets)
        sums[0] += x
        sums[1] += y
        regrets[0] += counterfactual_regrets(A @ y, x)
        regrets[1] += counterfactual_regrets(-A.T @ x, y)
    return sums[0] / iterations, sums[1] / iterations


def fictitious_play(payoffs: ArrayLike, iterations: int) -> tuple[Vector, Vector]:
    """Return the average strategies of two players who each best respond to the other's average so far (Brown 1951).

    Both begin with their first action. Of equally good actions the first is taken.

    Args:
        payoffs: [rows, columns], what the first player wins from the second.
        iterations: Number of iterations.
    """
    A = _matrix(payoffs)
    _count(iterations)
    counts = [np.zeros(n) for n in A.shape]
    row, column = 0, 0
    for _ in range(iterations):
        counts[0][row] += 1
        counts[1][column] += 1
        row, column = int(np.argmax(A @ counts[1])), int(np.argmin(counts[0] @ A))
    return counts[0] / iterations, counts[1] / iterations


def lagging_anchor(
    payoffs: ArrayLike, iterations: int, *, step: float = 0.05, pull: float = 1.0
) -> tuple[Vector, Vector]:
    """Return the last strategies of two players who follow their gradients, each damped by a lagging anchor (Dahl 2002).

    In every iteration a strategy x moves by ``step * (gradient + pull * (anchor - x))`` and is projected back to
    probabilities. Its anchor moves by ``step * pull * (x - anchor)``. The gradient alone would circle around a mixed
    equilibrium; the anchor damps that.

    Args:
        payoffs: [rows, columns], what the first player wins from the second. They are divided by the largest absolute
            value, so that steps mean the same in all games.
        iterations: Number of iterations.
        step: Step size of an iteration.
        pull: Strength of the anchor's pull.
    """
    A = _matrix(payoffs)
    _count(iterations)
    for name, value in {"step": step, "pull": pull}.items():
        if not isinstance(value, float | int | np.number) or not 0 < value < np.inf:
            raise ValueError(f"{name}: expected a number, more than 0, got {value}; e.g. 0.1")
    A = A / max(float(np.abs(A).max()), 1e-300)
    x, y = (np.full(n, 1 / n) for n in A.shape)
    x_anchor, y_anchor = x, y
    for _ in range(iterations):
        x_next = project(x + step * (A @ y + pull * (x_anchor - x)))
        y_next = project(y + step * (-A.T @ x + pull * (y_anchor - y)))
        x_anchor = x_anchor + step * pull * (x - x_anchor)
        y_anchor = y_anchor + step * pull * (y - y_anchor)
        x, y = x_next, y_next
    return x, y


def project(point: ArrayLike) -> Vector:
    """Return the nearest point with parts of 0 or more that sum to 1 (Held, Wolfe & Crowder 1974).

    Args:
        point: One number per part.
    """
    values = np.asarray(point, dtype=np.float64)
    falling = np.sort(values)[::-1]
    excess = (np.cumsum(falling) - 1) / np.arange(1, len(values) + 1)
    nearest: Vector = np.maximum(values - excess[np.flatnonzero(falling > excess)[-1]], 0)
    return nearest


def exploitability(payoffs: ArrayLike, rows: ArrayLike, columns: ArrayLike) -> float:
    """Return half the sum of both best-response values; 0 in an equilibrium.

    Args:
        payoffs: [rows, columns], what the first player wins from the second.
        rows: The first player's strategy, one probability per row.
        columns: The second player's strategy, one probability per column.
    """
    A = _matrix(payoffs)
    x, y = np.asarray(rows, dtype=np.float64), np.asarray(columns, dtype=np.float64)
    return float((A @ y).max() - (x @ A).min()) / 2


def _matrix(payoffs: ArrayLike) -> Vector:
    try:
        A = np.asarray(payoffs, dtype=np.float64)
    except (TypeError, ValueError):
        A = np.empty(0)
    if A.ndim != 2 or 0 in A.shape or not np.isfinite(A).all():
        raise ValueError(
            f"payoffs: expected finite numbers [rows, columns], got {payoffs!r}; e.g. [[1, -1], [-1, 1]]"
        )
    return A


def _count(iterations: int) -> None:
    if not isinstance(iterations, int | np.integer) or iterations < 1:
        raise ValueError(f"iterations: expected a whole number, 1 or more, got {iterations!r}; e.g. 1000")


_SHOWN = 30  # most plans per player for which a notebook shows the payoffs


@dataclass(frozen=True)
class NormalForm:
    """A tree as a matrix game. Rows and columns are plans: one action for each set that the plan itself can reach.

    Attributes:
        payoffs: float64 [plans of player 0, of player 1], what player 0 wins, averaged over chance.
        plans: For each player bool [plans, edges], the actions of each plan.
    """

    payoffs: NDArray[np.float64]
    plans: tuple[NDArray[np.bool_], NDArray[np.bool_]]

    def __repr__(self) -> str:
        return brief(self, "{:,} x {:,} plans".format(*self.payoffs.shape))

    def _repr_html_(self) -> str:
        if max(self.payoffs.shape) > _SHOWN:
            return html.facts({"plans of player 0 and 1": self.payoffs.shape}, caption="NormalForm")
        rows = [[f"plan {row}", *(f"{value:.4g}" for value in line)] for row, line in enumerate(self.payoffs)]
        head = ["", *(f"plan {column}" for column in range(self.payoffs.shape[1]))]
        return html.table(rows, head=head, caption="NormalForm: payoffs of player 0")

    def weights(self, rows: ArrayLike, columns: ArrayLike) -> NDArray[np.float64]:
        """Return mixtures of plans as weights over edges (Kuhn 1953), for `GameTree.strategy` and `evaluate`.

        Args:
            rows: Probability of each plan of player 0.
            columns: Probability of each plan of player 1.
        """
        sums = [
            np.asarray(m, dtype=np.float64) @ plans
            for m, plans in zip((rows, columns), self.plans, strict=True)
        ]
        return np.asarray(sums[0] + sums[1])


def normal_form(tree: GameTree, *, max_plans: int = 10_000) -> NormalForm:
    """Return the reduced normal form of a two-player zero-sum tree.

    The number of plans grows exponentially, so use this only for the smallest games. Kuhn poker has 27 plans against 64.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        max_plans: Most plans per player.

    Raises:
        ValueError: Unless the tree is zero-sum, has two players and perfect recall.
        CapacityError: If a player has more than ``max_plans`` plans, or the plans do not fit into memory.
    """
    need_zero_sum(tree, "a normal form")
    first, second = (_plans(tree, p, max_plans) for p in (0, 1))
    won = chance_reach(tree) * tree.utilities[:, 0]
    # Whether each plan leads to each terminal, by its own player's actions.
    leads = []
    for p, plans in enumerate((first, second)):
        always = np.ones((len(plans), 1), np.bool_)  # index -1: the player has not acted
        leads.append(np.hstack([plans, always])[:, last_edges(tree, p)[tree.terminals]])
    return NormalForm((leads[0] * won) @ leads[1].T.astype(np.float64), (first, second))


def _plans(tree: GameTree, player: int, max_plans: int) -> NDArray[np.bool_]:
    """Return bool [plans, edges]. Sets follow the edge before them, so the last sets are combined first."""
    before = tree.core.edge_before()
    after: dict[int, list[frozenset[int]]] = {}  # edge, or -1 for the start -> plans for the sets after it
    for number in reversed(range(len(tree.information_sets))):
        s = tree.information_sets[number]
        if s.player != player:
            continue
        here = [
            plan | {e}
            for e in range(s.edges.start, s.edges.stop)
            for plan in after.pop(e, [frozenset[int]()])  # no other set needs these
        ]
        others = after.get(int(before[number]), [frozenset[int]()])
        if len(here) * len(others) > max_plans:
            raise CapacityError(
                f"player {player} has more than {max_plans:,} plans in this game; expected a smaller game, or the "
                "linear program of pokerdata.solving.explicit.lp, which needs none"
            )
        after[int(before[number])] = [one | two for one in others for two in here]
    plans = after.get(-1, [frozenset[int]()])
    need, free = 2 * len(plans) * tree.edges, available_memory()  # including the copy in `normal_form`
    if need > free:
        raise CapacityError(
            f"not enough memory for {len(plans):,} plans of player {player}: they need {need / 1e9:,.1f} GB, "
            f"{free / 1e9:,.1f} GB are free; expected a smaller game, or the linear program of pokerdata.solving.explicit.lp"
        )
    found = np.zeros((len(plans), tree.edges), np.bool_)
    for row, plan in enumerate(plans):
        found[row, list(plan)] = True
    return found
