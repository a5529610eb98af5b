"""Hands, states and match logs in the line format of the Annual Computer Poker Competition, version 2.0.0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import NoReturn

from pokerdata.cards import RANKS, SUITS
from pokerdata.games.play.definition import TableRules, card_text
from pokerdata.games.play.state import Cards, State


class Scanner:
    """A line and the current reading position.

    Args:
        text: The line.
        what: Kind of line, for error messages.
    """

    def __init__(self, text: str, what: str) -> None:
        self.text = text
        self.what = what
        self.at = 0

    def refuse(self, rule: str, *, at: int | None = None) -> NoReturn:
        """Raise ValueError that names the column, the text there and the rule.

        Args:
            rule: What was expected there.
            at: Position from 0; by default the current one.
        """
        at = self.at if at is None else at
        rest = self.text[at:]
        got = "the end of the line" if not rest else repr(rest if len(rest) <= 24 else rest[:21] + "...")
        raise ValueError(f"{self.what}, column {at + 1}: expected {rule}, got {got}")

    @property
    def next(self) -> str:
        """Return the next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, mark: str, rule: str) -> None:
        """Read a required text.

        Args:
            mark: The text.
            rule: What was expected, for the error message.

        Raises:
            ValueError: If something else is there.
        """
        if not self.text.startswith(mark, self.at):
            self.refuse(rule)
        self.at += len(mark)

    def number(self, what: str, most: int) -> int:
        """Read a whole number, after optional blanks.

        Args:
            what: What it is, with an example.
            most: Largest allowed number.

        Raises:
            ValueError: If there is no number, or it is too large.
        """
        while self.next == " ":
            self.at += 1
        begin = self.at
        while self.next.isascii() and self.next.isdigit():
            self.at += 1
        digits = self.text[begin : self.at]
        if not digits:
            self.refuse(what)
        if len(digits) > 12 or int(digits) > most:
            self.refuse(f"{what}, at most {most}", at=begin)
        return int(digits)

    def until(self, marks: str) -> str:
        """Read up to one of some marks, or to the end.

        Args:
            marks: Characters to stop at.
        """
        begin = self.at
        while self.next and self.next not in marks:
            self.at += 1
        return self.text[begin : self.at]


MOST_HANDS = 2**32 - 1
_KINDS = {"f": "f", "c": "c", "k": "c", "r": "r", "b": "r"}


def matchstate_text(state: State, position: int) -> str:
    """Return a state as a player sees it: ``MATCHSTATE:1:7:crcc/rfc/:|9d7s|/AhKdJd/2c``.

    At a showdown this includes the hands of all that did not fold.

    Args:
        state: State with the known hole cards; cards that the player may not see are left out.
        position: Position of the viewer.

    Raises:
        ValueError: If there is no such position.
    """
    seen = state.seen_by(position)
    return f"MATCHSTATE:{position}:{state.hand}:{state.history}:{cards_text(seen)}"


def state_text(state: State) -> str:
    """Return a state with all known cards, as in logs: ``STATE:7:crcc/rfc/:2h2d|9d7s|AcAd/AhKdJd/2c``.

    Args:
        state: The state.
    """
    return f"STATE:{state.hand}:{state.history}:{cards_text(state)}"


def cards_text(state: State) -> str:
    """Return hole cards and board: ``|9d7s|/AhKdJd/2c``; unknown hands are empty.

    Args:
        state: The state.
    """
    hands = "|".join("".join(map(card_text, cards)) for cards in state.hole_cards)
    streets = ["".join(map(card_text, cards)) for cards in state.board_by_street[1:]]
    return "/".join([hands, *streets])


def read_matchstate(game: TableRules, text: str) -> tuple[State, int]:
    """Read a line such as ``MATCHSTATE:1:7:crcc/rfc/:|9d7s|/AhKdJd/2c``: the state, and the position of its viewer.

    Like the competition's programs it accepts blanks before numbers, letters in any case, and k and b for c and r. Unlike
    them it rejects missing or extra '/' or ``|``, repeated cards, and text after the board.

    Args:
        game: The rules.
        text: The line, with or without an end of line.

    Raises:
        ValueError: If it is no such line; the message names the column and the rule.
    """
    scan = Scanner(text.rstrip("\r\n"), "MATCHSTATE")
    scan.take("MATCHSTATE:", "MATCHSTATE: in front; e.g. MATCHSTATE:0:0::AhKh|")
    position = scan.number(f"a position from 0 to {game.players - 1}", game.players - 1)
    scan.take(":", "':' behind the position")
    return read_rest(game, scan).with_viewer(position), position


def read_state(game: TableRules, text: str) -> State:
    """Read a line such as ``STATE:7:crcc/rfc/:2h2d|9d7s|AcAd/AhKdJd/2c``.

    Args:
        game: The rules.
        text: The line, with or without an end of line.

    Raises:
        ValueError: As `read_matchstate`.
    """
    scan = Scanner(text.rstrip("\r\n"), "STATE")
    scan.take("STATE:", "STATE: in front; e.g. STATE:0:f:AhKh|2c2d")
    return read_rest(game, scan)


def read_rest(game: TableRules, scan: Scanner) -> State:
    """Read 'hand:betting:cards', up to the end of the line.

    Args:
        game: The rules.
        scan: The line, at the number of the hand.

    Raises:
        ValueError: As `read_matchstate`.
    """
    state = read_cards(game, scan, read_betting(game, scan))
    if scan.next:
        scan.refuse("the end of the line behind the cards")
    return state


def read_betting(game: TableRules, scan: Scanner) -> State:
    """Read 'hand:betting:', without cards.

    Args:
        game: The rules.
        scan: The line, at the number of the hand; afterwards behind the second ':'.

    Raises:
        ValueError: As `read_matchstate`.
    """
    hand = scan.number("the number of the hand", MOST_HANDS)
    scan.take(":", "':' behind the number of the hand")
    state = State(game, hand=hand)
    scan_slashes(scan, state.street)
    while scan.next not in (":", ""):
        before, at = state.street, scan.at
        action = scan_action(game, scan)
        try:
            state = state.apply_unseen(action)
        except ValueError as error:
            raise ValueError(f"{scan.what}, column {at + 1}: {error}") from None
        scan_slashes(scan, state.street - before)
    scan.take(":", "':' behind the betting")
    return state


def scan_action(game: TableRules, scan: Scanner) -> str:
    """Read an action: f, c or r in any case, also k and b; in no-limit games r and a number.

    Args:
        game: The rules.
        scan: The line.

    Raises:
        ValueError: If there is no action.
    """
    kind = _KINDS.get(scan.next.lower() if scan.next.isascii() else "", "")
    if not kind:
        slash = ", or ':'; '/' stands only where a street ends" if scan.next == "/" else ""
        scan.refuse(f"f, c or r{slash}")
    scan.at += 1
    if kind != "r" or game.limit:
        return kind
    if scan.next == " ":
        scan.refuse("chips right behind r, all that the player has put in then; e.g. r300")
    return f"r{scan.number('chips behind r, all that the player has put in then; e.g. r300', 2**31 - 1)}"


def scan_slashes(scan: Scanner, count: int) -> None:
    """Read one '/' for each street that began.

    Args:
        scan: The line.
        count: Number of slashes.

    Raises:
        ValueError: If a slash is missing.
    """
    for _ in range(count):
        scan.take("/", "'/', as the street is over")


def read_cards(game: TableRules, scan: Scanner, state: State) -> State:
    """Return the state with the cards of ``|9d7s|/AhKdJd/2c``.

    Args:
        game: The rules.
        scan: The line, at the hole cards; afterwards behind the board.
        state: The betting.

    Raises:
        ValueError: As `read_matchstate`.
    """
    seen: set[int] = set()
    holes = []
    for position in range(game.players):
        if position:
            scan.take("|", f"'|' and the hole cards of position {position}, which may be empty")
        count = 0 if scan.next in ("|", "/", ":", "") else game.cards.hole
        holes.append(scan_cards(game, scan, count, seen))
    board: Cards = ()
    for street in range(1, state.street + 1):
        count = game.cards.board[street]
        plural = "card" if count == 1 else "cards"
        scan.take("/", f"'/' and {count} {plural} of the board")
        board += scan_cards(game, scan, count, seen)
    return state.with_cards(holes, board)


def scan_cards(game: TableRules, scan: Scanner, count: int, seen: set[int]) -> Cards:
    """Read a number of cards.

    Args:
        game: The rules.
        scan: The line.
        count: Number of cards.
        seen: Cards read before; the new ones are added.

    Raises:
        ValueError: If a card is not in the deck, or was read before.
    """
    found: list[int] = []
    for _ in range(count):
        word = scan.text[scan.at : scan.at + 2]
        rank, suit = RANKS.find(word[:1].upper() or "?"), SUITS.find(word[1:].lower() or "?")
        card = 4 * rank + suit
        if rank < 0 or suit < 0 or card not in game.deck:
            scan.refuse(f"a card of the deck, such as {card_text(game.deck[-1])}")
        if card in seen:
            scan.refuse("a card that is not dealt yet")
        seen.add(card)
        found.append(card)
        scan.at += 2
    return tuple(found)


_DIGITS = 6  # decimals of values
LONGEST_LINE = 1 << 16  # bytes; a limit, so that reading a device ends


@dataclass(frozen=True)
class Score:
    """Total winnings of the players of a match.

    Attributes:
        names: Names of the players, by seat.
        chips: Winnings of each player, as in the line.
    """

    names: tuple[str, ...]
    chips: tuple[Fraction, ...]

    def __str__(self) -> str:
        return f"SCORE:{values_text(self.chips)}:{'|'.join(self.names)}"


@dataclass(frozen=True)
class Log:
    """The log of a match.

    Attributes:
        hands: The hands that were played out, with names; `State.returns` has the winnings.
        score: The last line; None if the match did not end.
        comments: Lines that begin with '#', without it.
    """

    hands: tuple[State, ...]
    score: Score | None
    comments: tuple[str, ...]


def values_text(values: Sequence[Fraction]) -> str:
    """Format chips with up to six decimals: ``-19417|9708.5|9708.5``.

    Args:
        values: Chips by position or seat.
    """
    return "|".join(_value_text(value) for value in values)


def _value_text(value: Fraction) -> str:
    # Round like C's printf of a double.
    text = f"{float(value):.{_DIGITS}f}".rstrip("0").rstrip(".")
    return text if text != "-0" else "0"


def hand_text(state: State) -> str:
    """Return a finished hand as a line of a log: ``STATE:0:f:AhKh|2c2d:10|-10:A|B``.

    Args:
        state: State with all hole cards, the names of the players, and the board of the streets that were reached.

    Raises:
        ValueError: As `State.returns`; also without names.
    """
    if not state.names:
        raise ValueError("names: expected those of the players, got none; e.g. State(game, names=('A', 'B'))")
    return f"{state_text(state)}:{values_text(state.returns())}:{'|'.join(state.names)}"


def read_hand(game: TableRules, text: str) -> State:
    """Read the finished hand of a log line, with its names.

    Args:
        game: The rules.
        text: Line such as ``STATE:0:f:AhKh|2c2d:10|-10:A|B``.

    Raises:
        ValueError: If it is no such line, the hand is not finished, or its values do not follow from betting and cards;
            the message names the column and the rule.
    """
    scan = Scanner(text.rstrip("\r\n"), "STATE")
    scan.take("STATE:", "STATE: in front; e.g. STATE:0:f:AhKh|2c2d:10|-10:A|B")
    state = read_cards(game, scan, read_betting(game, scan))
    scan.take(":", "':' behind the cards")
    if not state.is_terminal:
        scan.refuse("a hand that is over", at=0)
    at = scan.at
    values = scan.until(":")
    expected = values_text(state.returns())
    if values != expected:
        scan.refuse(f"the values {expected}, as betting and cards make them", at=at)
    scan.take(":", "':' behind the values")
    return state.with_names(_names(scan, game.players))


def read_score(text: str) -> Score:
    """Read the score of a line such as ``SCORE:925|-1420|495:A|B|C``.

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


def read_log(game: TableRules, path: str | Path) -> Log:
    """Read the log of a match, as dealers of the competition and of this package write it.

    Args:
        game: The rules.
        path: The file.

    Raises:
        ValueError: If it cannot be read or a line is invalid; the message names the file and the line.
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
            for number in count(1):
                line = file.readline(LONGEST_LINE + 1)
                if not line:
                    return
                if len(line) > LONGEST_LINE:
                    raise ValueError(
                        f"{path}, line {number}: expected at most {LONGEST_LINE:,} bytes, got more"
                    )
                yield number, line.rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"cannot read the log {path}: {error}") from error


def read_old_matchstate(game: TableRules, text: str) -> tuple[State, int]:
    """Read a MATCHSTATE line from before version 2.0.0: the state, and the position of its viewer.

    Compared with `read_matchstate` it also allows folds with nothing to call, missing '/' and cards of the last street, and
    blanks around numbers.

    Args:
        game: The rules.
        text: Line such as ``MATCHSTATE:1:7:crcc/fcc:|9d7s|/AhKdJd``.

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


def _old_betting(game: TableRules, scan: Scanner, state: State) -> State:
    """Read betting up to ':', with free folds and without the last '/'."""
    due = 0
    while scan.next not in (":", ""):
        for _ in range(due):
            scan.take("/", "'/', as the street is over")
        before, at = state.street, scan.at
        action = scan_action(game, scan)
        try:
            state = state.apply_old(action)
        except ValueError as error:
            raise ValueError(f"{scan.what}, column {at + 1}: {error}") from None
        due = 0 if state.betting.finished else state.street - before
        if scan.next == "/":
            for _ in range(state.street - before):
                scan.take("/", "'/', as the street is over")
            due = 0
    scan.take(":", "':' behind the betting")
    return state


def _old_cards(game: TableRules, scan: Scanner, state: State) -> State:
    """Read hole cards and board, which may end a street early."""
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


def read_old_result(game: TableRules, text: str, *, unit: int | None = None) -> State:
    """Read the hand of a RESULTSTRING from before version 2.0.0, with its names.

    Args:
        game: The rules.
        text: Line such as 'BreakIvan (0)|CheckNorris (4)|RichieRich (3):47:rfc/crc/cc/crc:7h2s|Js6h|Qs2d/9s5c2c/5s/9c:
            -0.5|-5.0|5.5': names by position, hand, betting, cards, and winnings in big blinds. Numbers in brackets after
            names are ignored.
        unit: Chips of one unit of the values; the big blind by default.

    Raises:
        ValueError: If it is no such line, or its values do not follow from betting and cards; the message names the
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
    payoffs = state.returns()
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
