"""States agree with OpenSpiel's universal_poker on the same `.game` files: acting player, legal actions, payoffs."""

import numpy as np
import pyspiel
import pytest

from helpers.random_tables import random_action, start
from pokerdata.games import table_rules
from pokerdata.games.play import definition_text

_FOLD, _CALL, _BET = 0, 1, 2


def _spiel_card(game, card):
    """Convert a card: OpenSpiel numbers a deck rank by rank, and the last suits of a small deck come first."""
    return sorted(game.deck).index(card)


def _game(definition):
    lines = definition_text(definition).splitlines()
    fields = dict(line.split(" = ") for line in lines if " = " in line)
    numbers = ("numPlayers", "numRounds", "numSuits", "numRanks", "numHoleCards")
    values: dict[str, str | int] = {
        key: int(value) if key in numbers else value for key, value in fields.items()
    }
    values["betting"] = "limit" if definition.limit else "nolimit"
    if not definition.limit:
        values["bettingAbstraction"] = "fullgame"
    return pyspiel.load_game("universal_poker", values)


@pytest.mark.parametrize("name", ["limit-holdem", "limit-holdem-3p", "nolimit-holdem", "nolimit-holdem-3p"])
@pytest.mark.parametrize("hands", [50, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_hands(name, hands):
    definition = table_rules(name)
    game = _game(definition)
    rng = np.random.default_rng(len(name))
    for hand in range(hands):
        state, other = start(definition, hand), game.new_initial_state()
        cards = [card for held in state.hole_cards for card in held] + list(state._board)
        while True:
            while other.is_chance_node():
                other.apply_action(_spiel_card(definition, cards.pop(0)))
            if state.player is None:
                break
            assert other.current_player() == state.player
            legal = other.legal_actions()
            assert (_FOLD in legal) == state.can_fold
            assert _CALL in legal
            if definition.limit:
                assert (_BET in legal) == state.can_raise
            elif state.can_raise:
                sizes = [action for action in legal if action > _CALL]
                assert (min(sizes), max(sizes)) == (state.min_raise_to, state.max_raise_to)
            else:
                assert max(legal) <= _CALL
            action = random_action(state, rng)
            state = state.apply(action)
            code = {"f": _FOLD, "c": _CALL}.get(action, _BET if definition.limit else int(action[1:] or 0))
            other.apply_action(code)
        assert other.is_terminal()
        assert [float(value) for value in state.returns()] == pytest.approx(other.returns(), abs=1e-9)
