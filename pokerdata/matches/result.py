"""What a match tells: means with intervals, and standard deviations."""

from dataclasses import dataclass
from math import inf, sqrt
from typing import Any, NamedTuple

from pokerdata._core.matches import largest_loss
from pokerdata.games import Rules, Unit
from pokerdata.matches.player_rows import told_mean
from pokerdata.support import html
from pokerdata.support.estimates import Estimate, or_none, with_interval
from pokerdata.support.text import brief, counted, shortened


class Sums(NamedTuple):
    """Exact sums over duplicate deals of what the first agent wins, in chips: x as player 1, y as player 2.

    Attributes:
        deals: How many.
        first: Sum of x.
        second: Sum of y.
        first_squares: Sum of the squares of x.
        second_squares: Sum of the squares of y.
        products: Sum of x times y.
        moves: Of both agents.
    """

    deals: int
    first: int
    second: int
    first_squares: int
    second_squares: int
    products: int
    moves: int


@dataclass(frozen=True)
class MatchResult:
    """The result of a match over duplicate deals; chips are those that the first agent wins.

    Attributes:
        agents: Their names.
        rules: Of the game that was played.
        seed: Of the random numbers.
        sums: What was won, in exact sums.
        translations: How the agents took bets that their betting trees do not have; None for an agent without a tree.
    """

    agents: tuple[str, str]
    rules: Rules
    seed: int
    sums: Sums
    translations: tuple[str | None, str | None] = (None, None)

    @property
    def deals(self) -> int:
        """Duplicate deals: each was played twice, with the seats swapped, so there are ``2 * deals`` hands."""
        return self.sums.deals

    @property
    def won(self) -> Estimate:
        """Chips a hand, with the standard error over duplicate pairs."""
        s = self.sums
        total, squares = s.first + s.second, s.first_squares + s.second_squares + 2 * s.products
        pairs = _estimate(s.deals, total, squares, 2 * largest_loss(self.rules.core))  # of x + y, two hands
        return pairs.times(0.5)

    @property
    def by_seat(self) -> tuple[Estimate, Estimate]:
        """Chips a hand as player 1 and as player 2."""
        s = self.sums
        most = largest_loss(self.rules.core)
        return (
            _estimate(s.deals, s.first, s.first_squares, most),
            _estimate(s.deals, s.second, s.second_squares, most),
        )

    @property
    def raw_deviation(self) -> float:
        """Standard deviation of a hand, in chips."""
        s = self.sums
        hands = 2 * s.deals
        found = _estimate(hands, s.first + s.second, s.first_squares + s.second_squares, inf)
        return found.standard_error * sqrt(hands)

    @property
    def duplicate_deviation(self) -> float:
        """Standard deviation of the mean of a duplicate pair, in chips a hand."""
        return self.won.standard_error * sqrt(self.deals)

    def to_dict(self) -> dict[str, Any]:
        """All of it as values that JSON can hold; amounts are what the first agent wins. None: not known."""
        unit = Unit.of(self.rules)
        found: dict[str, Any] = {
            "agents": list(self.agents),
            "game": self.rules.name,
            "deals": self.deals,
            "hands": 2 * self.deals,
            "seed": self.seed,
            "unit": unit.name,
            "unit_chips": unit.chips,
            **({} if self.rules.stack is None else {"translations": list(self.translations)}),
        }
        for key, value in (("both", self.won), ("player_1", self.by_seat[0]), ("player_2", self.by_seat[1])):
            found[key] = {
                **told_mean(value, unit),
                "milli_units_per_hand": unit.milli(value.mean),
                "milli_units_per_hand_half_width_95": or_none(unit.milli(value.half_width)),
            }
        found["standard_deviation_chips"] = {
            "hand": self.raw_deviation,
            "duplicate_pair": or_none(self.duplicate_deviation),
        }
        return found

    def __repr__(self) -> str:
        unit = Unit.of(self.rules)
        names = " against ".join(shortened(name, 24) for name in self.agents)
        won = self.won.times(unit.per_hundred(1))
        amount = f"{with_interval(won.mean, won.half_width, 2)} {unit.short}/100 hands"
        return brief(self, f"{names}: {amount}", f"{self.deals:,} deals")

    def _repr_html_(self) -> str:
        first, second = self.agents
        unit = Unit.of(self.rules)
        amounts = {"both seats": self.won, "as player 1": self.by_seat[0], "as player 2": self.by_seat[1]}
        rows = [(name, *_cells(value, unit)) for name, value in amounts.items()]
        notes = [
            f"{self.deals:,} duplicate deals, {2 * self.deals:,} hands, seed {self.seed}; what {first} wins, with 95 % "
            f"intervals; 1 mb: a thousandth of the {unit}"
        ]
        head = ("", f"{unit.short}/100 hands", "mb/hand")
        return html.table(
            rows, head=head, caption=f"{first} against {second}: {self.rules.name}", notes=notes
        )

    def __str__(self) -> str:
        first, second = (shortened(name, 40) for name in self.agents)
        rules, deals = self.rules, self.deals
        unit, small = Unit.of(rules), Unit.small(rules)
        lines = [
            f"{first} against {second}: {rules.name}",
            f"{counted(deals, 'duplicate deal')}, {2 * deals:,} hands, seed {self.seed}"
            + ("" if rules.stack is None else translated(*self.translations)),
        ]
        for name, value in (
            ("won", self.won),
            ("as player 1", self.by_seat[0]),
            ("as player 2", self.by_seat[1]),
        ):
            lines.append(
                f"{name:<12} {_pair(value, unit.per_hundred(1))} {unit.short}/100 hands = "
                f"{_pair(value, unit.milli(1))} mb/hand"
            )
        raw, duplicate = self.raw_deviation, self.duplicate_deviation
        lines += [
            f"standard deviation of a hand {raw / small.chips:.2f} {small.plural}, of the mean of a duplicate "
            f"pair {duplicate / small.chips:.2f}",
            f"(for {first}, with 95 % intervals over duplicate pairs, or over deals in one seat; 1 mb: a thousandth of the "
            f"{unit})",
        ]
        return "\n".join(lines)


def translated(*translations: str | None) -> str:
    """', translation soft': how agents took bets that their betting trees do not have; nothing without such agents."""
    names = dict.fromkeys(name for name in translations if name is not None)
    return f", translation {' and '.join(names)}" if names else ""


def _estimate(count: int, total: int, squares: int, most: float) -> Estimate:
    """Mean and standard error from exact sums of samples from -most to most."""
    mean = total / count
    if count < 2:
        return Estimate(mean, inf, 0)
    error = sqrt((squares * count - total * total) / (count * (count - 1)) / count)
    return Estimate(mean, error, count - 1, most + abs(mean))


def _cells(value: Estimate, unit: Unit) -> tuple[str, str]:
    """Units per 100 hands and milli-units a hand, with their intervals."""
    return _pair(value, unit.per_hundred(1)), _pair(value, unit.milli(1))


def _pair(value: Estimate, factor: float) -> str:
    return with_interval(factor * value.mean, factor * value.half_width, 2)
