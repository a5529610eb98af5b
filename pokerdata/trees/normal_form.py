"""The smallest trees as matrix games."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.errors import CapacityError
from pokerdata.support import html
from pokerdata.support.resources import available_memory
from pokerdata.support.text import brief
from pokerdata.trees.sequences import chance_reach, last_edges, need_zero_sum
from pokerdata.trees.tree import GameTree

_SHOWN = 30  # plans of a player whose payoffs are shown in a notebook


@dataclass(frozen=True)
class NormalForm:
    """A tree as a matrix game. Rows and columns are plans: an action for each set that the plan itself can come to.

    Attributes:
        payoffs: float64 [plans of player 0, of player 1], what player 0 wins, on average over chance.
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
        """Mixtures of plans as weights over edges (Kuhn 1953), for `GameTree.strategy` and `evaluate`.

        Args:
            rows: The probability of each plan of player 0.
            columns: The probability of each plan of player 1.
        """
        sums = [
            np.asarray(m, dtype=np.float64) @ plans
            for m, plans in zip((rows, columns), self.plans, strict=True)
        ]
        return np.asarray(sums[0] + sums[1])


def normal_form(tree: GameTree, *, max_plans: int = 10_000) -> NormalForm:
    """The reduced normal form of a two-player zero-sum tree.

    Kuhn poker has 27 plans against 64. Their number grows exponentially, so this is for the smallest games.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        max_plans: The most plans of a player that are made.

    Raises:
        ValueError: For a tree with other players, sums or without perfect recall.
        CapacityError: For more than ``max_plans`` plans of a player, or for more of them than fit into memory.
    """
    need_zero_sum(tree, "a normal form")
    first, second = (_plans(tree, p, max_plans) for p in (0, 1))
    won = chance_reach(tree)[tree.terminals] * tree.utilities[:, 0]
    # Whether each plan leads to each terminal, as far as it is up to its player.
    leads = []
    for p, plans in enumerate((first, second)):
        always = np.ones((len(plans), 1), np.bool_)  # found at the edge -1: the player has not acted
        leads.append(np.hstack([plans, always])[:, last_edges(tree, p)[tree.terminals]])
    return NormalForm((leads[0] * won) @ leads[1].T.astype(np.float64), (first, second))


def _plans(tree: GameTree, player: int, max_plans: int) -> NDArray[np.bool_]:
    """bool [plans, edges]. Sets come after the edge before them, so the last sets are put together first."""
    before = tree.core.edge_before()
    after: dict[
        int, list[frozenset[int]]
    ] = {}  # edge, or -1 for the start: the plans for what may come after it
    for number in reversed(range(len(tree.information_sets))):
        s = tree.information_sets[number]
        if s.player != player:
            continue
        here = [
            plan | {e}
            for e in range(s.edges.start, s.edges.stop)
            for plan in after.pop(e, [frozenset[int]()])  # which no other set asks for
        ]
        others = after.get(int(before[number]), [frozenset[int]()])
        if len(here) * len(others) > max_plans:
            raise CapacityError(
                f"player {player} has more than {max_plans:,} plans in this game; expected a smaller game, or the "
                "linear program of pokerdata.trees.lp, which needs none"
            )
        after[int(before[number])] = [one | two for one in others for two in here]
    plans = after.get(-1, [frozenset[int]()])
    need, free = 2 * len(plans) * tree.edges, available_memory()  # with the copy that `normal_form` makes
    if need > free:
        raise CapacityError(
            f"not enough memory for {len(plans):,} plans of player {player}: they need {need / 1e9:,.1f} GB, "
            f"{free / 1e9:,.1f} GB are free; expected a smaller game, or the linear program of pokerdata.trees.lp"
        )
    found = np.zeros((len(plans), tree.edges), np.bool_)
    for row, plan in enumerate(plans):
        found[row, list(plan)] = True
    return found
