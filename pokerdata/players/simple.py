"""The player `simple` at larger tables, heads-up strategies at a table of three, and agents in a seat.

In limit hold'em for three, a heads-up strategy plays as `simple` while all three players are in. Once one has folded, the
strategy sees the hand as a heads-up hand. Against two `simple` players it wins more than a third `simple` does
(docs/players.md). It is no equilibrium of the game for three, and none of the heads-up game with other chips in the pot.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pokerdata._support.text import brief
from pokerdata.cards import RANKS
from pokerdata.cards.strength.hand_rank import ihr
from pokerdata.cards.strength.potential import ppot
from pokerdata.games import Game, LimitRules
from pokerdata.games.named import TEXAS
from pokerdata.games.play import Player, State, TableRules
from pokerdata.games.play.state import split_actions
from pokerdata.players.agents import Agent, find_agent
from pokerdata.players.plain import (
    PLAIN_PLAYERS,
    Asked,
    HeadsUpPlayer,
    PlainPlayer,
    exchanged,
    fraction_of,
    pot_raise,
)

_TEN, _ACE, _TWO = RANKS.index("T"), RANKS.index("A"), RANKS.index("2")


@dataclass(frozen=True)
class Simple:
    """The rules of thumb of the agent `simple` (docs/matches.md), against several opponents.

    The hand strength is the strength against one random hand, to the power of the number of opponents still in.
    """

    seed: int = 0

    def act(self, state: State) -> str:
        """Choose an action by the rules.

        Args:
            state: A hand of Texas hold'em, as this player sees it.
        """
        return self._before_flop(state) if state.street == 0 else self._after_flop(state)

    def _before_flop(self, state: State) -> str:
        assert state.player is not None
        (a, b), raises = state.hole_cards[state.player], state.betting.raises
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
        assert state.player is not None
        hole = np.array(state.hole_cards[state.player], dtype=np.uint8)
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
    return pot_raise(state) if state.can_raise else "c"


def _give_up(state: State) -> str:
    return "f" if state.can_fold else "c"


def is_simple(text: str) -> bool:
    """Return whether a name is that of this player."""
    return text == "simple"


def find_simple(text: str, asked: Asked) -> Player:
    """Return the player `simple`; for two players, the agent of `pokerdata.players.agents`.

    Raises:
        ValueError: If the game is not Texas hold'em.
    """
    if asked.game.players == 2:
        return HeadsUpPlayer(find_agent(text, tables=asked.tables), asked.game, seed=asked.seed)
    asked.check_texas(text)
    return Simple(seed=asked.seed)


_SEATS = 3
_BUTTON = 2


class ThreeHandedPlayer:
    """A heads-up limit hold'em strategy at a table of three.

    Args:
        agent: A heads-up strategy for the same blinds, bets and raises.
        game: Rules of the table.
        seed: Seed of random choices.

    Raises:
        ValueError: If the strategy is for another game.
    """

    def __init__(self, agent: Agent, game: TableRules, *, seed: int = 0) -> None:
        assert agent.rules is not None
        assert agent.cards is not None
        named = Game(agent.rules, agent.cards)
        if not is_for_three(named, game):
            raise ValueError(
                f"{agent.name}: expected its game, {agent.rules.name}, or limit hold'em for three with its blinds, bets and "
                f"raises, got {game.name}"
            )
        two = _small_blind_first(named)
        self.name = agent.name
        self._game = two
        self._two = HeadsUpPlayer(agent, two, seed=seed)
        self._three = Simple(seed=seed)

    def act(self, state: State) -> str:
        """Choose an action.

        Args:
            state: The hand as this player sees it.
        """
        if state.players_left == _SEATS:
            return self._three.act(state)
        action = self._two.act(as_hand_of_two(state, self._game))
        if (action == "f" and not state.can_fold) or (action[0] == "r" and not state.can_raise):
            return "c"
        return action

    def __repr__(self) -> str:
        return brief(self, repr(self.name))


def is_for_three(two: Game, game: TableRules) -> bool:
    """Return whether a limit hold'em game is a heads-up game with a third player on the button.

    Args:
        two: The heads-up game.
        game: The game to compare.
    """
    if game.players != _SEATS or not isinstance(two.rules, LimitRules) or two.cards != TEXAS:
        return False
    rules = _small_blind_first(two)
    seated = replace(rules, name=game.name, blinds=(*rules.blinds, 0), first_to_act=(_BUTTON + 1, 1, 1, 1))
    return game == seated


def _small_blind_first(two: Game) -> TableRules:
    game = two.table
    return exchanged(game) if game.blinds[0] > game.blinds[1] else game


def as_hand_of_two(state: State, game: TableRules) -> State:
    """Return a three-handed hand in which one player has folded as a heads-up hand.

    Each street keeps its number of bets and raises, the last raiser and the first player to act. The chips that the third
    player left in the pot are dropped. If that player made the last raise of a finished street, the raise is attributed
    to the opponent.

    Args:
        state: A hand of three in progress, after one player has folded.
        game: The heads-up game.
    """
    me = state.player
    assert me is not None
    (other,) = (p for p in range(_SEATS) if p != me and not state.folded[p])
    two, history = State(game, hand=state.hand), ""
    for street, made in enumerate(state.actions):
        now = street == state.street
        raisers = [position for position, action in made if action[0] == "r"]
        raises = min(len(raisers), game.max_raises[street])
        first = _acts_first(me, other, street, now)
        if now:
            # The opponent raised last, or I act first, or the opponent called or checked.
            history += _betting(raises, not first) if raises else "" if first else "c"
        else:
            mine = raisers[-1:] == [me]
            history += _betting(raises, mine == first) + "c" if raises else "cc"
    for action in split_actions(history):
        two = two.apply_unseen(action)
    holes: list[tuple[int, ...]] = [(), ()]
    holes[two.betting.player] = state.hole_cards[me]
    return two.with_cards(holes, state.board)


def _acts_first(me: int, other: int, street: int, now: bool) -> bool:
    """Return whether I act before the opponent on a street of the heads-up hand."""
    if street > 0:
        return me < other
    # Heads-up, the first to act before the flop acts last after it. An unfinished street keeps the order of this table.
    return (me + 1) % _SEATS < (other + 1) % _SEATS if now else me > other


def _betting(raises: int, last_by_first: bool) -> str:
    """Return the betting with this many alternating raises, the last one by the first player to act or by its opponent."""
    begins = (raises % 2 == 1) == last_by_first
    return ("" if begins else "c") + "r" * raises


def agent_player(agent: Agent, asked: Asked) -> Player:
    """Return an agent as a player.

    An agent without a strategy that shares its name with a plain player becomes that plain player, for any number of
    players. A limit hold'em strategy for two can also play at a table of three.

    Args:
        agent: The agent.
        asked: Options with the game and the seed.

    Raises:
        ValueError: If the agent does not play the game.
    """
    if agent.strategy is None and agent.name in PLAIN_PLAYERS:
        return PlainPlayer(agent.name, seed=asked.seed)
    of_limit_holdem = isinstance(agent.rules, LimitRules) and agent.cards == TEXAS
    if of_limit_holdem and asked.game.players == 3:
        return ThreeHandedPlayer(agent, asked.game, seed=asked.seed)
    return HeadsUpPlayer(agent, asked.game, seed=asked.seed)
