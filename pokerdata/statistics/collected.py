"""Statistics of all players in hands that were seen: one hand after the other, added up, by name."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pokerdata._core import statistics as _core
from pokerdata.games.named import TEXAS
from pokerdata.play import GameDefinition, State
from pokerdata.play.state import split_actions
from pokerdata.statistics.player import Cell, Kind, PlayerStatistics, Winnings, check_by, winnings_text
from pokerdata.statistics.shares import percent
from pokerdata.statistics.shown import STRONG, ShownHands
from pokerdata.statistics.strengths import Strengths
from pokerdata.support import html
from pokerdata.support.estimates import plus_minus
from pokerdata.support.extras import imported_for
from pokerdata.support.text import brief, counted, nearest, one_line, shortened

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
        self._tables: dict[GameDefinition, _core.Table] = {}
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
        self.table(hand.game).see(self.counter(hand.game), actions, hand.holes, hand.board, called)
        self._waiting += 1
        if self._waiting >= _AT_ONCE:
            self.take_shown()

    def table(self, game: GameDefinition) -> _core.Table:
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

    def counter(self, game: GameDefinition) -> _core.Counter:
        """The counts of tables such as those of a game, which are added to.

        Args:
            game: The rules.
        """
        kind = Kind(game.positions, game.streets, game.limit, game.unit, any(game.blinds))
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


def read_by(game: GameDefinition, *, shown: bool = False) -> _core.Table:
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
def _table(game: GameDefinition) -> _core.Table:
    return read_by(game)
