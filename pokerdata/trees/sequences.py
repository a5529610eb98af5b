"""What each player has done on the way to a node: sequences of his own actions, named by the last edge."""

from collections import Counter
from collections.abc import Collection, Hashable

import numpy as np
from numpy.typing import NDArray

from pokerdata.trees.tree import GameTree


def player_edges(tree: GameTree, player: int) -> NDArray[np.int64]:
    """The edges of a player's information sets."""
    owner = np.repeat(
        [s.player for s in tree.information_sets], [len(s.actions) for s in tree.information_sets]
    )
    return np.flatnonzero(owner == player)


def last_edges(tree: GameTree, player: int) -> NDArray[np.int64]:
    """Of each node: the last edge that the player took on the way to it, or -1."""
    own = np.isin(tree.edge, player_edges(tree, player))
    last = np.full(tree.nodes, -1)
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        last[first:end] = np.where(own[first:end], tree.edge[first:end], last[tree.parent[first:end]])
    return last


def reach(tree: GameTree, strategy: NDArray[np.float64], players: Collection[int]) -> NDArray[np.float64]:
    """Of each node: the probability that chance and these players lead there when the others do all they can to.

    Args:
        tree: The game.
        strategy: Probabilities over edges, as of `GameTree.strategy`.
        players: Whose actions count.
    """
    reached = np.array(tree.chance)
    for player in players:
        counted = np.isin(tree.edge, player_edges(tree, player))
        reached[counted] = strategy[tree.edge[counted]]
    for first, end in zip(tree.layers[1:-1], tree.layers[2:], strict=True):
        reached[first:end] *= reached[tree.parent[first:end]]
    return reached


def chance_reach(tree: GameTree) -> NDArray[np.float64]:
    """Of each node: the product of the probabilities of the chance events on the way to it."""
    return reach(tree, np.zeros(tree.edges), ())


def need_zero_sum(tree: GameTree, what: str) -> None:
    """Raise ValueError unless the tree has two players, zero sum and perfect recall."""
    if tree.players != 2 or not tree.zero_sum or not tree.perfect_recall:
        raise ValueError(
            f"game for {what}: expected two players, zero sum and perfect recall, got {tree.players} players, "
            f"{'' if tree.zero_sum else 'no '}zero sum and {'' if tree.perfect_recall else 'no '}perfect recall; "
            "e.g. Kuhn poker"
        )


def m_values(tree: GameTree) -> tuple[float, ...]:
    """Of each player, the M of the bound on his regret: the sum of sqrt(n) over the sequences of his own actions.

    n is the number of his information sets in which he has taken just these actions. After t iterations of CFR a player
    regrets at most ``delta * M * sqrt(a / t)`` a game, where delta is the range of his utilities and a the most actions
    of a set (Lanctot et al. 2009). Kuhn poker has 2 sqrt(3) and sqrt(6).

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
    # Sequences of actions by number: 0 is empty, the others are named by the one before and the last action.
    numbers: dict[tuple[int, Hashable], int] = {}
    taken: list[int] = []  # of each set; the set of the edge before comes first
    for edge in before:
        key = (taken[owner[edge]], action[edge]) if edge >= 0 else None
        taken.append(0 if key is None else numbers.setdefault(key, len(numbers) + 1))
    sets = Counter((s.player, number) for s, number in zip(tree.information_sets, taken, strict=True))
    return tuple(sum(n**0.5 for (p, _), n in sets.items() if p == player) for player in range(tree.players))
