"""What a match tells with and without the luck."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Rules, Unit
from pokerdata.luck.lines import Line, hands_for, lines_head, lines_rows, lines_text, lines_told
from pokerdata.luck.methods import METHODS
from pokerdata.support import html
from pokerdata.support.estimates import Estimate, estimate_of
from pokerdata.support.text import brief, counted, shortened

GUESSED = {
    "hands": "; values from {hands:,} other hands in each seating",
    "strategy": "; values exact, of strategies",
    "strength": "; values from strength (EHS)",
}
FITTED = "each half corrected by the features' weights fitted to the other half"


@dataclass(frozen=True, eq=False)
class ReducedResult:
    """A match over duplicate deals, its hands as they were won and with less luck.

    The means of both have the same expected value, but for DIVAT's, which is biased. Chips are those that the
    first agent wins.

    Attributes:
        agents: Their names.
        rules: Of the game that was played.
        seed: Of the random numbers.
        method: One of `pokerdata.luck.METHODS`.
        known: Whose strategies were known: none, one or both of the names.
        fit_hands: Hands that the guess of values is from, for each of the two seatings; 0 where it is from none.
        won: float64 [deals, 2], chips of each hand, the first agent as player 1 and as player 2.
        reduced: float64 [deals, 2], the same without the luck.
        note: Of DIVAT: where its thresholds are from. Of MIVAT: how many features there were.
        values: What the guess of values is from, one of `pokerdata.luck.VALUES`; "" where there was none.
    """

    agents: tuple[str, str]
    rules: Rules
    seed: int
    method: str
    known: tuple[str, ...]
    fit_hands: int
    won: NDArray[np.float64] = field(repr=False)
    reduced: NDArray[np.float64] = field(repr=False)
    note: str = ""
    values: str = ""

    @property
    def deals(self) -> int:
        """Duplicate deals: there are twice as many hands."""
        return len(self.won)

    @property
    def estimates(self) -> dict[str, Estimate]:
        """Chips a hand: 'raw' over hands as if each had its own cards, 'duplicate' over pairs, and 'reduced' over pairs.

        The raw interval takes the two hands of a deal for independent; it is what a match without duplicate deals
        would have told.
        """
        return {
            "raw": estimate_of(self.won.ravel()),
            "duplicate": estimate_of(self.won.mean(axis=1)),
            "reduced": estimate_of(self.reduced.mean(axis=1)),
        }

    def hands_needed(self, name: str, half_width: float | None = None) -> float:
        """How many hands give a 95 % interval of so many chips a hand to either side, by the deviation found here.

        Args:
            name: 'raw', 'duplicate' or 'reduced'.
            half_width: In chips a hand; that of 1 unit (big blind or ante) per 100 hands if not given.

        Returns:
            Hands, two for each duplicate deal; infinite where the deviation is not known, as where all were worth the same.

        Raises:
            ValueError: For another name or width.
        """
        found = self.estimates
        if name not in found:
            raise ValueError(f"name: expected one of {', '.join(found)}, got {name!r}; e.g. reduced")
        wanted = Unit.of(self.rules).chips / 100 if half_width is None else half_width
        if not wanted > 0:
            raise ValueError(f"half_width: expected more than 0 chips, got {half_width}; e.g. 1")
        return hands_for(found[name], 2 * self.deals, wanted)

    def to_dict(self) -> dict[str, Any]:
        """All of it, hands aside, as values that JSON can hold. None: not known."""
        unit = Unit.of(self.rules)
        found: dict[str, Any] = {
            "agents": list(self.agents),
            "game": self.rules.name,
            "deals": self.deals,
            "hands": 2 * self.deals,
            "seed": self.seed,
            "method": self.method,
            "known": list(self.known),
            "note": self.note,
            "values": self.values,
            "fit_hands": self.fit_hands,
            "unit": unit.name,
            "unit_chips": unit.chips,
        }
        return found | lines_told(self._lines(), unit)

    def _lines(self) -> dict[str, Line]:
        wanted = Unit.of(self.rules).chips / 100
        return {
            name: Line(value, hands_for(value, 2 * self.deals, wanted))
            for name, value in self.estimates.items()
        }

    def _rows(self) -> list[tuple[str, str, str]]:
        return lines_rows(self._lines(), Unit.of(self.rules), self.method)

    def _notes(self) -> list[str]:
        known = f"strategies known: {', '.join(shortened(name, 40) for name in self.known) or 'none'}"
        fitted = GUESSED.get(self.values, "").format(hands=self.fit_hands)
        return [
            f"{counted(self.deals, 'duplicate deal')}, {2 * self.deals:,} hands, seed {self.seed}",
            f"{self.method}: {METHODS[self.method]}",
            f"{known}{fitted}" if self.method != "mivat" else FITTED,
            *([self.note] if self.note else []),
        ]

    def __repr__(self) -> str:
        names = " against ".join(shortened(name, 24) for name in self.agents)
        return brief(self, f"{names}: {self._rows()[-1][1]} {Unit.of(self.rules).short}/100 hands")

    def __str__(self) -> str:
        first, second = (shortened(name, 40) for name in self.agents)
        table = lines_text([lines_head(Unit.of(self.rules)), *self._rows()])
        notes = self._notes()
        return "\n".join([f"{first} against {second}: {self.rules.name}", *notes, *table])

    def _repr_html_(self) -> str:
        first, second = self.agents
        return html.table(
            self._rows(),
            head=lines_head(Unit.of(self.rules)),
            caption=f"{first} against {second}: {self.rules.name}",
            notes=self._notes(),
        )
