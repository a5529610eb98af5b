"""What hands of a log were worth with less luck."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import NamedGame, Unit
from pokerdata.luck.lines import Line, hands_for, lines_head, lines_rows, lines_text, lines_told
from pokerdata.luck.methods import METHODS
from pokerdata.luck.reduced_result import FITTED, GUESSED
from pokerdata.support import html
from pokerdata.support.estimates import Estimate, estimate_of
from pokerdata.support.text import brief, counted, one_line, shortened


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
        values: Of AIVAT and advantage sums: what the guess of values is from, one of `pokerdata.luck.VALUES`; else "".
        fit_hands: Hands that the guess of values is from, for each seating; 0 where it is from none.
        seed: Of those hands.
        stand_in: The strategy that was taken for players who are not known, in the guess of values; "" for none.
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
    stand_in: str = ""

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
            "stand_in": self.stand_in,
            "unit": unit.name,
            "unit_chips": unit.chips,
        }
        return found | lines_told(self._lines(), unit)

    def _lines(self) -> dict[str, Line]:
        wanted = Unit.of(self.game.rules).chips / 100
        return {
            name: Line(value, hands_for(value, len(self.won), wanted))
            for name, value in self.estimates.items()
        }

    def _rows(self) -> list[tuple[str, str, str]]:
        return lines_rows(self._lines(), Unit.of(self.game.rules), self.method)

    def _notes(self) -> list[str]:
        twice = "" if self.pairs is None else ", each deal played twice"
        known = (
            f"strategies known: {', '.join(shortened(one_line(name), 40) for name in self.known) or 'none'}"
        )
        guessed = GUESSED.get(self.values, "").format(hands=self.fit_hands)
        notes = [
            f"{counted(len(self.won), 'hand')}{twice}; {known}",
            f"{self.method}: {METHODS[self.method]}",
        ]
        if guessed:
            seed = f", seed {self.seed}" if self.fit_hands else ""
            notes.append(guessed.removeprefix("; ") + seed)
        if self.stand_in:
            notes.append(
                f"{one_line(self.stand_in)} stands in for players who are not known, in values alone"
            )
        if self.method == "mivat":
            notes.append(FITTED)
        return [*notes, self.note] if self.note else notes

    def __repr__(self) -> str:
        names = " against ".join(shortened(name, 24) for name in self.players)
        return brief(self, f"{names}: {self._rows()[-1][1]} {Unit.of(self.game.rules).short}/100 hands")

    def __str__(self) -> str:
        table = lines_text([lines_head(Unit.of(self.game.rules)), *self._rows()])
        first, second = (shortened(one_line(name), 40) for name in self.players)  # as logs have them
        return "\n".join([f"{first} against {second}: {self.game.rules.name}", *self._notes(), *table])

    def _repr_html_(self) -> str:
        caption = f"{' against '.join(self.players)}: {self.game.rules.name}"
        head = lines_head(Unit.of(self.game.rules))
        return html.table(self._rows(), head=head, caption=caption, notes=self._notes())
