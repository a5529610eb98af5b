"""What many strategies win from many others, all at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.support.text import quoted
from pokerdata.trees.tree import GameTree


def own_reach(tree: GameTree, strategies: ArrayLike, player: int) -> NDArray[np.float64]:
    """How likely a player's own actions lead to each end of a game, for many strategies.

    The product of the players' numbers and that of chance (`chance_reach`) is the probability of the end. Takes some
    nanoseconds a node and strategy.

    Args:
        tree: The game.
        strategies: Probabilities over edges, [strategies, edges], as `GameTree.strategy` gives them.
        player: Whose actions, from 0.

    Returns:
        Float64 [strategies, terminals].

    Raises:
        ValueError: For another shape, and for a player the game does not have.
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
    """How likely chance leads to each end of a game, float64 [terminals], if the players do.

    Args:
        tree: The game.
    """
    found = np.ones(tree.nodes)
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        found[first:end] = found[tree.parent[first:end]] * tree.chance[first:end]
    return found[tree.terminals]


def mixture(tree: GameTree, strategies: ArrayLike) -> NDArray[np.float64]:
    """The strategies of players who draw one of many strategies before each game and play it to the end.

    Args:
        tree: A tree with perfect recall.
        strategies: Probabilities over edges, [strategies, edges], each as likely.

    Returns:
        Float64 [edges]: what is done on average where a player comes; uniform where none of them comes.

    Raises:
        ValueError: For another shape, or a tree without perfect recall.
    """
    if not tree.perfect_recall:
        raise ValueError("tree: expected perfect recall, got players who forget; e.g. game_tree(Kuhn())")
    given = _strategies(tree, strategies)
    before = tree.core.edge_before()
    reach = np.empty_like(given)  # of each edge, by the player's own actions
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
    """What each of many strategies wins on average as player 0 from each of others as player 1, exact.

    Args:
        tree: A game of two.
        strategies: Probabilities over edges, [strategies, edges].
        others: Likewise; the same if not given.

    Returns:
        Float64 [strategies, others], of player 0, in units of utility a game.

    Raises:
        ValueError: For another number of players, and as `own_reach`.
    """
    if tree.players != 2:
        raise ValueError(f"tree: expected a game of 2 players, got {tree.players}; e.g. game_tree(Kuhn())")
    first = own_reach(tree, strategies, 0)
    second = own_reach(tree, strategies if others is None else others, 1)
    found: NDArray[np.float64] = (first * (chance_reach(tree) * tree.utilities[:, 0])) @ second.T
    return found
