"""What the opponent could win in a subgame, for each of his information sets at its root."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.resolving.tree_subgames import RootSet, Subgame
from pokerdata.support import html
from pokerdata.support.text import brief
from pokerdata.trees.sequences import reach
from pokerdata.trees.tree import GameTree


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
    def to(cls, tree: GameTree, strategy: NDArray[np.float64], player: int) -> "Answers":
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
