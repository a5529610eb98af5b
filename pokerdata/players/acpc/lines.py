"""Lines over a socket with bounded buffers, lenient parsing of replies, and a match followed line by line."""

from __future__ import annotations

import re
import select
import socket
import struct
from collections.abc import Callable, Sequence
from time import monotonic_ns
from typing import NamedTuple

from pokerdata._core import dealing as _core
from pokerdata._support.text import shortened
from pokerdata.cards import RANKS, SUITS
from pokerdata.errors import MatchError
from pokerdata.games.play import State, TableRules, read_matchstate
from pokerdata.games.play.protocol import cards_text
from pokerdata.games.play.state import split_actions

MOST_LINE = 4095  # bytes; a longer line is split, as in the competition's programs
MOST_UNREAD = 1 << 20  # bytes kept for a peer that does not read
_SOON_US = 2000  # the kernel rounds it up to a few milliseconds
_NOW = int(socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
_READ = 65_536
_DRAINED = 1 << 20


class Lines:
    """One end of a connection.

    Args:
        connection: The socket.
        who: Name of the other end, for messages.
    """

    __slots__ = ("_at", "_inbox", "_over", "_socket", "_unsent", "who")

    def __init__(self, connection: socket.socket, who: str) -> None:
        connection.setblocking(True)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Most answers arrive soon: one system call waits for them and reads them.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", 0, _SOON_US))
        self._socket = connection
        self._inbox = b""
        self._at = 0  # where the next line begins
        self._unsent = bytearray()
        self._over = False
        self.who = who

    def fileno(self) -> int:
        """Return the file descriptor of the socket, for select."""
        return self._socket.fileno()

    def send(self, data: bytes) -> None:
        """Send data, or keep what the other end cannot receive yet.

        Args:
            data: Whole lines.

        Raises:
            MatchError: If the connection is broken, or the other end has not read for long.
        """
        if self._unsent:
            self._unsent += data
            self.flush()
            return
        try:
            sent = self._socket.send(data, _NOW)
        except BlockingIOError:
            sent = 0
        except OSError as error:
            raise MatchError(f"could not send to {self.who}: {error.strerror}") from None
        if sent < len(data):
            self._unsent += data[sent:]

    def flush(self) -> bool:
        """Send as much kept data as the other end can receive; return whether all is sent.

        Raises:
            MatchError: As `send`.
        """
        try:
            while self._unsent:
                del self._unsent[: self._socket.send(self._unsent, _NOW)]
        except BlockingIOError:
            if len(self._unsent) > MOST_UNREAD:
                raise MatchError(f"{self.who} does not read what it is sent") from None
        except OSError as error:
            raise MatchError(f"could not send to {self.who}: {error.strerror}") from None
        return not self._unsent

    @property
    def idle(self) -> bool:
        """Whether no input is waiting, no output is kept, and the connection is open."""
        return not (self._inbox or self._unsent or self._over)

    def put_back(self, data: bytes) -> None:
        """Append data that other code has read from the socket.

        Args:
            data: The data; it follows all earlier input.
        """
        self._inbox = self._inbox[self._at :] + data
        self._at = 0

    @property
    def unsent(self) -> bool:
        """Whether output is kept."""
        return bool(self._unsent)

    def take(self) -> bytes | None:
        """Return the next received line with its line end, or None."""
        at, inbox = self._at, self._inbox
        end = inbox.find(b"\n", at, at + MOST_LINE) + 1
        if not end:
            if len(inbox) - at < MOST_LINE:
                return None
            end = at + MOST_LINE
        if end < len(inbox):
            self._at = end
        else:
            self._inbox, self._at = b"", 0
        return inbox[at:end] if at or end < len(inbox) else inbox

    def read(self) -> bool:
        """Read available input; return whether the connection is still open.

        Raises:
            BlockingIOError: If there is no input.
        """
        if self._over:
            return False
        try:
            data = self._socket.recv(_READ)
        except BlockingIOError:
            raise
        except OSError:
            data = b""
        if data:
            self.put_back(data)
            return True
        self._over = True
        if self._inbox:
            self._inbox += b"\n"  # a last line without an end counts
            return True
        return False

    def line(self, left: int, others: Sequence[Lines], meanwhile: Callable[[], None]) -> bytes | None:
        """Wait for a line.

        Args:
            left: Microseconds to wait.
            others: Connections that send their kept output meanwhile.
            meanwhile: Called if the line does not arrive within the next milliseconds.

        Returns:
            The line with its line end, or None if the time is over.

        Raises:
            MatchError: If the connection was closed, or another one is broken.
        """
        found = self.take()
        if found is not None:
            return found
        until = monotonic_ns() + 1000 * left
        if left >= _SOON_US and not self._unsent:
            try:
                if not self.read():
                    raise MatchError(f"{self.who} closed the connection")
            except BlockingIOError:
                pass
            if (found := self.take()) is not None:
                return found
        meanwhile()
        while True:
            if not self._wait(until, [one for one in others if one.unsent]):
                return None
            if (found := self.take()) is not None:
                return found

    def _wait(self, until: int, kept: Sequence[Lines]) -> bool:
        """Wait for input and send kept output; return False if the time is over."""
        wait = select.poll()
        wait.register(self, select.POLLIN)
        for one in kept:
            wait.register(one, select.POLLOUT | (select.POLLIN if one is self else 0))
        ready = dict(wait.poll(max(0, (until - monotonic_ns() + 999_999) // 1_000_000)))
        for one in kept:
            one.flush()
        if ready.get(self.fileno(), 0) & (select.POLLIN | select.POLLHUP | select.POLLERR):
            if not self.read():
                raise MatchError(f"{self.who} closed the connection")
            return True
        return monotonic_ns() < until

    def wait(self) -> bool:
        """Wait for input; return whether the connection is still open."""
        while True:
            try:
                return self.read()
            except BlockingIOError:
                wait = select.poll()
                wait.register(self, select.POLLIN | (select.POLLOUT if self._unsent else 0))
                wait.poll()
                self.flush()

    def finish(self, left: int) -> None:
        """Wait until all output is sent, up to a time limit.

        Args:
            left: Time limit in microseconds.
        """
        until = monotonic_ns() + 1000 * left
        try:
            while not self.flush() and monotonic_ns() < until:
                wait = select.poll()
                wait.register(self, select.POLLOUT)
                wait.poll(max(0, (until - monotonic_ns()) // 1_000_000))
        except MatchError:
            pass  # the other end is gone

    def close(self) -> None:
        """Close the connection. Unread input is drained first, because it would reset the connection and lose sent data."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
            drained = 0
            while drained < _DRAINED and (got := self._socket.recv(_READ, socket.MSG_DONTWAIT)):
                drained += len(got)
        except OSError:
            pass
        self._socket.close()


_HEAD = re.compile(r"MATCHSTATE:\s*\+?(\d{1,12}):\s*\+?(\d{1,12}):([^:]*):")
_SIZE = re.compile(r"\s*([+-]?)0*(\d+)")
_BETTING = re.compile(r"/*(?:[fckrbFCKRB](?:\s*\+?\d+)?/*)*")
_KINDS = {"f": "f", "c": "c", "k": "c", "r": "r", "b": "r"}
_MOST_DIGITS = 12  # of a size; more is beyond every stack


class Reply(NamedTuple):
    """Parsed reply of a player.

    Attributes:
        kind: 'f', 'c' or 'r'; empty for another letter.
        size: Size of a no-limit raise, in chips over the whole hand; else 0.
    """

    kind: str
    size: int = 0


def read_reply(text: str, limit: bool) -> Reply | None:
    """Parse the action at the start of a text and ignore the rest.

    Args:
        text: Text such as 'r300'; letters in any case, k and b for c and r.
        limit: Whether raises have no size.

    Returns:
        The reply; None for a no-limit raise without a size.
    """
    kind = _KINDS.get(text[:1].lower(), "")
    if kind != "r" or limit:
        return Reply(kind)
    found = _SIZE.match(text, 1)
    if found is None:
        return None
    size = int(found[2][:_MOST_DIGITS])
    return Reply(kind, -size if found[1] == "-" else size)


def allowed(limit: bool, betting: _core.Hand, reply: Reply | None) -> tuple[str, tuple[str, ...]]:
    """Return the legal action that a reply becomes, and warnings.

    An illegal action becomes a call, and a raise size is clipped to the legal ones.

    Args:
        limit: Whether raises have no size.
        betting: A hand in progress.
        reply: The parsed reply; None if it is no action.
    """
    if reply is None:
        return "c", ("WARNING: bad action format in response, changed to call",)
    kind, size = reply
    if kind == "c":
        return "c", ()
    if not kind or not (betting.may_fold if kind == "f" else betting.may_raise):
        return "c", ("WARNING: invalid action, changed to call",)
    if kind == "f" or limit:
        return kind, ()
    least, largest = betting.least_raise, betting.largest_raise
    if size < least:
        return f"r{least}", (f"WARNING: raise of {size} increased to {least}",)
    if size > largest:
        return f"r{largest}", (f"WARNING: raise of {size} decreased to {largest}",)
    return f"r{size}", ()


class Expected(NamedTuple):
    """The facts in which an echoed state must agree.

    Attributes:
        position: Position of the player.
        hand: Number of the hand.
        betting: Action sequence so far, without '/'.
        own: Hole cards of the player.
        board: The cards of each street up to the present one.
    """

    position: int
    hand: int
    betting: str
    own: str
    board: tuple[str, ...]


def echo_end(game: TableRules, line: str, expected: Expected) -> int | None:
    """Return the index in a line at which an echoed state ends.

    Cards of other players are ignored. Letters may be in any case, blanks may precede numbers, and '/' and '|' may be
    missing.

    Args:
        game: Rules of the table.
        line: The received line.
        expected: The state that was sent.

    Returns:
        The index; None if the line echoes another state.

    Raises:
        ValueError: If the line contains no state.
    """
    head = _HEAD.match(line)
    if head is None or not _BETTING.fullmatch(head[3]) or int(head[1]) >= game.players:
        raise ValueError("reply: expected a state, got none; e.g. MATCHSTATE:0:0::AhKh|:c")
    at = head.end()
    own = ""
    for position in range(game.players):
        if position and line.startswith("|", at):
            at += 1
        cards = _cards(line, at, game.cards.hole)
        if len(cards) not in (0, 2 * game.cards.hole):
            raise ValueError("reply: expected whole hands, got a part of one")
        own = cards if position == expected.position else own
        at += len(cards)
    board = []
    for street, count in enumerate(game.cards.board[: len(expected.board)]):
        if street and line.startswith("/", at):
            at += 1
        board.append(_cards(line, at, count))
        at += len(board[-1])
    same = (
        (int(head[1]), int(head[2])) == (expected.position, expected.hand)
        and _plain(head[3], game.limit) == expected.betting
        and own == expected.own
        and tuple(board) == expected.board
    )
    return at if same else None


def _cards(line: str, at: int, most: int) -> str:
    """Return up to `most` cards from an index on, in standard notation."""
    found = ""
    for begin in range(at, at + 2 * most, 2):
        rank, suit = line[begin : begin + 1].upper(), line[begin + 1 : begin + 2].lower()
        if not rank or not suit or rank not in RANKS or suit not in SUITS:
            break
        found += rank + suit
    return found


def _plain(betting: str, limit: bool) -> str:
    """Return an action sequence without '/', in the usual letters and numbers."""
    text = betting.lower().replace("/", "").replace("k", "c").replace("b", "r")
    return text if limit else re.sub(r"\s*\+?0*(\d+)", r"\1", text)


class Follower:
    """Reader of the lines that a player is sent, with the states of `pokerdata.games.play.read_matchstate`.

    Reading a line from scratch takes longer the more actions the hand has. Continuing from the last line takes a tenth of
    that.

    Args:
        game: Rules of the table.
    """

    def __init__(self, game: TableRules) -> None:
        self._game = game
        self._state: State | None = None
        self._position = 0
        self._parts = ["", "", "", "", ""]

    def read(self, line: str) -> tuple[State, int]:
        """Return the state of a line, and the position that sees it.

        Args:
            line: As for `pokerdata.games.play.read_matchstate`.

        Raises:
            ValueError: As `pokerdata.games.play.read_matchstate`, and if the line cannot follow the last one: the hand is
                over, or cards, actions or position of the same hand differ.
        """
        parts = line.rstrip("\r\n").split(":")
        state, position = self._gone_on(parts), self._position
        if state is None:
            state, position = read_matchstate(self._game, line)
            if self._state is not None and not self._follows(self._state, state, position):
                raise ValueError(
                    f"MATCHSTATE: expected a line that can come after {shortened(':'.join(self._parts), 200)}, got "
                    f"{shortened(line.strip(), 200)}"
                )
        self._state, self._position, self._parts = state, position, parts
        return state, position

    def _follows(self, before: State, state: State, position: int) -> bool:
        """Return whether the earlier facts still hold."""
        if state.hand != before.hand:
            return state.hand > before.hand
        hands = zip(before.hole_cards, state.hole_cards, strict=True)
        return (
            not before.is_terminal
            and position == self._position
            and state.history.startswith(before.history)
            and state.board[: len(before.board)] == before.board
            and all(not old or old == new for old, new in hands)
        )

    def _gone_on(self, parts: list[str]) -> State | None:
        """Return the state if it is the last one plus actions, with no new cards but on the board; else None."""
        state, before = self._state, self._parts
        if state is None or state.is_terminal or len(parts) != 5 or parts[:3] != before[:3]:
            return None
        if not parts[3].startswith(before[3]) or not parts[4].startswith(before[4]):
            return None
        new = parts[4][len(before[4]) :].replace("/", "")
        try:
            for action in split_actions(parts[3][len(before[3]) :].replace("/", "")):
                state = state.apply_unseen(action)
            if new:
                state = state.deal(new)
        except ValueError:
            return None  # read the whole line again: that error names the column
        # Compare whole texts, to check the places of '/' and '|'.
        return state if state.history == parts[3] and cards_text(state) == parts[4] else None
