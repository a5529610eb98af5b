"""A strategy in a table: for each street its probabilities and an index of their rows."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import BettingTree

KIND = "strategy"

#: The algorithms of strategies that sampled boards made, as their tables begin to name them; recipes name them so, too.
PUBLIC_CHANCE_SAMPLING = "pcs"
SAMPLED_CFR_BR = "cfr-br"
SAMPLED = (PUBLIC_CHANCE_SAMPLING, SAMPLED_CFR_BR)


def street_arrays(
    tree: BettingTree,
    strategies: Sequence[NDArray[np.floating[Any]]],
    state_names: Sequence[Sequence[str]],
) -> dict[str, NDArray[Any]]:
    """Datasets of the streets: for each street N (from 1) ``streetN`` and its index."""
    found: dict[str, NDArray[Any]] = {}
    for r, strategy in enumerate(strategies):
        nodes = tree.decision_nodes(r)
        street = f"street{r + 1}"
        found[street] = strategy
        found |= street_index(tree, r)
        # The root's history is empty, and no string may have length 0.
        found[f"{street}_history"] = np.array(
            [tree.history(n).encode() for n in nodes], dtype=_text_type(tree, nodes)
        )
        found[f"{street}_states"] = np.array([n.encode() for n in state_names[r]])
    return found


def street_index(tree: BettingTree, street: int) -> dict[str, NDArray[Any]]:
    """Datasets that say which rows of ``streetN`` belong to which decision node, N being `street` + 1."""
    nodes = tree.decision_nodes(street)
    edges = tree.street_edges(street)
    return {
        f"street{street + 1}_actions": tree.action[edges],
        f"street{street + 1}_to": tree.to[edges],
        f"street{street + 1}_first_row": tree.first_rows(street)[:-1],
        f"street{street + 1}_player": tree.player[nodes] + np.uint8(1),
    }


def street_attributes(streets: int) -> dict[str, dict[str, object]]:
    """What the datasets of the streets hold, in words."""
    found: dict[str, dict[str, object]] = {}
    for r in range(streets):
        street = f"street{r + 1}"
        found[street] = {
            "axes": ["row: decision node and action", "private state"],
            "units": "probability of the action; the rows of one decision node add up to 1",
        }
        found[f"{street}_actions"] = {"axes": ["row"], "units": "index in the attribute actions"}
        found[f"{street}_to"] = {
            "axes": ["row"],
            "units": "chips the player has put in over the whole hand after the action",
        }
        found[f"{street}_first_row"] = {"axes": ["decision node"], "units": f"row of {street}"}
        found[f"{street}_player"] = {"axes": ["decision node"], "units": "who acts, 1 or 2"}
        found[f"{street}_history"] = {
            "axes": ["decision node"],
            "units": "actions before: f fold, c check or call, r bet or raise (without limits r300: to 300 chips over "
            "the whole hand), / next street",
        }
        found[f"{street}_states"] = {"axes": ["private state"], "units": "name"}
    return found


def _text_type(tree: BettingTree, nodes: NDArray[np.int64]) -> str:
    return f"S{max(1, *(len(tree.history(n)) for n in nodes))}"
