"""Strategies for two at a table of three, in limit hold'em.

As long as three are in, they play as `simple` does; once one has folded, by the strategy, which is shown the hand as one of
two. Against two players `simple` this wins more than a third one does (docs/players.md); that it is no equilibrium, in
a game of three or of two with other chips in the pot, needs no measuring.
"""

from __future__ import annotations

from dataclasses import replace

from pokerdata.agents import Agent
from pokerdata.games import LimitRules, NamedGame
from pokerdata.games.named import TEXAS
from pokerdata.play import GameDefinition, State
from pokerdata.play.state import split_actions
from pokerdata.players.heads_up import HeadsUpPlayer, exchanged
from pokerdata.players.simple import Simple
from pokerdata.support.text import brief

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

    def __init__(self, agent: Agent, game: GameDefinition, *, seed: int = 0) -> None:
        assert agent.rules is not None
        assert agent.cards is not None
        named = NamedGame(agent.rules, agent.cards)
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
        if (action == "f" and not state.may_fold) or (action[0] == "r" and not state.may_raise):
            return "c"
        return action

    def __repr__(self) -> str:
        return brief(self, repr(self.name))


def is_for_three(two: NamedGame, game: GameDefinition) -> bool:
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


def _small_blind_first(two: NamedGame) -> GameDefinition:
    game = GameDefinition.of(two)
    return exchanged(game) if game.blinds[0] > game.blinds[1] else game


def as_hand_of_two(state: State, game: GameDefinition) -> State:
    """A hand of three of whom one has folded, as one of two: as many bets and raises on each street, the last one by the
    same player, and who acts first does so there.

    What the third one left in the pot is not in it. Where he made the last raise of a street that is over, the opponent is
    taken to have made it.

    Args:
        state: Somebody acts; one of three has folded.
        game: For two.
    """
    me = state.position
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
        two = two.after_unseen(action)
    holes: list[tuple[int, ...]] = [(), ()]
    holes[two.betting.player] = state.holes[me]
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
