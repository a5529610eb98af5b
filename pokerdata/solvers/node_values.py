"""A strategy at a node with the values of its actions."""

import os
from dataclasses import replace

from pokerdata.games import Game
from pokerdata.solvers.action_values import values_and_reach
from pokerdata.strategies.node_strategy import NodeStrategy


def valued(
    at: NodeStrategy,
    *,
    game: Game | None = None,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> NodeStrategy:
    """A strategy at a node with the value of each action for each hand, by `action_values`.

    Args:
        at: The strategy at the node.
        game: The game of the strategy, if it is there already.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        tables: The folder of the joint counts of the strategy's card abstraction, over whose buckets the values are;
            that of the strategy's file by default.

    Raises:
        TableError: If the joint counts are missing, or the states forget earlier buckets.
    """
    game = at.saved.game(tables) if game is None else game
    values, reach = values_and_reach(game, at.saved.strategy, at.node, threads=threads)
    states = at.hands.states[at.street]
    return replace(at, values=values[:, states].T, other_reach=reach[states])
