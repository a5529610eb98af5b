"""What series of hands tell."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import parts_of_chip
from pokerdata.games import Unit
from pokerdata.matches.duplicate_result import unit_of
from pokerdata.matches.learning_curve import LearningCurve, curve_ends, over_series
from pokerdata.matches.player_rows import RESULT_HEAD, fault_notes, result_row, table_lines, told_mean
from pokerdata.matches.seat_orders import seat_orders
from pokerdata.play import GameDefinition
from pokerdata.support import html
from pokerdata.support.estimates import Estimate
from pokerdata.support.text import brief, counted, one_line, shortened

_PARTS = parts_of_chip()
_BESIDE = 4  # players whose curves stand beside each other in text


class SeriesForfeit(NamedTuple):
    """Who forfeited a series in an order of seats, and where.

    Attributes:
        player: Which one, from 0.
        series: Of which number, from 0.
        order: The order of seats that was played, from 0.
        hand: In which it happened, from 0.
        reason: What happened.
    """

    player: int
    series: int
    order: int
    hand: int
    reason: str

    @property
    def text(self) -> str:
        """'0 3 1 17 too slow': all of it in one line."""
        return one_line(" ".join(map(str, self)))

    @classmethod
    def of_text(cls, text: str) -> SeriesForfeit:
        """The inverse of `text`.

        Args:
            text: The line.
        """
        player, series, order, hand, reason = text.split(" ", 4)
        return cls(int(player), int(series), int(order), int(hand), reason)


@dataclass(frozen=True, eq=False)
class SeriesResult:
    """The result of series of hands, each played in all orders of seats by other copies of the players.

    Attributes:
        players: Their names.
        game: What was played.
        seed: Of all series.
        show: What players saw at the end of a hand: 'shown' or 'all'.
        parts: int64 [series, orders, hands, players], what each won in each hand, in parts of a chip: `parts_of_chip()` of
            them make one. Each hand sums to 0.
        decisions: How many each player made.
        seconds: What each took, `reset` and `observe` counted.
        faults: How many actions of each were not legal.
        first_faults: The first one of each, in words; None where there is none.
        forfeits: Who forfeited a series in an order of seats.
    """

    players: tuple[str, ...]
    game: GameDefinition
    seed: int
    show: str
    parts: NDArray[np.int64] = field(repr=False)
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    faults: tuple[int, ...]
    first_faults: tuple[str | None, ...]
    forfeits: tuple[SeriesForfeit, ...] = ()

    @property
    def orders(self) -> tuple[tuple[int, ...], ...]:
        """The orders of seats in which each series was played: the players by seat."""
        return seat_orders(len(self.players))

    @property
    def series(self) -> int:
        """How many series."""
        return int(self.parts.shape[0])

    @property
    def hands(self) -> int:
        """How many hands a series has, in each order of seats."""
        return int(self.parts.shape[2])

    @property
    def hands_played(self) -> int:
        """How many hands: each of each series in each order."""
        return self.series * self.hands * len(self.orders)

    @cached_property
    def chips(self) -> tuple[Fraction, ...]:
        """What each player won in all, in chips."""
        sums = self.parts.sum(axis=(1, 2)).tolist()
        return tuple(Fraction(sum(row[p] for row in sums), _PARTS) for p in range(len(self.players)))

    @property
    def units(self) -> NDArray[np.float64]:
        """Float64 [series, hands, players], chips a hand that each won in each hand of a series, on average over the orders.

        Much of the luck of the cards cancels in it. Made anew each time it is asked for.
        """
        found: NDArray[np.float64] = self.parts.sum(axis=1) / (_PARTS * len(self.orders))
        return found

    @cached_property
    def won(self) -> tuple[Estimate, ...]:
        """Chips a hand of each player, with the standard error over series.

        Not known of one series, and where somebody forfeited: the mean counts what he lost by that.
        """
        sums = self.parts.sum(axis=(1, 2))
        return tuple(
            self._estimate(sums[:, p].tolist(), len(self.orders) * self.hands)
            for p in range(len(self.players))
        )

    def curve(self, blocks: int | str | None = None) -> LearningCurve:
        """Winnings by the number of the hand, with 95 % intervals over series.

        Args:
            blocks: Of hands: how many, as equal as can be, ten if not given, or fewer where there are fewer hands; or
                'doubling' for the first hand, the second, the next two, the next four and so on, each as many as all before.

        Raises:
            ValueError: For more blocks than hands, or another word.
        """
        ends = curve_ends(blocks, self.hands)
        sums = np.add.reduceat(self.parts.sum(axis=1), ends[:-1], axis=1)  # [series, blocks, players]
        so_far = sums.cumsum(axis=1)
        orders, sizes = len(self.orders), np.diff(ends).tolist()
        places = list(enumerate(zip(sizes, ends[1:].tolist(), strict=True)))
        won, cumulative = [], []
        for p in range(len(self.players)):
            won.append(
                tuple(self._estimate(sums[:, b, p].tolist(), orders * size) for b, (size, _) in places)
            )
            cumulative.append(
                tuple(self._estimate(so_far[:, b, p].tolist(), orders * end) for b, (_, end) in places)
            )
        return LearningCurve(self.players, self.unit, ends, tuple(won), tuple(cumulative))

    def _estimate(self, sums: list[int], hands: int) -> Estimate:
        return over_series(sums, hands * _PARTS, known=not self.forfeits)

    @property
    def unit(self) -> Unit:
        """The big blind, or the ante where there is none: what results are told in."""
        return unit_of(self.game)

    def to_frame(self, blocks: int | str | None = None) -> Any:
        """The curve as a pandas DataFrame, a row for each player and block of hands, as `LearningCurve.to_frame` has it.

        Args:
            blocks: As for `curve`.

        Raises:
            ValueError: As `curve`.
            ModuleNotFoundError: If pandas is not installed.
        """
        return self.curve(blocks).to_frame()

    def to_dict(self, blocks: int | str | None = None) -> dict[str, Any]:
        """All of it as values that JSON can hold, hands in blocks. None: not known; exact chips are text, such as '-6475/2'.

        Hands, series and orders of seats count from 1, as in text.

        Args:
            blocks: As for `curve`.

        Raises:
            ValueError: As `curve`.
        """
        unit = self.unit
        found: dict[str, Any] = {
            "game": self.game.name,
            "players": list(self.players),
            "series": self.series,
            "hands": self.hands,
            "orders": len(self.orders),
            "hands_played": self.hands_played,
            "show": self.show,
            "seed": self.seed,
            "unit": unit.name,
            "unit_chips": unit.chips,
            "results": [],
            "curve": self.curve(blocks).rows(),
            "forfeits": [self._forfeit_told(forfeit) for forfeit in self.forfeits],
        }
        for p, name in enumerate(self.players):
            found["results"].append(
                {
                    "name": name,
                    "chips": str(self.chips[p]),
                    **told_mean(self.won[p], unit),
                    "decisions": self.decisions[p],
                    "seconds": self.seconds[p],
                    "faults": self.faults[p],
                    "first_fault": self.first_faults[p],
                }
            )
        return found

    def _forfeit_told(self, of: SeriesForfeit) -> dict[str, Any]:
        return {
            "player": self.players[of.player],
            "series": of.series + 1,
            "order": of.order + 1,
            "hand": of.hand + 1,
            "reason": of.reason,
        }

    def __repr__(self) -> str:
        names = ", ".join(shortened(name, 16) for name in self.players)
        return brief(self, names, self.game.name, f"{self.series:,} series of {counted(self.hands, 'hand')}")

    def __str__(self) -> str:
        return self.text()

    def text(self, blocks: int | str | None = None) -> str:
        """The result in words: all hands, and blocks of them by number.

        Args:
            blocks: As for `curve`.

        Raises:
            ValueError: As `curve`.
        """
        unit = self.unit
        curve = self.curve(blocks)
        count = len(self.players)
        lines = [
            f"{self.game.name}: {', '.join(shortened(name, 40) for name in self.players)}",
            self._told(),
            *self._notes(),
            "",
        ]
        names = [f"{p + 1} {name}" for p, name in enumerate(self.players)]
        lines += table_lines(f"{unit.short}/100 hands", names, RESULT_HEAD, self._result_rows())
        for first in [0] if count == 2 else range(0, count, _BESIDE):
            these = [0] if count == 2 else list(range(first, min(first + _BESIDE, count)))
            top, rows = curve.table(these)
            whose = shortened(self.players[0], 40) if count == 2 else "each player"
            lines += ["", f"{unit.short}/100 that {whose} won, by the number of the hand"]
            lines += table_lines(top[0], [row[0] for row in rows], top[1:], [row[1:] for row in rows])
        return "\n".join(lines)

    def _told(self) -> str:
        orders = len(self.orders)
        each = "both orders" if orders == 2 else f"{orders} orders"
        known = "all cards" if self.show == "all" else "what was shown"
        return (
            f"{self.series:,} series of {counted(self.hands, 'hand')} in {each} of seats, "
            f"{counted(self.hands_played, 'hand')}, seed "
            f"{self.seed}; players see {known}; 95 % intervals over series"
        )

    def _notes(self) -> list[str]:
        notes = fault_notes(self.players, self.faults, self.first_faults)
        for p, name in enumerate(self.players):
            if own := [one for one in self.forfeits if one.player == p]:
                first = own[0]
                notes.append(
                    f"{shortened(name, 40)} forfeited {len(own):,} of {self.series * len(self.orders):,}, first in hand "
                    f"{first.hand + 1} of order {first.order + 1} of series {first.series + 1}: {first.reason}. "
                    "In each hand that was not played out it loses the most that it could."
                )
        return notes

    def _result_rows(self) -> list[list[str]]:
        return [
            result_row(won, self.unit, self.decisions[p], self.seconds[p], str(self.faults[p]))
            for p, won in enumerate(self.won)
        ]

    def _repr_html_(self) -> str:
        head = ("", f"{self.unit.short}/100 hands", *RESULT_HEAD[1:])
        rows = [(name, *row) for name, row in zip(self.players, self._result_rows(), strict=True)]
        told = html.table(rows, head=head, caption=self.game.name, notes=[self._told(), *self._notes()])
        return f"<div>{told}{self.curve()._repr_html_()}</div>"
