"""Whatever players send, the dealer survives, keeps little, and never shows a player the others' cards."""

import random
import socket
import threading
import time
import tracemalloc

import pytest

from players.acpc.playing import GREETING, LIMIT, Seat, plain
from pokerdata.errors import MatchError
from pokerdata.games.play import State, TimeLimits
from pokerdata.players.acpc import Dealer
from pokerdata.players.acpc.lines import MOST_UNREAD, Lines

WORDS = [
    b"MATCHSTATE:",
    b"0:",
    b"1:",
    b"crr",
    b"/",
    b"|",
    b"AhKh",
    b":",
    b":c",
    b":r",
    b"\n",
    b"\r\n",
    b"\xff\xfe",
    b"\x00",
    b"#",
    b";",
    b"VERSION:2.0.0",
    b"__import__('os').abort()",
    b"%s%n",
    b"9" * 50,
    b" " * 300,
]


def shown_cards(line: bytes) -> list[bytes]:
    return line.strip().split(b":")[4].split(b"/")[0].split(b"|")


@pytest.mark.parametrize("seed", range(6))
def test_noise(seed: int) -> None:
    draw = random.Random(seed)

    def noisy(line: bytes, state: State | None) -> bytes:
        noise = b"".join(draw.choices(WORDS, k=draw.randrange(12)))
        if draw.random() < 0.2:
            noise += draw.randbytes(draw.randrange(6000)).replace(b":", b"")
        if state is None:
            return b"" if draw.random() < 0.7 else noise + b"\n"
        return noise + b"\n" + plain(line, state)

    dealer = Dealer(LIMIT, "ABC", hands=8, seed=seed)
    seats = [Seat(LIMIT, port, noisy) for port in dealer.ports]
    dealer.run()
    for seat in seats:
        seat.thread.join(20)
        assert seat.got[-1].split(b":")[2] == b"7"
        _sees_no_others(seat)
    assert sum(dealer.score.chips) == 0


def _sees_no_others(seat: Seat) -> None:
    """Check that others' cards are sent only after a hand, if two or more players are left, and are correct."""
    last = {line.split(b":")[2]: line for line in seat.got}
    for line in seat.got:
        shown = sum(map(bool, shown_cards(line)))
        folds = line.split(b":")[3].count(b"f")
        at_end = line is last[line.split(b":")[2]] and folds < 2
        assert shown == 1 or (at_end and shown <= 4 - folds)


def test_cards_of_others_come_only_at_showdowns() -> None:
    dealer = Dealer(LIMIT, "ABC", hands=40, seed=1)
    seats = [Seat(LIMIT, port) for port in dealer.ports]
    dealer.run()
    for seat in seats:
        seat.thread.join(20)
        _sees_no_others(seat)
        assert max(sum(map(bool, shown_cards(line))) for line in seat.got) > 1


def test_who_does_not_read_is_left() -> None:
    """The output for it is kept up to a limit, and no player waits for it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        deaf = socket.create_connection(listener.getsockname())
        ours, _ = listener.accept()
    ours.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    lines = Lines(ours, "seat 3")
    lines.send(b"y" * MOST_UNREAD)
    with pytest.raises(MatchError, match="seat 3 does not read what it is sent"):
        lines.send(b"y" * 8 * MOST_UNREAD)
    lines.close()
    deaf.close()


@pytest.mark.parametrize("sent", [b"x" * 65_536, b"#\n" * 32_768])
def test_a_flood_takes_no_memory_and_stops_no_clock(sent: bytes) -> None:
    """A player floods the dealer during its turn: its time runs out, and nothing of the flood is kept."""
    dealer = Dealer(LIMIT, "ABC", hands=2, limits=TimeLimits(response_ms=400))
    stop = threading.Event()

    def flood(port: int) -> None:
        with socket.create_connection(("127.0.0.1", port)) as connection:
            connection.sendall(GREETING)
            try:
                while not stop.is_set():
                    connection.sendall(sent)
            except OSError:
                pass

    threads = [threading.Thread(target=flood, args=(port,), daemon=True) for port in dealer.ports]
    for thread in threads:
        thread.start()
    tracemalloc.start()
    begun = time.perf_counter()
    with pytest.raises(MatchError, match="ran out of time"):
        dealer.run()
    assert time.perf_counter() - begun < 5
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    stop.set()
    for thread in threads:
        thread.join(20)
    assert peak < 4 * MOST_UNREAD
