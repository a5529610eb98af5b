"""States of hands agree with the reference implementation, and with other programs."""

import copy
import pickle
from fractions import Fraction

import numpy as np
import pytest

from helpers.betting_by_the_book import Table
from helpers.random_tables import random_action, random_definition, start
from pokerdata.cards import parse_cards
from pokerdata.games import CardRules, table_rules
from pokerdata.games.play import State, TableRules, matchstate_text, read_matchstate, read_state, state_text

HOLDEM = table_rules("limit-holdem-3p")


def walk(game, seed, rng):
    """Play a random hand, and compare the legal actions of each state with the reference."""
    state, table = start(game, seed), Table(game)
    while True:
        assert state.spent == tuple(table.spent)
        assert state.folded == tuple(table.folded)
        assert state.betting.finished == table.over
        assert state.street == len(table.streets) - 1
        assert list(state.legal_actions()) == table.legal()
        if state.player is None:
            return state, table
        assert state.player == table.actor()
        action = random_action(state, rng)
        state = state.apply(action)
        table.act(action)


@pytest.mark.parametrize("seed", range(600))
def test_random_hands_of_random_games(seed):
    rng = np.random.default_rng(seed)
    game = random_definition(rng, any_stakes=seed % 2 == 0)
    state, table = walk(game, seed, rng)
    strengths = [
        0 if state.folded[p] else game.core.strength(np.array([*cards, *state._board], np.uint8))
        for p, cards in enumerate(state.hole_cards)
    ]
    assert state.returns() == table.payoffs(strengths)
    assert sum(state.returns()) == 0
    assert sum(pot.chips for pot in state.pots) == state.pot == sum(state.spent)
    flows = state.flows
    assert [sum(row[p] for row in flows) - sum(flows[p]) for p in range(game.players)] == list(
        state.returns()
    )
    assert all(chips >= 0 for row in flows for chips in row)


@pytest.mark.parametrize("seed", range(100))
def test_every_state_of_a_hand_is_read_back_from_its_text(seed):
    rng = np.random.default_rng(seed)
    game = random_definition(rng, any_stakes=True)
    state = start(game, seed, hand=seed)
    while True:
        text = state_text(state)
        assert state_text(read_state(game, text)) == text
        for position in range(game.players):
            seen = matchstate_text(state, position)
            read, whose = read_matchstate(game, seen)
            assert whose == position
            assert read == state.seen_by(position)
            assert read.legal_actions() == state.legal_actions()
        assert pickle.loads(pickle.dumps(state)) == state == copy.deepcopy(state)
        if state.player is None:
            break
        state = state.apply(random_action(state, rng))


def test_what_a_state_tells():
    state = State(HOLDEM, hand=3, hole_cards=["AhKh", "", "2c2d"], names=("a", "b", "c"))
    assert state.position_names == ("SB", "BB", "BU")
    assert (state.player, state.to_call, state.pot, state.spent) == (2, 10, 15, (5, 10, 0))
    assert state.left_to_act == (2, 0, 1)
    assert (state.last_to_act, state.aggressor, state.raises_left) == (1, None, 3)
    assert state.legal_actions() == ("f", "c", "r")
    assert state.stacks == ()
    state = state.apply("r").apply("f")
    assert state.aggressor == 2
    assert state.left_to_act == (1,)
    assert state.players_left == 2
    assert state.actions == (((2, "r"), (0, "f")),)
    state = state.apply("c")
    assert (state.street, state.player, state.cards_to_come, state.history) == (1, None, 3, "rfc/")
    with pytest.raises(ValueError, match="3 cards on the board first"):
        state.apply("c")
    state = state.deal("7h8h9h")
    assert state.player == 1
    assert state.board_by_street == ((), tuple(parse_cards("7h8h9h").tolist()))
    for cards in ("2h", "3h", ""):
        state = state.apply("c").apply("c")
        state = state.deal(cards) if cards else state
    with pytest.raises(ValueError, match="got none of position 1"):
        state.returns()


def test_most_that_a_showdown_can_cost():
    # 5 to call, three raises of 10, four bets of 10, and twice four of 20.
    assert State(table_rules("limit-holdem")).most_to_showdown == 5 + 30 + 40 + 80 + 80
    assert State(table_rules("nolimit-holdem")).most_to_showdown == 10_000 - 50


def test_blinds_that_take_all():
    game = TableRules("short", (1, 2, 0), (3, 1, 1, 1), HOLDEM.cards, stacks=(1, 2, 2))
    state = State(game)
    assert state.all_in == (True, True, False)
    assert state.legal_actions() == ("f", "c")
    state = state.apply("c")
    assert state.history == "c///"
    assert state.betting.finished
    assert [(pot.chips, pot.positions) for pot in state.pots] == [(3, (0, 1, 2)), (2, (1, 2))]
    none = State(TableRules("none", (2, 2), (1, 1, 1, 1), HOLDEM.cards, stacks=(2, 2)))
    assert (none.player, none.history, none.cards_to_come) == (None, "///", 5)


def test_a_pot_shared_by_three_is_exact():
    game = TableRules("share", (0, 0, 0), (1,), CardRules("23", 1, (0,), suits=4), stacks=(7, 7, 7), ante=2)
    state = State(game, hole_cards=["3c", "3d", "3h"]).apply("r7").apply("c").apply("f")
    assert list(state.returns()) == [1, 1, -2]
    state = State(
        TableRules("share", (1, 0, 0, 0), (1,), CardRules("23", 1, (0,), suits=4), stacks=(3,) * 4),
        hole_cards=["3c", "3d", "3h", "2c"],
    )
    for action in ("r3", "c", "c", "c"):
        state = state.apply(action)
    assert list(state.returns()) == [1, 1, 1, -3]
    state = state.with_cards(["3c", "3d", "2h", "2c"])
    assert list(state.returns()) == [3, 3, -3, -3]
    odd = State(
        TableRules("odd", (1, 0, 0, 0), (1,), CardRules("23", 1, (0,), suits=4), stacks=(5, 5, 5, 5)),
        hole_cards=["3c", "3d", "3h", "3s"],
    )
    for action in ("c", "r4", "c", "c", "f"):
        odd = odd.apply(action)
    third = Fraction(1, 3)
    assert list(odd.returns()) == [-1, third, third, third]
    assert [list(row) for row in odd.flows] == [[0, third, third, third], [0] * 4, [0] * 4, [0] * 4]


def test_states_do_not_change():
    state = State(HOLDEM)
    with pytest.raises(AttributeError, match="states do not change"):
        state.hand = 3
    assert state.apply("c") != state
    assert hash(state.apply("c")) == hash(State(HOLDEM).apply("c"))
    assert repr(state.apply("r")).startswith("State(")
    assert len(repr(state)) <= 118
    assert "three-player" in state._repr_html_()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hand": -1}, "hand: expected a whole number"),
        ({"hole_cards": ["AhKh"]}, "those of 3 positions or none, got 1"),
        ({"hole_cards": ["Ah", "", ""]}, "2 cards or none of position 0, got 1"),
        ({"hole_cards": ["AhKh", "KhQh", ""]}, "got Kh twice"),
        ({"board": "AhKh"}, "0 or 3 or 4 or 5 cards, got 2"),
        ({"names": ["a"]}, "expected 3 or none, got 1"),
    ],
)
def test_bad_starts(arguments, message):
    with pytest.raises(ValueError, match=message):
        State(HOLDEM, **arguments)


@pytest.mark.parametrize("action", ["", "x", "r20", "ff", "F", "r-1", "c ", "r١"])
def test_bad_actions(action):
    with pytest.raises(ValueError, match="action: expected 'f', 'c' or 'r', got"):
        State(HOLDEM).apply(action)


def test_cards_of_other_decks_are_refused():
    leduc = table_rules("leduc")
    with pytest.raises(ValueError, match="expected cards of the deck of Leduc hold'em, got Ah"):
        State(leduc, hole_cards=["Ah", ""])
    with pytest.raises(ValueError, match="1 more cards, got 2"):
        State(leduc).apply("c").apply("c").deal("JhQh")


class TestSeenBy:
    def test_a_player_sees_neither_other_hands_nor_cards_to_come(self):
        state = start(HOLDEM, 1)
        seen = state.seen_by(1)
        assert seen.hole_cards[0] == seen.hole_cards[2] == ()
        assert seen.hole_cards[1] == state.hole_cards[1]
        assert seen._board == ()
        assert state.seen_by(None).hole_cards == ((), (), ())
        with pytest.raises(ValueError, match="position: expected 0 to 2"):
            state.seen_by(3)


def test_zeros_in_front_of_a_raise_are_not_kept():
    state = State(table_rules("nolimit-holdem"))
    assert state.apply("r0300") == state.apply("r300")
    assert state.apply("r0300").history == "r300"


@pytest.mark.parametrize(
    ("game", "actions", "most"),
    [
        ("nolimit-holdem", ["r300"], 9_900),  # of 10,000
        ("nolimit-holdem", ["r10000"], 9_900),
        ("limit-holdem", [], 5 + 10 * 3 + 40 + 80 + 80),
    ],
)
def test_the_most_to_a_showdown(game, actions, most):
    state = State(table_rules(game))
    for action in actions:
        state = state.apply(action)
    assert state.most_to_showdown == most


def test_no_more_than_others_can_pay():
    """A player that faces the last chips of all others pays only the call."""
    game = TableRules(
        "short", (50, 100), (1, 2, 2, 2), table_rules("limit-holdem").cards, stacks=(300, 20_000)
    )
    state = State(game).apply("r300")
    assert state.to_call == 200
    assert state.most_to_showdown == 200
    assert State(game).most_to_showdown == 250


def test_whose_view_a_state_is():
    state = start(HOLDEM, 1)
    assert state.viewer is None
    assert state.seen_by(1).viewer == 1
    assert state.seen_by(1).seen_by(None).viewer is None
    read, position = read_matchstate(HOLDEM, matchstate_text(state, 2))
    assert read.viewer == position == 2
    assert pickle.loads(pickle.dumps(read)).viewer == 2
    assert read.apply("c").viewer == 2
    with pytest.raises(ValueError, match="position: expected 0 to 2, got 3"):
        state.with_viewer(3)


def test_what_looks_like_a_letter_is_none():
    with pytest.raises(ValueError, match="column"):
        read_matchstate(table_rules("limit-holdem"), "MATCHSTATE:0:0:\N{KELVIN SIGN}:AhKh|")
    with pytest.raises(ValueError, match="hand: expected a whole number"):
        State(HOLDEM, hand=True)
