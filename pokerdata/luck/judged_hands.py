"""What hands of a log were worth with less luck."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import NamedGame, Unit
from pokerdata.luck.methods import METHODS
from pokerdata.luck.reduced_result import FITTED, GUESSED, estimate_of
from pokerdata.support import html
from pokerdata.support.estimates import Estimate, or_none, plus_minus, student
from pokerdata.support.text import brief, one_line, shortened


@dataclass(frozen=True, eq=False)
class JudgedHands:
    """What the first of two players won in hands that were played, and what they were worth with less luck.

    Attributes:
        players: Their names.
        game: What was played.
        known: Names of those whose strategies were known.
        won: float64 [hands], chips of the first player.
        reduced: float64 [hands], the same without the luck.
        method: One of `pokerdata.luck.METHODS`.
        note: Of DIVAT: where its thresholds are from. Of MIVAT: how many features there were.
            Of AIVAT: a doubt that the strategies are those that were played.
        pairs: int64 [deals, 2], the hands of each deal where all were played twice with the players swapped; else None.
        values: Of AIVAT: what the guess of values is from, one of `pokerdata.luck.VALUES`; else "".
        fit_hands: Hands that the guess of values is from, for each seating; 0 where it is from none.
        seed: Of those hands.
    """

    players: tuple[str, str]
    game: NamedGame
    known: tuple[str, ...]
    won: NDArray[np.float64] = field(repr=False)
    reduced: NDArray[np.float64] = field(repr=False)
    method: str = "all-in"
    note: str = ""
    pairs: NDArray[np.int64] | None = field(default=None, repr=False)
    values: str = ""
    fit_hands: int = 0
    seed: int = 0

    @property
    def estimates(self) -> dict[str, Estimate]:
        """Chips a hand of the first player: 'raw' over hands, 'duplicate' over pairs where there are any, and 'reduced'.

        Where each deal was played twice with the players swapped, 'reduced' is over pairs, too. Else hands are taken for
        independent.
        """
        found = {"raw": estimate_of(self.won)}
        if self.pairs is None:
            return found | {"reduced": estimate_of(self.reduced)}
        return found | {
            "duplicate": estimate_of(self.won[self.pairs].mean(axis=1)),
            "reduced": estimate_of(self.reduced[self.pairs].mean(axis=1)),
        }

    def to_dict(self) -> dict[str, Any]:
        """All of it, hands aside, as values that JSON can hold. None: not known."""
        unit = Unit.of(self.game.rules)
        found: dict[str, Any] = {
            "players": list(self.players),
            "game": self.game.rules.name,
            "hands": len(self.won),
            "duplicate_deals": None if self.pairs is None else len(self.pairs),
            "method": self.method,
            "known": list(self.known),
            "note": self.note,
            "values": self.values,
            "fit_hands": self.fit_hands,
            "seed": self.seed,
            "unit": unit.name,
            "unit_chips": unit.chips,
        }
        for name, value in self.estimates.items():
            found[name] = {
                "chips_per_hand": value.mean,
                "standard_error": or_none(value.standard_error),
                "units_per_100_hands": unit.per_hundred(value.mean),
                "units_per_100_hands_half_width_95": or_none(unit.per_hundred(value.half_width)),
                "hands_for_1_unit_per_100_hands": or_none(self._needed(value)),
            }
        return found

    def _needed(self, value: Estimate) -> float:
        unit = Unit.of(self.game.rules).chips / 100
        return len(self.won) * (student(inf) * value.standard_error / unit) ** 2

    def _rows(self) -> list[tuple[str, str, str]]:
        unit = Unit.of(self.game.rules)
        found = []
        for name, value in self.estimates.items():
            told = value.times(unit.per_hundred(1))
            label = f"{name} ({self.method})" if name == "reduced" else name
            needed = self._needed(value)
            hands = f"{needed:,.0f}" if needed < inf else "not known"
            found.append((label, f"{told.mean:+.2f} {plus_minus(told.half_width, 2)}", hands))
        return found

    def _head(self) -> tuple[str, str, str]:
        short = Unit.of(self.game.rules).short
        return "", f"{short}/100 hands, 95 %", f"hands for ±1 {short}/100"

    def _notes(self) -> list[str]:
        twice = "" if self.pairs is None else ", each deal played twice"
        known = f"strategies known: {', '.join(map(one_line, self.known)) or 'none'}"
        guessed = GUESSED.get(self.values, "").format(hands=self.fit_hands)
        notes = [f"{len(self.won):,} hands{twice}; {known}", f"{self.method}: {METHODS[self.method]}"]
        if guessed:
            seed = f", seed {self.seed}" if self.fit_hands else ""
            notes.append(guessed.removeprefix("; ") + seed)
        if self.method == "mivat":
            notes.append(FITTED)
        return [*notes, self.note] if self.note else notes

    def __repr__(self) -> str:
        names = " against ".join(shortened(name, 24) for name in self.players)
        return brief(self, f"{names}: {self._rows()[-1][1]} {Unit.of(self.game.rules).short}/100 hands")

    def __str__(self) -> str:
        rows = [self._head(), *self._rows()]
        widths = [max(len(row[c]) for row in rows) for c in range(3)]
        table = [f"{a:<{widths[0]}}  {b:>{widths[1]}}  {c:>{widths[2]}}" for a, b, c in rows]
        first, second = map(one_line, self.players)  # as logs have them
        return "\n".join([f"{first} against {second}: {self.game.rules.name}", *self._notes(), *table])

    def _repr_html_(self) -> str:
        caption = f"{' against '.join(self.players)}: {self.game.rules.name}"
        return html.table(self._rows(), head=self._head(), caption=caption, notes=self._notes())
