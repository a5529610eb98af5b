"""Numbers of cards, hands and boards agree with plain counting and the well-known values."""

from pokerdata.cards import BOARD_SIZES, HEADS_UP_BOARDS, OPPOSING_HANDS, STREETS


def test_streets() -> None:
    assert STREETS == ("preflop", "flop", "turn", "river")
    assert [BOARD_SIZES[street] for street in STREETS] == [0, 3, 4, 5]


def test_what_known_cards_leave() -> None:
    assert OPPOSING_HANDS == {"preflop": 1_225, "flop": 1_081, "turn": 1_035, "river": 990}
    assert HEADS_UP_BOARDS == 1_712_304
