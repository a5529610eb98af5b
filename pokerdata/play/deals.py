"""The cards of matches, as the dealer of the Annual Computer Poker Competition deals them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pokerdata.play.definition import GameDefinition
from pokerdata.play.state import Cards

MOST_SEED = 2**32 - 1
_DRAWN = 4096  # random numbers at once


class Deals:
    """The deals of a seed, one after the other: hole cards by position and the whole board.

    MT19937 of the seed, as NumPy's RandomState has it. A deck anew for each hand, suit by suit; card i = number modulo the
    cards left, whose place the last of them takes.

    Args:
        game: The rules.
        seed: 0 to 2**32 - 1.

    Raises:
        ValueError: For another seed.
    """

    def __init__(self, game: GameDefinition, seed: int) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed <= MOST_SEED:
            raise ValueError(f"seed: expected a whole number from 0 to {MOST_SEED}, got {seed!r}; e.g. 0")
        self._game = game
        self._deck = sorted(game.deck, key=lambda card: (card % 4, card))
        self._numbers = self._draw(np.random.RandomState(seed))

    @staticmethod
    def _draw(source: np.random.RandomState) -> Iterator[int]:
        while True:
            yield from source.randint(0, 2**32, size=_DRAWN, dtype=np.uint32).tolist()

    def __iter__(self) -> Iterator[tuple[tuple[Cards, ...], Cards]]:
        return self

    def __next__(self) -> tuple[tuple[Cards, ...], Cards]:
        """Hole cards of each position, and the board."""
        deck = self._deck.copy()
        hole, players = self._game.cards.hole, self._game.players
        dealt = []
        for _ in range(hole * players + sum(self._game.cards.board)):
            at = next(self._numbers) % len(deck)
            dealt.append(deck[at])
            deck[at] = deck[-1]
            deck.pop()
        holes = tuple(tuple(dealt[p * hole : (p + 1) * hole]) for p in range(players))
        return holes, tuple(dealt[players * hole :])
