"""Seats at a dealer under attack by other connections."""

import io
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from players.acpc.playing import GREETING, KUHN, Seat
from pokerdata.players.acpc import Dealer
from pokerdata.players.acpc.lines import Lines
from pokerdata.players.acpc.seating import Seating, listen

TOKEN = "river-7-of-9"
SHOWN = b"#TOKEN river-7-of-9\r\n" + GREETING


@contextmanager
def _crowd(ports: tuple[int, ...], first: bytes, threads: int = 3, at_once: int = 40) -> Iterator[list[int]]:
    """Open connections without a token again and again, so that some always exist."""
    stop, made = threading.Event(), [0]

    def press() -> None:
        held: list[socket.socket] = []
        while not stop.is_set() and made[0] < 5000:
            for port in ports:
                with suppress(OSError):
                    held.append(socket.create_connection(("127.0.0.1", port), timeout=1))
                    held[-1].sendall(first)
                    made[0] += 1
            while len(held) > at_once:
                held.pop(0).close()
            stop.wait(0.002)
        for one in held:
            one.close()

    crowd = [threading.Thread(target=press, daemon=True) for _ in range(threads)]
    for one in crowd:
        one.start()
    try:
        yield made
    finally:
        stop.set()
        for one in crowd:
            one.join(10)


@pytest.mark.parametrize("first", [b"", b"# wait\r\n", b"VERSION", b"#TOKEN guess-of-one\r\n"])
def test_a_crowd_without_the_token_keeps_nobody_out(first: bytes) -> None:
    messages = io.StringIO()
    dealer = Dealer(KUHN, "ABC", hands=2, tokens=(TOKEN,), messages=messages, start_ms=20_000)
    running = threading.Thread(target=dealer.run, daemon=True)
    running.start()
    with _crowd(dealer.ports, first) as made:
        while made[0] < 300:
            time.sleep(0.01)
        begun = time.monotonic()
        seats = [Seat(KUHN, port, greeting=SHOWN) for port in dealer.ports]  # each tries once
        running.join(15)
        assert time.monotonic() - begun < 10
    for seat in seats:
        seat.thread.join(15)
        assert {line.split(b":")[2] for line in seat.got} == {b"0", b"1"}
    assert TOKEN not in messages.getvalue()


def test_silent_connections_are_held_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first ones are closed, and messages about them are limited."""
    monkeypatch.setattr("pokerdata.players.acpc.seating._MOST_GUESTS", 20)
    monkeypatch.setattr("pokerdata.players.acpc.seating._MOST_WARNINGS", 10)
    listener = listen("127.0.0.1", 0)
    port = listener.getsockname()[1]
    said: list[str] = []
    found: list[Lines] = []
    waiting = threading.Thread(
        target=lambda: found.extend(Seating([listener], [TOKEN], said.append).wait(20_000)), daemon=True
    )
    waiting.start()
    silent = [socket.create_connection(("127.0.0.1", port), timeout=5) for _ in range(50)]
    for one in silent[:30]:
        assert one.recv(1) == b""  # the connection is closed
    silent[-1].sendall(SHOWN)  # a player that shows the token late still gets its seat
    waiting.join(10)
    assert len(found) == 1
    assert len(said) == 10
    assert re.search("others wait", said[0])
    found[0].close()
    for one in silent:
        one.close()


def test_who_says_nothing_holds_no_seat_without_tokens() -> None:
    dealer = Dealer(KUHN, "ABC", hands=2, start_ms=20_000)
    silent = [socket.create_connection(("127.0.0.1", port), timeout=5) for port in dealer.ports for _ in "12"]
    seats = [Seat(KUHN, port) for port in dealer.ports]
    dealer.run()
    for seat in seats:
        seat.thread.join(15)
        assert {line.split(b":")[2] for line in seat.got} == {b"0", b"1"}
    for one in silent:
        one.close()
