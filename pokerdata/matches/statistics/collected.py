"""Statistics of all players by name, from observed hands and from logs of any length."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, BinaryIO

from pokerdata._core import statistics as _core
from pokerdata._support import html
from pokerdata._support.estimates import plus_minus
from pokerdata._support.extras import imported_for
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief, counted, nearest, one_line, shortened
from pokerdata.games import Game, table_rules
from pokerdata.games.named import TEXAS
from pokerdata.games.play import State, TableRules, read_hand, read_old_result, read_phh, read_score
from pokerdata.games.play.protocol import LONGEST_LINE
from pokerdata.games.play.state import split_actions
from pokerdata.matches.statistics.player import (
    Cell,
    Kind,
    PlayerStatistics,
    Winnings,
    check_by,
    winnings_text,
)
from pokerdata.matches.statistics.shown import STRONG, ShownHands, Strengths, percent

_STEALERS, _BLINDS = ("CO", "BU", "SB"), ("SB", "BB")
_AT_ONCE = 10_000  # hands per lookup of strengths
#: Head of the table of shown hands.
SHOWN_HEAD = ("", "shown", "strength", "raised", "called", "slow flop", "turn", "river")
#: Head of the overview.
HEAD = ("", "hands", "VPIP", "PFR", "AF", "WTSD", "W$SD", "won/100", "type")


class Statistics(Mapping[str, PlayerStatistics]):
    """Statistics of the players in observed hands, by player name.

    A mapping: ``found["A"]["vpip"]`` is a `Share`. Statistics of several logs add up: ``one + other``. Memory depends on the
    number of players, not on the number of hands.

    Args:
        strength: Whether to evaluate Texas hold'em hands at showdown, too: categories and strengths.
        strong: Strength from which a hand is strong: E[HS] above 0 and below 1.
        tables: For strengths: the only folder to search for flop_strength, turn_strength and river_strength. Without the
            tables each hand takes some milliseconds.

    Raises:
        ValueError: If `strong` is out of range.
    """

    def __init__(
        self,
        *,
        strength: bool = False,
        strong: float = STRONG,
        tables: str | os.PathLike[str] | None = None,
    ) -> None:
        strengths = Strengths(strong, tables)
        self._strengths: Strengths | None = strengths if strength else None
        self._tables: dict[TableRules, _core.Table] = {}
        self._waiting = 0  # hands with cards still to be evaluated
        self._counters: dict[Kind, _core.Counter] = {}
        #: Number of hands left out because of errors, and the first error.
        self.skipped: int = 0
        self.first_error: str = ""

    # --- counting -------------------------------------------------------------------------------------------------

    def see(self, hand: State, *, names: Sequence[str] = ()) -> None:
        """Count a finished hand, as far as its cards are known.

        An agent at the table counts what it is shown: ``def observe(self, state): self.statistics.see(state)``. If hole
        cards of a showdown are unknown, so are the winnings and wins of that hand.

        Args:
            hand: The hand.
            names: Names of the players, by position; by default the hand's.

        Raises:
            ValueError: If the hand is not finished or has no names.
            CapacityError: If there are more than 10,000 players of one kind of table.
        """
        called = tuple(names) or hand.names
        if len(called) != hand.players or not all(isinstance(name, str) and name for name in called):
            raise ValueError(
                f"names: expected those of {hand.players} players, got {list(called)}; e.g. see(hand, names=['A', 'B'])"
            )
        if not hand.betting.finished:
            raise ValueError(f"hand {hand.hand}: expected one that is over, got {hand!r}")
        actions = [(text[0], int(text[1:] or 0)) for text in split_actions(hand.history.replace("/", ""))]
        self.table(hand.game).see(self.counter(hand.game), actions, hand.hole_cards, hand.board, called)
        self._waiting += 1
        if self._waiting >= _AT_ONCE:
            self.take_shown()

    def table(self, game: TableRules) -> _core.Table:
        """Return the kernel object that reads hands of a game for these statistics.

        Args:
            game: The rules.

        Raises:
            ValueError: If strengths are requested for a game other than Texas hold'em.
        """
        if self._strengths is None:
            return _table(game)
        if game not in self._tables:
            self._tables[game] = read_by(game, shown=True)
        return self._tables[game]

    def take_shown(self) -> None:
        """Count the shown hands read so far, if strengths are requested."""
        self._waiting = 0
        if self._strengths is not None:
            for game, table in self._tables.items():
                self._strengths.add(self.counter(game).names, *table.take_shown())

    def counter(self, game: TableRules) -> _core.Counter:
        """Return the counts for the kind of table of a game; you can add to them.

        Args:
            game: The rules.
        """
        kind = Kind(game.positions, game.streets, game.limit, game.unit, max(game.blinds) > 0)
        if kind not in self._counters:
            self._counters[kind] = _core.Counter(kind.players, kind.streets)
        return self._counters[kind]

    def __iadd__(self, other: Statistics) -> Statistics:
        for kind, theirs in list(other._counters.items()):
            ours = self._counters.setdefault(kind, _core.Counter(kind.players, kind.streets))
            of_names = [theirs.of_name(number) for number in range(len(theirs.names))]
            hands = theirs.hands
            for name, counts, winnings in of_names:
                ours.add_counts(name, counts, winnings)
            ours.add_hands(hands)
        self.take_shown()
        other.take_shown()
        if other._strengths is not None:
            if self._strengths is None:
                self._strengths = Strengths(other._strengths.strong, other._strengths.tables)
            ours_shown = self._strengths.found
            for name, shown in other._strengths.found.items():
                ours_shown[name] = ours_shown[name] + shown if name in ours_shown else shown
        self.skipped += other.skipped
        self.first_error = self.first_error or other.first_error
        return self

    def __add__(self, other: Statistics) -> Statistics:
        if not isinstance(other, Statistics):
            return NotImplemented
        found = Statistics()
        found += self
        found += other
        return found

    def __getstate__(self) -> dict[str, Any]:
        self.take_shown()
        kept = {
            kind: (counter.hands, [counter.of_name(number) for number in range(len(counter.names))])
            for kind, counter in self._counters.items()
        }
        return {
            "kept": kept,
            "skipped": self.skipped,
            "first_error": self.first_error,
            "strengths": self._strengths,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.skipped, self.first_error = state["skipped"], state["first_error"]
        self._strengths, self._tables = state["strengths"], {}
        self._waiting = 0
        self._counters = {}
        for kind, (hands, of_names) in state["kept"].items():
            counter = self._counters[kind] = _core.Counter(kind.players, kind.streets)
            for name, counts, winnings in of_names:
                counter.add_counts(name, counts, winnings)
            counter.add_hands(hands)

    # --- what was found -------------------------------------------------------------------------------------------

    @property
    def hands(self) -> int:
        """Number of hands counted."""
        return sum(counter.hands for counter in self._counters.values())

    def __getitem__(self, name: str) -> PlayerStatistics:
        cells = []
        for kind, counter in self._counters.items():
            number = counter.number(name) if isinstance(name, str) else -1
            if number >= 0:
                _, counts, winnings = counter.of_name(number)
                for position, called in enumerate(kind.positions):
                    won = Winnings(*winnings[position])
                    if won.hands:
                        counts[position].flags.writeable = False
                        cells.append(Cell(kind, called, counts[position], won))
        if not cells:
            raise KeyError(f"no hands of {name!r}{nearest(str(name), list(self))}")
        self.take_shown()
        shown = None
        if self._strengths is not None:
            shown = self._strengths.found.get(name, ShownHands(strong=self._strengths.strong))
        return PlayerStatistics(name, tuple(cells), shown)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(name for counter in self._counters.values() for name in counter.names))

    def __len__(self) -> int:
        return len(list(iter(self)))

    def rows(self, by: str | None = None) -> list[dict[str, Any]]:
        """Return the statistics of all players as rows of columns.

        Args:
            by: 'street', 'position', or None for totals.

        Returns:
            Rows as from `PlayerStatistics.rows`.

        Raises:
            ValueError: If `by` is something else.
        """
        check_by(by)
        return [row for player in self.values() for row in player.rows(by)]

    def to_frame(self, by: str | None = None) -> Any:
        """Return a pandas.DataFrame with a row for each player and statistic, and street or position.

        Args:
            by: 'street', 'position', or None for totals.

        Raises:
            ValueError: If `by` is something else.
            ModuleNotFoundError: If pandas (extra ``pandas``) is not installed.
        """
        rows = self.rows(by)
        with imported_for("frames"):
            import pandas as pd
        columns = [
            "player",
            "statistic",
            *([by] if by else []),
            "taken",
            "opportunities",
            "share",
            "low",
            "high",
        ]
        return pd.DataFrame(rows, columns=columns)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON values. None means unknown."""
        return {
            "hands": self.hands,
            "skipped": self.skipped,
            "first_error": self.first_error or None,
            "players": [player.to_dict() for player in self.values()],
        }

    # --- as text --------------------------------------------------------------------------------------------------

    def overview(self) -> list[tuple[str, ...]]:
        """Return a row of cells for each player, under `HEAD`, players with most hands first."""
        found = []
        for player in sorted(self.values(), key=lambda one: -one.hands):
            won = winnings_text(player).rsplit(" ", 1)[0] if player.winnings else "not known"
            factor = player.aggression_factor().value
            shares = [_short(player[name].value) for name in ("vpip", "pfr")]
            last = [_short(player[name].value) for name in ("to_showdown", "won_at_showdown")]
            name = shortened(one_line(player.name), 16)
            af = f"{factor:.2f}" if factor == factor else "-"
            found.append((name, f"{player.hands:,}", *shares, af, *last, won, str(player.type())))
        return found

    def shown_overview(self) -> list[tuple[str, ...]]:
        """Return a row of cells for each player with shown hands, under `SHOWN_HEAD`, players with most hands first.

        The cells are the mean strengths on the river: of all shown hands, of hands that bet or raised there, and of hands
        that only checked and called. Then, for each street, the % of strong hands that only checked and called. Empty
        without strengths.
        """
        found = []
        for player in sorted(self.values(), key=lambda one: -one.hands):
            if (shown := player.shown) is None or not shown.hands:
                continue
            means = [of.mean("river").mean for of in shown.played[-1]]
            cells = [f"{mean:.3f}" if mean == mean else "-" for mean in means]
            value = shown.strength
            found.append(
                (
                    shortened(one_line(player.name), 16),
                    f"{shown.hands:,}",
                    f"{value.mean:.3f} {plus_minus(value.half_width, 3)}",
                    *cells,
                    *(_short(share.value) for share in shown.slow),
                )
            )
        return found

    def __repr__(self) -> str:
        return brief(self, counted(self.hands, "hand"), counted(len(self), "player"))

    def _repr_html_(self) -> str:
        return html.table(
            self.overview()[:100],
            head=HEAD,
            caption=f"{counted(self.hands, 'hand')}, {counted(len(self), 'player')}",
        )


def _short(value: float) -> str:
    return percent(value).removesuffix(" %").replace("not known", "-")


def statistics_of(
    hands: Iterable[State],
    *,
    strength: bool = False,
    strong: float = STRONG,
    tables: str | os.PathLike[str] | None = None,
) -> Statistics:
    """Return statistics of hands from a list, or a stream of any length.

    Args:
        hands: Finished hands with names.
        strength: As for `Statistics`.
        strong: As for `Statistics`.
        tables: As for `Statistics`.

    Raises:
        ValueError: As `Statistics.see`; the message gives the hand's index.
        CapacityError: As `Statistics.see`.
    """
    found = Statistics(strength=strength, strong=strong, tables=tables)
    for number, hand in enumerate(hands, start=1):
        try:
            found.see(hand)
        except ValueError as error:
            raise ValueError(f"hand {number} of those given: {error}") from None
    return found


def read_by(game: TableRules, *, shown: bool = False) -> _core.Table:
    """Return the kernel object that reads hands of a game, including who steals and who has blinds.

    Args:
        game: The rules.
        shown: Whether to keep hands at showdown.

    Raises:
        ValueError: If `shown` is set for a game other than Texas hold'em.
    """
    if shown and game.cards != TEXAS:
        raise ValueError(f"strength: expected a game of Texas hold'em, got {game.name}; e.g. limit-holdem")
    places = list(enumerate(game.positions))
    stealers = [p for p, name in places if name in _STEALERS]
    return _core.Table(game.core, stealers, [p for p, name in places if name in _BLINDS], shown)


@lru_cache(maxsize=64)
def _table(game: TableRules) -> _core.Table:
    return read_by(game)


_PHH = (".phh", ".phhs")
_SUFFIXES = (".log", *_PHH)
_CHUNK = 1 << 20  # bytes per read


def statistics_of_logs(
    paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    game: TableRules | Game | str | None = None,
    *,
    chip: int | str = 1,
    skip_errors: bool = False,
    strength: bool = False,
    strong: float = STRONG,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> Statistics:
    """Return statistics of logs in the competition's format, and of `.phh` and `.phhs` files.

    It also reads RESULTSTRING lines from before version 2.0.0. It streams logs: memory does not depend on their length. A
    line in the usual form takes some microseconds; other lines, and hands of `.phh` files, take far longer.

    Args:
        paths: One or more files or folders; in a folder, all files that end in .log, .phh or .phhs are read.
        game: The game of the logs, in any form that `pokerdata.load_game` accepts; not needed for .phh.
        chip: Value of a chip in `.phh` files, as for `pokerdata.games.play.read_phh`.
        skip_errors: Skip and count hands with errors, instead of raising an error at the first one.
        strength: As for `Statistics`.
        strong: As for `Statistics`.
        tables: As for `Statistics`.
        progress: Called with the bytes read and the total.

    Raises:
        ValueError: If a log has no game, a file cannot be read or is given twice, or a line has an error; the message names
            the line.
        CapacityError: If there are more than 10,000 players of one kind of table.
    """
    files = list(_files(paths))
    logs = [path for path in files if path.suffix.lower() not in _PHH]
    if logs and game is None:
        raise ValueError(f"game: expected that of the log {logs[0]}, got none; e.g. limit-holdem")
    rules = None if game is None or not logs else table_rules(game)
    sizes = [path.stat().st_size for path in files]
    done, found = 0, Statistics(strength=strength, strong=strong, tables=tables)
    if rules is not None:
        found.table(rules)  # raises before any hand is read
    for path, size in zip(files, sizes, strict=True):
        if rules is None or path.suffix.lower() in _PHH:
            _count_phh(found, path, chip, skip_errors)
        else:
            reading = _Reading(found, rules, path, skip_errors)
            for read in reading.run():
                if progress is not None:
                    progress(done + read, sum(sizes))
        done += size
        if progress is not None:
            progress(done, sum(sizes))
    return found


def _files(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> Iterator[Path]:
    given = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    if not given:
        raise ValueError("logs: expected a file or folder, or several, got none; e.g. match.log")
    seen: set[Path] = set()
    for one in map(Path, given):
        if one.is_dir():
            found = sorted(
                path for path in one.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file()
            )
            if not found:
                raise ValueError(
                    f"logs: expected files that end in {', '.join(_SUFFIXES)} in {one}, got none"
                )
        elif one.exists():  # includes pipes
            found = [one]
        else:
            raise ValueError(f"logs: expected a file or a folder, got {one}, which does not exist")
        for path in found:
            if path.resolve() in seen:
                raise ValueError(f"logs: expected each file once, got {path} twice")
            seen.add(path.resolve())
            yield path


def _count_phh(found: Statistics, path: Path, chip: int | str, skip_errors: bool) -> None:
    try:
        hands = read_phh(path, chip=chip)
    except ValueError as error:
        _skip(found, str(error), skip_errors)
        return
    for number, hand in enumerate(hands, start=1):
        try:
            found.see(hand)
        except ValueError as error:
            _skip(found, f"{path}, hand {number}: {error}", skip_errors)


def _skip(found: Statistics, message: str, skip_errors: bool) -> None:
    if not skip_errors:
        raise ValueError(message) from None
    found.skipped += 1
    found.first_error = found.first_error or message


class _Reading:
    """Reader of one log. `pokerdata.games.play` reads lines in other than the usual form, and raises the errors."""

    def __init__(self, found: Statistics, game: TableRules, path: Path, skip_errors: bool) -> None:
        self._found = found
        self._game = game
        self._path = path
        self._skip_errors = skip_errors
        self._counter: _core.Counter = found.counter(game)
        self._table = found.table(game)
        self._line = 0  # number of lines so far

    def run(self) -> Iterator[int]:
        """Count the log; yield the bytes read."""
        try:
            with self._path.open("rb") as file:
                yield from self._chunks(file)
        except OSError as error:
            raise ValueError(f"cannot read the log {self._path}: {error}") from error

    def _chunks(self, file: BinaryIO) -> Iterator[int]:
        rest, read = b"", 0
        while chunk := file.read(_CHUNK):
            read += len(chunk)
            text = rest + chunk
            end = text.rfind(b"\n") + 1
            rest = text[end:]
            self._count(text[:end])
            if len(rest) > LONGEST_LINE:
                raise ValueError(
                    f"{self._path}, line {self._line + 1}: expected at most {LONGEST_LINE:,} bytes, got more without an "
                    "end of line"
                )
            yield read
        if rest:
            self._count(rest + b"\n")
            yield read

    def _count(self, text: bytes) -> None:
        at = 0
        while at < len(text):
            taken, lines, _ = self._table.count(self._counter, text, at)
            self._found.take_shown()
            at += taken
            self._line += lines
            if at < len(text):
                end = text.index(b"\n", at)
                self._line += 1
                self._other(text[at:end])
                at = end + 1

    def _other(self, line: bytes) -> None:
        """Read a line that is not a hand in the usual form."""
        try:
            if len(line) > LONGEST_LINE:
                raise ValueError(f"expected at most {LONGEST_LINE} bytes, got {len(line)}")
            try:
                text = line.decode("utf-8").rstrip("\r\n")
            except UnicodeDecodeError as error:
                raise ValueError(
                    f"expected UTF-8 text, got {error.reason} in column {error.start + 1}"
                ) from None
            if text.startswith("SCORE"):
                read_score(text)
            elif text and not text.startswith("#"):
                self._found.see(_hand(self._game, text))
        except ValueError as error:
            _skip(self._found, f"{self._path}, line {self._line}: {error}", self._skip_errors)


def _hand(game: TableRules, text: str) -> State:
    """Return the hand of a line: of current logs, or of a RESULTSTRING (with or without that word), with names in front."""
    if text.startswith("RESULTSTRING:") or (
        not text.startswith(("STATE", "MATCHSTATE")) and "|" in text.partition(":")[0]
    ):
        return read_old_result(game, text)
    return read_hand(game, text)
