"""What hands at tables of any size were worth with less luck, player by player."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Unit
from pokerdata.luck.lines import Line, hands_for, lines_told, needed_text
from pokerdata.luck.methods import METHODS
from pokerdata.luck.reduced_result import FITTED
from pokerdata.matches.player_rows import WIDTH, table_lines
from pokerdata.support import html
from pokerdata.support.estimates import ENOUGH, Estimate, estimate_of, with_interval
from pokerdata.support.text import brief, counted, fitted, one_line, shortened

_SHOWN = 100  # players in text; JSON has all
_DIGITS = 9  # of units, which rounding of floats does not reach


@dataclass(frozen=True, eq=False)
class JudgedTable:
    """What each player won in hands at tables of two to ten, and what they were worth with less luck.

    A row is a player in a hand. Amounts are in units, big blinds or antes of the hand.

    Attributes:
        players: Names, those of the most hands first.
        game: What was played; where names differ how many games, such as '2 games'.
        unit: The big blind or ante; its chips are 0 where hands differ.
        hand: int64 [rows], the place of the hand in the log, from 0.
        player: int64 [rows], which player, from 0.
        won: float64 [rows], units.
        reduced: float64 [rows], the same without the luck.
        all_ins: In how many hands cards were to come when the betting ended.
        method: One of `pokerdata.luck.TABLE_METHODS`.
        note: Of MIVAT: how many features there were. Of advantage sums: what the guess is. Of all-in: whose cards were not
            known.
        deals: int64 [deals, seatings], the hands of each deal where all were played in every seating; else None.
    """

    players: tuple[str, ...]
    game: str
    unit: Unit
    hand: NDArray[np.int64] = field(repr=False)
    player: NDArray[np.int64] = field(repr=False)
    won: NDArray[np.float64] = field(repr=False)
    reduced: NDArray[np.float64] = field(repr=False)
    all_ins: int
    method: str = "all-in"
    note: str = ""
    deals: NDArray[np.int64] | None = field(default=None, repr=False)

    @property
    def hands(self) -> int:
        """How many there were."""
        return int(self.hand.max()) + 1

    def hands_of(self, player: int) -> int:
        """In how many hands a player sat.

        Args:
            player: From 0.

        Raises:
            ValueError: For a number that none has.
        """
        return int(np.count_nonzero(self._rows_of(player)))

    def estimates(self, player: int) -> dict[str, Estimate]:
        """Units a hand: 'raw' over hands, 'duplicate' over deals where each was played in every seating, and 'reduced'.

        Where there is a duplicate result, 'reduced' is over deals, too. Else hands are taken for independent.

        Args:
            player: From 0.

        Raises:
            ValueError: For a number that none has.
        """
        rows = self._rows_of(player)
        found = {"raw": _estimate(self.won[rows])}
        if self.deals is None:
            return found | {"reduced": _estimate(self.reduced[rows])}
        values = np.empty(self.hands)
        for name, of in (("duplicate", self.won), ("reduced", self.reduced)):
            values[self.hand[rows]] = of[rows]
            found[name] = _estimate(values[self.deals].mean(axis=1))
        return found

    def _rows_of(self, player: int) -> NDArray[np.bool_]:
        if player not in range(len(self.players)):
            raise ValueError(f"player: expected 0 to {len(self.players) - 1}, got {player!r}; e.g. 0")
        return np.equal(self.player, player)

    def to_dict(self) -> dict[str, Any]:
        """All of it, hands aside, as values that JSON can hold. None: not known, as chips are where big blinds differ."""
        return {
            "game": self.game,
            "hands": self.hands,
            "deals": None if self.deals is None else len(self.deals),
            "seatings": None if self.deals is None else self.deals.shape[1],
            "method": self.method,
            "all_ins": self.all_ins,
            "note": self.note,
            "unit": self.unit.name,
            "unit_chips": self.unit.chips or None,
            "results": [
                {"name": name, "hands": self.hands_of(p)} | self._told(p)
                for p, name in enumerate(self.players)
            ],
        }

    def _told(self, player: int) -> dict[str, dict[str, float | None]]:
        unit = Unit(self.unit.chips or 1, self.unit.name)
        lines = {kind: Line(value.times(unit.chips), n) for kind, (value, n) in self._lines(player).items()}
        told = lines_told(lines, unit)
        unknown: dict[str, float | None] = dict.fromkeys(
            () if self.unit.chips else ("chips_per_hand", "standard_error")
        )
        return {kind: row | unknown for kind, row in told.items()}

    def _lines(self, player: int) -> dict[str, Line]:
        hands = self.hands_of(player)
        return {
            name: Line(value, hands_for(value, hands, 0.01)) for name, value in self.estimates(player).items()
        }

    def _head(self) -> list[str]:
        kinds = ["raw", "reduced"] if self.deals is None else ["raw", "duplicate", "reduced"]
        return [f"{kind} ({self.method})" if kind == "reduced" else kind for kind in kinds]

    def _rows(self) -> tuple[list[list[str]], list[list[str]]]:
        """Values and hands needed, a row for each player."""
        lines = [list(self._lines(p).values()) for p in range(min(_SHOWN, len(self.players)))]
        told = [[line.value.times(100) for line in row] for row in lines]
        widest = max((one.half_width for row in told for one in row if one.half_width < np.inf), default=0)
        digits = 2 if widest < 100 else 1 if widest < 10_000 else 0
        values = [
            [
                f"{self.hands_of(p):,}",
                *(with_interval(one.mean, one.half_width, digits) for one in row),
            ]
            for p, row in enumerate(told)
        ]
        return values, [[needed_text(line.needed) for line in row] for row in lines]

    def _notes(self) -> list[str]:
        seatings = ""
        if self.deals is not None:
            seatings = f", {counted(len(self.deals), 'deal')}, each in {self.deals.shape[1]} seatings"
        notes = [
            f"{counted(self.hands, 'hand')}{seatings}; all-in with cards to come: {self.all_ins:,}",
            f"{self.method}: {METHODS[self.method]}",
        ]
        if self.method == "mivat":
            notes.append(FITTED)
        samples = self.hands if self.deals is None else len(self.deals)
        if samples < ENOUGH:
            notes.append(
                f"fewer than {ENOUGH} samples: ± does not count rare outcomes that none of them showed"
            )
        if len(self.players) > _SHOWN:
            notes.append(f"of {len(self.players):,} players those of the most hands")
        return [*notes, *([self.note] if self.note else [])]

    def __repr__(self) -> str:
        names = ", ".join(shortened(name, 16) for name in self.players[:10])
        return brief(self, names, self.game, counted(self.hands, "hand"), self.method)

    def __str__(self) -> str:
        names = [one_line(name) for name in self.players[:_SHOWN]]  # as logs have them
        values, needed = self._rows()
        title = f"{self.unit.short}/100, 95 %"
        told = table_lines(title, names, ["hands", *self._head()], values)
        wanted = table_lines(f"hands for ±1 {self.unit.short}/100", names, self._head(), needed)
        about = [self.game, *self._notes()]
        return "\n".join([*(fitted(line, WIDTH) for line in about), "", *told, "", *wanted])

    def _repr_html_(self) -> str:
        values, needed = self._rows()
        unit = self.unit.short
        head = ["", "hands", *(f"{kind}, {unit}/100 hands" for kind in self._head())]
        head += [f"hands for ±1 {unit}/100 by {kind}" for kind in self._head()]
        rows = [
            (name, *some, *others) for name, some, others in zip(self.players, values, needed, strict=False)
        ]
        return html.table(rows, head=tuple(head), caption=self.game, notes=self._notes())


def _estimate(values: NDArray[np.float64]) -> Estimate:
    """The mean; what rounding left of amounts that are equal is none."""
    return estimate_of(np.round(values, _DIGITS) + 0.0)
