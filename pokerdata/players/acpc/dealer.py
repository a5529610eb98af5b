"""The dealer of a match over TCP, with protocol 2.0.0 of the Annual Computer Poker Competition and a port for each seat."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Self, TextIO

from pokerdata._core.dealing import Exchange, now
from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief, counted, one_line, quoted
from pokerdata.errors import MatchError
from pokerdata.games import Game, table_rules
from pokerdata.games.play import Deals, Score, TableRules, TimeLimits
from pokerdata.games.play.answers import MOST_MS
from pokerdata.games.play.protocol import MOST_HANDS
from pokerdata.players.acpc.hand import Clocks, Hand
from pokerdata.players.acpc.lines import Lines
from pokerdata.players.acpc.records import (
    Record,
    Transaction,
    may_be_cut,
    read_transactions,
    stamp,
    unwritable,
)
from pokerdata.players.acpc.seating import COMMENTS, Seating, check_token, listen

_TIMES_EVERY = 100  # hands
MOST_NOISE = 100_000  # characters shown of a player's lines that are no answers
_LINGER_US = 2_000_000  # for players that have yet to read the last lines
_MOST_PORT = 65_535


class Dealer:
    """A match between players that connect over TCP. It listens at once; `run` waits for the players and plays.

    Seat s has position (s - h) mod n in hand h. `pokerdata.games.play.Deals` deals the cards. An illegal action becomes a
    call, and an illegal raise size the nearest legal one. An answer is ignored unless it answers the current state. The
    dealer never evaluates input as code, and its input buffers are bounded.

    Args:
        game: As for `pokerdata.load_game`.
        names: Names of the players, by seat.
        hands: Number of hands, 1 to 2**32 - 1.
        name: Name of the match and of its files.
        game_name: Name of the game in the log; by default the ``game`` that you passed, or the name of its rules.
        fixed_seats: Whether seat s has position s in every hand.
        limits: Time limits of the players.
        start_ms: Milliseconds until all players must have taken their seats; None for no limit.
        log: Folder for the log NAME.log; None for none. The file is written once all seats are taken. It must be new or
            empty unless ``resume`` is true.
        transactions: Whether to write NAME.tlog there, too, or into the working folder if there is no log.
        resume: Whether to continue where NAME.tlog ends, in mid-hand if need be. Its times count. Hands already in the
            log are not written again.
        host: Address to listen at; 127.0.0.1 accepts only players of this machine.
        ports: One port for each seat; 0, the default, for any free port.
        tokens: Tokens that players must send (``#TOKEN`` and the text) before their version: one for all seats or one for
            each. None by default.
        messages: Stream for states and replies, warnings and the score, as the competition's dealer writes them; None for
            no messages.
        quiet: Whether to write only warnings and the score.
        seed: Seed of the cards, 0 to 2**32 - 1.

    Attributes:
        ports: Ports of the seats.
        score: Chips that each seat won so far.
        begun: Whether all players took their seats.

    Raises:
        ValueError: If an argument is invalid or a port is not free. Also if a file cannot be written, is in use by
            another dealer, is not empty (without ``resume``), or belongs to another match.
    """

    def __init__(
        self,
        game: TableRules | Game | str,
        names: Sequence[str],
        *,
        hands: int,
        name: str = "match",
        game_name: str | None = None,
        fixed_seats: bool = False,
        limits: TimeLimits | None = None,
        start_ms: int | None = None,
        log: str | os.PathLike[str] | None = None,
        transactions: bool = False,
        resume: bool = False,
        host: str = "127.0.0.1",
        ports: Sequence[int] = (),
        tokens: Sequence[str] = (),
        messages: TextIO | None = None,
        quiet: bool = False,
        seed: int = 0,
    ) -> None:
        self._game = table_rules(game)
        self._game.check_plain_stakes("dealer")
        self._names = _checked_names(self._game, names)
        self._hands = as_count(hands, "hands", 1, MOST_HANDS, 1000)
        self._fixed = fixed_seats
        self._limits = limits or TimeLimits()
        self._start_ms = None if start_ms is None else as_count(start_ms, "start_ms", 0, MOST_MS, 60_000)
        self._seed = seed
        self._messages, self._quiet = messages, quiet
        self._loud = messages is not None and not quiet
        self._said: list[str] = []
        self._noise = [0] * self._game.players
        seats = self._game.players
        wanted = _checked_ports(self._game, ports)
        self._tokens = _checked_tokens(self._game, tokens)
        if resume and not transactions:
            raise ValueError(
                "resume: expected transactions to go on from, got none; e.g. transactions=True, resume=True"
            )
        if not name or not name.isprintable() or "/" in name or "\\" in name:
            raise ValueError(f"name: expected that of a file, got {name!r}; e.g. 'match'")
        self._header = (
            f"# name/game/hands/seed {name} {_one_line(game_name or _called(game))} {hands} {seed}\n"
            f"#--t_response {self._limits.response_ms}\n#--t_hand {self._limits.hand_ms}\n"
            f"#--t_per_hand {self._limits.per_hand_ms}"
        )

        self._deals = Deals(self._game, seed)
        self._clocks = Clocks(self._limits, seats, self._hands)
        self._won = [Fraction(0)] * seats
        self._hand = self._new_hand(0)
        self._exchange = Exchange([], -1, False)
        self._shown = -1  # last hand that the players saw end
        self._lines: list[Lines] = []
        self.begun = False
        self._log: Record | None = None
        self._transactions: Record | None = None
        self._listeners: list[socket.socket] = []
        folder = Path() if log is None else Path(log)
        try:
            for port in wanted:
                self._listeners.append(listen(host, port))
            if log is not None:
                self._log = Record(folder / f"{name}.log", resume, self._header.encode().startswith)
            if transactions:
                self._transactions = Record(folder / f"{name}.tlog", resume, may_be_cut)
            self._replay()
        except BaseException:
            self.close()
            raise
        self.ports = tuple(int(one.getsockname()[1]) for one in self._listeners)

    @property
    def score(self) -> Score:
        """Chips that each seat has won so far."""
        return Score(self._names, tuple(self._won))

    def __repr__(self) -> str:
        ports = ", ".join(map(str, self.ports))
        return brief(
            self, self._game.name, counted(self._hands, "hand"), " v ".join(self._names), f"ports {ports}"
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close sockets and files. `run` does so at its end."""
        for listener in self._listeners:
            listener.close()
        for lines in self._lines:
            lines.close()
        for record in (self._log, self._transactions):
            if record is not None:
                record.close()
        self._listeners, self._lines, self._log, self._transactions = [], [], None, None

    # --- the match ------------------------------------------------------------------------------------------------

    def run(self) -> Score:
        """Wait for the players, play the match, and close.

        Raises:
            MatchError: If a player leaves, runs out of time, does not read, or sends no version. The log and the
                transactions hold what was played.
            CapacityError: If the disk is full.
        """
        try:
            self._say(self._header)
            self._tell()
            self._lines = Seating(self._listeners, self._tokens, self._warn).wait(self._start_ms)
            sockets = [lines.fileno() for lines in self._lines]
            written = -1 if self._transactions is None else self._transactions.fileno()
            self._exchange = Exchange(sockets, written, self._loud)
            self.begun = True
            for record in (self._log, self._transactions):
                if record is not None:
                    record.begin()
            if not self._quiet:
                self._say(f"STARTED at {stamp(now())}")
            sent = now()
            while self._hand.number < self._hands:
                sent = self._play_hand(sent)
            if not self._quiet:
                self._say(f"FINISHED at {stamp(sent)}")
            self._end()
            return self.score
        except BaseException:
            self._break_off()
            raise
        finally:
            try:
                self._tell()
            finally:
                self.close()

    def _break_off(self) -> None:
        """Show all players that the match ends in mid-hand, whatever the reason."""
        if not self._lines or (self._hand.is_terminal and self._shown < self._hand.number):
            return  # no players yet, or the end of the hand is not sent
        if self._hand.is_terminal and self._hand.number + 1 < self._hands:
            with suppress(StopIteration):  # interrupted during the deal
                self._start(self._hand.number + 1)
        if not (self._hand.is_terminal or self._hand.core.history):
            self._exchange.add_views(self._hand.core, self._shift)
        for seat in range(0 if self._hand.is_terminal else len(self._lines)):
            with suppress(MatchError):
                self._send(seat)

    def _play_hand(self, sent: int) -> int:
        """Play the present hand to its end, and begin the next."""
        hand = self._hand
        while not hand.is_terminal:
            # C++ plays alone while all players answer promptly and correctly.
            try:
                stop, at, data, used = self._exchange.play(
                    hand.core, self._shift, self._quick(), self._clocks.response, self._clocks.budgets()
                )
            except OSError as error:  # C++ writes only transactions
                raise unwritable(error, "the transactions") from error
            sent = at or sent
            self._clocks.add(used)
            if stop == "finished":
                break
            seat = self._seat(hand.player)
            if stop == "late":
                raise MatchError(f"{self._lines[seat].who} ran out of time")
            if stop == "before":
                sent = self._send_views(seat)
            elif data:
                self._lines[seat].put_back(data)
            else:
                self._send_all()
            action, received = self._answer(seat, sent)
            if self._transactions is not None:
                self._transactions.write(str(Transaction(action, hand.number, sent, received)))
            hand.apply(action)
        # Write first: if that fails, the players see the match end in mid-hand.
        self._exchange.add_views(hand.core, self._shift)
        self._count(hand)
        self._tell()
        self._shown = hand.number
        self._exchange.send_waiting(self._quick())
        if hand.number + 1 == self._hands:
            self._send_all()
        if not self._quiet:
            self._say_times(hand.number)
        self._start(hand.number + 1)
        return sent

    def _quick(self) -> int:
        """Return the seats, as bits, that have read everything and have sent nothing but answers."""
        return sum(1 << seat for seat, lines in enumerate(self._lines) if lines.idle)

    def _start(self, number: int) -> None:
        self._clocks.start_hand()
        self._hand = self._new_hand(number)

    def _new_hand(self, number: int) -> Hand:
        return Hand(self._game, number, *next(self._deals))

    def _seat(self, position: int) -> int:
        return (position + self._shift) % self._game.players

    @property
    def _shift(self) -> int:
        """The seat of position 0."""
        return 0 if self._fixed else self._hand.number % self._game.players

    def _send_views(self, seat: int) -> int:
        """Send all players their views; return the time when the player to act got its view."""
        self._exchange.add_views(self._hand.core, self._shift)
        self._send(seat)
        sent = now()
        self._send_all()
        return sent

    def _send(self, seat: int) -> None:
        if data := self._exchange.take(seat):
            self._lines[seat].send(data)

    def _send_all(self) -> None:
        for seat in range(len(self._lines)):
            self._send(seat)

    def _answer(self, seat: int, sent: int) -> tuple[str, int]:
        """Return the action of the player to act, and the time when it was received."""
        lines = self._lines[seat]
        while True:
            self._tell()
            line = lines.line(self._clocks.left(seat) - (now() - sent), self._lines, self._send_all)
            if line is None:
                raise MatchError(f"{lines.who} ran out of time")
            received = now()
            heard = f"FROM {seat + 1} at {stamp(received)} {_printable(line)}" if self._loud else ""
            if line.startswith(COMMENTS):
                self._say_noise(seat, heard)
                if received - sent > self._clocks.left(seat):  # comments are free, but do not stop the clock
                    raise MatchError(f"{lines.who} ran out of time")
                self._send_all()
                continue
            action, warnings = self._hand.answer(line)
            told = heard + "".join(f"{warning}\n" for warning in warnings)
            if action is None:
                self._say_noise(seat, told)
            else:
                self._said.append(told)
            if not self._clocks.take(seat, received - sent):
                raise MatchError(f"{lines.who} ran out of time")
            if action is not None:
                return action, received
            self._send_all()

    def _count(self, hand: Hand, logged: Sequence[str] = ()) -> None:
        """Add up the chips won, and log the hand unless it is logged already."""
        payoffs = hand.returns()
        for position, chips in enumerate(payoffs):
            self._won[self._seat(position)] += chips
        if self._log is None:
            return
        names = [self._names[self._seat(position)] for position in range(self._game.players)]
        text = hand.text(payoffs, names)
        if hand.number >= len(logged):
            self._log.write(text)
        elif logged[hand.number] != text:
            raise ValueError(
                f"{self._log.path}: expected hand {hand.number} as game, seed, names and transactions make it, {text}, "
                f"got {logged[hand.number]}"
            )

    def _end(self) -> None:
        score = str(self.score)
        self._say(score)
        if self._log is not None and (self._ended is None or self._ended != score):
            self._log.write(score)
        for lines in self._lines:
            lines.finish(_LINGER_US)

    # --- going on -------------------------------------------------------------------------------------------------

    def _replay(self) -> None:
        """Replay the existing transactions."""
        logged: list[str] = []
        self._ended: str | None = None
        if self._log is not None:
            if self._log.empty:
                self._log.write(self._header)
            else:
                found = self._log.lines()
                self._check_header(self._log.path, found[0])
                logged = [line for line in found if line.startswith("STATE")]
                scores = [line for line in found if line.startswith("SCORE")]
                self._ended = scores[-1] if scores else None
        if self._transactions is None:
            return
        where = self._transactions.path
        known: Iterable[Transaction] = () if self._transactions.empty else read_transactions(where)
        for number, made in enumerate(known, start=1):
            while self._hand.is_terminal and self._hand.number < made.hand:  # blinds took all stacks
                self._count(self._hand, logged)
                self._start(self._hand.number + 1)
            if made.hand != self._hand.number or made.hand >= self._hands:
                raise ValueError(
                    f"{where}, line {number}: expected an action of hand {self._hand.number}, got one of {made.hand}"
                )
            seat = self._seat(self._hand.player)
            if not self._hand.allows(made.action):
                raise ValueError(
                    f"{where}, line {number}: expected an action that is allowed, got {quoted(made.action)}"
                )
            if not self._clocks.take(seat, made.received - made.sent):
                raise ValueError(f"{where}, line {number}: expected seat {seat + 1} within its time")
            self._hand.apply(made.action)
            if self._hand.is_terminal:
                self._count(self._hand, logged)
                self._start(self._hand.number + 1)
        if len(logged) > self._hand.number:
            raise ValueError(
                f"{where}: expected the actions of the {len(logged)} hands in the log, got those of {self._hand.number}"
            )

    def _check_header(self, path: Path, first: str) -> None:
        """Refuse a log of a match with another number of hands or seed. Names of the game and the match may differ."""
        wanted = self._header.splitlines()[0].split()[-2:]
        for what, own, there in zip(("hands", "seed"), wanted, first.split()[-2:], strict=False):
            if there != own:
                raise ValueError(
                    f"{path}, line 1: expected the log of a match of {what} {own}, got {quoted(first)}"
                )

    # --- what is said ---------------------------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self._said.append(f"{text}\n")

    def _say_noise(self, seat: int, text: str) -> None:
        """Report what a player sent that is no answer, unless it has sent too much of that in this match."""
        if not text or self._noise[seat] > MOST_NOISE:
            return
        self._noise[seat] += len(text)
        self._said.append(text)
        if self._noise[seat] > MOST_NOISE:
            self._say(f"WARNING: seat {seat + 1} talks too much: only its answers are shown from here on")

    def _warn(self, text: str) -> None:
        self._say(text)
        self._tell()

    def _tell(self) -> None:
        """Write the waiting messages."""
        self._said.append(self._exchange.take_told().decode("ascii"))
        text = "".join(self._said)
        self._said.clear()
        if self._messages is not None and text:
            try:
                self._messages.write(text)
            except BrokenPipeError:  # the reader of the messages is gone
                raise
            except OSError as error:
                raise unwritable(error, "the messages of the dealer") from error

    def _say_times(self, number: int) -> None:
        if number % _TIMES_EVERY == 0:
            for seat, used in enumerate(self._clocks.of_match):
                self._say(f"Seconds cumulatively spent in match for seat {seat}: {used // 1_000_000}")


def _printable(line: bytes) -> str:
    """Return a line for display, with control characters as escapes so that terminals do not act on them."""
    text = line.decode("ascii", "backslashreplace")
    bare = text.rstrip("\r\n")
    if bare.isprintable():
        return text
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in bare) + text[len(bare) :]


def _one_line(text: str) -> str:
    return " ".join(one_line(text).split())


def _called(game: TableRules | Game | str) -> str:
    return game if isinstance(game, str) else game.name


def _checked_names(game: TableRules, names: Sequence[str]) -> tuple[str, ...]:
    found = tuple(names)
    if len(found) != game.players:
        raise ValueError(f"names: expected {game.players}, one for each seat, got {len(found)}; e.g. A B")
    for name in found:
        if not name or not name.isprintable() or any(mark in name for mark in "|:"):
            raise ValueError(f"names: expected text without ':' and '|', got {name!r}; e.g. 'A'")
    return found


def _checked_ports(game: TableRules, ports: Sequence[int]) -> tuple[int, ...]:
    found = tuple(as_count(port, "ports", 0, _MOST_PORT, 18791) for port in ports) or (0,) * game.players
    if len(found) != game.players:
        raise ValueError(
            f"ports: expected {game.players}, one for each seat, got {len(found)}; e.g. 18791,18792"
        )
    return found


def _checked_tokens(game: TableRules, tokens: Sequence[str]) -> tuple[str, ...]:
    found = tuple(tokens)
    if len(found) == 1:
        found *= game.players
    if len(found) not in (0, game.players):
        raise ValueError(f"tokens: expected one, or one for each of {game.players} seats, got {len(found)}")
    for token in found:
        check_token(token)
    return found
