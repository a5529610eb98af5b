"""Programs that speak the protocol of the competition (ACPC), as players: started here or elsewhere."""

from __future__ import annotations

import contextlib
import inspect
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import weakref
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from time import monotonic_ns
from typing import BinaryIO, NamedTuple

from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief, nearest
from pokerdata.errors import MatchError
from pokerdata.games.play import Player, State, TableRules, matchstate_text
from pokerdata.games.play.definition import card_text
from pokerdata.games.play.state import split_actions
from pokerdata.players import limited
from pokerdata.players.acpc.lines import Expected, Lines, echo_end, read_reply
from pokerdata.players.acpc.seating import COMMENTS, Seating, check_token, listen
from pokerdata.players.plain import Asked

_PREFIX = "acpc:"
_EXAMPLE = "acpc:./player"
_OPTION = re.compile(r"([a-z_]+)=(.*)")
_TOKEN = re.compile(r"""(?:[:\s'"])token=['"]?([^\s'"]*)""")
_VARIABLE = re.compile(r"\$[A-Za-z_][A-Za-z0-9_]*")
_MOST_MB = 1 << 30
_MOST_MS = 10**12
_MOST_PORT = 65_535
_RESPONSE_US = 600_000_000  # for tables that keep no clock
_GRACE_SECONDS = 1.0  # to end by itself after the match, and again after a signal
_SECRETS = "POKERDATA_"  # environment variables with this prefix stay hidden from programs


class Settings(NamedTuple):
    """How a program is started or awaited.

    Attributes:
        memory_mb: Address space that the program may use, in megabytes; 0 for no limit.
        start_ms: Time that it has to connect and send its version, in milliseconds.
        log: File for its standard output and error; empty for none.
        port: Port to which a program started elsewhere connects; 0 for any free port.
        host: Address of that port.
        token: Token that the program must send, as to `pokerdata dealer`; empty for none. It is never shown.
    """

    memory_mb: int = 4096
    start_ms: int = 10_000
    log: str = ""
    port: int = 0
    host: str = "127.0.0.1"
    token: str = ""

    def __repr__(self) -> str:
        shown = self._asdict() | {"token": "..." if self.token else ""}
        return f"Settings({', '.join(f'{key}={value!r}' for key, value in shown.items())})"


class ProgramPlayer:
    """A program that speaks protocol 2.0.0, as a player. The program needs no changes: it connects to a dealer as usual.

    The program is sent what a dealer sends: the state after each action of a hand, as the player sees it, before its own
    action and once more at the end. Its memory is its process, so each match that begins with `reset` starts a new
    process. The program is ended with the match, or when this player is garbage-collected: first the connection is
    closed, then all processes of its group get signals. If the answer is no legal action, the table decides what happens.

    Args:
        command: The program and its arguments; the address and port to connect to are appended. Empty for a program that
            somebody else starts.
        game: Rules of the table.
        settings: How the program is started.
        name: Name of the player.

    Raises:
        ValueError: If the program is missing or not executable, or the port is not free.
    """

    def __init__(
        self,
        command: Sequence[str],
        game: TableRules,
        settings: Settings | None = None,
        *,
        name: str = "acpc",
    ) -> None:
        game.check_plain_stakes(f"player {name}")
        self.name = name
        self._game = game
        self._settings = settings or Settings()
        self._command = tuple(command)
        if self._command:
            _check_program(name, self._command[0])
            _open_log(self._settings).close()
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: Lines | None = None
        self._finalizer: weakref.finalize[..., ProgramPlayer] = weakref.finalize(self, _nothing)
        self._told: tuple[int, int, str] | None = None  # hand, position and actions of the last state sent
        self._position: int | None = None

    # --- as a player ----------------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Start the program afresh, after ending it if it runs.

        Raises:
            MatchError: If it does not connect and send its version.
        """
        self.close()
        self._start()

    def act(self, state: State) -> str:
        """Return the program's answer.

        Args:
            state: The hand as this player sees it.

        Raises:
            MatchError: If the program ends, does not connect, or gives no answer for ten minutes.
        """
        assert state.player is not None
        lines = self._seated()
        try:
            self._tell(lines, state, state.player)
            expected = _expected(state)
            until = monotonic_ns() // 1000 + _RESPONSE_US
            while (left := until - monotonic_ns() // 1000) > 0:
                if (line := lines.line(left, [], _nothing)) is None:
                    break
                if line.startswith(COMMENTS):
                    continue
                answer = _answer(self._game, line.decode("latin-1"), expected)
                if answer is not None:
                    return answer
            raise MatchError(f"{self.name} gave no answer for {_RESPONSE_US // 1_000_000} s")
        except MatchError as error:
            told = f"{error}{self._how_it_ended()}"
            self.close()
            raise MatchError(told) from None

    def observe(self, state: State) -> None:
        """Send the program the end of a hand.

        Args:
            state: The finished hand, as this player sees it.

        Raises:
            MatchError: If the program has ended.
        """
        position = state.viewer
        if position is None:
            position = self._position if self._told and self._told[0] == state.hand else None
        if position is not None:
            self._tell(self._seated(), state, position)

    def close(self) -> None:
        """Close the connection and stop the processes that still run."""
        self._finalizer()
        self._process = self._lines = self._told = None

    def __repr__(self) -> str:
        return brief(self, repr(self.name), "connected" if self._lines is not None else "not connected")

    # --- the connection -------------------------------------------------------------------------------------------

    def _seated(self) -> Lines:
        if self._lines is None:
            self._start()
        assert self._lines is not None
        return self._lines

    def _start(self) -> None:
        settings = self._settings
        listener = listen(settings.host, settings.port)
        try:
            if self._command:
                self._process = _started(
                    [*self._command, settings.host, str(listener.getsockname()[1])], settings
                )
                self._finalizer = weakref.finalize(self, _end, self._process, None)
            tokens = [settings.token] if settings.token else []
            (self._lines,) = Seating([listener], tokens, lambda _: None, self._is_alive).wait(
                settings.start_ms
            )
        except MatchError as error:
            told = f"{self.name}: expected it to connect in time and tell its version, got: {error}{self._how_it_ended()}"
            self.close()
            raise MatchError(told) from None
        except BaseException:
            self.close()
            raise
        finally:
            listener.close()
        self._lines.who = self.name
        self._finalizer.detach()
        self._finalizer = weakref.finalize(self, _end, self._process, self._lines)

    def _is_alive(self) -> bool:
        return self._process is None or self._process.poll() is None

    def _how_it_ended(self) -> str:
        if self._process is None:
            return ""
        try:
            status = self._process.wait(0.2)
        except subprocess.TimeoutExpired:
            return ""
        if status < 0:
            return f" (it ended by {signal.Signals(-status).name})"
        return f" (it ended with status {status})"

    def _tell(self, lines: Lines, state: State, position: int) -> None:
        """Send the program all states of the hand up to this one that it does not have yet."""
        done = split_actions(state.history.replace("/", ""))
        known = 0
        if self._told is not None and self._told[:2] == (state.hand, position):
            before = split_actions(self._told[2].replace("/", ""))
            known = len(before) + 1 if done[: len(before)] == before else 0
        own: list[tuple[int, ...]] = [()] * self._game.players
        own[position] = state.hole_cards[position]
        now = State(self._game, hand=state.hand, hole_cards=own)
        texts = []
        for number, action in enumerate([*done, None]):
            if action is None:
                texts.append(matchstate_text(state, position))
                break
            if number >= known:
                texts.append(
                    matchstate_text(
                        now.with_cards(own, state.board[: self._game.board_cards(now.street)]), position
                    )
                )
            now = now.apply_unseen(action)
        if known <= len(done):
            lines.send("".join(f"{text}\r\n" for text in texts).encode("ascii"))
        self._told, self._position = (state.hand, position, state.history), position


def _nothing() -> None:
    pass


def _expected(state: State) -> Expected:
    assert state.player is not None
    return Expected(
        state.player,
        state.hand,
        state.history.replace("/", ""),
        "".join(map(card_text, state.hole_cards[state.player])),
        tuple("".join(map(card_text, street)) for street in state.board_by_street),
    )


def _answer(game: TableRules, line: str, expected: Expected) -> str | None:
    """Return the action of a line, legal or not; None if the line answers another state."""
    try:
        end = echo_end(game, line, expected)
    except ValueError:
        return None
    if end is None:
        return None
    reply = read_reply(line[end + 1 :], game.limit) if line[end : end + 1] == ":" else None
    if reply is None or not reply.kind:
        return line[end + 1 :].strip()[:20] or "nothing"
    return f"r{max(reply.size, 0)}" if reply.kind == "r" and not game.limit else reply.kind


# --- the process ----------------------------------------------------------------------------------------------------


def _check_program(name: str, program: str) -> None:
    if shutil.which(program) is None:
        why = "a file that may not be executed" if Path(program).is_file() else "no such program"
        raise ValueError(
            f"player {name}: expected a program that can be run, got {program!r}, {why}; e.g. {_EXAMPLE}"
        )


def _started(command: Sequence[str], settings: Settings) -> subprocess.Popen[bytes]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith(_SECRETS)}
    memory = str(settings.memory_mb * 1_000_000)
    # -I -S: ignore the Python settings of this folder and environment.
    start = [sys.executable, "-I", "-S", inspect.getfile(limited.main), memory, str(os.getpid()), *command]
    with _open_log(settings) as out:
        return subprocess.Popen(
            start, stdin=subprocess.DEVNULL, stdout=out, stderr=out, env=kept, start_new_session=True
        )


def _open_log(settings: Settings) -> BinaryIO:
    """Open the file for the program's output. A pipe without a reader is an error, because opening it would block."""
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        descriptor = os.open(settings.log or os.devnull, flags, 0o666)
    except OSError as error:
        raise ValueError(
            f"log: expected a file that can be written, got {settings.log!r}: {error.strerror}; e.g. log=player.log"
        ) from None
    os.set_blocking(descriptor, True)
    return os.fdopen(descriptor, "ab")


def _end(process: subprocess.Popen[bytes] | None, lines: Lines | None) -> None:
    """Close a connection, and end a program and all processes of its group."""
    if lines is not None:
        lines.close()
    if process is None:
        return
    for number in (None, signal.SIGTERM, signal.SIGKILL):
        if number is not None:
            _signal_group(process, number)
        try:
            process.wait(_GRACE_SECONDS if lines is not None or number is not None else 0)
            break
        except subprocess.TimeoutExpired:
            continue
    _signal_group(process, signal.SIGKILL)  # child processes that are left
    process.wait()


def _signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):  # no process is left
        os.killpg(process.pid, number)


# --- by name --------------------------------------------------------------------------------------------------------


def is_program(text: str) -> bool:
    """Return whether a text names a program that speaks the protocol."""
    return text.startswith(_PREFIX)


def check_no_secret(*texts: str) -> None:
    """Check that names of players contain no secrets, because names are published.

    Args:
        texts: Names of players. Names of other kinds of players pass.

    Raises:
        ValueError: If a name contains a token instead of the variable that holds it. The message does not show the token.
    """
    for text in texts:
        if is_program(text) and not all(map(_VARIABLE.fullmatch, _TOKEN.findall(text))):
            raise _secret()


def _secret() -> ValueError:
    return ValueError(
        "player acpc:...: token: expected $ and the name of an environment variable that holds the token, as the names of "
        "players are published, got the token itself; e.g. 'acpc:port=18791 token=$POKERDATA_TOKEN', in single quotes"
    )


def find_program(text: str, asked: Asked) -> Player:
    """Return the player of a text such as 'acpc:./player', 'acpc:memory_mb=8000 ./player --fast' or 'acpc:port=18791'.

    Args:
        text: Settings (KEY=VALUE), then the program with its arguments, split and quoted as in a shell. Without a
            program, the player waits for one to connect to the port.
        asked: Options.

    Raises:
        ValueError: If the program is missing, or a setting is unknown or no valid number. Also if `asked` does not give
            trust, but the text starts a program or listens for other machines.
    """
    given, words = _parted(text)
    settings = _settings(text, given, bool(words))
    if not words and not settings.port:
        raise ValueError(
            f"player {text}: expected a program, or a port where one comes to, got neither; e.g. {_EXAMPLE}, acpc:port=18791"
        )
    if not asked.trust and program_needs_trust(text):
        wanted = f"run the program {words[0]}" if words else f"listen at {settings.host} for other machines"
        raise ValueError(
            f"player {text}: expected --trust (in Python trust=True) to {wanted}, got no such word; e.g. "
            f"pokerdata match {shlex.quote(text)} always-call --trust"
        )
    return ProgramPlayer(words, asked.game, settings, name=text)


def program_file(text: str) -> Path | None:
    """Return the file of the program that a text starts; None if it starts none or the file is missing.

    Args:
        text: As for `find_program`.
    """
    _, words = _parted(text)
    found = shutil.which(words[0]) if words else None
    return None if found is None else Path(found)


def starts_program(text: str) -> bool:
    """Return whether a text starts a program."""
    return is_program(text) and bool(_parted(text)[1])


def program_needs_trust(text: str) -> bool:
    """Return whether a text starts a program, or listens where other machines can connect."""
    if not is_program(text):
        return False
    given, words = _parted(text)
    return bool(words) or not _is_own(given.get("host", Settings().host))


def _is_own(host: str) -> bool:
    """Return whether only programs of this machine can reach an address. Names are not looked up."""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _parted(text: str) -> tuple[dict[str, str], list[str]]:
    """Return the settings, and the program with its arguments."""
    check_no_secret(text)
    try:
        words = shlex.split(text.removeprefix(_PREFIX))
    except ValueError as error:
        raise ValueError(
            f"player {text}: expected words as in a shell, got {error}; e.g. {_EXAMPLE}"
        ) from None
    given: dict[str, str] = {}
    while words and (found := _OPTION.fullmatch(words[0])):
        if found[1] in given:
            raise ValueError(f"player {_PREFIX}...: expected {found[1]} once, got it twice; e.g. {_EXAMPLE}")
        given[found[1]] = found[2]
        words.pop(0)
    return given, words


def _settings(text: str, given: dict[str, str], started: bool) -> Settings:
    known = ("memory_mb", "start_ms", "log") if started else ("start_ms", "port", "host", "token")
    for key in given:
        if key not in known:
            raise ValueError(
                f"player {text}: expected {', '.join(known)} in front, got {key}{nearest(key, known)}; e.g. "
                f"{'acpc:memory_mb=8000 ./player' if started else 'acpc:port=18791'}"
            )
    most = {"memory_mb": _MOST_MB, "start_ms": _MOST_MS, "port": _MOST_PORT}
    # Starting a program by hand takes a while.
    values: dict[str, int | str] = {} if started else {"start_ms": 600_000}
    for key, value in given.items():
        if key == "token":
            values[key] = _token(text, value)
        elif key not in most:
            values[key] = value
        elif value.isascii() and value.isdigit():
            values[key] = as_count(int(value[:15]), f"player {text}: {key}", 0, most[key], 1000)
        else:
            raise ValueError(f"player {text}: {key}: expected a whole number, got {value!r}; e.g. {key}=8000")
    return Settings(**values)  # type: ignore[arg-type]


def _token(text: str, variable: str) -> str:
    """Return the token that an environment variable holds."""
    if not _VARIABLE.fullmatch(variable):
        raise _secret()
    token = os.environ.get(variable.removeprefix("$"), "")
    if not token:
        raise ValueError(
            f"player {text}: token: expected an environment variable that holds it, got {variable}, which is not set or "
            f"empty; e.g. export {variable.removeprefix('$')}=river-7-of-9"
        )
    check_token(token)
    return token
