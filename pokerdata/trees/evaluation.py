"""What strategies are worth in a game tree."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.support import html
from pokerdata.support.estimates import signed
from pokerdata.support.text import brief
from pokerdata.trees.tree import GameTree, Weights


@dataclass(frozen=True)
class TreeEvaluation:
    """Exact values of a profile of strategies, one for each player, in units of utility a game.

    Attributes:
        expected_values: What each player wins when all play their strategies.
        best_responses: What each player's best response wins against the strategies of the others.
    """

    expected_values: tuple[float, ...]
    best_responses: tuple[float, ...]

    @property
    def numbers(self) -> tuple[float, ...]:
        """Expected values, then best responses."""
        return (*self.expected_values, *self.best_responses)

    @property
    def nash_conv(self) -> float:
        """The sum of what the players could gain, each on his own; 0 in an equilibrium (Lanctot et al. 2017)."""
        return sum(b - u for b, u in zip(self.best_responses, self.expected_values, strict=True))

    @property
    def exploitability(self) -> float:
        """`nash_conv` divided by the number of players."""
        return self.nash_conv / len(self.expected_values)

    def __repr__(self) -> str:
        values = ", ".join(f"{value:.6g}" for value in self.expected_values)
        return brief(self, f"exploitability {self.exploitability:.6g}", f"expected values {values}")

    def _repr_html_(self) -> str:
        rows = [
            (f"player {p}", signed(value, 6), signed(best, 6))
            for p, (value, best) in enumerate(zip(self.expected_values, self.best_responses, strict=True))
        ]
        notes = [f"exploitability {self.exploitability:.6g} a game, in units of utility"]
        return html.table(rows, head=("", "expects", "a best response"), notes=notes)


@dataclass(frozen=True)
class Unreached:
    """Information sets that a solver's average never reached; they play uniformly.

    Attributes:
        sets: How many there are.
        probability: That a game in which all play the average comes to one.
    """

    sets: int
    probability: float

    def _repr_html_(self) -> str:
        return html.of_fields(self)


def evaluate(tree: GameTree, strategy: Weights) -> TreeEvaluation:
    """Expected values and best-response values of strategies, exact.

    Takes one pass over the tree for each player.

    Args:
        tree: A tree with perfect recall.
        strategy: Weights of all players over edges, as `GameTree.strategy` takes them.

    Raises:
        ValueError: For an invalid strategy (`GameTree.strategy`), or for a tree without perfect recall.
    """
    values, responses = tree.core.evaluate(tree.strategy(strategy))
    return TreeEvaluation(tuple(values), tuple(responses))


def expected_values(tree: GameTree, strategy: Weights) -> tuple[float, ...]:
    """What each player wins a game when all play their strategies, exact.

    Args:
        tree: The game.
        strategy: Weights of all players over edges, as `GameTree.strategy` takes them.

    Returns:
        A value for each player, in units of utility a game.

    Raises:
        ValueError: For an invalid strategy (`GameTree.strategy`).
    """
    return tuple(tree.core.expected_values(tree.strategy(strategy)))


def best_response(tree: GameTree, strategy: Weights, player: int) -> tuple[float, NDArray[np.float64]]:
    """The value of a player's best response to the others, and the strategies with his replaced by it.

    Of equally good actions it takes the first.

    Args:
        tree: A tree with perfect recall.
        strategy: Weights of all players over edges, as `GameTree.strategy` takes them.
        player: Who responds, from 0.

    Returns:
        The value in units of utility a game, and strategies of all players, float64 [edges].

    Raises:
        ValueError: For an invalid strategy (`GameTree.strategy`), for a player the game does not have, or for a tree
            without perfect recall.
    """
    return tree.core.best_response(tree.strategy(strategy), player)
