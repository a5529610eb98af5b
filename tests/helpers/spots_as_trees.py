"""Small spots as explicit trees: hands and cards are dealt one by one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from pokerdata.cards import COMBINATIONS
from pokerdata.cards.evaluator import evaluate
from pokerdata.games.betting_tree import FOLD, SHOWDOWN
from pokerdata.spots import Spot


@dataclass(frozen=True)
class SpotAsTree:
    """The game of a spot without rake, for `explicit_tree`; player 0 is out of position.

    Values are winnings less half of the pot.

    Args:
        spot: Any.
    """

    spot: Spot
    players: int = 2
    strengths: dict[tuple[int, ...], int] = field(default_factory=dict, hash=False)

    def root(self) -> SpotState:
        return SpotState(self, tuple(self.spot.board_cards.tolist()))

    def strength(self, cards: tuple[int, ...]) -> int:
        if cards not in self.strengths:
            self.strengths[cards] = int(evaluate(np.array(cards, np.uint8)))
        return self.strengths[cards]


@dataclass(frozen=True)
class SpotState:
    """A state of the game."""

    game: SpotAsTree
    board: tuple[int, ...]
    hands: tuple[int, int] | None = None
    node: int = 0

    @property
    def waits(self) -> bool:
        """Return whether a card is dealt next."""
        spot, node = self.game.spot, self.node
        street = int(spot.tree.street[node]) + len(spot.board_cards)
        kind = spot.tree.kind[node]
        return kind != FOLD and len(self.board) < (5 if kind == SHOWDOWN else street)

    @property
    def player(self) -> int | Literal["chance"] | None:
        tree = self.game.spot.tree
        if self.hands is None or self.waits:
            return "chance"
        return int(tree.player[self.node]) if tree.kind[self.node] == 0 else None

    def chance(self) -> Sequence[tuple[Hashable, float]]:
        spot = self.game.spot
        if self.hands is None:
            first, second = spot.weights(0), spot.weights(1)
            deals = [
                ((int(a), int(b)), float(first[a] * second[b]))
                for a in np.flatnonzero(first)
                for b in np.flatnonzero(second)
                if not set(COMBINATIONS[a].tolist()) & set(COMBINATIONS[b].tolist())
            ]
            total = sum(weight for _, weight in deals)
            return [(pair, weight / total) for pair, weight in deals]
        gone = {*self.board, *spot.dead_cards.tolist(), *COMBINATIONS[list(self.hands)].ravel().tolist()}
        left = [card for card in range(52) if card not in gone]
        return [(card, 1 / len(left)) for card in left]

    def legal_actions(self) -> Sequence[Hashable]:
        return list(self.game.spot.tree.children(self.node))

    def apply(self, action: Any) -> SpotState:
        if self.hands is None:
            return replace(self, hands=action)
        if self.waits:
            return replace(self, board=(*self.board, action))
        return replace(self, node=action)

    def information_set(self) -> Hashable:
        player = self.player
        assert self.hands is not None
        assert isinstance(player, int)
        return (self.hands[player], self.board, self.node)

    def returns(self) -> Sequence[float]:
        spot = self.game.spot
        assert self.hands is not None
        stake = spot.dead_money / 2 + abs(int(spot.tree.chips[self.node]))
        if spot.tree.kind[self.node] == FOLD:
            first = -stake if spot.tree.player[self.node] == 0 else stake
        else:
            one, two = (
                self.game.strength((*COMBINATIONS[hand].tolist(), *self.board)) for hand in self.hands
            )
            first = stake * ((one > two) - (one < two))
        return (first, -first)
