"""No-Thanks: its rules, and a state of it in the protocol of explicit trees."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from pokerdata.support.arguments import as_count
from pokerdata.support.text import quoted

#: The two moves, in the order in which a state offers them.
PASS, TAKE = "pass", "take"
_MOST_CARDS, _MOST_VALUE, _MOST_CHIPS = 62, 10_000, 1_000


@dataclass(frozen=True)
class NoThanks:
    """The card game No-Thanks.

    The player to move puts one of his chips on the open card, and the next player moves; or he takes the card with the
    chips on it, the next card is turned, and he moves again. Who has no chips must take. After the last card, each
    player scores the lowest card of each run of consecutive cards, less his chips. The lowest score wins one point,
    which those who tie share. Player 0 begins. All is public but the cards to come.

    Attributes:
        values: The cards, one of each.
        drawn: How many of them are played; the rest is left out unseen.
        chips: Of each player at the start.
        players: From 2 to 7.

    Raises:
        ValueError: For other cards, numbers or players.
    """

    values: tuple[int, ...] = tuple(range(3, 36))
    drawn: int = 24
    chips: int = 11
    players: int = 3

    def __post_init__(self) -> None:
        example = "(3, 4, 5, 7, 9)"
        try:
            values = tuple(as_count(value, "value", 1, _MOST_VALUE, 3) for value in self.values)
        except TypeError:
            raise ValueError(
                f"values: expected whole numbers, got {quoted(self.values)}; e.g. {example}"
            ) from None
        if not 1 <= len(values) <= _MOST_CARDS or len(set(values)) < len(values):
            raise ValueError(
                f"values: expected 1 to {_MOST_CARDS} different cards, got {quoted(self.values)}; e.g. {example}"
            )
        object.__setattr__(self, "values", tuple(sorted(values)))
        as_count(self.drawn, "drawn", 1, len(values), min(3, len(values)))
        as_count(self.chips, "chips", 0, _MOST_CHIPS, 11)
        as_count(self.players, "players", 2, 7, 2)

    def root(self) -> NoThanksState:
        """The state before the first card."""
        return NoThanksState(self, ((),) * self.players, (self.chips,) * self.players)


@dataclass(frozen=True)
class NoThanksState:
    """All that bears on the rest of a game of No-Thanks. States that differ in their history alone are equal.

    Attributes:
        game: What is played.
        held: The cards of each player, in ascending order.
        chips: Of each player.
        mover: Who moves, or moves next once a card is turned.
        card: The open card; None before it is turned, and at the end.
        pot: Chips on it.
        history: Cards and moves so far.
    """

    game: NoThanks
    held: tuple[tuple[int, ...], ...]
    chips: tuple[int, ...]
    mover: int = 0
    card: int | None = None
    pot: int = 0
    history: tuple[int | str, ...] = field(default=(), compare=False, repr=False)

    @property
    def taken(self) -> int:
        """How many cards the players hold."""
        return sum(map(len, self.held))

    def player(self) -> int | Literal["chance"] | None:
        """Who acts."""
        if self.card is not None:
            return self.mover
        return "chance" if self.taken < self.game.drawn else None

    def actions(self) -> list[str]:
        """To pass, where he has a chip, and to take."""
        return [PASS, TAKE] if self.chips[self.mover] else [TAKE]

    def chance(self) -> list[tuple[int, Fraction]]:
        """Each unseen card with the chance that it is the next."""
        seen = {card for cards in self.held for card in cards}
        left = [card for card in self.game.values if card not in seen]
        return [(card, Fraction(1, len(left))) for card in left]

    def child(self, action: int | str) -> NoThanksState:
        """The state after a move or a card.

        Args:
            action: One of `actions`, or a card of `chance`.
        """
        history = (*self.history, action)
        if isinstance(action, int):
            return NoThanksState(self.game, self.held, self.chips, self.mover, action, 0, history)
        assert self.card is not None
        chips, me = list(self.chips), self.mover
        if action == PASS:
            chips[me] -= 1
            mover = (me + 1) % self.game.players
            return NoThanksState(self.game, self.held, tuple(chips), mover, self.card, self.pot + 1, history)
        chips[me] += self.pot
        held = list(self.held)
        held[me] = tuple(sorted((*held[me], self.card)))
        # At the end it makes no difference who took last.
        mover = me if self.taken + 1 < self.game.drawn else 0
        return NoThanksState(self.game, tuple(held), tuple(chips), mover, None, 0, history)

    def information_set(self) -> tuple[int | str, ...]:
        """The cards and moves so far, which all have seen."""
        return self.history

    def scores(self) -> list[int]:
        """What each player's cards count, less his chips."""
        return [points(cards) - chips for cards, chips in zip(self.held, self.chips, strict=True)]

    def utilities(self) -> list[Fraction]:
        """One point, shared among those with the lowest score."""
        scores = self.scores()
        winners = scores.count(min(scores))
        return [Fraction(score == min(scores), winners) for score in scores]


def points(cards: tuple[int, ...]) -> int:
    """What cards count: the lowest of each run of consecutive ones.

    Args:
        cards: E.g. ``(4, 5, 6, 7, 20)``, which count 24.
    """
    held = set(cards)
    return sum(card for card in held if card - 1 not in held)
