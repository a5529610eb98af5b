"""The situation of the player to act in a hand."""

import pytest

from pokerdata.cards.situation import Situation
from pokerdata.games import table_rules
from pokerdata.games.play import State, read_matchstate

LIMIT = table_rules("limit-holdem-3p")


def test_it_is_the_situation_that_is_typed_in():
    state, _ = read_matchstate(LIMIT, "MATCHSTATE:1:1:crrrcc/r:|Qc9s|/Ad4hJd")
    found = Situation.of(state, samples=10_000, seed=3)
    typed = Situation("Qc9s", "Ad4hJd", players=3, pot=130, to_call=10, bet=10, samples=10_000, seed=3)
    assert found.to_dict() == typed.to_dict()
    assert found["ihr"].value == typed["ihr"].value


def test_opponents_who_folded_do_not_count():
    state = State(table_rules("nolimit-holdem-6p"), hole_cards=["", "", "", "AhAd", "", ""]).apply("f")
    assert Situation.of(state).players == 5
    state = state.apply("r200").with_cards(["", "", "", "", "KcKd", ""])
    found = Situation.of(state, opponents=["QQ+,AKs"])
    assert (found.players, found.pot, found.to_call) == (5, 350, 200)
    assert str(found.opponents[0]) == "QQ+,AKs"


def test_what_is_refused():
    with pytest.raises(ValueError, match="got none of position 2"):
        Situation.of(State(LIMIT))
    with pytest.raises(ValueError, match="got nobody who acts"):
        Situation.of(State(LIMIT, hole_cards=["AhKh", "", ""]).apply("f").apply("f"))
    with pytest.raises(ValueError, match="expected a hand of Texas hold'em, got Leduc"):
        Situation.of(State(table_rules("leduc"), hole_cards=["Kh", ""]))
