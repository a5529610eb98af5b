"""Lines over a socket: bounded both ways, and never waiting for somebody who does not read."""

from __future__ import annotations

import select
import socket
import struct
from collections.abc import Callable, Sequence
from time import monotonic_ns

from pokerdata.errors import MatchError

MOST_LINE = 4095  # bytes; a longer line is cut into several, as the programs of the competition do
MOST_UNREAD = 1 << 20  # bytes kept for somebody who does not read
_SOON_US = 2000  # the kernel rounds it up to a few milliseconds
_NOW = int(socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
_READ = 65_536
_DRAINED = 1 << 20


class Lines:
    """One end of a connection.

    Args:
        connection: The socket.
        who: Whose it is, for messages.
    """

    __slots__ = ("_at", "_inbox", "_over", "_socket", "_unsent", "who")

    def __init__(self, connection: socket.socket, who: str) -> None:
        connection.setblocking(True)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # Most answers come soon: one system call waits for them and reads them.
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", 0, _SOON_US))
        self._socket = connection
        self._inbox = b""
        self._at = 0  # where the next line begins
        self._unsent = bytearray()
        self._over = False
        self.who = who

    def fileno(self) -> int:
        """The number of the socket, for select."""
        return self._socket.fileno()

    def send(self, data: bytes) -> None:
        """Send, or keep what the other end does not take yet.

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
        """Send of what is kept as much as the other end takes; returns whether that was all.

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
        """Whether nothing has come in that was not taken, and nothing is kept."""
        return not (self._inbox or self._unsent or self._over)

    def put_back(self, data: bytes) -> None:
        """Add what somebody else has read from the socket.

        Args:
            data: What was read, behind all that came in before.
        """
        self._inbox = self._inbox[self._at :] + data
        self._at = 0

    @property
    def unsent(self) -> bool:
        """Whether something is kept."""
        return bool(self._unsent)

    def take(self) -> bytes | None:
        """The next line that has come in, with its end, or None."""
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
        """Read what has come in; returns whether the connection is still open.

        Raises:
            BlockingIOError: If nothing has come.
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
            others: Connections to which what is kept is sent meanwhile.
            meanwhile: Called where the line does not come in the next milliseconds.

        Returns:
            The line with its end, or None where the time is over.

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
        """Wait for input, sending what is kept; False where the time is over."""
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
        """Wait until something comes in; returns whether the connection is still open."""
        while True:
            try:
                return self.read()
            except BlockingIOError:
                wait = select.poll()
                wait.register(self, select.POLLIN | (select.POLLOUT if self._unsent else 0))
                wait.poll()
                self.flush()

    def finish(self, left: int) -> None:
        """Wait until all is sent, for a while.

        Args:
            left: Microseconds.
        """
        until = monotonic_ns() + 1000 * left
        try:
            while not self.flush() and monotonic_ns() < until:
                wait = select.poll()
                wait.register(self, select.POLLOUT)
                wait.poll(max(0, (until - monotonic_ns()) // 1_000_000))
        except MatchError:
            pass  # gone already

    def close(self) -> None:
        """Send the end; what came in and was not asked for is passed over, as it would break the connection off."""
        try:
            self._socket.shutdown(socket.SHUT_WR)
            drained = 0
            while drained < _DRAINED and (got := self._socket.recv(_READ, socket.MSG_DONTWAIT)):
                drained += len(got)
        except OSError:
            pass
        self._socket.close()
