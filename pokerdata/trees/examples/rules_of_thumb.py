"""Strategies by rules of thumb for Kuhn poker, Leduc hold'em and their relatives."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from pokerdata.trees.tree import GameTree, InformationSet

PAIR = "pair"


def rule_of_thumb(tree: GameTree, *, bets: Collection[str], calls: Collection[str]) -> NDArray[np.float64]:
    """The strategies of players who bet and raise with some hands, call with some, and else check or fold.

    Where a bet or raise is not allowed, they call with those hands. ``bets=()`` with all hands in ``calls`` is who always
    calls.

    Args:
        tree: Of `Kuhn` or `BoardPoker`.
        bets: Ranks such as ``"K"``, and ``"pair"`` for a card of the same rank on the board, whatever the rank.
        calls: Likewise.

    Returns:
        Float64 [edges], of both players.

    Raises:
        ValueError: For a game whose information sets do not begin with a card.
    """

    def choose(one: InformationSet) -> list[float]:
        cards, colon, _ = str(one.key).partition(":")
        if not colon or not cards:
            raise ValueError(
                f"tree: expected information sets that begin with a card and a colon, got {one.key!r}; e.g. 'K: ', of "
                "game_tree(Kuhn())"
            )
        hand = PAIR if cards[0] in cards.partition(" on ")[2] else cards[0]
        wanted = ["raise", "bet"] if hand in bets else []
        if hand in bets or hand in calls:
            wanted.append("call")
        best = next(action for action in (*wanted, "check", "fold") if action in one.actions)
        return [float(action == best) for action in one.actions]

    return tree.strategy_of(choose)
