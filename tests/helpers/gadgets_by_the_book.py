"""Gadget games of river spots as explicit trees, written from the papers: hands are dealt one by one."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS
from pokerdata.cards.evaluator import evaluate
from pokerdata.games.betting_tree import FOLD, SHOWDOWN
from pokerdata.spots import Spot


@dataclass(frozen=True)
class GadgetGame:
    """The gadget game that re-solves one player's strategy of a river spot; player 0 is out of position.

    Values are winnings less half of the pot.

    Args:
        spot: A river spot.
        opponent: 0 or 1.
        method: 'gadget' or 'max-margin'.
        kept: Value of each of the opponent's hands in the original strategy, by combo, less half of the pot.
    """

    spot: Spot
    opponent: int
    method: str
    kept: dict[int, float]
    players: int = 2

    def root(self) -> GadgetState:
        return GadgetState(self)

    def hands(self, player: int) -> list[tuple[int, float]]:
        weights = self.spot.weights(player)
        return [(int(c), float(weights[c])) for c in np.flatnonzero(weights > 0)]

    def apart(self, one: int, two: int) -> bool:
        return not set(COMBINATIONS[one].tolist()) & set(COMBINATIONS[two].tolist())

    def strength(self, hand: int) -> int:
        cards: NDArray[np.uint8] = np.concatenate([self.spot.board_cards, COMBINATIONS[hand]]).astype(
            np.uint8
        )
        return int(evaluate(cards[None])[0])


@dataclass(frozen=True)
class GadgetState:
    """A state of the gadget game."""

    game: GadgetGame
    picked: int | None = None  # max-margin: the opponent's hand
    dealt: tuple[int, int] | None = None
    choice: str | None = None
    node: int = 0

    @property
    def player(self) -> int | Literal["chance"] | None:
        game = self.game
        if game.method == "max-margin" and self.picked is None:
            return game.opponent
        if self.dealt is None:
            return "chance"
        if game.method == "gadget" and self.choice is None:
            return game.opponent
        if self.choice == "keep" or game.spot.tree.kind[self.node] != 0:
            return None
        return int(game.spot.tree.player[self.node])

    def legal_actions(self) -> Sequence[Hashable]:
        if self.game.method == "max-margin" and self.picked is None:
            mine, others = self.game.hands(self.game.opponent), self.game.hands(1 - self.game.opponent)
            return [hand for hand, _ in mine if any(self.game.apart(hand, other) for other, _ in others)]
        if self.game.method == "gadget" and self.choice is None:
            return ["keep", "go"]
        return list(self.game.spot.tree.children(self.node))

    def chance(self) -> Sequence[tuple[Hashable, float]]:
        game, found = self.game, {}
        for one, first in game.hands(0):
            for two, second in game.hands(1):
                if not game.apart(one, two):
                    continue
                if self.picked is not None:
                    if (one, two)[game.opponent] != self.picked:
                        continue
                    found[one, two] = (first, second)[1 - game.opponent]
                else:
                    found[one, two] = first * second
        total = sum(found.values())
        return [(pair, weight / total) for pair, weight in found.items()]

    def apply(self, action: Any) -> GadgetState:
        if self.game.method == "max-margin" and self.picked is None:
            return replace(self, picked=action)
        if self.dealt is None:
            return replace(self, dealt=action)
        if self.game.method == "gadget" and self.choice is None:
            return replace(self, choice=action)
        return replace(self, node=action)

    def information_set(self) -> Hashable:
        if self.dealt is None:
            return "picks"
        player = self.player
        assert isinstance(player, int)
        return (self.dealt[player], self.choice if player == self.game.opponent else None, self.node)

    def returns(self) -> Sequence[float]:
        game, spot = self.game, self.game.spot
        assert self.dealt is not None
        tree = spot.tree
        hand = self.dealt[game.opponent]
        if self.choice == "keep":
            won = game.kept[hand]
            return (won, -won) if game.opponent == 0 else (-won, won)
        stake = spot.dead_money / 2 + abs(int(tree.chips[self.node]))
        if tree.kind[self.node] == FOLD:
            first = -stake if tree.player[self.node] == 0 else stake
        else:
            assert tree.kind[self.node] == SHOWDOWN
            one, two = (game.strength(h) for h in self.dealt)
            first = stake * ((one > two) - (one < two))
        if game.method == "max-margin":
            first -= game.kept[hand] * (1 if game.opponent == 0 else -1)
        return (first, -first)
