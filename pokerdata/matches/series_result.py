"""Result of series of hands, their learning curve, and the table NAME_series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import parts_of_chip
from pokerdata._support import html
from pokerdata._support.arguments import as_count
from pokerdata._support.estimates import Estimate, or_none, plus_minus, signed
from pokerdata._support.extras import data_frame
from pokerdata._support.text import brief, counted, csv_text, one_line, shortened
from pokerdata.games import Unit
from pokerdata.games.play import TableRules
from pokerdata.games.play.definition import definition_of
from pokerdata.matches.result import (
    RESULT_HEAD,
    fault_notes,
    result_row,
    seat_orders,
    table_lines,
    told_mean,
    unit_of,
)
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import AMOUNTS, Layout, check_count, layout_of

DOUBLING = "doubling"
BLOCKS = 10


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """Winnings of each player in blocks of hands, by the number of the hand. Made by `SeriesResult.curve`.

    Attributes:
        players: Names of the players.
        unit: Unit of the results.
        ends: int64 [blocks + 1], rising from 0: block b has the hands of each series from number ``ends[b]`` up to, but
            not including, ``ends[b + 1]``.
        won: Chips a hand of each player in each block, with the standard error over series: [player][block].
        cumulative: The same over all hands up to the end of each block.
    """

    players: tuple[str, ...]
    unit: Unit
    ends: NDArray[np.int64]
    won: tuple[tuple[Estimate, ...], ...]
    cumulative: tuple[tuple[Estimate, ...], ...]

    @property
    def blocks(self) -> tuple[tuple[int, int], ...]:
        """First and last hand of each block, numbered from 1."""
        ends = self.ends.tolist()
        return tuple((begin + 1, end) for begin, end in pairwise(ends))

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each player and block, as JSON values.

        The columns are 'player', 'first_hand' and 'last_hand' from 1, and in chips a hand 'won', 'standard_error' and
        'half_width_95'. The same over all hands up to the last one are 'cumulative', 'cumulative_standard_error' and
        'cumulative_half_width_95'. None means unknown.
        """
        found = []
        for p, name in enumerate(self.players):
            for b, (first, last) in enumerate(self.blocks):
                row: dict[str, Any] = {"player": name, "first_hand": first, "last_hand": last}
                for what, value in (("won", self.won[p][b]), ("cumulative", self.cumulative[p][b])):
                    before = "" if what == "won" else f"{what}_"
                    row[what] = value.mean
                    row[f"{before}standard_error"] = or_none(value.standard_error)
                    row[f"{before}half_width_95"] = or_none(value.half_width)
                found.append(row)
        return found

    def to_csv(self) -> str:
        """Return the `rows` as CSV with a head; unknown cells are empty."""
        rows = self.rows()
        return csv_text(rows[0], (row.values() for row in rows))

    def to_frame(self) -> Any:
        """Return the `rows` as a pandas DataFrame, with NaN where a value is unknown.

        Raises:
            ModuleNotFoundError: If pandas is not installed.
        """
        frame = data_frame(self.rows())
        floats = [name for name in frame.columns if name not in ("player", "first_hand", "last_hand")]
        return frame.astype(dict.fromkeys(floats, float))

    def table(self, players: Sequence[int]) -> tuple[list[str], list[list[str]]]:
        """Return the head and rows of a table in units per 100 hands; for one player both blocks and cumulative values.

        Args:
            players: Indices of the players to show.
        """
        hundred = self.unit.per_hundred(1)
        columns = [
            (f"{short}", estimates)
            for p in players
            for short, estimates in (
                [("won", self.won[p]), ("so far", self.cumulative[p])]
                if len(players) == 1
                else [(str(p + 1), self.won[p])]
            )
        ]
        head = ["hands", *(cell for short, _ in columns for cell in (short, "95 %"))]
        rows = []
        for b, (first, last) in enumerate(self.blocks):
            row = [f"{first:,}" if first == last else f"{first:,}-{last:,}"]
            for _, estimates in columns:
                value = estimates[b].times(hundred)
                row += [signed(value.mean, 2), plus_minus(value.half_width, 2)]
            rows.append(row)
        return head, rows

    def __repr__(self) -> str:
        return brief(self, ", ".join(self.players), f"{len(self.won[0])} blocks of {self.ends[-1]:,} hands")

    def _repr_html_(self) -> str:
        head, rows = self.table(range(len(self.players)) if len(self.players) > 2 else [0])
        return html.table(rows, head=head, notes=[f"{self.unit.short}/100 hands: {', '.join(self.players)}"])


def curve_ends(blocks: int | str | None, hands: int) -> NDArray[np.int64]:
    """Return where blocks of hands end, with 0 in front.

    Args:
        blocks: Number of blocks of nearly equal size; None for ten, or fewer if there are fewer hands; or 'doubling': the
            first hand, the second, the next two, the next four and so on, each block as long as all before together.
        hands: Number of hands of a series.

    Raises:
        ValueError: If the word is unknown, or there are more blocks than hands.
    """
    if blocks == DOUBLING:
        return np.array([0, *(2**k for k in range(hands.bit_length()) if 2**k < hands), hands], np.int64)
    if isinstance(blocks, str):
        raise ValueError(f"blocks: expected a number or {DOUBLING!r}, got {blocks!r}; e.g. {BLOCKS}")
    count = min(hands, BLOCKS) if blocks is None else as_count(blocks, "blocks", 1, hands, min(hands, BLOCKS))
    return np.array([hands * b // count for b in range(count + 1)], np.int64)


def over_series(sums: Sequence[int], scale: int, known: bool) -> Estimate:
    """Return the mean over independent series of whole numbers, with Student's interval, exactly.

    Args:
        sums: Sum of each series.
        scale: Divisor of the sums.
        known: Whether they are samples of one kind, so that they have a standard error.
    """
    count, total = len(sums), sum(sums)
    mean = total / (count * scale)
    if count < 2 or not known:
        return Estimate(mean, inf, 0)
    squares = sum(value * value for value in sums)
    deviations = squares * count - total * total
    return Estimate(mean, sqrt(deviations / (count * count * (count - 1))) / scale, count - 1)


_PARTS = parts_of_chip()
_BESIDE = 4  # players with curves side by side in text


class SeriesForfeit(NamedTuple):
    """A forfeit of a series in one order of seats: the player, the hand and the reason.

    Attributes:
        player: Index from 0.
        series: Number of the series, from 0.
        order: Index of the order of seats, from 0.
        hand: Index of the hand, from 0.
        reason: What happened.
    """

    player: int
    series: int
    order: int
    hand: int
    reason: str

    @property
    def text(self) -> str:
        """All fields in one line, such as '0 3 1 17 too slow'."""
        return one_line(" ".join(map(str, self)))

    @classmethod
    def of_text(cls, text: str) -> SeriesForfeit:
        """Read a forfeit from the line that `text` returns.

        Args:
            text: The line.
        """
        player, series, order, hand, reason = text.split(" ", 4)
        return cls(int(player), int(series), int(order), int(hand), reason)


@dataclass(frozen=True, eq=False)
class SeriesResult:
    """Result of series of hands, each played in all orders of seats by different copies of the players.

    Attributes:
        players: Names of the players.
        game: The game.
        seed: Seed of all series.
        show: What players saw at the end of a hand: 'shown' or 'all'.
        parts: int64 [series, orders, hands, players], each player's winnings in each hand, in parts of a chip:
            `parts_of_chip()` of them make one. Each hand sums to 0.
        decisions: Number of decisions of each player.
        seconds: Time of each player, including `reset` and `observe`.
        faults: Number of illegal actions of each player.
        first_faults: First illegal action of each player, in words; None if there is none.
        forfeits: The players that forfeited a series in one order of seats, and where.
    """

    players: tuple[str, ...]
    game: TableRules
    seed: int
    show: str
    parts: NDArray[np.int64] = field(repr=False)
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[int, ...]
    first_faults: tuple[str | None, ...]
    forfeits: tuple[SeriesForfeit, ...] = ()

    @property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Orders of seats in which each series was played, as players by seat."""
        return seat_orders(len(self.players))

    @property
    def series(self) -> int:
        """Number of series."""
        return int(self.parts.shape[0])

    @property
    def hands(self) -> int:
        """Number of hands of a series, in each order of seats."""
        return int(self.parts.shape[2])

    @property
    def hands_played(self) -> int:
        """Number of hands played: each of each series in each order."""
        return self.series * self.hands * len(self.orders)

    @cached_property
    def chips(self) -> tuple[Fraction, ...]:
        """Total winnings of each player, in chips."""
        sums = self.parts.sum(axis=(1, 2)).tolist()
        return tuple(Fraction(sum(row[p] for row in sums), _PARTS) for p in range(len(self.players)))

    @property
    def units(self) -> NDArray[np.float64]:
        """Float64 [series, hands, players], chips a hand of each player in each hand of a series, averaged over the orders.

        The average cancels much of the luck of the cards. Each access computes the array again.
        """
        found: NDArray[np.float64] = self.parts.sum(axis=1) / (_PARTS * len(self.orders))
        return found

    @cached_property
    def won(self) -> tuple[Estimate, ...]:
        """Chips a hand of each player, with the standard error over series.

        The error is unknown for one series, and if a player forfeited: the mean includes its loss by that.
        """
        sums = self.parts.sum(axis=(1, 2))
        return tuple(
            self._estimate(sums[:, p].tolist(), len(self.orders) * self.hands)
            for p in range(len(self.players))
        )

    def curve(self, blocks: int | str | None = None) -> LearningCurve:
        """Return winnings by the number of the hand, with 95 % confidence intervals over series.

        Args:
            blocks: Number of blocks of nearly equal size; by default ten, or fewer if there are fewer hands. Or 'doubling':
                the first hand, the second, the next two, the next four and so on, each block as long as all before together.

        Raises:
            ValueError: If there are more blocks than hands, or the word is unknown.
        """
        ends = curve_ends(blocks, self.hands)
        sums = np.add.reduceat(self.parts.sum(axis=1), ends[:-1], axis=1)  # [series, blocks, players]
        so_far = sums.cumsum(axis=1)
        orders, sizes = len(self.orders), np.diff(ends).tolist()
        places = list(enumerate(zip(sizes, ends[1:].tolist(), strict=True)))
        won, cumulative = [], []
        for p in range(len(self.players)):
            won.append(
                tuple(self._estimate(sums[:, b, p].tolist(), orders * size) for b, (size, _) in places)
            )
            cumulative.append(
                tuple(self._estimate(so_far[:, b, p].tolist(), orders * end) for b, (_, end) in places)
            )
        return LearningCurve(self.players, self.unit, ends, tuple(won), tuple(cumulative))

    def _estimate(self, sums: list[int], hands: int) -> Estimate:
        return over_series(sums, hands * _PARTS, known=not self.forfeits)

    @property
    def unit(self) -> Unit:
        """Unit of results: the big blind, or the ante if there is none."""
        return unit_of(self.game)

    def to_frame(self, blocks: int | str | None = None) -> Any:
        """Return the curve as a pandas DataFrame, as `LearningCurve.to_frame` does: one row per player and block.

        Args:
            blocks: As for `curve`.

        Raises:
            ValueError: As `curve`.
            ModuleNotFoundError: If pandas is not installed.
        """
        return self.curve(blocks).to_frame()

    def to_dict(self, blocks: int | str | None = None) -> dict[str, Any]:
        """Return all fields as JSON values, hands in blocks. None means unknown; exact chips are text, such as '-6475/2'.

        Hands, series and orders of seats count from 1, as in text.

        Args:
            blocks: As for `curve`.

        Raises:
            ValueError: As `curve`.
        """
        unit = self.unit
        found: dict[str, Any] = {
            "game": self.game.name,
            "players": list(self.players),
            "series": self.series,
            "hands": self.hands,
            "orders": len(self.orders),
            "hands_played": self.hands_played,
            "show": self.show,
            "seed": self.seed,
            "unit": unit.name,
            "unit_chips": unit.chips,
            "results": [],
            "curve": self.curve(blocks).rows(),
            "forfeits": [self._forfeit_told(forfeit) for forfeit in self.forfeits],
        }
        for p, name in enumerate(self.players):
            found["results"].append(
                {
                    "name": name,
                    "chips": str(self.chips[p]),
                    **told_mean(self.won[p], unit),
                    "decisions": self.decisions[p],
                    "seconds": self.seconds[p],
                    "faults": self.faults[p],
                    "first_fault": self.first_faults[p],
                }
            )
        return found

    def _forfeit_told(self, of: SeriesForfeit) -> dict[str, Any]:
        return {
            "player": self.players[of.player],
            "series": of.series + 1,
            "order": of.order + 1,
            "hand": of.hand + 1,
            "reason": of.reason,
        }

    def __repr__(self) -> str:
        names = ", ".join(shortened(name, 16) for name in self.players)
        return brief(self, names, self.game.name, f"{self.series:,} series of {counted(self.hands, 'hand')}")

    def __str__(self) -> str:
        return self.text()

    def text(self, blocks: int | str | None = None) -> str:
        """Return the result as text: all hands, and blocks of them by number.

        Args:
            blocks: As for `curve`.

        Raises:
            ValueError: As `curve`.
        """
        unit = self.unit
        curve = self.curve(blocks)
        count = len(self.players)
        lines = [
            f"{self.game.name}: {', '.join(shortened(name, 40) for name in self.players)}",
            self._told(),
            *self._notes(),
            "",
        ]
        names = [f"{p + 1} {name}" for p, name in enumerate(self.players)]
        lines += table_lines(f"{unit.short}/100 hands", names, RESULT_HEAD, self._result_rows())
        for first in [0] if count == 2 else range(0, count, _BESIDE):
            these = [0] if count == 2 else list(range(first, min(first + _BESIDE, count)))
            top, rows = curve.table(these)
            whose = shortened(self.players[0], 40) if count == 2 else "each player"
            lines += ["", f"{unit.short}/100 that {whose} won, by the number of the hand"]
            lines += table_lines(top[0], [row[0] for row in rows], top[1:], [row[1:] for row in rows])
        return "\n".join(lines)

    def _told(self) -> str:
        orders = len(self.orders)
        each = "both orders" if orders == 2 else f"{orders} orders"
        known = "all cards" if self.show == "all" else "what was shown"
        return (
            f"{self.series:,} series of {counted(self.hands, 'hand')} in {each} of seats, "
            f"{counted(self.hands_played, 'hand')}, seed "
            f"{self.seed}; players see {known}; 95 % intervals over series"
        )

    def _notes(self) -> list[str]:
        notes = fault_notes(self.players, self.faults, self.first_faults)
        for p, name in enumerate(self.players):
            if own := [one for one in self.forfeits if one.player == p]:
                first = own[0]
                notes.append(
                    f"{shortened(name, 40)} forfeited {len(own):,} of {self.series * len(self.orders):,}, first in hand "
                    f"{first.hand + 1} of order {first.order + 1} of series {first.series + 1}: {first.reason}. "
                    "In each hand that was not played out it loses the most that it could."
                )
        return notes

    def _result_rows(self) -> list[list[str]]:
        return [
            result_row(won, self.unit, self.decisions[p], self.seconds[p], str(self.faults[p]))
            for p, won in enumerate(self.won)
        ]

    def _repr_html_(self) -> str:
        head = ("", f"{self.unit.short}/100 hands", *RESULT_HEAD[1:])
        rows = [(name, *row) for name, row in zip(self.players, self._result_rows(), strict=True)]
        told = html.table(rows, head=head, caption=self.game.name, notes=[self._told(), *self._notes()])
        return f"<div>{told}{self.curve()._repr_html_()}</div>"


_OF_PLAYER: Mapping[str, object] = {"axes": ["player"]}

#: Description of each dataset.
DATASETS: Mapping[str, Mapping[str, object]] = {
    "parts": {
        "axes": ["series", "order of seats", "hand", "player"],
        "units": "chips won, in parts of 1/2520 of a chip",
    },
    "decisions": {**_OF_PLAYER, "units": "actions taken"},
    "seconds": {**_OF_PLAYER, "units": "seconds thought; other than all else they differ from run to run"},
    "faults": {**_OF_PLAYER, "units": "actions that were not legal"},
}


class SeriesTable(Table):
    """Series of a section [series.NAME]."""

    KIND = "series"

    @cached_property
    def result(self) -> SeriesResult:
        """Result of the series."""
        a = self.attributes
        return SeriesResult(
            players=tuple(a["agents"]),
            game=definition_of(a["rules"]),
            seed=a["seed"],
            show=a["show"],
            parts=np.asarray(self["parts"]),
            decisions=tuple(self["decisions"].tolist()),
            seconds=tuple(self["seconds"].tolist()),
            faults=tuple(self["faults"].tolist()),
            first_faults=tuple(fault or None for fault in a["first_faults"]),
            forfeits=_forfeits(a["forfeits"]),
        )


def _forfeits(text: str) -> tuple[SeriesForfeit, ...]:
    return tuple(map(SeriesForfeit.of_text, text.splitlines()))


def joined(results: Sequence[SeriesResult]) -> SeriesResult:
    """Join consecutive series of one seed into one result.

    Args:
        results: One or more results, of the same players and game.
    """
    first, players = results[0], range(len(results[0].players))
    return SeriesResult(
        players=first.players,
        game=first.game,
        seed=first.seed,
        show=first.show,
        parts=np.concatenate([one.parts for one in results]),
        decisions=tuple(sum(one.decisions[p] for one in results) for p in players),
        seconds=tuple(sum(one.seconds[p] for one in results) for p in players),
        faults=tuple(sum(one.faults[p] for one in results) for p in players),
        first_faults=tuple(
            next((text for one in results if (text := one.first_faults[p]) is not None), None)
            for p in players
        ),
        forfeits=tuple(forfeit for one in results for forfeit in one.forfeits),
    )


def arrays(result: SeriesResult) -> dict[str, NDArray[Any]]:
    """Return the datasets of a result."""
    return {
        "parts": result.parts,
        "decisions": np.array(result.decisions, np.int64),
        "seconds": np.array(result.seconds, np.float64),
        "faults": np.array(result.faults, np.int64),
    }


def attributes(result: SeriesResult) -> dict[str, object]:
    """Return the attributes that describe the table to readers."""
    return {
        "title": "Series of hands with players who see the end of each, in duplicate deals of copies of them",
        "agents": list(result.players),
        "game": result.game.name,
        "rules": result.game.values(),
        "seed": result.seed,
        "show": result.show,
        "orders": [" ".join(map(str, order)) for order in result.orders],
        "first_faults": [fault or "" for fault in result.first_faults],
        "forfeits": "\n".join(forfeit.text for forfeit in result.forfeits),
    }


def summary(blocks: int | str | None, table: Table) -> list[str]:
    """Return the learning curve as lines of text.

    Args:
        blocks: As for `SeriesResult.curve`.
        table: The table of the series.
    """
    assert isinstance(table, SeriesTable)
    return table.result.text(blocks).splitlines()


@layout_of(
    SeriesTable,
    agents=list[str],
    rules=definition_of,
    seed=int,
    show=str,
    orders=list[str],
    first_faults=list[str],
    forfeits=_forfeits,
)
def _layout(table: SeriesTable) -> Layout:
    players = len(table.attributes["agents"])
    check_count(table, "first_faults", players)
    return {
        "parts": ("<i8", ("series", len(table.attributes["orders"]), "hand", players)),
        "decisions": ("<i8", (players,), AMOUNTS),
        "seconds": ("<f8", (players,), AMOUNTS),
        "faults": ("<i8", (players,), AMOUNTS),
    }
