"""Logs of matches: hands with what each player won, and the score at the end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from pokerdata.play.definition import GameDefinition
from pokerdata.play.protocol import read_betting, read_cards, scan_action, scan_cards, state_text
from pokerdata.play.scanner import Scanner
from pokerdata.play.state import State

_DIGITS = 6  # decimals of values


@dataclass(frozen=True)
class Score:
    """What the players of a match won in all.

    Attributes:
        names: Of the players, by seat.
        chips: What each won, as the line has it.
    """

    names: tuple[str, ...]
    chips: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"SCORE:{values_text(self.chips)}:{'|'.join(self.names)}"


@dataclass(frozen=True)
class Log:
    """The log of a match.

    Attributes:
        hands: The hands that were played out, with names; what they won is `State.payoffs`.
        score: The last line; None where the match did not end.
        comments: Lines that begin with '#', without it.
    """

    hands: tuple[State, ...]
    score: Score | None
    comments: tuple[str, ...]


def values_text(values: Sequence[Fraction]) -> str:
    """Chips with up to six decimals: ``-19417|9708.5|9708.5``.

    Args:
        values: Chips by position or seat.
    """
    return "|".join(_value_text(value) for value in values)


def _value_text(value: Fraction) -> str:
    # Rounded as printf rounds a double.
    text = f"{float(value):.{_DIGITS}f}".rstrip("0").rstrip(".")
    return text if text != "-0" else "0"


def hand_text(state: State) -> str:
    """A hand that is over as a line of a log: ``STATE:0:f:AhKh|2c2d:10|-10:A|B``.

    Args:
        state: With all hole cards, the names of the players, and the board of the streets that were reached.

    Raises:
        ValueError: As `State.payoffs`, and without names.
    """
    if not state.names:
        raise ValueError("names: expected those of the players, got none; e.g. State(game, names=('A', 'B'))")
    return f"{state_text(state)}:{values_text(state.payoffs)}:{'|'.join(state.names)}"


def read_hand(game: GameDefinition, text: str) -> State:
    """The hand of a line of a log, which is over, with its names.

    Args:
        game: The rules.
        text: Such as ``STATE:0:f:AhKh|2c2d:10|-10:A|B``.

    Raises:
        ValueError: If it is no such line, the hand is not over, or its values are not what betting and cards make them;
            the message names the column and the rule.
    """
    scan = Scanner(text.rstrip("\r\n"), "STATE")
    scan.take("STATE:", "STATE: in front; e.g. STATE:0:f:AhKh|2c2d:10|-10:A|B")
    state = read_cards(game, scan, read_betting(game, scan))
    scan.take(":", "':' behind the cards")
    if not state.finished:
        scan.refuse("a hand that is over", at=0)
    at = scan.at
    values = scan.until(":")
    expected = values_text(state.payoffs)
    if values != expected:
        scan.refuse(f"the values {expected}, as betting and cards make them", at=at)
    scan.take(":", "':' behind the values")
    return state.with_names(_names(scan, game.players))


def read_score(text: str) -> Score:
    """The score of a line such as ``SCORE:925|-1420|495:A|B|C``.

    Args:
        text: The line.

    Raises:
        ValueError: If it is no such line; the message names the column and the rule.
    """
    scan = Scanner(text.rstrip("\r\n"), "SCORE")
    scan.take("SCORE:", "SCORE: in front; e.g. SCORE:925|-1420|495:A|B|C")
    chips = []
    while True:
        at = scan.at
        chips.append(_decimal(scan, scan.until("|:"), at))
        if scan.next != "|":
            break
        scan.at += 1
    # Each value is rounded to six places.
    if len(chips) < 2 or abs(sum(chips, Fraction(0))) > Fraction(len(chips), 10**6):
        scan.refuse("chips of two players and more that add up to 0", at=len("SCORE:"))
    scan.take(":", "':' behind the values")
    return Score(_names(scan, len(chips)), tuple(chips))


def _decimal(scan: Scanner, text: str, at: int) -> Fraction:
    plain = text.removeprefix("-").replace(".", "", 1)
    if not (plain.isascii() and plain.isdigit()) or len(plain) > 30:
        scan.refuse("chips, such as -19417 or 9708.5", at=at)
    return Fraction(text)


def _names(scan: Scanner, count: int) -> tuple[str, ...]:
    at = scan.at
    names = tuple(scan.until("").split("|"))
    if len(names) != count or not all(names):
        scan.refuse(f"{count} names with '|' between", at=at)
    return names


def read_log(game: GameDefinition, path: str | Path) -> Log:
    """The log of a match, as the dealers of the competition and of this package write it.

    Args:
        game: The rules.
        path: The file.

    Raises:
        ValueError: If it cannot be read or a line is no line of a log; the message names the file and the line.
    """
    hands: list[State] = []
    comments: list[str] = []
    score: Score | None = None
    for number, line in _lines(path):
        try:
            if line.startswith("#"):
                comments.append(line[1:].strip())
            elif line.startswith("SCORE"):
                score = read_score(line)
            elif line:
                hands.append(read_hand(game, line))
        except ValueError as error:
            raise ValueError(f"{path}, line {number}: {error}") from None
    return Log(tuple(hands), score, tuple(comments))


def _lines(path: str | Path) -> Iterator[tuple[int, str]]:
    try:
        with Path(path).open(encoding="utf-8", newline="\n") as file:
            for number, line in enumerate(file, start=1):
                yield number, line.rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read the log {path}: {error}") from error


def read_old_matchstate(game: GameDefinition, text: str) -> tuple[State, int]:
    """The state of a MATCHSTATE line from before version 2.0.0, and whose view it is.

    Beside what `read_matchstate` takes, players may fold with nothing to call, '/' and cards of a street that began may be
    missing at the end, and there may be blanks around numbers.

    Args:
        game: The rules.
        text: Such as ``MATCHSTATE:1:7:crcc/fcc:|9d7s|/AhKdJd``.

    Raises:
        ValueError: If it is no such line; the message names the column and the rule.
    """
    scan = Scanner(text.rstrip("\r\n"), "MATCHSTATE")
    scan.take("MATCHSTATE:", "MATCHSTATE: in front; e.g. MATCHSTATE:0:0::AhKh|")
    position = scan.number(f"a position from 0 to {game.players - 1}", game.players - 1)
    scan.take(":", "':' behind the position")
    hand = scan.number("the number of the hand", 2**32 - 1)
    scan.take(":", "':' behind the number of the hand")
    state = _old_betting(game, scan, State(game, hand=hand))
    state = _old_cards(game, scan, state)
    if scan.next:
        scan.refuse("the end of the line behind the cards")
    return state, position


def _old_betting(game: GameDefinition, scan: Scanner, state: State) -> State:
    """Betting up to ':', with free folds and without the last '/'."""
    due = 0
    while scan.next not in (":", ""):
        for _ in range(due):
            scan.take("/", "'/', as the street is over")
        before, at = state.street, scan.at
        action = scan_action(game, scan)
        try:
            state = state.after_old(action)
        except ValueError as error:
            raise ValueError(f"{scan.what}, column {at + 1}: {error}") from None
        due = 0 if state.betting.finished else state.street - before
        if scan.next == "/":
            for _ in range(state.street - before):
                scan.take("/", "'/', as the street is over")
            due = 0
    scan.take(":", "':' behind the betting")
    return state


def _old_cards(game: GameDefinition, scan: Scanner, state: State) -> State:
    """Hole cards and board, which may end a street early."""
    seen: set[int] = set()
    holes = []
    for position in range(game.players):
        if position:
            scan.take("|", f"'|' and the hole cards of position {position}, which may be empty")
        holes.append(scan_cards(game, scan, 0 if scan.next in ("|", "/", ":", "") else game.cards.hole, seen))
    board: tuple[int, ...] = ()
    for street in range(1, state.street + 1):
        if scan.next != "/":
            break
        scan.at += 1
        board += scan_cards(game, scan, game.cards.board[street], seen)
    return state.with_cards(holes, board)


def read_old_result(game: GameDefinition, text: str, *, unit: int | None = None) -> State:
    """The hand of a RESULTSTRING from before version 2.0.0, with its names.

    Args:
        game: The rules.
        text: Such as 'BreakIvan (0)|CheckNorris (4)|RichieRich (3):47:rfc/crc/cc/crc:7h2s|Js6h|Qs2d/9s5c2c/5s/9c:
            -0.5|-5.0|5.5': names by position, hand, betting, cards, and what each won in big blinds. Numbers in brackets
            behind names are left out.
        unit: Chips of what the values count; the big blind by default.

    Raises:
        ValueError: If it is no such line, or its values are not what betting and cards make them; the message names the
            column and the rule.
    """
    scan = Scanner(text.rstrip("\r\n").removeprefix("RESULTSTRING:"), "RESULTSTRING")
    names = tuple(name.partition("(")[0].strip() for name in scan.until(":").split("|"))
    if len(names) != game.players or not all(names):
        scan.refuse(f"{game.players} names with '|' between", at=0)
    scan.take(":", "':' behind the names")
    hand = scan.number("the number of the hand", 2**32 - 1)
    scan.take(":", "':' behind the number of the hand")
    state = _old_cards(game, scan, _old_betting(game, scan, State(game, hand=hand)))
    scan.take(":", "':' behind the cards")
    payoffs = state.payoffs
    chips = game.unit if unit is None else unit
    for position in range(game.players):
        at = scan.at
        value = _decimal(scan, scan.until("|"), at) * chips
        if value != payoffs[position]:
            scan.refuse(f"{float(payoffs[position] / chips):g}, as betting and cards make it", at=at)
        if position + 1 < game.players:
            scan.take("|", "'|' and the value of the next position")
    if scan.next:
        scan.refuse("the end of the line behind the values")
    return state.with_names(names)
