"""How often each information set is reached when both players play given strategies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.solvers import Terminals
from pokerdata.games import Game
from pokerdata.games.betting_tree import DECISION
from pokerdata.strategies.checks import check_strategy
from pokerdata.strategies.simple import Probabilities


def reach_probabilities(
    game: Game, strategy: Probabilities, *, threads: int = 0
) -> tuple[NDArray[np.float64], ...]:
    """The chance that a hand comes to each information set, when both players play a strategy.

    Multiplied by the probabilities of its actions it is how often each is taken, so that means over all decisions are exact:
    how often a player raises, how well a model foretells him. The numbers of all information sets add up to the decisions
    of a hand. About the time of an evaluation; memory for two rows of reach at each decision.

    >>> from pokerdata.solvers import reach_probabilities
    >>> from pokerdata.strategies import simple_strategy
    >>> game = pokerdata.kuhn()
    >>> found = reach_probabilities(game, simple_strategy(game, "uniform"))
    >>> round(float(sum(street.sum() for street in found)), 6)  # decisions of a hand
    2.25

    Args:
        game: The game of the strategy.
        strategy: The strategy of both players: for each street probabilities [edges of the street, states].
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        For each street float64 [decisions of the street, states], in the order of ``game.tree.decision_nodes``.

    Raises:
        ValueError: If `strategy` is no strategy of the game.
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
        for place, node in enumerate(nodes.tolist()):  # in preorder: a node comes after those above it
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
