"""What a strategy is worth: best responses, exploitability, expected value."""

from dataclasses import dataclass

from pokerdata.games import Rules, Unit, milliblinds
from pokerdata.solving.scope import TO_COMPARE, Scope
from pokerdata.support import html
from pokerdata.support.text import brief


@dataclass(frozen=True)
class Evaluation:
    """Exact values of a pair of strategies, in chips a game.

    Attributes:
        best_response: What each player's best response wins against the other's strategy.
        expected_value: What player 1 wins when both play their strategies; player 2 wins its negative.
    """

    best_response: tuple[float, float]
    expected_value: float

    @property
    def numbers(self) -> tuple[float, float, float]:
        """Both best responses and the expected value."""
        return (*self.best_response, self.expected_value)

    @property
    def nash_conv(self) -> float:
        """Sum of both best-response values; 0 in an equilibrium."""
        return self.best_response[0] + self.best_response[1]

    @property
    def exploitability(self) -> float:
        """Half of nash_conv: what a best response wins a game, on average over both seats."""
        return self.nash_conv / 2

    def __repr__(self) -> str:
        one, two = self.best_response
        told = (
            f"exploitability {self.exploitability:.6g} chips/game",
            f"best responses {one:+.6g} and {two:+.6g}",
        )
        return brief(self, *told, f"expected value {self.expected_value:+.6g}")

    def _repr_html_(self) -> str:
        told = {
            "exploitability": self.exploitability,
            "NashConv": self.nash_conv,
            "best response of player 1": self.best_response[0],
            "best response of player 2": self.best_response[1],
            "expected value of player 1": self.expected_value,
        }
        return html.facts(told, caption="Evaluation, chips a game")

    def lines(self, rules: Rules, scope: Scope) -> list[str]:
        """The values in words, with their units, one a line, and their scope.

        Args:
            rules: The rules of the game, which say what a milli-blind is.
            scope: Where the values hold.
        """

        def both(chips: float, sign: str = "+") -> str:
            return f"{chips:{sign}.6f} chips/game = {milliblinds(chips, rules):{sign}.4f} mb/g"

        return [
            f"exploitability   {both(self.exploitability, '')}",
            f"                 {scope}",
            f"NashConv         {both(self.nash_conv, '')} (twice the exploitability)",
            f"best response 1  {both(self.best_response[0])} for player 1 against the strategy of player 2",
            f"best response 2  {both(self.best_response[1])} for player 2 against the strategy of player 1",
            f"expected value   {both(self.expected_value)} for player 1 when both play the strategy",
            f"(1 mb/g: a thousandth of the {Unit.of(rules)} a game)",
            *([f"({TO_COMPARE})"] if scope.abstraction else []),
        ]
