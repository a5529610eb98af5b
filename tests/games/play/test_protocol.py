"""States as lines of the competition's protocol: every rule of the C programs, and round trips."""

from fractions import Fraction

import pytest

from pokerdata.games import table_rules
from pokerdata.games.play import (
    TableRules,
    hand_text,
    matchstate_text,
    read_hand,
    read_matchstate,
    read_old_matchstate,
    read_old_result,
    read_score,
    read_state,
)

LIMIT = table_rules("limit-holdem-3p")
NO_LIMIT = table_rules("nolimit-holdem")  # stacks of 10,000
NO_LIMIT_20K = TableRules("no-limit", (100, 50), (2, 1, 1, 1), NO_LIMIT.cards, stacks=(20_000, 20_000))


def read(text, game=LIMIT):
    return read_matchstate(game, text)


def refused(text, column, rule, game=LIMIT):
    with pytest.raises(ValueError, match="MATCHSTATE") as error:
        read(text, game)
    assert f"column {column}:" in str(error.value)
    assert rule in str(error.value)


def test_a_legal_state():
    text = "MATCHSTATE:1:7:crcc/rfc/:|9d7s|/AhKdJd/2c"
    state, position = read(text)
    assert (position, state.hand, state.spent, state.player) == (1, 7, (30, 20, 30), 0)
    assert state.folded == (False, True, False)
    assert matchstate_text(state, position) == text


def test_the_example_of_the_thesis_is_refused_and_read_as_an_old_one():
    text = "MATCHSTATE:1:7:crcc/fcc:|9d7s|/AhKdJd"
    refused(text, 21, "nothing to call")
    state, position = read_old_matchstate(LIMIT, text)
    assert position == 1
    assert state.folded == (True, False, False)
    assert (state.street, state.cards_to_come, state.player) == (2, 1, None)
    assert state.deal("2c").player == 1


def test_raises_past_the_cap_are_refused():
    refused("MATCHSTATE:1:1:crrrcrc/r:AcKh|Qc9s|2d2h|/Ad4hJd", 21, "no raise is allowed here, got 'r'")


def test_the_nearest_legal_state_of_the_search_example():
    text = "MATCHSTATE:1:1:crrrcc/r:AcKh|Qc9s|2d2h/Ad4hJd"
    state, position = read(text)
    assert (state.spent, state.player) == ((50, 40, 40), 1)
    # A fold costs four small bets.
    assert state.apply("f").apply("f").returns()[1] == -40
    assert position == 1
    # During a hand, players see only their own hole cards.
    assert matchstate_text(state, 1) == "MATCHSTATE:1:1:crrrcc/r:|Qc9s|/Ad4hJd"


def test_blanks_may_stand_before_numbers_only():
    state, position = read("MATCHSTATE: 1: 7:crcc/cr:|9d7s|/AhKdJd")
    assert matchstate_text(state, position) == "MATCHSTATE:1:7:crcc/cr:|9d7s|/AhKdJd"
    refused("MATCHSTATE:1 :7:crcc/cr:|9d7s|/AhKdJd", 13, "':' behind the position")
    refused("MATCHSTATE:1:7: crcc/cr:|9d7s|/AhKdJd", 16, "f, c or r")
    refused("MATCHSTATE:1:7:crcc/cr: |9d7s|/AhKdJd", 24, "a card of the deck")


def test_letters_in_any_case_and_other_words_for_calls_and_bets():
    state, _ = read("MATCHSTATE:1:7:CRKK/B:|9D7S|/ahkdjd")
    assert state.history == "crcc/r"
    assert matchstate_text(state, 1) == "MATCHSTATE:1:7:crcc/r:|9d7s|/AhKdJd"


@pytest.mark.parametrize(
    ("text", "column", "rule"),
    [
        ("MATCHSTATE:3:7:crcc/:|9d7s|/AhKdJd", 12, "a position from 0 to 2"),
        ("MATCHSTATE:1:7:crcc/:|9d|/AhKdJd", 25, "a card of the deck"),
        ("MATCHSTATE:1:7:crcc/:|9d7s|/AhKd", 33, "a card of the deck"),
        ("MATCHSTATE:1:7:crcx/:|9d7s|/AhKdJd", 19, "f, c or r"),
        ("MATCHSTATE:1:7:cr/cc/:|9d7s|/AhKdJd", 18, "'/' stands only where a street ends"),
        ("MATCHSTATE:1:7:crcc:|9d7s|/AhKdJd", 20, "'/', as the street is over"),
        ("MATCHSTATE:1:7:crcc/:|9d7s/AhKdJd", 27, "'|' and the hole cards of position 2"),
        ("MATCHSTATE:1:7:crcc/:|9d7s||/AhKdJd", 28, "'/' and 3 cards of the board"),
        ("MATCHSTATE:1:7:crcc/:|9d7s|/Ah7sJd", 31, "a card that is not dealt yet"),
        ("MATCHSTATE:1:7:crcc/:|9d7s|/AhKdJd2c", 35, "the end of the line"),
        ("MATCHSTATE:1:7:crcc/:|9d7s|/AhKdJd/2c", 35, "the end of the line"),
        ("MATCHSTATE:1:7:crcc/:|9d7s|/AhKdJd/", 35, "the end of the line"),
        ("MATCHSTATE:1:7:crcc/f", 21, "nothing to call"),
        ("MATCHSTATE:1:7", 15, "':' behind the number of the hand"),
        ("MATCHSTATE:1:7:r20c:||", 17, "f, c or r"),
        ("MATCHSTATE:1:99999999999:f:||", 14, "at most 4294967295"),
        ("MATCHSTATE:-1:7:f:||", 12, "a position"),
        ("STATE:7:f:||", 1, "MATCHSTATE: in front"),
        ("MATCHSTATE:1:7:fff:||", 18, "the hand is over"),
        ("", 1, "MATCHSTATE: in front"),
    ],
)
def test_what_is_refused_names_the_column_and_the_rule(text, column, rule):
    refused(text, column, rule)


@pytest.mark.parametrize(
    ("betting", "column", "rule"),
    [
        ("r199", 16, "200 to 20000"),
        ("r20001", 16, "200 to 20000"),
        ("r200c/r299", 22, "300 to 20000"),
        ("rrc", 17, "chips behind r"),
        ("r 200c", 17, "chips right behind r"),
        ("r99999999999", 17, "at most 2147483647"),
    ],
)
def test_sizes_without_limits(betting, column, rule):
    refused(f"MATCHSTATE:0:0:{betting}:JdTc|", column, rule, NO_LIMIT_20K)


@pytest.mark.parametrize(
    "text",
    [
        "MATCHSTATE:0:0:r200c/r300:JdTc|/2c3c4c",
        "MATCHSTATE:0:0:r300r900c/r1800r3600:JdTc|/2c3c4c",
        "MATCHSTATE:0:0:r19950:JdTc|",
        "MATCHSTATE:1:999:r524r2583r14241r20000c///:Jc8d|TdQd/As6d6h/7h/4s",
    ],
)
def test_lines_without_limits(text):
    state, position = read(text, NO_LIMIT_20K)
    assert matchstate_text(state, position) == text


def test_sizes_that_may_follow():
    state, _ = read("MATCHSTATE:0:0:r300r900c/r1800r3600:JdTc|/2c3c4c", NO_LIMIT_20K)
    assert (state.min_raise_to, state.max_raise_to) == (5400, 20_000)
    state, _ = read("MATCHSTATE:0:0:r19950:JdTc|", NO_LIMIT_20K)
    assert state.legal_actions() == ("f", "c", "r20000")


def test_hands_that_are_not_seen_are_empty():
    text = "MATCHSTATE:2:55:rcc/rfc/:||AsTs/4cJh8h/Kd"
    state, position = read(text)
    assert state.hole_cards[:2] == ((), ())
    assert matchstate_text(state, position) == text


def test_other_hands_are_shown_at_a_showdown_of_those_who_did_not_fold():
    hand = read_state(LIMIT, "STATE:1:ccc/crrrcrcc/crrcc/crfc:7h2h|6d5d|QcQs/2c5c8c/Ts/5s")
    assert matchstate_text(hand, 0) == ("MATCHSTATE:0:1:ccc/crrrcrcc/crrcc/crfc:7h2h|6d5d|/2c5c8c/Ts/5s")
    assert matchstate_text(hand, 2).endswith(":7h2h|6d5d|QcQs/2c5c8c/Ts/5s")
    folded = read_state(NO_LIMIT_20K, "STATE:0:f:AhKh|2c2d")
    assert matchstate_text(folded, 1) == "MATCHSTATE:1:0:f:|2c2d"


@pytest.mark.parametrize(
    ("game", "line"),
    [
        ("limit-holdem-3p", "STATE:1:ccc/crrrcrcc/crrcc/crfc:7h2h|6d5d|QcQs/2c5c8c/Ts/5s:-110|200|-90:B|C|A"),
        (
            "nolimit-holdem-3p",
            "STATE:111:r9116r19417cr20000fc///:5c9d|7c2h|8sKc/JhQh8h/4h/Kh:-19417|9708.5|9708.5:A|B|C",
        ),
    ],
)
def test_lines_of_logs(game, line):
    state = read_hand(table_rules(game), line)
    assert hand_text(state) == line
    assert sum(state.returns()) == 0


def test_values_of_a_log_are_checked():
    with pytest.raises(ValueError, match=r"column 61: expected the values -110\|200\|-90, as"):
        read_hand(LIMIT, "STATE:1:ccc/crrrcrcc/crrcc/crfc:7h2h|6d5d|QcQs/2c5c8c/Ts/5s:-110|190|-80:B|C|A")
    with pytest.raises(ValueError, match="3 names"):
        read_hand(LIMIT, "STATE:1:ccc/crrrcrcc/crrcc/crfc:7h2h|6d5d|QcQs/2c5c8c/Ts/5s:-110|200|-90:B|C")
    with pytest.raises(ValueError, match="a hand that is over"):
        read_hand(LIMIT, "STATE:1:cc:7h2h|6d5d|QcQs:0|0|0:A|B|C")


def test_scores():
    score = read_score("SCORE:1340358.5|-665765|-674593.5:A|B|C")
    assert list(score.chips) == [Fraction(2680717, 2), -665765, Fraction(-1349187, 2)]
    assert str(score) == "SCORE:1340358.5|-665765|-674593.5:A|B|C"
    thirds = read_score("SCORE:0.333333|0.333333|-0.666667:A|B|C")
    assert sum(thirds.chips) == Fraction(-1, 10**6)
    for text, column in (
        ("SCORE:1|x:A|B", 9),
        ("SCORE:2|-2:A", 12),
        ("SCORE:2|-2", 11),
        ("1|2:A|B", 1),
        ("SCORE:1|2|3:A|B|C", 7),  # the chips do not add up to 0
        ("SCORE:0:A", 7),
    ):
        with pytest.raises(ValueError, match=f"column {column}:"):
            read_score(text)


def test_old_results():
    text = (
        "BreakIvan (0)|CheckNorris (4)|RichieRich (3):47:rfc/crc/cc/crc:7h2s|Js6h|Qs2d/9s5c2c/5s/9c:"
        "-0.5|-5.0|5.5"
    )
    state = read_old_result(LIMIT, text)
    assert hand_text(state) == (
        "STATE:47:rfc/crc/cc/crc:7h2s|Js6h|Qs2d/9s5c2c/5s/9c:-5|-50|55:BreakIvan|CheckNorris|RichieRich"
    )
    with pytest.raises(ValueError, match=r"column \d+: expected 5\.5"):
        read_old_result(LIMIT, text.replace("5.5", "6.5"))
    with pytest.raises(ValueError, match="3 names"):
        read_old_result(LIMIT, text.replace("BreakIvan (0)|", ""))
