"""A strategy at a node with the values of its actions."""

import os
from dataclasses import replace

from pokerdata.games import Game
from pokerdata.solvers.action_values import action_values
from pokerdata.strategies.node_strategy import NodeStrategy


def valued(
    at: NodeStrategy,
    *,
    game: Game | None = None,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> NodeStrategy:
    """The same with the value of each action for each hand, by `action_values`.

    game: that of the strategy, if it is there already. tables: the folder of the joint counts of its card abstraction,
    over whose buckets the values are; that of the strategy's file by default.

    Raises TableError where the joint counts are missing, or where the states forget earlier buckets.
    """
    game = at.saved.game(tables) if game is None else game
    values = action_values(game, at.saved.strategy, at.node, threads=threads)
    return replace(at, values=values[:, at.hands.states[at.street]].T)
