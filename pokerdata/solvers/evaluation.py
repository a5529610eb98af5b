"""What a strategy is worth: best responses, exploitability, expected value."""

from dataclasses import dataclass

from pokerdata.games import Rules
from pokerdata.solvers.units import milliblinds

WHOLE_GAME = "in the whole game"
_INSIDE = "inside its own abstraction"
_NOT_COMPARABLE = "not comparable across abstractions"
OWN_ABSTRACTION = f"{_INSIDE}; {_NOT_COMPARABLE}"
TO_COMPARE = "abstractions are compared by a cross-table of matches and by local best response"


def scope(abstraction: str | None, boards: int | None = None) -> str:
    """Where an exploitability holds, in words that go with it wherever it is printed.

    boards: how many were drawn for the joint counts, or None if they are of all.
    """
    if abstraction is None:
        return WHOLE_GAME
    return OWN_ABSTRACTION if boards is None else f"{_INSIDE} on {boards:,} drawn boards; {_NOT_COMPARABLE}"


def is_inside(where: str) -> bool:
    """Whether a `scope` is that of an abstraction."""
    return where.startswith(_INSIDE)


@dataclass(frozen=True)
class Evaluation:
    """Exact values of a pair of strategies, in chips a game.

    best_response: what each player's best response wins against the other's strategy.
    expected_value: what player 1 wins when both play their strategies; player 2 wins its negative.
    """

    best_response: tuple[float, float]
    expected_value: float

    @property
    def nash_conv(self) -> float:
        """Sum of both best-response values; 0 in an equilibrium."""
        return self.best_response[0] + self.best_response[1]

    @property
    def exploitability(self) -> float:
        """Half of nash_conv: what a best response wins a game, on average over both seats."""
        return self.nash_conv / 2

    def lines(self, rules: Rules, where: str = WHOLE_GAME) -> list[str]:
        """The values in words, with their units, one a line; where: their `scope`."""
        inside = is_inside(where)

        def both(chips: float, sign: str = "+") -> str:
            return f"{chips:{sign}.6f} chips/game = {milliblinds(chips, rules):{sign}.4f} mb/g"

        return [
            f"exploitability   {both(self.exploitability, '')}{f', {where}' if inside else ''}",
            f"NashConv         {both(self.nash_conv, '')} (twice the exploitability)",
            f"best response 1  {both(self.best_response[0])} for player 1 against the strategy of player 2",
            f"best response 2  {both(self.best_response[1])} for player 2 against the strategy of player 1",
            f"expected value   {both(self.expected_value)} for player 1 when both play the strategy",
            f"(1 mb/g: a thousandth of the {rules.unit_name} of {rules.unit} a game)",
            *([f"({TO_COMPARE})"] if inside else []),
        ]
