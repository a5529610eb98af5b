"""Board poker with every card its own: nothing is dealt once for all cards that are alike."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from pokerdata.solving.explicit.examples import BoardPoker, BoardState


@dataclass(frozen=True)
class EveryCard:
    """The same game, in which players can tell cards of a rank apart.

    Attributes:
        game: With cards of a rank alike.
        players: Always 2.
    """

    game: BoardPoker
    players: int = 2

    def root(self) -> EveryCardState:
        return EveryCardState(self.game.root())


@dataclass(frozen=True)
class EveryCardState:
    """What has been dealt and done so far.

    Attributes:
        plain: With cards of a rank alike.
        dealt: The cards, as places in the deck: private ones, then the board.
    """

    plain: BoardState
    dealt: tuple[int, ...] = ()

    def player(self) -> int | Literal["chance"] | None:
        return self.plain.player()

    def chance(self) -> list[tuple[int, float]]:
        left = [card for card in range(len(self.plain.game.deck)) if card not in self.dealt]
        return [(card, 1 / len(left)) for card in left]

    def actions(self) -> list[str]:
        return self.plain.actions()

    def child(self, action: int | str) -> EveryCardState:
        if isinstance(action, int):
            return EveryCardState(self.plain.child(self.plain.game.deck[action]), (*self.dealt, action))
        return replace(self, plain=self.plain.child(action))

    def information_set(self) -> str:
        own = self.dealt[len(self.plain.betting) % 2]
        return f"{own} on {self.dealt[2:]}: {self.plain.history}"

    def utilities(self) -> list[int]:
        return self.plain.utilities()
