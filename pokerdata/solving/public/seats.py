"""Both seats of a game solved in one run: its values and engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pokerdata._support import html
from pokerdata._support.estimates import signed
from pokerdata._support.text import brief
from pokerdata.solving.public.solver import Solver
from pokerdata.solving.run import Engine


@dataclass(frozen=True)
class ResponseValues:
    """Between what bounds the best is that can be had of an objective, in each seat, in chips a game.

    Attributes:
        least: What ours makes of it at the least: of a restricted response, its win from an opponent who is held to the
            model; of CFR-BR, its win from whoever plays best against it.
        most: What anything could make of it, at the most; of CFR-BR, anything that the abstraction holds.
    """

    least: tuple[float, float]
    most: tuple[float, float]

    @property
    def numbers(self) -> tuple[float, ...]:
        """The bounds in seat 1, then those in seat 2: least and most."""
        return (self.least[0], self.most[0], self.least[1], self.most[1])

    @staticmethod
    def of(numbers: Sequence[float]) -> ResponseValues:
        """Return the values that have these `numbers`."""
        first_least, first_most, second_least, second_most = numbers
        return ResponseValues((first_least, second_least), (first_most, second_most))

    @property
    def exploitability(self) -> float:
        """How much more could be won of the objective, at the most, on average over both seats."""
        return sum(most - least for least, most in zip(self.least, self.most, strict=True)) / 2

    def __repr__(self) -> str:
        one, two = zip(self.least, self.most, strict=True)
        return brief(self, *(f"seat {n + 1}: {a:+.6g} to {b:+.6g}" for n, (a, b) in enumerate((one, two))))

    def _repr_html_(self) -> str:
        rows = [
            (f"seat {n + 1}", signed(least, 6), signed(most, 6))
            for n, (least, most) in enumerate(zip(self.least, self.most, strict=True))
        ]
        return html.table(rows, head=("", "at least", "at most"), notes=["chips a game"])


SEATS = (1, 2)

#: The log of a response in a table, and its columns after the iteration and the seconds.
RESPONSE_LOG = "response_log"
COLUMNS = ("least_1", "most_1", "least_2", "most_2")


class ResponseEngine(Engine[Solver, ResponseValues]):
    """The solvers of both seats: the first is for what player 1 plays, the second for player 2."""

    NUMBERS = 4
    values = staticmethod(ResponseValues.of)
