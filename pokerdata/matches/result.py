"""Result of a match of two to ten players: orders of seats, forfeits, rows of players, and stratified means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import permutations
from math import inf, isfinite, isnan, nan, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.matches import largest_loss
from pokerdata._core.play import parts_of_chip
from pokerdata._support import html
from pokerdata._support.estimates import UNDEFINED, Estimate, or_none, plus_minus, signed, with_interval
from pokerdata._support.text import brief, counted, shortened
from pokerdata.games import Rules, Unit
from pokerdata.games.play import TableRules
from pokerdata.matches.referee import most_lost

_ALL_ORDERS = 3  # players; beyond this there are too many orders to play all


def seat_orders(players: int) -> tuple[tuple[int, ...], ...]:
    """Return the orders of a unit of duplicate deals: for each the players by seat.

    For two and three players these are all orders (2 and 6). For more players, each order moves everybody on by one seat, so
    there are as many orders as players. Over these orders, every player has every position of a deal equally often.

    Args:
        players: Number of players, 2 or more.
    """
    if players <= _ALL_ORDERS:
        return tuple(permutations(range(players)))
    return tuple(tuple((seat + step) % players for seat in range(players)) for step in range(players))


def by_position(order: tuple[int, ...], hand: int) -> tuple[int, ...]:
    """Return the players of a hand by position: seat s has the position s - hand, modulo the players.

    Args:
        order: The players by seat.
        hand: Number of the hand.
    """
    return tuple(order[(position + hand) % len(order)] for position in range(len(order)))


WIDTH = 80
RESULT_HEAD = ["won", "95 %", "decisions", "ms each", "faults"]


def told_mean(value: Estimate, unit: Unit) -> dict[str, float | None]:
    """Return the mean and its interval in chips and in units per 100 hands; None means unknown.

    Args:
        value: Chips a hand.
        unit: The big blind or ante.
    """
    return {
        "chips_per_hand": or_none(value.mean),
        "standard_error": or_none(value.standard_error),
        "units_per_100_hands": or_none(unit.per_hundred(value.mean)),
        "units_per_100_hands_half_width_95": or_none(unit.per_hundred(value.half_width)),
    }


def result_row(won: Estimate, unit: Unit, decisions: int, seconds: float, faults: str) -> list[str]:
    """Return the cells below `RESULT_HEAD`.

    Args:
        won: Chips a hand.
        unit: The big blind or ante.
        decisions: Number of the player's decisions.
        seconds: Their total time.
        faults: Number of faults, or another text for this cell.
    """
    value = won.times(unit.per_hundred(1))
    each = 1000 * seconds / max(1, decisions)
    return [signed(value.mean, 2), plus_minus(value.half_width, 2), f"{decisions:,}", f"{each:.3f}", faults]


def fault_notes(
    players: Sequence[str], faults: Sequence[int], first_faults: Sequence[str | None]
) -> list[str]:
    """Return a line for each player with illegal actions.

    Args:
        players: Names of the players.
        faults: Number of illegal actions of each player.
        first_faults: First illegal action of each player, in words.
    """
    return [
        f"{player}: {count:,} illegal action{'s' * (count > 1)}; the first: {first}"
        for player, count, first in zip(players, faults, first_faults, strict=True)
        if count
    ]


def table_lines(
    title: str, names: Sequence[str], head: Sequence[str], rows: Sequence[Sequence[str]]
) -> list[str]:
    """Format a table in lines; the names take the remaining width.

    Args:
        title: Head above the names.
        names: First cell of each row.
        head: Heads of the other columns.
        rows: The other cells.
    """
    widths = [max(len(row[c]) for row in (head, *rows)) for c in range(len(head))]
    room = max(10, WIDTH - sum(width + 2 for width in widths))
    names = [shortened(name, room) for name in names]
    first = max(map(len, [title, *names]))
    return [
        f"{name:<{first}}" + "".join(f"  {cell:>{width}}" for cell, width in zip(row, widths, strict=True))
        for name, row in zip([title, *names], [head, *rows], strict=True)
    ]


_PARTS = parts_of_chip()


class Forfeit(NamedTuple):
    """A forfeit of a match: the player, the hand and the reason.

    Attributes:
        player: Index from 0.
        deal: Index of the hand, from 0.
        order: Index of the order of seats, from 0.
        reason: What happened.
    """

    player: int
    deal: int
    order: int
    reason: str


class Sums(NamedTuple):
    """Exact sums over duplicate deals of the first agent's winnings, in chips: x as player 1, y as player 2.

    Attributes:
        deals: Number of deals.
        first: Sum of x.
        second: Sum of y.
        first_squares: Sum of the squares of x.
        second_squares: Sum of the squares of y.
        products: Sum of x times y.
        moves: Actions of both agents; 0 if not counted.
    """

    deals: int
    first: int
    second: int
    first_squares: int
    second_squares: int
    products: int
    moves: int

    @property
    def both(self) -> tuple[int, int]:
        """Sum and sum of squares of x + y, the first agent's winnings in both hands of a deal."""
        return self.first + self.second, self.first_squares + self.second_squares + 2 * self.products

    @property
    def are_possible(self) -> bool:
        """Whether deals can have these sums: no squared sum exceeds their number times the sum of squares."""
        found = (self.first, self.first_squares), (self.second, self.second_squares), self.both
        return self.deals > 0 and all(total**2 <= self.deals * squares for total, squares in found)


@dataclass(frozen=True, eq=False)
class MatchResult:
    """Result of a match of two to ten players over units of duplicate deals.

    Two strategies or baselines play in C++, which keeps exact sums only: such a result has `sums`, but no `parts`, flows,
    decisions, times or faults. All other players sit at a table, where the result keeps each hand.

    Attributes:
        players: Names of the players.
        game: The game; for a match in C++ its betting rules.
        seed: Seed of the cards.
        sums: For a match in C++; 0 deals at a table.
        parts: int64 [deals, orders, players], each player's winnings in each hand, in parts of a chip: `parts_of_chip()` of
            them make one, so that pots shared by up to ten are whole numbers. Each hand sums to 0. 0 deals in C++.
        replays: Whether the whole match was played in one order of seats after the other, with a reset before each.
        flow_parts: [from][to], total losses of each player to each other one, in parts of a chip; empty in C++.
        decisions: Number of decisions of each player; empty in C++.
        seconds: Time of each player, including `reset` and `observe`; empty in C++.
        faults: Number of illegal actions of each player; empty in C++.
        first_faults: First illegal action of each player, in words; None if there is none.
        forfeit: The player that forfeited the match, and where; None if nobody did.
        translations: How each player mapped bets outside its betting tree; None for a player without a tree.
        reduced: The same match with less luck, if you asked `match` for it.
    """

    players: tuple[str, ...]
    game: TableRules | Rules
    seed: int
    sums: Sums = field(default=Sums(0, 0, 0, 0, 0, 0, 0), repr=False)
    parts: NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0, 0), np.int64), repr=False)
    replays: bool = False
    flow_parts: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    decisions: tuple[int, ...] = ()
    seconds: tuple[float, ...] = ()
    faults: tuple[int, ...] = ()
    first_faults: tuple[str | None, ...] = ()
    forfeit: Forfeit | None = None
    translations: tuple[str | None, ...] = ()
    reduced: Any = None

    @property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """Orders of seats in which each deal was played, as players by seat; one if deals were not duplicate."""
        found = seat_orders(len(self.players))
        return found if self.sums.deals else found[: self.parts.shape[1]]

    @property
    def deals(self) -> int:
        """Number of deals; each is a unit."""
        return self.sums.deals or len(self.parts)

    @property
    def hands(self) -> int:
        """Number of hands: each deal in each order."""
        return self.deals * len(self.orders)

    @cached_property
    def chips(self) -> tuple[Fraction, ...]:
        """Total winnings of each player, in chips."""
        if self.sums.deals:
            return Fraction(self.sums.both[0]), Fraction(-self.sums.both[0])
        return tuple(
            Fraction(sum(self.parts[:, :, p].ravel().tolist()), _PARTS) for p in range(len(self.players))
        )

    @cached_property
    def units(self) -> tuple[tuple[Fraction, ...], ...]:
        """Winnings of each player in each unit, in chips: [deal][player]; empty in C++."""
        sums = self.parts.sum(axis=1).tolist()
        return tuple(tuple(Fraction(value, _PARTS) for value in row) for row in sums)

    @cached_property
    def won(self) -> tuple[Estimate, ...]:
        """Chips a hand of each player, with the standard error over units.

        If a player forfeited, the mean includes its loss by that, and the standard error is unknown.
        """
        hands = len(self.orders)
        if self.sums.deals:
            total, squares = self.sums.both
            return tuple(self._estimate(self.deals, way * total, squares, hands) for way in (1, -1))
        sums = self.parts.sum(axis=1)
        return tuple(
            self._estimate(*_moments(sums[:, p].tolist()), _PARTS * hands) for p in range(len(self.players))
        )

    @cached_property
    def by_position(self) -> tuple[tuple[Estimate, ...], ...]:
        """Chips a hand of each player in each position, over deals: [player][position]."""
        if (s := self.sums).deals:
            seats = (s.first, s.first_squares), (s.second, s.second_squares)
            first = seats if self._first_position == 0 else seats[::-1]  # of the first player, by position
            return tuple(
                tuple(self._estimate(s.deals, way * total, squares, 1) for total, squares in row)
                for way, row in ((1, first), (-1, first[::-1]))
            )
        count, orders = len(self.players), len(self.orders)
        sums = np.zeros((count, count, self.deals), np.int64)
        there = np.zeros(sums.shape, bool)
        for order, seats_of in enumerate(self.orders):
            for turn in range(count):  # seats repeat after this many hands
                for position, player in enumerate(by_position(seats_of, turn)):
                    sums[player, position, turn::count] += self.parts[turn::count, order, player]
                    there[player, position, turn::count] = True
        scale = _PARTS * max(1, orders // count)
        return tuple(
            tuple(
                self._estimate(*_moments(sums[player, position, there[player, position]].tolist()), scale)
                for position in range(count)
            )
            for player in range(count)
        )

    @property
    def _first_position(self) -> int:
        """Position of player 1 of the C++ engine: with blinds, 0 is the big blind."""
        assert isinstance(self.game, Rules)
        return int(self.game.blinds[0] < self.game.blinds[1])

    @cached_property
    def deviation(self) -> tuple[float, ...]:
        """Standard deviation of a hand, in chips, for each player."""
        if (s := self.sums).deals:
            moments = [(self.hands, s.both[0], s.first_squares + s.second_squares)] * 2
            scale = 1
        else:
            hands = [self.parts[:, :, p].ravel().tolist() for p in range(len(self.players))]
            moments, scale = [_moments(of) for of in hands], _PARTS
        return tuple(
            _error(count, total, squares) * sqrt(count) / scale if count > 1 else inf
            for count, total, squares in moments
        )

    @cached_property
    def deal_deviation(self) -> tuple[float, ...]:
        """Standard deviation of a deal's mean over its orders, in chips a hand, for each player."""
        return tuple(one.standard_error * sqrt(self.deals) for one in self.won)

    @property
    def flows(self) -> tuple[tuple[Fraction, ...], ...]:
        """Chips that each player lost to each other one in all hands, [from][to]; empty in C++."""
        return tuple(tuple(Fraction(value, _PARTS) for value in row) for row in self.flow_parts)

    def _estimate(self, count: int, total: int, squares: int, scale: int) -> Estimate:
        """Return the mean of a hand from sums over `count` deals; `scale` of their unit are a chip in each hand."""
        mean = total / (count * scale) if count else nan
        if count < 2 or self.forfeit is not None:
            return Estimate(mean, inf, 0)
        return Estimate(mean, _error(count, total, squares) / scale, count - 1, self._most + abs(mean))

    @cached_property
    def _most(self) -> int:
        """Most chips that a player can win or lose in a hand."""
        game = self.game
        if isinstance(game, Rules):
            return largest_loss(game.core)
        return max(most_lost(game, position) for position in range(game.players)) * (game.players - 1)

    @property
    def unit(self) -> Unit:
        """Unit of results: the big blind, or the ante if there is none."""
        return unit_of(self.game)

    def to_dict(self) -> dict[str, Any]:
        """Return all fields as JSON values. None means unknown; exact chips are text, such as '-6475/2'.

        Hands and orders of seats count from 1, as in text.
        """
        unit = self.unit
        found: dict[str, Any] = {
            "game": self.game.name,
            "players": len(self.players),
            "deals": self.deals,
            "orders": len(self.orders),
            "hands": self.hands,
            "replays": self.replays,
            "seed": self.seed,
            "unit": unit.name,
            "unit_chips": unit.chips,
            "results": [],
            "flows_chips": [[str(chips) for chips in row] for row in self.flows] or None,
            "forfeit": None if self.forfeit is None else self._forfeit_told(self.forfeit),
        }
        asked = self.decisions, self.seconds, self.faults, self.first_faults
        for p, name in enumerate(self.players):
            positions = zip(self.game.positions, self.by_position[p], strict=True)
            decisions, seconds, faults, first_fault = (row[p] if row else None for row in asked)
            found["results"].append(
                {
                    "name": name,
                    "chips": str(self.chips[p]),
                    **told_mean(self.won[p], unit),
                    "standard_deviation_chips": {
                        "hand": or_none(self.deviation[p]),
                        "deal": or_none(self.deal_deviation[p]),
                    },
                    "by_position": {position: told_mean(value, unit) for position, value in positions},
                    "decisions": decisions,
                    "seconds": seconds,
                    "faults": faults,
                    "first_fault": first_fault,
                    **({"translation": self.translations[p]} if self._translated else {}),
                }
            )
        if self.reduced is not None:
            found["reduced"] = self.reduced.to_dict()
        return found

    @property
    def _translated(self) -> bool:
        """Whether translations matter: a player has one, and bet sizes are not fixed."""
        return any(self.translations) and not self.game.limit

    def _forfeit_told(self, of: Forfeit) -> dict[str, Any]:
        return {
            "player": self.players[of.player],
            "hand": of.deal + 1,
            "order": of.order + 1,
            "reason": of.reason,
        }

    def __repr__(self) -> str:
        names = ", ".join(shortened(name, 16) for name in self.players)
        won = self.won[0].times(self.unit.per_hundred(1))
        amount = f"{with_interval(won.mean, won.half_width, 2)} {self.unit.short}/100 hands"
        return brief(self, f"{names}: {amount}", self.game.name, counted(self.deals, "deal"))

    def __str__(self) -> str:
        unit = self.unit
        lines = [
            f"{self.game.name}: {', '.join(shortened(name, 40) for name in self.players)}",
            self._counts(),
            *self._notes(),
            "",
        ]
        lines += self._table(f"{unit.short}/100 hands", self._head(), self._result_rows())
        title = f"{unit.short}/100 by position"
        means = [[unit.per_hundred(value.mean) for value in row] for row in self.by_position]
        lines += ["", *self._table(title, list(self.game.positions), _amounts(means))]
        if len(self.players) > 2:
            paid = [[unit.per_hundred(float(chips) / self.hands) for chips in row] for row in self.flows]
            head = [f"to {p + 1}" for p in range(len(self.players))]
            lines += ["", *self._table(f"{unit.short}/100 paid", head, _amounts(paid, sign="", skip=True))]
        elif isfinite(self.deal_deviation[0]):
            small = _small_unit(self.game)
            hand, deal = (of[0] / small.chips for of in (self.deviation, self.deal_deviation))
            lines += [
                "",
                f"standard deviation of a hand {hand:.2f} {small.plural}, of the mean of a deal {deal:.2f}",
            ]
        if self.reduced is not None:
            lines += ["", str(self.reduced)]
        return "\n".join(lines)

    def _counts(self) -> str:
        deals, hands = counted(self.deals, "deal"), counted(self.hands, "hand")
        text = f"{deals} in {_orders_text(len(self.players), len(self.orders))}, {hands}, seed {self.seed}"
        if self._translated:
            text += translated(*self.translations)
        if not self.sums.deals:
            text += (
                "; the whole match in each order, with a reset before it"
                if self.replays
                else "; deal by deal"
            )
        return text

    def _notes(self) -> list[str]:
        notes = fault_notes(self.players, self.faults, self.first_faults) if self.faults else []
        if self.forfeit is not None:
            player, deal, order, reason = self.forfeit
            notes.append(
                f"{shortened(self.players[player], 40)} forfeited in hand {deal + 1} of order {order + 1}: {reason}. In "
                "each hand that was not played out it loses the most that it could."
            )
        return notes

    def _head(self) -> list[str]:
        return RESULT_HEAD if self.decisions else RESULT_HEAD[:2]

    def _result_rows(self) -> list[list[str]]:
        rows = []
        for p, won in enumerate(self.won):
            if not self.decisions:
                rows.append(result_row(won, self.unit, 0, 0, "")[:2])
                continue
            lost = self.forfeit is not None and self.forfeit.player == p
            faults = "forfeit" if lost else str(self.faults[p])
            rows.append(result_row(won, self.unit, self.decisions[p], self.seconds[p], faults))
        return rows

    def _table(self, title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
        names = [f"{p + 1} {name}" for p, name in enumerate(self.players)]
        return table_lines(title, names, head, rows)

    def _repr_html_(self) -> str:
        unit = self.unit
        head = ("", f"{unit.short}/100 hands", *self._head()[1:], *self.game.positions)
        rows = [
            (name, *row, *positions)
            for name, row, positions in zip(
                self.players,
                self._result_rows(),
                _amounts([[unit.per_hundred(value.mean) for value in of] for of in self.by_position]),
                strict=True,
            )
        ]
        return html.table(rows, head=head, caption=self.game.name, notes=[self._counts(), *self._notes()])


def translated(*translations: str | None) -> str:
    """Return text such as ', translation soft' for agents with a betting tree, or '' without such agents.

    Args:
        *translations: Translation of each agent; None without a betting tree.
    """
    names = dict.fromkeys(name for name in translations if name is not None)
    return f", translation {' and '.join(names)}" if names else ""


def _moments(values: Sequence[int]) -> tuple[int, int, int]:
    """Return the number of values, their sum and the sum of their squares, exactly."""
    return len(values), sum(values), sum(value * value for value in values)


def _error(count: int, total: int, squares: int) -> float:
    """Return the standard error of the mean of two or more samples, from exact sums."""
    return sqrt((squares * count - total * total) / (count * (count - 1)) / count)


def unit_of(game: TableRules | Rules) -> Unit:
    """Return the unit of a game's results: the big blind, or the ante if there is none."""
    if isinstance(game, Rules):
        return Unit.of(game)
    return Unit(game.unit, "big blind" if max(game.blinds) > 0 else "ante")


def _small_unit(game: TableRules | Rules) -> Unit:
    """Return the small blind, or the unit if there is none: published deviations use this unit."""
    small = min(game.blinds)
    return Unit(small, "small blind") if small > 0 else unit_of(game)


def _orders_text(players: int, orders: int) -> str:
    if orders == 1:
        return "one order of seats"
    if players == 2:
        return "both orders of seats"
    return (
        f"all {orders} orders of seats"
        if players == 3
        else f"{orders} orders of seats, each moving on by one"
    )


def _amounts(rows: Sequence[Sequence[float]], sign: str = "+", skip: bool = False) -> list[list[str]]:
    """Format amounts with the decimals that fit; `skip` leaves out the diagonal."""
    digits = 1 if len(rows[0]) <= 6 else 0
    return [
        [
            "" if skip and r == c else UNDEFINED if isnan(value) else f"{value:{sign}.{digits}f}"
            for c, value in enumerate(row)
        ]
        for r, row in enumerate(rows)
    ]


_ROUNDING = 1e-12  # differences up to this part of the largest value count as none

Values = NDArray[np.float64]


def without_luck(won: Values, luck: Values, strata: int) -> Values:
    """Return what was won less fitted multiples of the luck: [deals], with equal expected value and less variance.

    Deal d is in stratum ``d % strata``. The multiples are least squares within strata. Each half of the deals uses multiples
    fitted to the other half (cross-fitting): fitted to the same deals they would bias the mean.

    Args:
        won: [deals].
        luck: [deals, n], each column with expected value 0 in every stratum.
        strata: Number of strata.
    """
    number = np.arange(len(won))
    half = number // strata % 2
    found = won.copy()
    for this in (0, 1):
        other = half != this
        rows = np.column_stack([won, luck])[other]
        rows -= _means(rows, number[other] % strata, strata)[number[other] % strata]
        products = np.einsum("di,dj->ij", rows, rows)
        multiples = np.linalg.lstsq(products[1:, 1:], products[1:, 0], rcond=None)[0]
        found[~other] -= np.einsum("di,i->d", luck[~other], multiples)
    return found


def stratified(values: Values, shares: Values, most: float = inf) -> Estimate:
    """Return the mean of values [deals] over strata, and its standard error.

    Deal d is in stratum ``d % strata``, with two or more deals in each. The mean weighs the strata's means by their shares,
    and is unbiased. Its variance is estimated within strata, without bias, too (Cochran 1977, chapter 5). The degrees of
    freedom are the effective ones of Satterthwaite 1946 (Cochran 1977, 5.16). As strata differ in variance, they lie between
    those of the stratum with the fewest deals and those of all strata together.

    Args:
        values: [deals].
        shares: [strata], share of each stratum in the population; they sum to 1.
        most: Values lie between -most and most; infinite if unknown.
    """
    strata = len(shares)
    stratum = np.arange(len(values)) % strata
    counts = np.bincount(stratum, minlength=strata)
    means = _means(values[:, None], stratum, strata)[:, 0]
    squares = np.bincount(stratum, (values - means[stratum]) ** 2, strata)
    parts = shares**2 * squares / (counts - 1) / counts
    variance, mean = parts.sum(), float((shares * means).sum())
    if np.sqrt(variance) <= _ROUNDING * np.abs(values).max():
        return Estimate(mean, 0.0, len(values) - strata, most + abs(mean))
    freedom = float(variance**2 / (parts**2 / (counts - 1)).sum())
    return Estimate(mean, float(np.sqrt(variance)), freedom, most + abs(mean))


def _means(rows: Values, stratum: NDArray[np.intp], strata: int) -> Values:
    """Return the means of rows [deals, n] in each stratum, [strata, n]; 0 for an empty stratum."""
    counts = np.maximum(np.bincount(stratum, minlength=strata), 1)
    sums = [np.bincount(stratum, column, strata) for column in rows.T]
    return np.stack(sums, axis=1) / counts[:, None]
