"""What a pair of strategies is worth in a spot."""

from dataclasses import dataclass

from pokerdata.support import html
from pokerdata.support.text import brief


@dataclass(frozen=True)
class SpotValues:
    """Exact values of both players' strategies, in chips a deal, averaged over all deals of the ranges.

    Values count what is won from the spot's beginning on, the pot on the table included, and forget what was put in
    before: without rake those of both players add up to the pot.

    Attributes:
        best_response: What the best response of each player wins against the other's strategy, out of position first.
        expected: What each player wins when both play their strategies.
        pot: Chips in the pot when the spot begins.
    """

    best_response: tuple[float, float]
    expected: tuple[float, float]
    pot: float

    @property
    def numbers(self) -> tuple[float, ...]:
        """Both best responses, both expected values, and the pot."""
        return (*self.best_response, *self.expected, self.pot)

    @property
    def gains(self) -> tuple[float, float]:
        """What the best response of each player wins more than his strategy, in chips."""
        return (
            self.best_response[0] - self.expected[0],
            self.best_response[1] - self.expected[1],
        )

    @property
    def exploitability(self) -> float:
        """Half of the sum of both gains, in chips; 0 in an equilibrium."""
        return sum(self.gains) / 2

    @property
    def percent(self) -> float:
        """The exploitability in percent of the pot."""
        return 100 * self.exploitability / self.pot

    def __repr__(self) -> str:
        return brief(
            self,
            f"exploitability {self.exploitability:.4g} chips = {self.percent:.3g} % of the pot",
            f"expected {self.expected[0]:.4f} and {self.expected[1]:.4f} chips",
        )

    def _repr_html_(self) -> str:
        return html.facts(
            {
                "exploitability, chips": self.exploitability,
                "exploitability, % of the pot": self.percent,
                "expected, out of position": self.expected[0],
                "expected, in position": self.expected[1],
                "best response, out of position": self.best_response[0],
                "best response, in position": self.best_response[1],
            },
            caption="Values of a spot, chips a deal",
        )

    def lines(self, big_blind: float | None = None) -> list[str]:
        """The values in words, with their units, one a line.

        Args:
            big_blind: Chips of the big blind, to tell thousandths of it, too.
        """

        def chips(value: float) -> str:
            blinds = "" if big_blind is None else f" = {1000 * value / big_blind:.4g} mb"
            return f"{value:.5g} chips = {100 * value / self.pot:.4g} % of the pot{blinds}"

        lines = [f"exploitability  {chips(self.exploitability)}"]
        for name, gain in zip(("OOP", "IP"), self.gains, strict=True):
            lines.append(
                f"  of {'IP' if name == 'OOP' else 'OOP':3}        {chips(gain)}, what the best {name} wins more"
            )
        for name, value in zip(("OOP", "IP"), self.expected, strict=True):
            lines.append(f"expected {name:3}    {value:.6f} chips of a pot of {self.pot:g}")
        return lines
