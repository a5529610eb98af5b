"""Robust responses to an opponent model in any two-player zero-sum game: they win from it, but are hard to exploit."""

from dataclasses import dataclass
from typing import Unpack

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.estimates import signed
from pokerdata._support.text import brief
from pokerdata.solving.explicit.abstracted_tree import HeldGame
from pokerdata.solving.explicit.build import explicit_tree
from pokerdata.solving.explicit.lp import need_zero_sum, player_edges, solve_by_linear_program
from pokerdata.solving.explicit.solve import TreeAlgorithm, solve
from pokerdata.solving.explicit.tree import GameTree, Weights, best_response, evaluate, expected_values
from pokerdata.solving.run import RunOptions


@dataclass(frozen=True, eq=False)
class TreeResponse:
    """A response to a model of the opponent, for both seats, in units of utility per game.

    Attributes:
        tree: The game.
        strategy: The response of either player, float64 [edges].
        win: What the response wins against the model as player 0 and as player 1.
        worst: What it wins against its best-responding opponent as player 0 and as player 1.
        least: The objective that it reaches as player 0 and as player 1. For a single number p: p times its win plus 1 - p
            times its worst case.
        most: Upper bound of the objective for any strategy. Equal to `least`, except for rounding, if a linear program found
            the response.
    """

    tree: GameTree
    strategy: NDArray[np.float64]
    win: tuple[float, float]
    worst: tuple[float, float]
    least: tuple[float, float]
    most: tuple[float, float]

    @property
    def exploitability(self) -> float:
        """What a best response wins against the response, averaged over both seats."""
        return -sum(self.worst) / 2

    def __repr__(self) -> str:
        told = (f"player {p}: wins {self.win[p]:.6g}, at worst {self.worst[p]:.6g}" for p in (0, 1))
        return brief(self, *told)

    def _repr_html_(self) -> str:
        rows = [
            (
                f"player {p}",
                *(signed(numbers[p], 6) for numbers in (self.win, self.worst, self.least, self.most)),
            )
            for p in (0, 1)
        ]
        head = ("", "wins from the model", "at worst", "objective", "at most")
        return html.table(rows, head=head, notes=["units of utility a game"])


def restricted_tree(tree: GameTree, model: Weights, p: float | ArrayLike, held: int) -> GameTree:
    """Return the tree of a game in which one player sometimes plays a model and is free otherwise.

    Any method for trees solves it. The information sets of the other player keep their keys.

    Args:
        tree: A game.
        model: Weights over edges, as `GameTree.strategy` accepts them; only those of the held player matter.
        p: Probability that the held player plays the model. A number: chance decides once, before the first move (restricted
            Nash response). Float64 [information sets of the tree]: chance decides at each of the player's moves (data-biased
            response).
        held: The player who is held to the model, from 0.

    Raises:
        ValueError: For an invalid strategy, probabilities outside 0 to 1 or of another number, or a player that the game
            does not have.
        CapacityError: If the tree has more than 10 million nodes. It is twice as large as the game's if chance decides once.
            If chance decides at each move, it is up to 2^n times as large, where n is the held player's moves in one game.
    """
    if held not in range(tree.players):
        raise ValueError(f"player: expected 0 to {tree.players - 1}, got {held!r}; e.g. 1")
    return explicit_tree(HeldGame(tree, int(held), tree.strategy(model), _probability(tree, p)))


def restricted_response(
    tree: GameTree,
    model: Weights,
    p: float | ArrayLike,
    *,
    algorithm: str | TreeAlgorithm | None = None,
    **options: Unpack[RunOptions],
) -> TreeResponse:
    """Return a robust response to a model of the opponent that may be wrong, for either seat.

    With a single number p this is a restricted Nash response. It maximises p times what it wins from the model plus 1 - p
    times what it wins at worst. With a number per information set it is a data-biased response.
    `pokerdata.solving.public.restricted_response` explains both, and handles poker games too large for a tree.

    Args:
        tree: A zero-sum tree of two players with perfect recall.
        model: Assumed strategy of the opponent: weights over edges, as `GameTree.strategy` accepts them.
        p: As for `restricted_tree`.
        algorithm: An algorithm of `pokerdata.solving.explicit.solve`, e.g. 'cfr+'; None for linear programs, exact to about
            1e-9.
        **options: With an algorithm, as for `pokerdata.solving.explicit.solve`.

    Raises:
        ValueError: Unless the tree is zero-sum, has two players and perfect recall. Also for arguments that
            `restricted_tree` refuses, and for limits without an algorithm.
        CapacityError: If the tree with the model would be too large.
        ModuleNotFoundError: Without SciPy (extra ``lp``), for linear programs.
    """
    need_zero_sum(tree, "a restricted response")
    if algorithm is None and options:
        raise ValueError(
            f"{', '.join(options)}: expected with an algorithm alone, as linear programs are exact, got none; e.g. "
            "algorithm='cfr+'"
        )
    played, probability = tree.strategy(model), _probability(tree, p)
    strategy = np.zeros(tree.edges)
    least, most = [0.0, 0.0], [0.0, 0.0]
    for player in (0, 1):
        game = explicit_tree(HeldGame(tree, 1 - player, played, probability))
        found = _solved(game, algorithm, options)
        edges = {s.key: s.edges for s in game.information_sets if s.player == player}
        for s in tree.information_sets:
            if s.player == player:
                strategy[s.edges] = found[edges[s.key]]
        responses = evaluate(game, found).best_responses
        least[player], most[player] = -responses[1 - player], responses[player]
    against = [np.where(_mask(tree, player), strategy, played) for player in (0, 1)]
    return TreeResponse(
        tree,
        strategy,
        (expected_values(tree, against[0])[0], expected_values(tree, against[1])[1]),
        (-best_response(tree, strategy, 1)[0], -best_response(tree, strategy, 0)[0]),
        (least[0], least[1]),
        (most[0], most[1]),
    )


def _solved(
    game: GameTree, algorithm: str | TreeAlgorithm | None, options: RunOptions
) -> NDArray[np.float64]:
    if algorithm is None:
        return solve_by_linear_program(game).strategy
    return solve(game, algorithm, **options).strategy


def _mask(tree: GameTree, player: int) -> NDArray[np.bool_]:
    return np.isin(np.arange(tree.edges), player_edges(tree, player))


def _probability(tree: GameTree, p: float | ArrayLike) -> float | NDArray[np.float64]:
    """Return the probability of the model, validated."""
    sets = len(tree.information_sets)
    try:
        found = np.asarray(p, dtype=np.float64)
    except (TypeError, ValueError):
        found = np.full(0, np.nan)
    fits = found.shape in ((), (sets,)) and not isinstance(p, bool | str)
    if not fits or not ((found >= 0) & (found <= 1)).all():
        raise ValueError(
            f"p: expected how likely the opponent plays the model, from 0 to 1, or one such number for each of {sets:,} "
            f"information sets, got {p!r}; e.g. 0.9"
        )
    return float(found) if found.shape == () else found
