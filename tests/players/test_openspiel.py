"""Bots of OpenSpiel at our tables."""

import pyspiel
import pytest

from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.players import OpenSpielPlayer, find_player

from .tables import playing


class Spy(pyspiel.Bot):  # type: ignore[misc]
    """Plays the middle legal action, and keeps what it sees."""

    def __init__(self, game, position):
        pyspiel.Bot.__init__(self)
        self.position, self.told, self.states, self.begun = position, [], [], 0

    def restart(self):
        self.begun += 1
        self.told = []

    def inform_action(self, state, player, action):
        assert state.current_player() == player != self.position
        self.told.append((player, action))

    def provides_force_action(self):
        return True

    def force_action(self, state, action):
        assert state.current_player() == self.position
        self.told.append((self.position, action))

    def step(self, state):
        assert state.current_player() == self.position
        self.states.append((str(state), state.information_state_string(self.position), list(self.told)))
        legal = state.legal_actions()
        return legal[len(legal) // 2]


@pytest.mark.parametrize("name", ["limit-holdem", "limit-holdem-3p", "nolimit-holdem-3p", "kuhn-3p"])
def test_a_bot_sees_the_whole_hand_so_far(name):
    game = table_rules(name)
    made = []

    def make(spiel, position):
        made.append(Spy(spiel, position))
        return made[-1]

    player = OpenSpielPlayer(make, game, seed=4)
    others = [find_player("random", game, seed=1)] * (game.players - 1)
    asked = 0
    for hand in range(30):
        for state, action in playing(game, [player, *others], hand):
            if state.player != 0:
                continue
            asked += 1
            assert made[0].begun == asked
            done = [one for street in state.actions for one in street]
            told = made[0].states[-1][2]
            assert [(who, number) for who, number in told] == [
                (who, {"f": 0, "c": 1}.get(one, 2 if game.limit else int(one[1:] or 0))) for who, one in done
            ]
            assert action[0] in "fcr"
    assert len(made) == 1
    assert asked >= 30
    player.reset()
    for hand in range(5):
        list(playing(game, [player, *others], hand))
    assert len(made) == 2


def test_hidden_cards_are_drawn_and_seen_ones_are_not():
    """The bot's state holds its own cards and the board; the others' cards are sampled in each hand."""
    game = table_rules("limit-holdem")
    made = []

    def make(spiel, position):
        made.append(Spy(spiel, position))
        return made[-1]

    player = OpenSpielPlayer(make, game, seed=4)
    for hand in range(50):
        state = (
            State(game, hand=hand, hole_cards=["", "AhKd"], board="2c7d9s").apply("c").apply("c").apply("c")
        )
        player.act(state.seen_by(1))
    shown = [text for text, *_ in made[0].states]
    assert all("P1 Cards: AhKd" in text or "P1 Cards: KdAh" in text for text in shown)
    assert len({text.split("P0 Cards:")[1][:6] for text in shown}) > 40
    own = {information for _, information, _ in made[0].states}
    assert len(own) == 1  # the bot's own information is the same each time


@pytest.mark.parametrize("bot", ["uniform_random"])
@pytest.mark.parametrize("name", ["limit-holdem", "nolimit-holdem-3p", "kuhn-3p"])
def test_bots_by_name(bot, name):
    game = table_rules(name)
    player = find_player(f"openspiel:{bot}", game, seed=1)
    for hand in range(10):
        kinds = [a[0] for _, a in playing(game, [player] * game.players, hand)]
        assert set(kinds) <= set("fcr")


def test_unknown_bots():
    with pytest.raises(ValueError, match="openspiel:uniform_restricted_actions: expected a bot that plays"):
        find_player("openspiel:uniform_restricted_actions", "limit-holdem")
    with pytest.raises(ValueError, match=r"cannot be written as a \.game file"):
        find_player("openspiel:uniform_random", "leduc")
    with pytest.raises(
        ValueError, match=r"expected one of OpenSpiel's bots, .*did you mean 'uniform_random'"
    ):
        find_player("openspiel:uniform_randm", "limit-holdem")
