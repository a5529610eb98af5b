"""The texts of a hand at the table agree with its state."""

import random
from collections.abc import Sequence

import pytest

from players.acpc.playing import KUHN, LIMIT, NO_LIMIT
from pokerdata.games import table_rules
from pokerdata.games.play import Deals, State, TableRules, hand_text, matchstate_text
from pokerdata.players.acpc.hand import Hand

GAMES = [KUHN, LIMIT, NO_LIMIT, table_rules("nolimit-holdem-6p"), table_rules("leduc")]


def names(game: TableRules) -> Sequence[str]:
    return [f"N{p}" for p in range(game.players)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_views_and_lines_of_logs(game: TableRules) -> None:
    draw = random.Random(3)
    for number, (holes, board) in zip(range(60), Deals(game, 9), strict=False):
        hand = Hand(game, number, holes, board)
        state = State(game, hand=number, hole_cards=holes, board=board, names=names(game))
        while True:
            for position in range(game.players):
                assert hand.view(position) == f"{matchstate_text(state, position)}\r\n".encode()
            if state.is_terminal:
                break
            assert hand.player == state.player
            action = draw.choice(state.legal_actions())
            view = hand.view(state.player)
            assert hand.answer(view.strip() + f":{action}\n".encode()) == (action, ())
            hand.apply(action)
            state = state.apply(action)
        assert hand.is_terminal
        assert hand.returns() == state.returns()
        assert hand.text(hand.returns(), names(game)) == hand_text(state)


def hand_on_the_turn() -> tuple[Hand, bytes]:
    """Return crcc/rfc/ of three players: 0 acts on the turn, 1 has folded."""
    hand = Hand(LIMIT, 7, ((0, 1), (4, 5), (8, 9)), (20, 24, 28, 32, 36))
    for action in "crccrfc":
        hand.apply(action)
    return hand, hand.view(hand.player)


TURN = b"MATCHSTATE:0:7:crcc/rfc/:2c2d||/7c8c9c/Tc"


def test_what_is_sent() -> None:
    assert hand_on_the_turn()[1] == TURN + b"\r\n"


@pytest.mark.parametrize(
    "line",
    [
        TURN + b":r\r\n",
        TURN + b":r",
        TURN + b":raise\n",
        TURN + b":B\n",
        b"MATCHSTATE: 0: 7:CRKK/bfc/:2C2D||/7c8c9c/Tc:r\n",
        b"MATCHSTATE:0:7:crccrfc:2c2d||/7c8c9cTc:r\n",
        b"MATCHSTATE:0:7:crcc/rfc/:2c2d|AhAd|/7c8c9c/Tc:r\n",  # others' cards do not matter
    ],
)
def test_echoes_that_will_do(line: bytes) -> None:
    hand, _ = hand_on_the_turn()
    assert hand.answer(line) == ("r", ())


@pytest.mark.parametrize(
    "line",
    [
        b"MATCHSTATE:0:8:crcc/rfc/:2c2d||/7c8c9c/Tc:r\n",
        b"MATCHSTATE:1:7:crcc/rfc/:|2c2d|/7c8c9c/Tc:r\n",
        b"MATCHSTATE:0:7:crcc/rfcc/:2c2d||/7c8c9c/Tc:r\n",
        b"MATCHSTATE:0:7:crcc/rfc/:2c2h||/7c8c9c/Tc:r\n",
        b"MATCHSTATE:0:7:crcc/rfc/:2c2d||/7c8c9c/Td:r\n",
        b"MATCHSTATE:0:7:crcc/rfc/:2c2d||/7c8c9c:r\n",
        b"MATCHSTATE:0:7:crcc/rfc/:||:r\n",
    ],
)
def test_other_states(line: bytes) -> None:
    hand, _ = hand_on_the_turn()
    assert hand.answer(line) == (None, ("WARNING: ignoring un-requested response",))


@pytest.mark.parametrize(
    "line",
    [
        b"\n",
        b"c\n",
        b"VERSION:2.0.0\n",
        b"MATCHSTATE:3:7:crcc/rfc/:2c2d||/7c8c9c/Tc:r\n",
        b"MATCHSTATE:0:7:crxc/rfc/:2c2d||/7c8c9c/Tc:r\n",
        b"MATCHSTATE:0:7:crcc/rfc/:2c||/7c8c9c/Tc:r\n",
        b"\xff\xfe\x00\n",
        b"MATCHSTATE:" + b"9" * 4000 + b"\n",
        b"MATCHSTATE:0:7:" + b"/" * 4000 + b"\n",
    ],
)
def test_garbage(line: bytes) -> None:
    hand, _ = hand_on_the_turn()
    assert hand.answer(line) == (None, ("WARNING: bad state format in response",))


INVALID = ("WARNING: invalid action, changed to call",)
FORMAT = ("WARNING: bad action format in response, changed to call",)


@pytest.mark.parametrize(
    ("reply", "action", "warnings"),
    [
        (b":f", "c", INVALID),  # nothing to call
        (b":x", "c", INVALID),
        (b":", "c", INVALID),
        (b"", "c", FORMAT),
        (b"/2c:r", "c", FORMAT),  # text after the board
        (b":r300", "r", ()),
        (b":k", "c", ()),
    ],
)
def test_actions_of_limit_games(reply: bytes, action: str, warnings: tuple[str, ...]) -> None:
    hand, _ = hand_on_the_turn()
    assert hand.answer(TURN + reply + b"\r\n") == (action, warnings)


def test_no_raise_past_the_cap() -> None:
    hand = Hand(LIMIT, 0, ((0, 1), (4, 5), (8, 9)), (20, 24, 28, 32, 36))
    for _ in range(3):
        hand.apply("r")
    view = hand.view(hand.player)
    assert hand.answer(view.strip() + b":r\n") == ("c", INVALID)


@pytest.mark.parametrize(
    ("reply", "action", "warnings"),
    [
        (b"r200", "r200", ()),
        (b"r 200", "r200", ()),
        (b"b+0200x", "r200", ()),
        (b"r20000", "r20000", ()),
        (b"r199", "r200", ("WARNING: raise of 199 increased to 200",)),
        (b"r-5", "r200", ("WARNING: raise of -5 increased to 200",)),
        (b"r20001", "r20000", ("WARNING: raise of 20001 decreased to 20000",)),
        (b"r" + b"9" * 4000, "r20000", ("WARNING: raise of 999999999999 decreased to 20000",)),
        (b"r", "c", FORMAT),
        (b"rr200", "c", FORMAT),
        (b"f", "f", ()),
    ],
)
def test_actions_without_limits(reply: bytes, action: str, warnings: tuple[str, ...]) -> None:
    hand = Hand(NO_LIMIT, 0, ((0, 1), (4, 5)), (20, 24, 28, 32, 36))
    view = hand.view(1)
    assert hand.answer(view.strip() + b":" + reply + b"\r\n") == (action, warnings)


def test_no_raise_of_somebody_all_in() -> None:
    hand = Hand(NO_LIMIT, 0, ((0, 1), (4, 5)), (20, 24, 28, 32, 36))
    hand.apply("r20000")
    view = hand.view(0)
    assert hand.answer(view.strip() + b":r20000\n") == ("c", INVALID)
    hand.apply("c")
    assert hand.is_terminal
    assert hand.view(1) == b"MATCHSTATE:1:0:r20000c///:2c2d|3c3d/7c8c9c/Tc/Jc\r\n"
