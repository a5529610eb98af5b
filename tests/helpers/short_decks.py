"""Games with all cards of few ranks, and strategies over states that ignore suits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.made_up import random_strategy
from pokerdata.cards import COMBINATIONS, parse_cards
from pokerdata.games import CardGame, CardRules, LimitRules, NoLimitRules, Rules
from pokerdata.games.named import ALL_RANKS


@dataclass(frozen=True)
class ByRanks:
    """Suit-independent states: the hand's higher rank, the number of pairs with the board, and whether it is suited."""

    numbers: tuple[int, ...] = (26, 78, 78, 78)

    def states(self, street: int) -> int:
        return self.numbers[street]

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        ranks, suits = COMBINATIONS // 4, COMBINATIONS % 4
        pairs = np.isin(ranks, board // 4).sum(axis=1)
        return np.asarray(ranks[:, 1] + 13 * (suits[:, 0] == suits[:, 1]) + 26 * pairs, np.uint16)


LIMIT = LimitRules(
    name="small limit",
    blinds=(5, 10),
    blind_counts_as_bet=True,
    bets=(10, 10, 20, 20),
    caps=(2, 2, 2, 2),
    first_to_act=(1, 2, 2, 2),
)
# All-ins on every street, and several raises at a decision.
NO_LIMIT = NoLimitRules(
    name="small no-limit",
    blinds=(50, 100),
    stacks=(800, 800),
    menu=("pot", "all-in"),
    first_to_act=(1, 2, 2, 2),
)


@dataclass(frozen=True)
class SmallGame:
    """A game with all cards of few ranks, and the real hands' strategy that follows from a strategy over `ByRanks`."""

    game: CardGame
    ranks: int
    states: ByRanks

    @property
    def rules(self) -> Rules:
        return self.game.rules

    def strategy(self, seed: int) -> list[NDArray[np.float32]]:
        return random_strategy(self.rules, self.states.numbers, seed)

    def on_cards(self, rows: list[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
        return [np.ascontiguousarray(row[:, self._of_street(r)]) for r, row in enumerate(rows)]

    def _of_street(self, street: int) -> list[int]:
        names = self.game.state_names[street]
        on: dict[str, Any] = {}
        found = []
        for hand, board in zip(names.hands, names.boards, strict=True):
            if board not in on:
                on[board] = self.states.of_board(np.array(parse_cards(board) if board else [], np.uint8))
            low, high = sorted(map(int, parse_cards(hand)))
            found.append(int(on[board][high * (high - 1) // 2 + low]))
        return found


def small_game(rules: Rules, ranks: str) -> SmallGame:
    cards = CardRules(ranks, suits=4, hole=2, board=(0, 3, 1, 1), ranking="five-card")
    return SmallGame(CardGame(rules, cards), sum(1 << ALL_RANKS.index(rank) for rank in ranks), ByRanks())
