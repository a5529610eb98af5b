"""Seating of players: one port per seat, the protocol version, and an optional token."""

from __future__ import annotations

import errno
import hmac
import re
import selectors
import socket
from collections.abc import Callable, Sequence
from time import monotonic

from pokerdata.errors import MatchError
from pokerdata.players.acpc.lines import Lines

VERSION = (2, 0, 0)
TOKEN = b"#TOKEN "  # a comment for servers without tokens
COMMENTS = (b"#", b";")
_VERSION = re.compile(rb"VERSION:\s*\+?(\d{1,9})\.\s*\+?(\d{1,9})\.\s*\+?(\d{1,9})")
_MOST_GUESTS = 256  # at all seats together; the oldest is dropped for a new one
_MOST_WAITING = 128  # connections that the system keeps until they are accepted
_GUEST_SECONDS = 10.0
_LOOK_SECONDS = 0.2
_MOST_WARNINGS = 1000
_SHORTEST_TOKEN = 8  # shorter tokens are easy to guess
_LONGEST_TOKEN = 1000


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket.

    Args:
        host: Address to listen at.
        port: Port; 0 for any free one.

    Raises:
        ValueError: If the port is not free or the address does not exist.
    """
    found = None
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(_MOST_WAITING)
    except (OSError, OverflowError, ValueError) as error:  # ValueError: no valid host name
        if found is not None:
            found.close()
        why = error.strerror if isinstance(error, OSError) else "no address"
        raise ValueError(
            f"port: expected a free one at an address of this machine, got {host}:{port} ({why}); e.g. 127.0.0.1:0"
        ) from None
    found.setblocking(False)
    return found


def check_token(token: str, shortest: int = _SHORTEST_TOKEN) -> None:
    """Check that a text can be a token.

    Args:
        token: The text. The message does not show it.
        shortest: Least number of characters.

    Raises:
        ValueError: If the text is too short or too long, or is no plain line of ASCII text.
    """
    plain = token.isascii() and token.isprintable() and token == token.strip()
    if not plain or not shortest <= len(token) <= _LONGEST_TOKEN:
        raise ValueError(
            f"token: expected {shortest} to {_LONGEST_TOKEN} printable ASCII characters, got others; e.g. "
            "'river-7-of-9'"
        )


class _Guest:
    """A connection that has not yet sent its token and version."""

    def __init__(self, connection: socket.socket, seat: int, known: bool) -> None:
        self.lines = Lines(connection, f"seat {seat + 1}")
        self.seat = seat
        self.known = known
        self.until = monotonic() + _GUEST_SECONDS


class Seating:
    """The seats of a match while players connect.

    A connection gets no seat and no place in a queue before it has sent the token and its version. Other programs can
    connect until then. If too many wait, the oldest is dropped.

    Args:
        listeners: A socket for each seat; each is closed when its seat is taken.
        tokens: The token of each seat; empty for none.
        warn: Called with a message about a connection that is closed or has another version.
        still: Called now and then; returns whether to keep waiting.
    """

    def __init__(
        self,
        listeners: Sequence[socket.socket],
        tokens: Sequence[str],
        warn: Callable[[str], None],
        still: Callable[[], bool] = lambda: True,
    ) -> None:
        self._listeners = listeners
        self._tokens = [token.encode() for token in tokens] or [b""] * len(listeners)
        self._warn = warn
        self._still = still
        self._taken: dict[int, Lines] = {}
        self._guests: list[_Guest] = []
        self._most_guests = _MOST_GUESTS // len(listeners)  # at one seat
        self._warnings = 0
        self._selector = selectors.DefaultSelector()

    def wait(self, start_ms: int | None) -> list[Lines]:
        """Wait until all seats are taken, and return their connections.

        Args:
            start_ms: Milliseconds to wait for all seats; None for no limit.

        Raises:
            MatchError: If the time is over, `still` returns False, or a program that needs no token leaves or sends no
                version.
        """
        until = None if start_ms is None else monotonic() + start_ms / 1000
        for seat, listener in enumerate(self._listeners):
            self._selector.register(listener, selectors.EVENT_READ, seat)
        try:
            while len(self._taken) < len(self._listeners):
                self._send_away(lambda guest: not guest.known and monotonic() > guest.until, "no token")
                left = _LOOK_SECONDS if until is None else until - monotonic()
                # Ask before the last look, so that a program that came and went is still read.
                still = self._still()
                ready = self._selector.select(min(max(left, 0), _LOOK_SECONDS if still else 0))
                if left <= 0 or not (still or ready):
                    missing = sorted(set(range(len(self._listeners))) - self._taken.keys())
                    raise MatchError(f"seat {missing[0] + 1} was not taken{' in time' if still else ''}")
                found = [key.data for key, _ in ready]
                # Read guests first, so that none with the right token is dropped.
                for guest in found:
                    if guest in self._guests:
                        self._hear(guest)
                for seat in found:
                    if isinstance(seat, int) and seat not in self._taken:
                        self._accept(seat)
        except BaseException:
            for lines in self._taken.values():
                lines.close()
            raise
        finally:
            for guest in self._guests:
                guest.lines.close()
            self._selector.close()
        return [self._taken[seat] for seat in range(len(self._listeners))]

    def _accept(self, seat: int) -> None:
        try:
            connection, _ = self._listeners[seat].accept()
            guest = _Guest(connection, seat, not self._tokens[seat])
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):  # otherwise the connection is gone
                self._make_room(self._guests)
            return
        if len(waiting := [one for one in self._guests if one.seat == seat]) >= self._most_guests:
            self._make_room(waiting)
        self._guests.append(guest)
        self._selector.register(guest.lines, selectors.EVENT_READ, guest)

    def _make_room(self, waiting: Sequence[_Guest]) -> None:
        """Close the oldest waiting connection."""
        self._send_away(lambda one: one in waiting[:1], "others wait")

    def _close_listener(self, seat: int) -> None:
        self._selector.unregister(self._listeners[seat])
        self._listeners[seat].close()

    def _hear(self, guest: _Guest) -> None:
        try:
            is_open = guest.lines.read()
        except BlockingIOError:  # spurious wake-up
            return
        while (line := guest.lines.take()) is not None:
            if line.startswith(TOKEN):
                given = line[len(TOKEN) :].strip()
                guest.known = guest.known or hmac.compare_digest(given, self._tokens[guest.seat])
                if not guest.known:  # one guess per connection
                    self._send_away(lambda one: one is guest, "another token")
                    return
            elif not line.startswith(COMMENTS):
                self._seat(guest, line)
                return
        if not is_open:
            if not self._tokens[guest.seat]:
                raise MatchError(f"{guest.lines.who} left before it told its version")
            self._send_away(lambda one: one is guest, "left")

    def _seat(self, guest: _Guest, line: bytes) -> None:
        """Seat a program by the line with its version."""
        if not guest.known:
            self._send_away(lambda one: one is guest, "no token")
            return
        found = _VERSION.match(line)
        if found is None:
            if self._tokens[guest.seat]:
                self._send_away(lambda one: one is guest, "no version")
                return
            raise MatchError(
                f"{guest.lines.who}: expected its version, got {line[:40].decode('latin-1')!r}; e.g. VERSION:2.0.0"
            )
        if int(found[1]) != VERSION[0] or int(found[2]) > VERSION[1]:
            self._warn("ERROR: this server is currently using version " + ".".join(map(str, VERSION)))
        self._close_listener(guest.seat)
        self._forget(guest)
        self._taken[guest.seat] = guest.lines
        self._send_away(lambda one: one.seat == guest.seat, "the seat is taken")

    def _forget(self, guest: _Guest) -> None:
        self._guests.remove(guest)
        self._selector.unregister(guest.lines)

    def _send_away(self, which: Callable[[_Guest], bool], why: str) -> None:
        for guest in [one for one in self._guests if which(one)]:
            self._forget(guest)
            guest.lines.close()
            self._warnings += 1
            if self._warnings < _MOST_WARNINGS:
                self._warn(f"WARNING: somebody at {guest.lines.who} was sent away: {why}")
            elif self._warnings == _MOST_WARNINGS:
                self._warn("WARNING: more were sent away, who are not listed")
