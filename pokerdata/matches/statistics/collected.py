"""Statistics of all players by name, in hands that were seen and in logs of any length."""

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
_AT_ONCE = 10_000  # hands whose strengths are looked up together
#: Of the table of shown hands.
SHOWN_HEAD = ("", "shown", "strength", "raised", "called", "slow flop", "turn", "river")
#: What people look at first.
HEAD = ("", "hands", "VPIP", "PFR", "AF", "WTSD", "W$SD", "won/100", "type")


class Statistics(Mapping[str, PlayerStatistics]):
    """What players did in the hands that were seen, by their names.

    A mapping: ``found["A"]["vpip"]`` is a `Share`. Statistics of several logs add up: ``one + other``. Memory depends on the
    number of players, not on that of hands.

    Args:
        strength: Whether to tell hands that are shown down, of Texas hold'em, by what they are and how strong, too.
        strong: From which strength on a hand is strong: E[HS] above 0 and below 1.
        tables: Of strengths: the only folder to look in for flop_strength, turn_strength and river_strength, without which
            each hand takes some milliseconds.

    Raises:
        ValueError: For another border of strong hands.
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
        self._waiting = 0  # hands whose cards were not looked at yet
        self._counters: dict[Kind, _core.Counter] = {}
        #: Hands that were left out as they had an error, and what the first of them was.
        self.skipped: int = 0
        self.first_error: str = ""

    # --- counting -------------------------------------------------------------------------------------------------

    def see(self, hand: State, *, names: Sequence[str] = ()) -> None:
        """Count a hand that is over, with what is known of its cards.

        An agent at the table counts what is shown to him: ``def observe(self, state): self.statistics.see(state)``. Where
        hole cards that were shown down are not known, winnings and wins of that hand are not, either.

        Args:
            hand: The hand.
            names: Of the players, by position; by default those of the hand.

        Raises:
            ValueError: For a hand that is not over or has no names.
            CapacityError: For more than 10,000 players of one kind of table.
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
        """What reads the hands of a game for these statistics.

        Args:
            game: The rules.

        Raises:
            ValueError: Where strengths are asked for, of a game other than Texas hold'em.
        """
        if self._strengths is None:
            return _table(game)
        if game not in self._tables:
            self._tables[game] = read_by(game, shown=True)
        return self._tables[game]

    def take_shown(self) -> None:
        """Count what was shown in the hands that were read so far, where strengths are asked for."""
        self._waiting = 0
        if self._strengths is not None:
            for game, table in self._tables.items():
                self._strengths.add(self.counter(game).names, *table.take_shown())

    def counter(self, game: TableRules) -> _core.Counter:
        """The counts of tables such as those of a game, which are added to.

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
        """Hands that were counted."""
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
        """The statistics of all players as rows of columns.

        Args:
            by: 'street', 'position', or None for totals.

        Returns:
            As `PlayerStatistics.rows`.

        Raises:
            ValueError: For another `by`.
        """
        check_by(by)
        return [row for player in self.values() for row in player.rows(by)]

    def to_frame(self, by: str | None = None) -> Any:
        """A pandas.DataFrame with a row for each player and statistic, and street or position.

        Args:
            by: 'street', 'position', or None for totals.

        Raises:
            ValueError: For another `by`.
            ModuleNotFoundError: Without pandas (extra ``pandas``).
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
        """All of it as values that JSON can hold. None: not known."""
        return {
            "hands": self.hands,
            "skipped": self.skipped,
            "first_error": self.first_error or None,
            "players": [player.to_dict() for player in self.values()],
        }

    # --- as text --------------------------------------------------------------------------------------------------

    def overview(self) -> list[tuple[str, ...]]:
        """A row of cells for each player, under `HEAD`, those with most hands first."""
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
        """A row of cells for each player who showed hands down, under `SHOWN_HEAD`, those with most hands first.

        Mean strength on the river of all shown hands, of those that bet or raised there, and of those that only checked and
        called; and in % how many strong hands were only checked and called on each street. None but with strengths.
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
    """Statistics of hands, one after the other: a list, or a stream of any length.

    Args:
        hands: That are over, with names.
        strength: As for `Statistics`.
        strong: As for `Statistics`.
        tables: As for `Statistics`.

    Raises:
        ValueError: As `Statistics.see`; the message names the hand by its place.
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
    """What reads the hands of a game, and knows who steals and who holds blinds.

    Args:
        game: The rules.
        shown: Whether to keep hands that are shown down.

    Raises:
        ValueError: For hands that are to be kept of a game other than Texas hold'em.
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
_CHUNK = 1 << 20  # bytes that are read at once


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
    """Statistics of logs as the dealers of the competition and of this package write them, and of `.phh` and `.phhs` files.

    RESULTSTRING lines from before version 2.0.0 are read, too. A log is read in a stream: memory does not depend on its
    length. Lines in the usual form take some millionths of a second; others, and those of `.phh` files, far longer.

    Args:
        paths: A file, a folder, in which all that ends in .log, .phh or .phhs is read, or several of them.
        game: What was played in logs, as `pokerdata.load_game` takes it; not needed for .phh.
        chip: What a chip is worth in `.phh` files, as for `pokerdata.games.play.read_phh`.
        skip_errors: Leave out hands with errors, and count them, where else the first one is refused.
        strength: As for `Statistics`.
        strong: As for `Statistics`.
        tables: As for `Statistics`.
        progress: Called with bytes read and all bytes.

    Raises:
        ValueError: For a log without a game, a file that cannot be read or is given twice, or an error in a line, which the
            message names.
        CapacityError: For more than 10,000 players of one kind of table.
    """
    files = list(_files(paths))
    logs = [path for path in files if path.suffix.lower() not in _PHH]
    if logs and game is None:
        raise ValueError(f"game: expected that of the log {logs[0]}, got none; e.g. limit-holdem")
    rules = None if game is None or not logs else table_rules(game)
    sizes = [path.stat().st_size for path in files]
    done, found = 0, Statistics(strength=strength, strong=strong, tables=tables)
    if rules is not None:
        found.table(rules)  # refused before any hand
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
        elif one.exists():  # pipes, too
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
    """One log. Lines that are no hands in the usual form are read by `pokerdata.games.play`, which says what is wrong."""

    def __init__(self, found: Statistics, game: TableRules, path: Path, skip_errors: bool) -> None:
        self._found = found
        self._game = game
        self._path = path
        self._skip_errors = skip_errors
        self._counter: _core.Counter = found.counter(game)
        self._table = found.table(game)
        self._line = 0  # lines so far

    def run(self) -> Iterator[int]:
        """Count the log; yields bytes that were read."""
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
        """Read a line that is no hand in the usual form."""
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
    """The hand of a line: of today's logs, or a RESULTSTRING, with or without that word, which begins with names."""
    if text.startswith("RESULTSTRING:") or (
        not text.startswith(("STATE", "MATCHSTATE")) and "|" in text.partition(":")[0]
    ):
        return read_old_result(game, text)
    return read_hand(game, text)
