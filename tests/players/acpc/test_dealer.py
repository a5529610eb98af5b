"""Matches over sockets: sent lines, logs and messages, byte for byte."""

import io
import socket
import threading
from pathlib import Path
from typing import Any

import pytest

from players.acpc.playing import GREETING, KUHN, LIMIT, NO_LIMIT, Reply, Seat, plain, played, said
from pokerdata.errors import CapacityError, MatchError
from pokerdata.games import table_rules
from pokerdata.games.play import State, TableRules, TimeLimits, read_log
from pokerdata.players import find_player
from pokerdata.players.acpc import Dealer, connect


def always(action: str) -> Reply:
    return lambda line, state: b"" if state is None else line.strip() + f":{action}\r\n".encode()


#: Output of the competition's dealer for the same seed and players.
LOG = """\
# name/game/hands/seed m3 holdem.limit.3p.game 2 42
#--t_response 600000
#--t_hand 600000
#--t_per_hand 7000
STATE:0:fcrc/crc/crc/crc:7d3d|2hAc|5sKs/7s9s6h/4h/Ts:70|-70|0:A|B|C
STATE:1:crfc/rc/rc/rc:4cTs|6c6s|Qs3c/JhAc5s/5h/3d:-70|-10|80:B|C|A
SCORE:150|-140|-10:A|B|C
"""
FIRST_SEAT = [
    "0:0::7d3d||",
    "0:0:f:7d3d||",
    "0:0:fc:7d3d||",
    "0:0:fcr:7d3d||",
    "0:0:fcrc/:7d3d||/7s9s6h",
    "0:0:fcrc/c:7d3d||/7s9s6h",
    "0:0:fcrc/cr:7d3d||/7s9s6h",
    "0:0:fcrc/crc/:7d3d||/7s9s6h/4h",
    "0:0:fcrc/crc/c:7d3d||/7s9s6h/4h",
    "0:0:fcrc/crc/cr:7d3d||/7s9s6h/4h",
    "0:0:fcrc/crc/crc/:7d3d||/7s9s6h/4h/Ts",
    "0:0:fcrc/crc/crc/c:7d3d||/7s9s6h/4h/Ts",
    "0:0:fcrc/crc/crc/cr:7d3d||/7s9s6h/4h/Ts",
    "0:0:fcrc/crc/crc/crc:7d3d|2hAc|/7s9s6h/4h/Ts",
    "2:1::||Qs3c",
    "2:1:c:||Qs3c",
    "2:1:cr:||Qs3c",
    "2:1:crf:||Qs3c",
    "2:1:crfc/:||Qs3c/JhAc5s",
    "2:1:crfc/r:||Qs3c/JhAc5s",
    "2:1:crfc/rc/:||Qs3c/JhAc5s/5h",
    "2:1:crfc/rc/r:||Qs3c/JhAc5s/5h",
    "2:1:crfc/rc/rc/:||Qs3c/JhAc5s/5h/3d",
    "2:1:crfc/rc/rc/r:||Qs3c/JhAc5s/5h/3d",
    "2:1:crfc/rc/rc/rc:4cTs||Qs3c/JhAc5s/5h/3d",
]


def test_a_match_byte_for_byte(tmp_path: Path) -> None:
    """The cards are those of the competition's dealer for seed 42."""
    messages = io.StringIO()
    dealer = Dealer(
        LIMIT,
        "ABC",
        hands=2,
        name="m3",
        game_name="holdem.limit.3p.game",
        log=tmp_path,
        transactions=True,
        messages=messages,
        seed=42,
    )
    seats = list(played(dealer, LIMIT, always("c"), always("r"), always("f")))
    assert (tmp_path / "m3.log").read_text() == LOG
    made = [line.split(" ")[:2] for line in (tmp_path / "m3.tlog").read_text().splitlines()]
    assert ["".join(action for action, hand in made if hand == h) for h in "01"] == [
        "fcrccrccrccrc",
        "crfcrcrcrc",
    ]
    assert str(dealer.score) == LOG.splitlines()[-1]
    assert b"".join(seats[0]) == "".join(f"MATCHSTATE:{line}\r\n" for line in FIRST_SEAT).encode()
    assert [len(lines) for lines in seats] == [25, 25, 25]
    assert seats[1][13] == b"MATCHSTATE:1:0:fcrc/crc/crc/crc:7d3d|2hAc|/7s9s6h/4h/Ts\r\n"
    assert seats[2][13] == b"MATCHSTATE:2:0:fcrc/crc/crc/crc:7d3d|2hAc|5sKs/7s9s6h/4h/Ts\r\n"
    assert seats[2][24] == b"MATCHSTATE:1:1:crfc/rc/rc/rc:4cTs|6c6s|Qs3c/JhAc5s/5h/3d\r\n"


@pytest.mark.parametrize("fixed", [False, True])
def test_positions(fixed: bool, tmp_path: Path) -> None:
    dealer = Dealer(KUHN, "ABC", hands=4, fixed_seats=fixed, log=tmp_path)
    got = list(played(dealer, KUHN))
    for seat, lines in enumerate(got):
        seen = {line.split(b":")[2]: int(line.split(b":")[1]) for line in lines}
        assert seen == {b"%d" % h: seat if fixed else (seat - h) % 3 for h in range(4)}
    log = read_log(KUHN, tmp_path / "match.log")
    assert [hand.names for hand in log.hands][1] == (("A", "B", "C") if fixed else ("B", "C", "A"))
    assert log.score == dealer.score
    assert sum(dealer.score.chips) == 0


@pytest.mark.parametrize("game", [KUHN, LIMIT, NO_LIMIT], ids=["kuhn", "limit", "no-limit"])
def test_every_seat_sees_every_state(game: TableRules, tmp_path: Path) -> None:
    dealer = Dealer(game, "ABC"[: game.players], hands=30, log=tmp_path, transactions=True)
    got = list(played(dealer, game))
    actions = (tmp_path / "match.tlog").read_text().splitlines()
    assert {len(lines) for lines in got} == {len(actions) + 30}
    for views in zip(*got, strict=True):
        assert len({view.split(b":")[3] for view in views}) == 1
        assert len({view.split(b":")[1] for view in views}) == game.players
        assert all(view.endswith(b"\r\n") for view in views)


def test_what_is_said(tmp_path: Path) -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=1, messages=messages, seed=1)
    played(dealer, KUHN, always("c"), always("x"), always("c"))
    cards = [line.split(":")[-1].replace("|", "") for line in said(messages)[5:8]]
    holes = [f"{cards[0]}||", f"|{cards[1]}|", f"||{cards[2]}"]
    shown = "|".join(cards)

    def sent(betting: str, show: bool = False) -> list[str]:
        return [
            f"TO {s + 1} MATCHSTATE:{s}:0:{betting}:{shown if show else hole}" for s, hole in enumerate(holes)
        ]

    assert said(messages) == [
        "# name/game/hands/seed match three-player Kuhn poker 1 1",
        "#--t_response 600000",
        "#--t_hand 600000",
        "#--t_per_hand 7000",
        "STARTED",
        *sent(""),
        f"FROM 1 MATCHSTATE:0:0::{holes[0]}:c",
        *sent("c"),
        f"FROM 2 MATCHSTATE:1:0:c:{holes[1]}:x",
        "WARNING: invalid action, changed to call",
        *sent("cc"),
        f"FROM 3 MATCHSTATE:2:0:cc:{holes[2]}:c",
        *sent("ccc", True),
        "Seconds cumulatively spent in match for seat 0: 0",
        "Seconds cumulatively spent in match for seat 1: 0",
        "Seconds cumulatively spent in match for seat 2: 0",
        "FINISHED",
        str(dealer.score),
    ]


def test_quiet() -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=5, messages=messages, quiet=True)
    played(dealer, KUHN)
    assert said(messages)[4:] == [str(dealer.score)]


def test_what_answers_nothing_is_passed_over(tmp_path: Path) -> None:
    """Comments, garbage, other states and overlong lines do not affect the match."""

    def noisy(line: bytes, state: State | None) -> bytes:
        if state is None:
            return b"# I only look on\r\n"
        other = b"MATCHSTATE:0:99::AsAd||:r\r\n"
        return b"; thinking\n" + other + b"\xff\x00\x1b[2J\n" + b"y" * 9000 + b"\n" + plain(line, state)

    logs: list[bytes] = []
    for replies in ((plain,) * 3, (plain, noisy, noisy)):
        messages = io.StringIO()
        folder = tmp_path / str(len(logs))
        dealer = Dealer(LIMIT, "ABC", hands=6, log=folder, messages=messages, seed=5)
        played(dealer, LIMIT, *replies)
        logs.append((folder / "match.log").read_bytes())
    assert logs[0] == logs[1]
    assert "\x1b" not in messages.getvalue()
    assert "\\x1b[2J" in messages.getvalue()
    assert "WARNING: bad state format in response" in messages.getvalue()
    assert "WARNING: ignoring un-requested response" in messages.getvalue()


def test_replies_byte_by_byte_and_many_at_once() -> None:
    """Partial lines wait for their end; a reply may arrive before its request."""

    def early(line: bytes, state: State | None) -> bytes:
        return b"" if state is None else line.strip() + b":c"

    dealer = Dealer(KUHN, "ABC", hands=3)
    seats = [Seat(KUHN, port) for port in dealer.ports[1:]]
    slow = Seat(KUHN, dealer.ports[0], early)
    slow.reply = lambda line, state: _in_pieces(slow.socket, early(line, state))
    dealer.run()
    for seat in (slow, *seats):
        seat.thread.join(20)
    assert sum(dealer.score.chips) == 0


def _in_pieces(connection: socket.socket, data: bytes) -> bytes:
    for i in range(len(data)):
        connection.sendall(data[i : i + 1])
    return b"\n" if data else b""


# --- matches that end early -----------------------------------------------------------------------------------------


def stops(rule: str, limits: TimeLimits, *replies: Reply, greeting: bytes = GREETING) -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=4, limits=limits, messages=messages)
    seats = [
        Seat(KUHN, port, reply, greeting if reply is not plain else GREETING)
        for port, reply in zip(dealer.ports, replies, strict=True)
    ]
    with pytest.raises(MatchError, match=rule):
        dealer.run()
    for seat in seats:
        seat.thread.join(20)
        assert not seat.thread.is_alive()
    assert "SCORE" not in messages.getvalue()


def silent(line: bytes, state: State | None) -> bytes:
    return b""


def test_a_response_that_does_not_come() -> None:
    stops("seat 2 ran out of time", TimeLimits(response_ms=60), plain, silent, plain)


def test_comments_stop_no_clock() -> None:
    stops(
        "seat 2 ran out of time",
        TimeLimits(response_ms=60),
        plain,
        lambda line, state: b"#\n" * 10_000 if state else b"",
        plain,
    )


def test_no_time_for_a_hand() -> None:
    # Whole milliseconds count, so a quick first answer takes none.
    stops("seat [123] ran out of time", TimeLimits(hand_ms=0), plain, plain, plain)


def test_no_time_for_the_match() -> None:
    stops("seat [123] ran out of time", TimeLimits(per_hand_ms=0), plain, plain, plain)


def test_a_player_who_leaves() -> None:
    def leaves(line: bytes, state: State | None) -> bytes:
        raise OSError

    stops("seat 3", TimeLimits(), plain, plain, leaves)


@pytest.mark.parametrize("greeting", [b"VERSION:2\r\n", b"hello\r\n", b"y" * 10_000])
def test_a_version_that_is_none(greeting: bytes) -> None:
    stops("seat 2: expected its version", TimeLimits(), plain, silent, plain, greeting=greeting)


def test_another_version_is_told_and_plays() -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=2, messages=messages)
    seats = [Seat(KUHN, port, greeting=b"# me\nVERSION:3.0.0\n") for port in dealer.ports]
    dealer.run()
    for seat in seats:
        seat.thread.join(20)
    assert messages.getvalue().count("ERROR: this server is currently using version 2.0.0") == 3


def test_nobody_comes() -> None:
    dealer = Dealer(KUHN, "ABC", hands=4, start_ms=50)
    with pytest.raises(MatchError, match="seat 1 was not taken in time"):
        dealer.run()


def test_somebody_connects_and_says_nothing() -> None:
    dealer = Dealer(KUHN, "ABC", hands=4, start_ms=50)
    silent_one = socket.create_connection(("127.0.0.1", dealer.ports[0]))
    with silent_one, pytest.raises(MatchError, match="seat 1 was not taken in time"):
        dealer.run()


# --- arguments ------------------------------------------------------------------------------------------------------


def test_it_listens_at_this_machine_only() -> None:
    with Dealer(KUHN, "ABC", hands=1) as dealer:
        assert {one.getsockname()[0] for one in dealer._listeners} == {"127.0.0.1"}


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"hands": 0}, "hands: expected a whole number from 1"),
        ({"names": "AB"}, "names: expected 3"),
        ({"names": ["A", "B|", "C"]}, "names: expected text without"),
        ({"names": ["A", "B\n", "C"]}, "names: expected text without"),
        ({"name": "../m"}, "name: expected that of a file"),
        ({"ports": (1, 2)}, "ports: expected 3"),
        ({"ports": (0, 0, 70_000)}, "ports: expected a whole number from 0 to 65535"),
        ({"tokens": ("a", "b")}, "tokens: expected one, or one for each of 3 seats"),
        ({"tokens": ("a b\n",)}, "token: expected 8 to 1000 printable"),
        ({"resume": True}, "resume: expected transactions"),
        ({"host": "256.1.1.1"}, "port: expected a free one"),
        ({"seed": -1}, "seed: expected"),
        ({"game": "holdm"}, "game: expected"),
    ],
)
def test_refused(changed: dict[str, object], rule: str) -> None:
    given: dict[str, object] = {"game": KUHN, "names": "ABC", "hands": 1, **changed}
    with pytest.raises(ValueError, match=rule):
        Dealer(given.pop("game"), given.pop("names"), **given)  # type: ignore[arg-type]


def test_a_port_that_is_taken() -> None:
    with Dealer(KUHN, "ABC", hands=1) as dealer, pytest.raises(ValueError, match="port: expected a free one"):
        Dealer(KUHN, "ABC", hands=1, ports=dealer.ports)


def test_a_player_that_talks_too_much_is_not_shown_for_ever() -> None:
    """Only a small part of 2 MB of comments and unrequested states is logged; all answers are."""
    talk = b"la\n" * 20 + b"# la\r\n" * 50_000

    def chatty(line: bytes, state: State | None) -> bytes:
        return b"" if state is None else talk + plain(line, state)

    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=6, messages=messages)
    played(dealer, KUHN, plain, chatty, plain)
    assert len(messages.getvalue()) < 120_000
    own = [line for line in said(messages) if line.startswith("FROM 2 MATCHSTATE")]
    assert {line.split(":")[2] for line in own} == set("012345")


@pytest.mark.parametrize("stopped", [KeyboardInterrupt, CapacityError])
@pytest.mark.parametrize(("where", "seen"), [("_count", 2), ("_say_times", 3), ("_start", 3), ("_quick", 2)])
def test_players_see_that_a_match_was_stopped_between_two_hands(stopped, where, seen, monkeypatch):
    dealer = Dealer("kuhn", "AB", hands=5)
    game = table_rules("kuhn")
    inner = getattr(dealer, where)
    done = False

    def stop(*given: Any) -> Any:
        nonlocal done
        if not done and dealer._hand.number == 2 and (dealer._hand.is_terminal or where == "_quick"):
            done = True
            raise stopped
        return inner(*given)

    monkeypatch.setattr(dealer, where, stop)
    found: list[str] = []

    def play(seat: int) -> None:
        with pytest.raises(MatchError) as told:
            connect(find_player("always-call", game), game, port=dealer.ports[seat])
        found.append(str(told.value))

    threads = [threading.Thread(target=play, args=(seat,), daemon=True) for seat in (0, 1)]
    for thread in threads:
        thread.start()
    with pytest.raises(stopped):
        dealer.run()
    for thread in threads:
        thread.join(20)
    assert len(found) == 2
    assert all(f"in mid-hand, after {seen} hands" in text for text in found)
