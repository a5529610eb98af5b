"""Games of real cards, from their rules alone."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import games as _core
from pokerdata.games.card_rules import CardRules
from pokerdata.games.game import Game
from pokerdata.games.rules import Rules
from pokerdata.games.state_names import StateNames


class CardGame(Game):
    """A two-player game with real cards, up to the symmetries of the deck.

    Boards that a permutation of the suits maps on each other are one, and so are hands that a permutation which keeps
    the board maps on each other: players who know nothing but the cards play the same in all of them. The solution is
    that of the game with all its cards.

    A private state of a street is a hand on a board; the states of a board are neighbours. Its name is one of the deals
    it stands for, "Qh on Ks Td" (streets apart).

    Args:
        rules: The rules of the betting.
        cards: What is dealt, and which hand wins.

    Raises:
        ValueError: If the rules make no game.
        CapacityError: If there are more than 50 million hands on boards, or 20 million betting nodes.
    """

    def __init__(self, rules: Rules, cards: CardRules) -> None:
        super().__init__(rules, _core.Game.of_cards(rules.core, cards.core))
        self.cards = cards

    def __reduce__(self) -> tuple[Any, ...]:
        return CardGame, (self.rules, self.cards)

    @cached_property
    def state_names(self) -> tuple[StateNames, ...]:
        """For each street, the names of its states."""
        found, boards = [], [""]
        for r in range(self.rules.streets):
            turned = [self.cards.card_names(int(bits)) for bits in self.core.board_cards(r)]
            before = [boards[0]] * len(turned) if r == 0 else [boards[b] for b in self.core.board_parents(r)]
            boards = [f"{old} {new}".strip() for old, new in zip(before, turned, strict=True)]
            on_board = np.repeat(np.arange(len(boards)), self.core.board_states(r)).tolist()
            hands = tuple(self.cards.card_names(int(bits)) for bits in self.core.hands(r))
            found.append(StateNames(hands, tuple(boards[b] for b in on_board)))
        return tuple(found)

    def parts(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """What tells this game from others besides its betting: values, and arrays (none)."""
        return self.cards.values(), []
