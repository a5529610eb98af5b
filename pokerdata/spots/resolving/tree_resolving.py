"""Re-solve subgames of a tree: one, or all of a street."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief
from pokerdata.solving.explicit.build import ExtensiveGame, explicit_tree
from pokerdata.solving.explicit.lp import reach, solve_by_linear_program
from pokerdata.solving.explicit.solve import TreeAlgorithm, solve, tree_algorithm
from pokerdata.solving.explicit.tree import GameTree, TreeEvaluation, Weights, evaluate
from pokerdata.spots.resolving.spot_resolving import check_method
from pokerdata.spots.resolving.tree_gadgets import (
    Answers,
    Margin,
    RootGame,
    Subgame,
    gadget_game,
    margins,
    max_margin_game,
    subgames,
    unsafe_game,
)

_MOST_LP_NODES = 20_000  # beyond this size iterations are faster


@dataclass(frozen=True)
class ResolvedTree:
    """Strategies with re-solved subgames.

    Attributes:
        tree: The game.
        method: One of `pokerdata.spots.resolving.METHODS`.
        trunk: Original strategies, float64 [edges].
        strategy: New strategies, float64 [edges]. They differ from the original only in subgames that the re-solved player
            reaches.
        margins: One `Margin` for each information set of each opponent at the root of each subgame that chance and the
            player reach. Order: re-solved players, subgames, roots.
    """

    tree: GameTree
    method: str
    trunk: NDArray[np.float64] = field(repr=False)
    strategy: NDArray[np.float64] = field(repr=False)
    margins: tuple[Margin, ...] = field(repr=False)

    @property
    def before(self) -> TreeEvaluation:
        """Exact values of the original strategies, in units of utility per game."""
        return evaluate(self.tree, self.trunk)

    @property
    def values(self) -> TreeEvaluation:
        """Exact values of the new strategies, in units of utility per game."""
        return evaluate(self.tree, self.strategy)

    @property
    def smallest_margin(self) -> float:
        """Smallest margin in units of utility per game that gets there; infinite without margins."""
        return min((one.margin for one in self.margins), default=np.inf)

    def __repr__(self) -> str:
        worth = f"exploitability {self.before.exploitability:.4g} to {self.values.exploitability:.4g}"
        return brief(self, self.method, worth, f"{len(self.margins)} margins from {self.smallest_margin:.4g}")

    def _repr_html_(self) -> str:
        told = {
            "method": self.method,
            "exploitability before": f"{self.before.exploitability:.6g} a game, in units of utility",
            "after": f"{self.values.exploitability:.6g}",
            "margins": len(self.margins),
            "the smallest": f"{self.smallest_margin:.6g} a game that comes there",
        }
        return html.facts(told, caption="ResolvedTree")


def resolve_tree(
    game: GameTree | ExtensiveGame,
    strategy: Weights,
    player: int | None = None,
    *,
    method: str = "max-margin",
    street: int | None = None,
    depth: int | None = None,
    roots: Callable[[int], bool] | Iterable[int] | None = None,
    solver: str | TreeAlgorithm | None = None,
    iterations: int = 1000,
) -> ResolvedTree:
    """Re-solve all subgames of a street or depth, or below given roots.

    Args:
        game: A zero-sum tree of two players with perfect recall, or a game that makes one.
        strategy: Weights of both players over edges, as `GameTree.strategy` takes them.
        player: Player to re-solve; by default both, each against the original strategy of the other.
        method: As for `resolve_subgames`.
        street: As for `subgames`.
        depth: As for `subgames`.
        roots: As for `subgames`.
        solver: As for `resolve_subgames`.
        iterations: As for `resolve_subgames`.

    Raises:
        ValueError: If an argument is invalid, as for `subgames` and `resolve_subgames`.
        ModuleNotFoundError: If a linear program is needed but SciPy (extra ``lp``) is missing.
    """
    tree = game if isinstance(game, GameTree) else explicit_tree(game)
    found = subgames(tree, street=street, depth=depth, roots=roots)
    return resolve_subgames(
        tree, strategy, found, player, method=method, solver=solver, iterations=iterations
    )


def resolve_subgames(
    tree: GameTree,
    strategy: Weights,
    subgames: Iterable[Subgame],
    player: int | None = None,
    *,
    method: str = "max-margin",
    solver: str | TreeAlgorithm | None = None,
    iterations: int = 1000,
) -> ResolvedTree:
    """Re-solve subgames that do not contain each other.

    With ``gadget`` and ``max-margin`` a best response of the opponent wins no more than before, up to the accuracy of the
    solver. Its gain is at most the sum of the negative margins, as absolute values, times their reach. ``unsafe``
    guarantees nothing.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        strategy: Weights of both players over edges, as `GameTree.strategy` takes them.
        subgames: Subgames of the tree.
        player: Player to re-solve; by default both, each against the original strategy of the other.
        method: 'unsafe' solves the subgame as a game of its own after the strategies of both players. 'gadget' ensures that
            no information set of the opponent at the root gains (Burch et al. 2014). 'max-margin' maximises the smallest
            loss of these sets (Moravcik et al. 2016).
        solver: 'lp' for the linear program, or an algorithm as for `pokerdata.solving.explicit.solve`. The default is 'lp'
            for gadget games of up to 20,000 nodes, otherwise 'dcfr'.
        iterations: Number of iterations of an algorithm.

    Raises:
        ValueError: If the method, solver, player or strategy is invalid, or subgames belong to another tree or contain each
            other.
        ModuleNotFoundError: If a linear program is needed but SciPy (extra ``lp``) is missing.
    """
    check_method(method)
    algorithm = solver if solver is None or solver == "lp" else tree_algorithm(solver)
    iterations = as_count(iterations, "iterations", 1, 2**31 - 1, 1000)
    players = (0, 1) if player is None else (as_count(player, "player", 0, 1, 0),)
    found = tuple(subgames)
    _check_apart(tree, found)
    trunk = tree.strategy(strategy)
    merged = trunk.copy()
    before = {p: Answers.to(tree, trunk, p) for p in players}
    both = reach(tree, trunk, (0, 1)) if method == "unsafe" else None
    for p in players:
        for subgame in found:
            root_game = _root_game(subgame, p, before[p], method, both)
            if root_game is not None:
                small = explicit_tree(root_game)
                _write(merged, subgame, p, small, _solved(small, algorithm, iterations))
    told: list[Margin] = []
    for p in players:
        after = Answers.to(tree, merged, p)
        for subgame in found:
            told += margins(subgame, p, before[p], after)
    return ResolvedTree(tree, method, trunk, merged, tuple(told))


def _check_apart(tree: GameTree, subgames: tuple[Subgame, ...]) -> None:
    numbers = [number for subgame in subgames for number in subgame.sets]
    if any(subgame.tree is not tree for subgame in subgames) or len(set(numbers)) != len(numbers):
        raise ValueError(
            "subgames: expected subgames of this tree, none within another, got others; e.g. subgames(tree, street=2)"
        )


def _root_game(
    subgame: Subgame, player: int, answers: Answers, method: str, both: NDArray[np.float64] | None
) -> RootGame | None:
    """Return the game to solve, or `None` if the subgame is never reached."""
    reached = answers.reach if both is None else both
    if not reached[list(subgame.roots)].any():
        return None
    if both is not None:
        return unsafe_game(subgame, both)
    make = gadget_game if method == "gadget" else max_margin_game
    return make(subgame, player, answers)


def _solved(small: GameTree, algorithm: str | TreeAlgorithm | None, iterations: int) -> NDArray[np.float64]:
    if algorithm == "lp" or (algorithm is None and small.nodes <= _MOST_LP_NODES):
        return solve_by_linear_program(small).strategy
    return solve(small, algorithm or "dcfr", iterations=iterations).strategy


def _write(
    merged: NDArray[np.float64], subgame: Subgame, player: int, small: GameTree, solved: NDArray[np.float64]
) -> None:
    """Copy a player's strategy from a small tree into the whole tree."""
    sets = [subgame.tree.information_sets[number] for number in subgame.sets]
    whole = {s.key: s.edges for s in sets if s.player == player}
    for s in small.information_sets:
        if s.player == player:
            merged[whole[s.key]] = solved[s.edges]
