"""`simple` at tables of three players and more; for two it is the agent of `pokerdata.agents`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from pokerdata.agents import find_agent
from pokerdata.cards import RANKS
from pokerdata.play import Player, State
from pokerdata.players.asked import Asked
from pokerdata.players.chance import fraction_of
from pokerdata.players.heads_up import HeadsUpPlayer
from pokerdata.players.plain import pot_raise
from pokerdata.strength.hand_rank import ihr
from pokerdata.strength.potential import ppot

_TEN, _ACE, _TWO = RANKS.index("T"), RANKS.index("A"), RANKS.index("2")


@dataclass(frozen=True)
class Simple:
    """The rules of thumb of `pokerdata.agents`, docs/matches.md, against several.

    The hand strength is that against one random hand to the power of the players who are still in against him.

    Attributes:
        seed: Of his choices.
    """

    seed: int = 0

    def act(self, state: State) -> str:
        """An action, by the rules.

        Args:
            state: As he sees it, a hand of Texas hold'em.
        """
        return self._before_flop(state) if state.street == 0 else self._after_flop(state)

    def _before_flop(self, state: State) -> str:
        assert state.position is not None
        (a, b), raises = state.holes[state.position], state.betting.raises
        high, low, suited = max(a, b) // 4, min(a, b) // 4, a % 4 == b % 4
        pair = high == low
        if pair or low >= _TEN:
            strong = (high >= _TEN or high == _TWO) if pair else suited
            if strong and raises < 2:
                return _raise(state)
            if raises < 3:
                return "c"
        if suited:
            if high - low == 1:
                return "c"
            if (high, low) == (_ACE, _TWO) and raises == 0:
                return _raise(state)
            if high == _ACE:
                return "c"
        cheap = state.to_call <= state.game.unit
        return "c" if cheap and fraction_of(self.seed, state) < 0.05 else _give_up(state)

    def _after_flop(self, state: State) -> str:
        assert state.position is not None
        hole = np.array(state.holes[state.position], dtype=np.uint8)
        board = np.array(state.board, dtype=np.uint8)
        strength = float(ihr(hole, board)) ** (state.players_left - 1)
        potential = float(ppot(hole, board, cards=1)) if len(board) < 5 else 0.0
        drawn, to_call, pot = fraction_of(self.seed, state), state.to_call, state.pot
        if to_call == 0:
            bets = drawn < strength**2 or fraction_of(self.seed, state, "bluff") < potential
            return _raise(state) if bets else "c"
        if drawn < strength ** (1 + state.betting.raises):
            return _raise(state)
        worth = strength**2 * pot > to_call or potential > to_call / (pot + to_call)
        return "c" if worth else "f"


def _raise(state: State) -> str:
    return pot_raise(state) if state.may_raise else "c"


def _give_up(state: State) -> str:
    return "f" if state.may_fold else "c"


def is_simple(text: str) -> bool:
    """Whether a text is the name of this player.

    Args:
        text: What the player was called.
    """
    return text == "simple"


def find_simple(text: str, asked: Asked) -> Player:
    """`simple`: for two players the agent of `pokerdata.agents`.

    Args:
        text: What the player was called.
        asked: With what.

    Raises:
        ValueError: For a game that is not Texas hold'em.
    """
    if asked.game.players == 2:
        return HeadsUpPlayer(find_agent(text, tables=asked.tables), asked.game, seed=asked.seed)
    asked.check_texas(text)
    return Simple(seed=asked.seed)
