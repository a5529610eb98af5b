"""A hand's strength against all remaining players agrees with exact equities and ranks."""

import pytest

from pokerdata.cards.equity import equity
from pokerdata.cards.strength.hand_rank import ihr
from pokerdata.games import table_rules
from pokerdata.games.play import State
from pokerdata.players.search import chances

THREE = table_rules("limit-holdem-3p")


def test_against_two_hands():
    state = State(THREE, hole_cards=["", "", "AhKh"])
    found = chances(state, samples=200_000, seed=1)
    assert found.now == found.in_end
    assert found.in_end == pytest.approx(0.5074, abs=0.004)
    flop = state.apply("c").apply("c").apply("c").deal("7h8h2c").with_cards(["AhKh", "", ""])
    found = chances(flop, samples=200_000, seed=1)
    assert found.now == pytest.approx(float(ihr("AhKh", "7h8h2c", opponents=2)), abs=0.004)
    exact = equity(["AhKh", "random", "random"], "7h8h2c").equity[0]
    assert found.in_end == pytest.approx(exact, abs=0.004)


def test_ranges_and_players_who_folded():
    state = State(THREE, hole_cards=["", "AhKh", ""]).apply("f").apply("c")
    found = chances(state, ranges={0: "QQ+"}, samples=200_000, seed=2)
    assert found.in_end == pytest.approx(equity(["AhKh", "QQ+"]).equity[0], abs=0.004)
    assert chances(state, samples=100, seed=3) == chances(state, samples=100, seed=3)


def test_what_is_refused():
    with pytest.raises(ValueError, match="got none of position 2"):
        chances(State(THREE))
    with pytest.raises(ValueError, match="samples"):
        chances(State(THREE, hole_cards=["", "", "AhKh"]), samples=0)
