"""Values and engine of runs that solve both seats of a game side by side."""

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
    """Lower and upper bounds of the best objective in each seat, in chips per game.

    Attributes:
        least: Objective that the strategy reaches at least. For a restricted response: its win against the opponent who is
            held to the model. For CFR-BR: its win against a best response.
        most: Upper bound of the objective for any strategy; for CFR-BR, for any strategy of the abstraction.
    """

    least: tuple[float, float]
    most: tuple[float, float]

    @property
    def numbers(self) -> tuple[float, ...]:
        """The bounds in seat 1, then those in seat 2: least and most."""
        return (self.least[0], self.most[0], self.least[1], self.most[1])

    @staticmethod
    def of(numbers: Sequence[float]) -> ResponseValues:
        """Return values from the `numbers` of another object."""
        first_least, first_most, second_least, second_most = numbers
        return ResponseValues((first_least, second_least), (first_most, second_most))

    @property
    def exploitability(self) -> float:
        """Upper bound of how much the objective could improve, averaged over both seats."""
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

#: Name of a response's log in its table, and the log's columns after iteration and seconds.
RESPONSE_LOG = "response_log"
COLUMNS = ("least_1", "most_1", "least_2", "most_2")


class ResponseEngine(Engine[Solver, ResponseValues]):
    """The solvers of both seats: the first finds the strategy of player 1, the second of player 2."""

    NUMBERS = 4
    values = staticmethod(ResponseValues.of)
