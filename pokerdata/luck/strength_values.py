"""What hands are worth by their strength alone: the pot times EHS."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.solvers import Terminals
from pokerdata.games import BettingTree, Game
from pokerdata.games.betting_tree import FOLD
from pokerdata.luck.strategy_values import dealt_out
from pokerdata.luck.value_rows import ValueRows


def strength_parts(game: Game, *, threads: int = 0) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Values of all nodes by strength, as a sum of two parts, one a player: the pot times EHS, of player 2 less than 0.

    The pot is what both have put in, a bet that is not called included. After a fold the values are what is won.

    Args:
        game: The game.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.

    Returns:
        The part of each player, float32, in the order of `ValueRows`.
    """
    tree, rows = game.tree, ValueRows(game.tree, game.states)
    strengths, pots = state_strengths(game, threads=threads), _pots(tree)
    first, second = rows.empty(), rows.empty()
    for node in range(tree.nodes):
        if tree.kind[node] == FOLD:
            first[rows.own(node)] = tree.chips[node]
            continue
        street = int(tree.street[node])
        first[rows.own(node)] = pots[node] * strengths[street]
        second[rows.own(node)] = -pots[node] * strengths[street]
        if rows.starting[node]:
            first[rows.before(node)] = pots[node] * strengths[street - 1]
            second[rows.before(node)] = -pots[node] * strengths[street - 1]
    return first, second


def state_strengths(game: Game, *, threads: int = 0) -> list[NDArray[np.float64]]:
    """EHS of each state: the mean share of the pot, all shown down, against a random hand.

    It is over all hands of the state and all cards to come, exactly, from the cards of the game or its joint counts.

    Args:
        game: The game.
        threads: As for `strength_parts`.

    Returns:
        For each street float64 [states], 0 to 1; 1/2 for a state that cannot come about.
    """
    terminals, found = Terminals(game.core), []
    for street, states in enumerate(game.states):
        anything = np.ones((1, states))
        won = dealt_out(game, terminals, anything, street, threads)[0]
        dealt = terminals.folds(street, np.ascontiguousarray(anything.T), threads)[:, 0]
        found.append((1 + np.divide(won, dealt, out=np.zeros(states), where=dealt > 0)) / 2)
    return found


def _pots(tree: BettingTree) -> NDArray[np.int64]:
    """Of each node, the chips that both players have put in."""
    paid = np.zeros((tree.nodes, 2), np.int64)
    paid[0] = [tree.rules.ante + blind for blind in tree.rules.blinds]
    for node in range(tree.nodes):
        for edge in tree.edges(node):
            child = tree.child[edge]
            paid[child] = paid[node]
            paid[child, tree.player[node]] = tree.to[edge]
    pots: NDArray[np.int64] = paid.sum(axis=1)
    return pots
