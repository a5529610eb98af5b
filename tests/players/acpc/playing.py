"""Test players: they speak the protocol over sockets, and their actions depend on the lines that they receive."""

from __future__ import annotations

import io
import re
import socket
import threading
from collections.abc import Callable, Iterator
from hashlib import sha256

from pokerdata.games import table_rules
from pokerdata.games.play import State, TableRules, read_matchstate
from pokerdata.players.acpc import Dealer

LIMIT = table_rules("limit-holdem-3p")
NO_LIMIT = TableRules(
    "no-limit",
    (100, 50),
    (2, 1, 1, 1),
    table_rules("nolimit-holdem").cards,
    stacks=(20_000, 20_000),
)
KUHN = table_rules("kuhn-3p")
GREETING = b"VERSION:2.0.0\r\n"

#: A received line, and its state if the player acts -> reply
Reply = Callable[[bytes, State | None], bytes]


def drawn(state: State, salt: str = "") -> str:
    """Return a pseudo-random action that depends only on what is visible in the state."""
    number = sha256(f"{salt} {state.hand} {state.history} {state.player}".encode()).digest()
    kinds = [action for action in state.legal_actions() for _ in range(1 if action == "f" else 4)]
    return kinds[int.from_bytes(number[:4], "big") % len(kinds)]


def plain(line: bytes, state: State | None) -> bytes:
    """Return the action of `drawn` in the protocol's notation."""
    return b"" if state is None else line.strip() + b":" + drawn(state).encode() + b"\r\n"


class Seat:
    """A player in a thread that keeps all lines that it receives."""

    def __init__(self, game: TableRules, port: int, reply: Reply = plain, greeting: bytes = GREETING) -> None:
        self.game, self.reply = game, reply
        self.got: list[bytes] = []
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=20)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket.sendall(greeting)
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            for line in self.socket.makefile("rb"):
                self.got.append(line)
                state, position = read_matchstate(self.game, line.decode())
                self.socket.sendall(self.reply(line, state if state.player == position else None))
        except OSError:
            pass  # the match is over
        finally:
            self.socket.close()


def played(dealer: Dealer, game: TableRules, *replies: Reply) -> Iterator[list[bytes]]:
    """Play a match; return the lines that each seat received. Raises what the dealer raises."""
    given = replies or (plain,) * game.players
    seats = [Seat(game, port, reply) for port, reply in zip(dealer.ports, given, strict=True)]
    try:
        dealer.run()
    finally:
        for seat in seats:
            seat.thread.join(20)
    return (seat.got for seat in seats)


def said(messages: io.StringIO) -> list[str]:
    """Return a dealer's messages without times."""
    return re.sub(r" at \d+\.\d{6}\b", "", messages.getvalue()).splitlines()
