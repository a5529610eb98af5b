"""`simple` at tables of three and more, strategies for two at a table of three, and agents in a seat.

In limit hold'em for three a strategy for two plays as `simple` does as long as three are in; once one has folded, it is
shown the hand as one of two. Against two players `simple` this wins more than a third one does (docs/players.md); that it
is no equilibrium, in a game of three or of two with other chips in the pot, needs no measuring.
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
    """The rules of thumb of `pokerdata.players.agents`, docs/matches.md, against several.

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
    """Whether a text is the name of this player.

    Args:
        text: What the player was called.
    """
    return text == "simple"


def find_simple(text: str, asked: Asked) -> Player:
    """`simple`: for two players the agent of `pokerdata.players.agents`.

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


_SEATS = 3
_BUTTON = 2


class ThreeHandedPlayer:
    """A strategy for limit hold'em of two at a table of three.

    Args:
        agent: A strategy of the same blinds, bets and raises for two.
        game: That is played.
        seed: Of random choices.

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
        """An action.

        Args:
            state: As this player sees it.
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
    """Whether a game is that of two with a third player on the button, in limit hold'em.

    Args:
        two: For two.
        game: That is played.
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
    """A hand of three of whom one has folded, as one of two: as many bets and raises on each street, the last one by the
    same player, and who acts first does so there.

    What the third one left in the pot is not in it. Where he made the last raise of a street that is over, the opponent is
    taken to have made it.

    Args:
        state: Somebody acts; one of three has folded.
        game: For two.
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
            # The other one raised last, or I begin, or he has called or checked.
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
    """Whether I act before the other one on a street of two."""
    if street > 0:
        return me < other
    # For two, who acts first before the flop acts last after it. As long as it goes on, the order at this table counts.
    return (me + 1) % _SEATS < (other + 1) % _SEATS if now else me > other


def _betting(raises: int, last_by_first: bool) -> str:
    """So many raises in turn, the last one by him who acts first or not."""
    begins = (raises % 2 == 1) == last_by_first
    return ("" if begins else "c") + "r" * raises


def agent_player(agent: Agent, asked: Asked) -> Player:
    """An agent as a player; one without a strategy that has a plain name, for any number of players, and a strategy for
    limit hold'em of two at a table of three, too.

    Args:
        agent: The agent.
        asked: The game and the seed.

    Raises:
        ValueError: If the agent does not play the game.
    """
    if agent.strategy is None and agent.name in PLAIN_PLAYERS:
        return PlainPlayer(agent.name, seed=asked.seed)
    of_limit_holdem = isinstance(agent.rules, LimitRules) and agent.cards == TEXAS
    if of_limit_holdem and asked.game.players == 3:
        return ThreeHandedPlayer(agent, asked.game, seed=asked.seed)
    return HeadsUpPlayer(agent, asked.game, seed=asked.seed)
