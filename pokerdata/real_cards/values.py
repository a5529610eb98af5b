"""What was found on real cards, and how it is told."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Any

from pokerdata.games import BettingTree, Rules, Unit
from pokerdata.solving.scope import Scope
from pokerdata.support import html
from pokerdata.support.estimates import Estimate, or_none, plus_minus
from pokerdata.support.text import brief, shortened

#: Of the chips that a player can lose: no value is further from the exact one by the rounding of float32 sums, and by what
#: the kernels leave out. Sums are of at most 400 terms one after another, along the longest way from a leaf to the game's
#: value, each with an error of 2^-24: 2.4e-5 of these 3.05e-5. What a player reaches on a street with a probability below
#: 1e-18 is left out: a tree of 20 million nodes, the most there are, makes 4e-11 of that.
ROUNDING = 2.0**-15


@dataclass(frozen=True)
class SeatValue:
    """What the player of one seat wins, in chips a game.

    Attributes:
        player: 1 or 2.
        won: The value; exact (its standard error is 0) if all flops were dealt. Of drawn flops the mean, in a best response
            with what he does before the flop fitted on one half of them and valued on the other.
        above: Of drawn flops, the value of a best response that is fitted on the flops that it is valued on, on average too
            high; None otherwise.
    """

    player: int
    won: Estimate
    above: float | None = None


@dataclass(frozen=True)
class RealValues:
    """Values of a strategy on real cards, in chips a game.

    Attributes:
        name: Of the strategy.
        rules: Of its game.
        seats: Of each player asked for: what his best response wins from the strategy, or, against another strategy, what
            the strategy wins in his seat.
        against: The name of the other strategy, which `name` plays; None for best responses.
        both: The mean of both seats; None for one of them alone.
        flops: How many were drawn; None for all.
        seed: Of drawn flops.
    """

    name: str
    rules: Rules
    seats: tuple[SeatValue, ...]
    against: str | None = None
    both: SeatValue | None = None
    flops: int | None = None
    seed: int = 0

    @property
    def exploitability(self) -> float:
        """What best responses win on average over both seats.

        Raises:
            ValueError: Where one seat alone was asked for, or another strategy plays.
        """
        if self.both is None or self.against is not None:
            raise ValueError(
                "exploitability: expected best responses of both seats, got others; e.g. without player and against"
            )
        return self.both.won.mean

    @property
    def nash_conv(self) -> float:
        """The sum of both best responses.

        Raises:
            ValueError: As `exploitability`.
        """
        return 2 * self.exploitability

    @property
    def rounding(self) -> float:
        """Chips by which rounding, and reach below 1e-18, which is left out, can change a value at most."""
        return ROUNDING * most_lost(self.rules)

    def to_dict(self) -> dict[str, Any]:
        """All of it as values that JSON can hold."""
        unit = Unit.of(self.rules)
        parts = {f"player_{seat.player}": seat for seat in self.seats}
        if self.both is not None:
            parts["both"] = self.both

        def told(seat: SeatValue) -> dict[str, Any]:
            above = {} if seat.above is None else {"chips_per_game_from_above": seat.above}
            interval = {} if self.flops is None else {"half_width_95": or_none(seat.won.half_width)}
            return {
                "chips_per_game": seat.won.mean,
                "is": "exact" if self.flops is None else "an estimate" if self.against else "a lower bound",
                "milli_units_per_game": unit.milli(seat.won.mean),
                **interval,
                **above,
            }

        return {
            "strategy": self.name,
            "against": self.against,
            "game": self.rules.name,
            "unit": unit.name,
            "unit_chips": unit.chips,
            "all_bets": BettingTree(self.rules).all_bets,
            "flops": self.flops,
            "seed": None if self.flops is None else self.seed,
            "rounding_chips": self.rounding,
            **{key: told(seat) for key, seat in parts.items()},
        }

    def __repr__(self) -> str:
        both = "" if self.both is None else f"{Unit.of(self.rules).milli(self.both.won.mean):.4f} mb/g"
        return brief(self, repr(shortened(self.name, 40)), both, "on real cards")

    def _repr_html_(self) -> str:
        return html.details("values on real cards", html.facts({"": str(self)}))

    def __str__(self) -> str:
        return "\n".join([*self._best_responses(), *self._notes()])

    def _best_responses(self) -> list[str]:
        if self.against is not None:
            lines = [f"{self.name} against {self.against}: {self.rules.name}, on real cards"]
            lines += [
                f"as player {seat.player}      {self._amount(seat.won)} for {self.name}"
                for seat in self.seats
            ]
            if self.both is not None:
                lines.append(f"both seats       {self._amount(self.both.won)} for {self.name}, the mean")
            return lines
        scope = f"on real cards, {Scope(BettingTree(self.rules).all_bets)}"
        lines = []
        if self.both is not None:
            least = "at least " if self.flops is not None else ""
            twice = self.both.won.times(2)
            lines += [
                f"exploitability   {least}{self._amount(self.both.won, '')}",
                f"                 {scope}",
                f"NashConv         {least}{self._amount(twice, '')} (twice the exploitability)",
            ]
        for seat in self.seats:
            other = 3 - seat.player
            lines.append(
                f"best response {seat.player}  {self._amount(seat.won)} for player {seat.player} against the strategy of "
                f"player {other}"
            )
        return lines if self.both is not None else [*lines, scope]

    def _notes(self) -> list[str]:
        unit = Unit.of(self.rules)
        notes = []
        if self.flops is not None:
            drawn = f"({self.flops:,} flops drawn in strata, seed {self.seed}; ±: 95 % intervals"
            if self.against is None:
                drawn += (
                    ". They are bounds from below, on average too low: what is done before the flop is fitted on one half "
                    "of the flops and valued on the other"
                )
            notes.append(f"{drawn})")
            if self.against is None:
                above = self.both if self.both is not None else self.seats[0]
                assert above.above is not None
                notes.append(
                    f"(fitted and valued on the same flops: {unit.milli(above.above):.4f} mb/g, on average too high)"
                )
        notes.append(
            "(rounding of float32 sums, and reach below 1e-18, which is left out, change no value by more than "
            f"{unit.milli(self.rounding):.2g} mb/g)"
        )
        notes.append(f"(1 mb/g: a thousandth of the {unit} a game)")
        return notes

    def _amount(self, chips: Estimate, sign: str = "+") -> str:
        milli = chips.times(Unit.of(self.rules).milli(1))
        if self.flops is None:
            return f"{chips.mean:{sign}.6f} chips/game = {milli.mean:{sign}.4f} mb/g"
        return f"{milli.mean:{sign}.1f} {plus_minus(milli.half_width, 1)} mb/g"


def exact(chips: float) -> Estimate:
    """A value that is no estimate."""
    return Estimate(chips, 0.0, inf)


def most_lost(rules: Rules) -> int:
    """Chips that a player can lose in a hand.

    Args:
        rules: Of the game.
    """
    tree = BettingTree(rules)
    return int(abs(tree.chips).max())
