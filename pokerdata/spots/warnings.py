"""What is legal in a spot, and may still not be meant."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pokerdata.games.betting_tree import ACTIONS, DECISION
from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.spot import Spot


def warnings_of(spot: Spot) -> list[str]:
    """Sentences on what a user may not have meant; builds the tree.

    Args:
        spot: The spot.

    Raises:
        CapacityError: If its tree is too large.
    """
    return list(_found(spot))


def _found(spot: Spot) -> Iterator[str]:
    if spot.stacks is not None and spot.stacks[0] != spot.stacks[1] and spot.game is None:
        yield f"only the smaller stack counts: {min(spot.stacks):,} chips"
    tree = spot.tree
    bets = np.isin(tree.action, [ACTIONS.index("bet"), ACTIONS.index("raise")])
    owner = np.repeat(np.arange(tree.nodes), np.diff(tree.first_edge))[bets]
    for p, player in enumerate(PLAYERS):
        for street, name in enumerate(spot.streets):
            acts = (tree.kind == DECISION) & (tree.street == street) & (tree.player == p)
            if np.any(acts) and not np.any((tree.player[owner] == p) & (tree.street[owner] == street)):
                yield f"{player} can neither bet nor raise on the {name}"
    if not np.any(tree.action == ACTIONS.index("raise")):
        yield "nobody can raise"
    if spot.limit and spot.minimum_bet > 1 and spot.game is None:
        yield "with limits the smallest bet does not count"
    if spot.rake:
        yield "with a rake the players' gains do not add up to 0, and no algorithm is sure to converge"
    for player in PLAYERS:
        weights = getattr(spot, player).weights
        if weights.max() > 1:
            yield f"{player} has weights above 1, up to {weights.max():g}: only their ratios matter"
