"""Expectimax over the betting of a limit game, all nodes at once, where models look at the betting alone."""

from __future__ import annotations

from functools import reduce

import numpy as np
from numpy.typing import NDArray

from pokerdata.search.final_strength import LookAhead
from pokerdata.search.limit_tree import LimitTree

#: Cells of a histogram of strengths at the showdown.
CELLS = 10


def tree_values(
    tree: LimitTree,
    node: int,
    ahead: LookAhead,
    shares: NDArray[np.float64],
    histograms: NDArray[np.float64],
    temperature: float = 0.0,
) -> NDArray[np.float64]:
    """What each action of the player who acts is worth against a model: expectimax as in Vexbot.

    The whole betting until the end of the hand is looked at. At the other's nodes actions count by the model, at the own
    ones the best counts, or all by `preference`; where cards come, the ways of dealing them that ``ahead`` has count
    evenly. A fold is worth what lies in the pot, or costs what was paid; a showdown P * pot - paid, where P is the mass of
    the histogram below the own strength, within a cell in proportion.

    Source: Vexbot as told in Görge, Meyer (Poker Challenge 2008, paper 9).

    Args:
        tree: The betting.
        node: Where a player acts.
        ahead: Of his hand.
        shares: float64 [nodes, 3]: how likely fold, call and raise are where the other acts; sums are 1 there, and
            nothing is left for what is not allowed.
        histograms: float64 [nodes, CELLS]: how strong the other is at each showdown, against a hand of which nothing is
            known; sums are 1 there.
        temperature: Chips, of `preference` at own nodes; 0 for the maximum.

    Returns:
        float64 [3]: chips that fold, call and raise win on average, counted from the start of the hand; NaN for what is not
        allowed. Some 5 ms at the first decision of limit hold'em with 96 boards.
    """
    hero, first = int(tree.player[node]), int(tree.street[node])
    counts = [int(n) for n in np.cumprod([1, *ahead.branches])]
    later: NDArray[np.float64] | None = None  # of the street after, with its cards averaged
    later_begin = 0
    for street in range(tree.game.streets - 1, first - 1, -1):
        nodes = tree.between(node, street)
        begin = int(tree.place[nodes[0]]) if len(nodes) else 0
        values = np.empty((len(nodes), counts[street - first]))
        _ends(tree, nodes, hero, ahead.strengths, histograms, values)
        for layer in tree.layers(node, street):
            of_actions: list[NDArray[np.float64] | None] = []
            for after in layer.after:
                if after is None:
                    of_actions.append(None)
                elif later is None or tree.street[after[0]] == street:
                    of_actions.append(values[tree.place[after] - begin])
                else:
                    of_actions.append(later[tree.place[after] - later_begin])
            if layer.nodes[0] == node:
                return np.array([np.nan if one is None else one[0, 0] for one in of_actions])
            at = tree.place[layer.nodes] - begin
            if layer.player == hero:
                values[at] = _own([one for one in of_actions if one is not None], temperature)
            else:
                likely = shares[layer.nodes]
                parts = [likely[:, k, None] * one for k, one in enumerate(of_actions) if one is not None]
                values[at] = sum(parts)
        if street > first:
            ways = values.reshape(len(nodes), counts[street - first - 1], -1)
            # Way by way, as a sum over a short last axis takes NumPy several times as long.
            later = sum((ways[:, :, way] for way in range(1, ways.shape[2])), ways[:, :, 0]) / ways.shape[2]
            later_begin = begin
    raise ValueError(f"node: expected a decision, got {tree.histories[node]!r}")


def preference(values: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    """How likely a player takes each action who favours the better: in proportion to exp(value / temperature).

    The published mixture is not told; this one is ours.

    Args:
        values: float64 [actions, ...], chips; NaN for what is not allowed.
        temperature: Chips, above 0.

    Returns:
        float64 of the same shape, sums of 1.
    """
    gains = np.where(np.isnan(values), -np.inf, values) - np.nanmax(values, axis=0)
    weights = np.exp(gains / temperature)
    found: NDArray[np.float64] = weights / weights.sum(0)
    return found


def below(histograms: NDArray[np.float64], strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    """The mass of histograms below strengths, within a cell in proportion.

    Args:
        histograms: float64 [n, cells], sums of 1, over equal parts of [0, 1].
        strengths: float64 [m], from 0 to 1.

    Returns:
        float64 [n, m].
    """
    cells = histograms.shape[1]
    total = np.concatenate([np.zeros((len(histograms), 1)), np.cumsum(histograms, axis=1)], axis=1)
    cell = np.minimum((strengths * cells).astype(np.int64), cells - 1)
    found: NDArray[np.float64] = total[:, cell] + histograms[:, cell] * (strengths * cells - cell)
    return found


def _own(of_actions: list[NDArray[np.float64]], temperature: float) -> NDArray[np.float64]:
    if temperature == 0:
        return reduce(np.maximum, of_actions)
    values = np.stack(of_actions)
    mean: NDArray[np.float64] = (preference(values, temperature) * values).sum(0)
    return mean


def _ends(
    tree: LimitTree,
    nodes: NDArray[np.int64],
    hero: int,
    strengths: NDArray[np.float64],
    histograms: NDArray[np.float64],
    values: NDArray[np.float64],
) -> None:
    """Fill in what the ends among nodes are worth."""
    folded = np.flatnonzero(tree.folded[nodes] >= 0)
    gave_up = tree.folded[nodes[folded]] == hero
    spent = tree.spent[nodes[folded]]
    values[folded] = np.where(gave_up, -spent[:, hero], spent[:, 1 - hero])[:, None]
    shown = np.flatnonzero(tree.shown[nodes])
    if len(shown):
        at = nodes[shown]
        pot, paid = tree.spent[at].sum(1)[:, None], tree.spent[at][:, hero, None]
        values[shown] = below(histograms[at], strengths) * pot - paid
