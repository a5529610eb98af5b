"""What came out of solving one spot on many flops: a row a flop, and means."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import format_cards
from pokerdata.spots.decision import PLAYERS, equity_realised
from pokerdata.spots.flop_sets import texture
from pokerdata.spots.spot import Spot
from pokerdata.support import html
from pokerdata.support.extras import imported_for
from pokerdata.support.text import brief, columns

if TYPE_CHECKING:
    import pandas

_KINDS = ("monotone", "two-tone", "rainbow", "unpaired", "paired", "trips", *"23456789TJQKA")
_SORTED = (
    "weight",
    "frequency",
    "equity",
    "ev_oop",
    "ev_ip",
    "realised_oop",
    "realised_ip",
    "exploitability",
    "iterations",
)
_NUMBERS = ("equity", "ev_oop", "ev_ip", "realised_oop", "realised_ip")


@dataclass(frozen=True, eq=False)
class FlopReport:
    """One spot solved on many flops, seen at one decision. Made by `flop_report`.

    Attributes:
        spot: The spot; its board is the first flop's.
        line: The betting on the flop that leads to the decision.
        player: Who acts there: 0 out of position, 1 in position.
        actions: What he may do, in words.
        steps: The same as lines name them.
        pot: Chips in the pot there.
        flops: uint8 [flops, 3], highest card first.
        weights: float64 [flops], how many flops each stands for.
        reached: float64 [flops], how often the decision is come to: the weights of both ranges' deals times the chances of
            the line.
        equity: float64 [flops, 2], mean equities of oop and ip.
        ev: float64 [flops, 2], mean EV in chips, the pot included.
        play: float64 [flops, actions], how often each action is taken.
        exploitability: float64 [flops], of the solution, in chips.
        iterations: int64 [flops].
        left_out: Flops on which no deal is possible, as text.
        how: What determines the solutions besides, as text: algorithm, target, iterations if they are limited, dtype.
    """

    spot: Spot
    line: str
    player: int
    actions: tuple[str, ...]
    steps: tuple[str, ...]
    pot: float
    flops: NDArray[np.uint8]
    weights: NDArray[np.float64]
    reached: NDArray[np.float64]
    equity: NDArray[np.float64]
    ev: NDArray[np.float64]
    play: NDArray[np.float64]
    exploitability: NDArray[np.float64]
    iterations: NDArray[np.int64]
    left_out: tuple[str, ...]
    how: dict[str, str]

    @property
    def realised(self) -> NDArray[np.float64]:
        """float64 [flops, 2]: equity realised, EV over what equity promises of the pot; NaN where it promises nothing."""
        return equity_realised(self.ev, self.equity, self.pot)

    @property
    def frequency(self) -> NDArray[np.float64]:
        """float64 [flops]: how often each comes, given both ranges and the line; the sum is 1. Means weigh by it."""
        weights = self.weights * self.reached
        total: NDArray[np.float64] = weights / weights.sum()
        return total

    @property
    def names(self) -> list[str]:
        """The flops as text."""
        return [format_cards(flop) for flop in self.flops]

    def means(self, rows: NDArray[np.int64] | None = None) -> dict[str, float]:
        """Means over flops by how often they come: equity (oop's), ev_oop, ev_ip, realised_oop, realised_ip, and steps.

        Args:
            rows: Which flops; None is all.
        """
        chosen = np.arange(len(self.flops)) if rows is None else rows
        weights = self.frequency[chosen]
        if not weights.sum() > 0:
            return dict.fromkeys((*_NUMBERS, *self.steps), float("nan"))

        def mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
            there = weights > 0
            found: NDArray[np.float64] = np.average(values[chosen][there], axis=0, weights=weights[there])
            return found

        equity, ev, play = mean(self.equity), mean(self.ev), mean(self.play)
        realised = equity_realised(ev, equity, self.pot)
        numbers = (equity[0], *ev, *realised, *play)
        return {name: float(n) for name, n in zip((*_NUMBERS, *self.steps), numbers, strict=True)}

    def rows(
        self, *, only: Sequence[str] = (), sort: str = "flop", ascending: bool = False
    ) -> NDArray[np.int64]:
        """Numbers of flops, filtered and sorted.

        Args:
            only: Kinds that all must hold: monotone, two-tone, rainbow, unpaired, paired, trips, or the highest rank, 'A'.
            sort: 'flop' (by its cards), 'weight', 'frequency', 'exploitability', 'equity' (oop's), 'ev_oop', 'ev_ip',
                'realised_oop', 'realised_ip', or an action: 'c', 'r66'.
            ascending: Smallest first.

        Raises:
            ValueError: For another kind or column.
        """
        check_view(self.steps, only, sort)
        by = self._columns()
        found = [i for i, flop in enumerate(self.flops) if set(only) <= set(texture(flop))]
        if sort == "flop":
            cards = self.flops.astype(int).tolist()
            found.sort(key=lambda i: [c // 4 for c in cards[i]] + [c % 4 for c in cards[i]])
        else:
            values = np.nan_to_num(by[sort], nan=-np.inf)
            found.sort(key=lambda i: float(values[i]))
        return np.array(found if ascending else found[::-1], np.int64)

    def groups(self) -> dict[str, NDArray[np.int64]]:
        """Numbers of flops by kind, of the kinds that there are: suits, pairs, highest rank."""
        kinds = [texture(flop) for flop in self.flops]
        found = {kind: np.array([i for i, of in enumerate(kinds) if kind in of], np.int64) for kind in _KINDS}
        return {kind: rows for kind, rows in found.items() if len(rows)}

    def column(self, name: str) -> NDArray[np.float64]:
        """float64 [flops], a number of each flop.

        Args:
            name: One of what `means` has, or 'bets', how often any bet or raise is made.

        Raises:
            ValueError: For another name.
        """
        check_column(self.steps, name)
        if name == "bets":
            return np.asarray(self.play[:, [step[0] == "r" for step in self.steps]].sum(axis=1), np.float64)
        return np.asarray(self._columns()[name], np.float64)

    def mean(self, name: str, rows: NDArray[np.int64] | None = None) -> float:
        """The mean of a column over flops by how often they come.

        Args:
            name: As for `column`.
            rows: Which flops; None is all.

        Raises:
            ValueError: As for `column`.
        """
        check_column(self.steps, name)
        found = self.means(rows)
        if name == "bets":
            return sum(part for step, part in found.items() if step in self.steps and step[0] == "r")
        return found[name]

    def _columns(self) -> dict[str, NDArray[Any]]:
        realised = self.realised
        numbers = (self.weights, self.frequency, self.equity[:, 0], *self.ev.T, *realised.T)
        found = dict(zip(_SORTED, (*numbers, self.exploitability, self.iterations), strict=True))
        return found | {step: self.play[:, a] for a, step in enumerate(self.steps)}

    def frame(self) -> pandas.DataFrame:
        """A row a flop: flop and all columns.

        Raises:
            ModuleNotFoundError: Without pandas.
        """
        with imported_for("frames"):
            import pandas

        return pandas.DataFrame({"flop": self.names, **self._columns()})

    def to_csv(self) -> str:
        """The rows of `frame` as text."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        found = self._columns()
        writer.writerow(["flop", *found])
        for name, *numbers in zip(self.names, *(c.tolist() for c in found.values()), strict=True):
            writer.writerow([name.replace(" ", ""), *("" if n != n else n for n in numbers)])
        return text.getvalue()

    def lines(
        self, *, only: Sequence[str] = (), sort: str = "flop", ascending: bool = False, most: int = 40
    ) -> list[str]:
        """The report in words: a row a flop, and the means of those that are shown and of all.

        Args:
            only: As for `rows`.
            sort: As for `rows`.
            ascending: As for `rows`.
            most: Flops at most; the means are over all that `only` leaves.

        Raises:
            ValueError: As for `rows`, and for a number below 1.
        """
        check_view(self.steps, only, sort, most)
        chosen = self.rows(only=only, sort=sort, ascending=ascending)
        where = f" after {self.line}" if self.line else ""
        lines = [
            f"{PLAYERS[self.player]} acts{where}, pot {self.pot:g}: "
            + ", ".join(f"{s} {a}" for s, a in zip(self.steps, self.actions, strict=True)),
            "freq, eq of OOP, R (equity realised) and actions in %; EV in chips",
            "",
        ]
        rows = [["flop", "freq", "eq", "EV OOP", "EV IP", "R OOP", "R IP", *self.steps]]
        rows += [self._cells(i) for i in chosen[:most]]
        part = self.frequency[chosen].sum() if len(chosen) else 0.0
        if only and len(chosen):
            rows.append(self._mean_cells("these", part, self.means(chosen)))
        rows.append(self._mean_cells("all", 1.0, self.means()))
        lines += columns(rows, tuple(range(1, len(rows[0]))))
        if len(chosen) > most:
            lines.append(f"... and {len(chosen) - most:,} more flops")
        if not len(chosen):
            lines.append(f"no flop is {', '.join(only)}")
        worst = int(np.argmax(self.exploitability))
        lines += [
            "",
            f"{len(self.flops):,} flops that stand for {self.weights.sum():,.6g}",
            "exploitability at most "
            f"{100 * self.exploitability[worst] / self.spot.pot:.3g} % of the pot ({self.names[worst]})",
        ]
        if self.left_out:
            lines.append(f"left out, as no deal is possible: {', '.join(self.left_out)}")
        return lines

    def _cells(self, i: int) -> list[str]:
        realised = self.realised[i]
        return [
            format_cards(self.flops[i]),
            _percent(self.frequency[i], 2),
            _percent(self.equity[i, 0]),
            *(_number(value) for value in self.ev[i]),
            *(_percent(value) for value in realised),
            *(_percent(value) for value in self.play[i]),
        ]

    def _mean_cells(self, name: str, part: float, means: dict[str, float]) -> list[str]:
        equity, oop, ip, *parts = means.values()
        return [
            name, _percent(part), _percent(equity), _number(oop), _number(ip), *(_percent(p) for p in parts)
        ]  # fmt: skip

    def __repr__(self) -> str:
        found = self.means()
        told = f"OOP {100 * found['equity']:.1f} %, EV {found['ev_oop']:.4g} of {self.pot:g}"
        return brief(self, f"{len(self.flops):,} flops", told)

    def _repr_html_(self) -> str:
        most = 40
        rows = [self._cells(int(i)) for i in self.rows(sort="frequency")[:most]]
        rows.append(self._mean_cells("all", 1.0, self.means()))
        head = ["flop", "frequency", "equity of OOP", "EV OOP", "EV IP", "R OOP", "R IP", *self.actions]
        notes = [f"the {most} most frequent of {len(self.flops):,}"] if len(self.flops) > most else []
        return html.table(rows, head=head, caption=repr(self), notes=notes)


def check_view(steps: Sequence[str], only: Sequence[str] = (), sort: str = "flop", most: int = 1) -> None:
    """Check how a report is to be looked at, before it is made.

    Args:
        steps: Of the decision.
        only: As for `FlopReport.rows`.
        sort: As for `FlopReport.rows`.
        most: As for `FlopReport.lines`.

    Raises:
        ValueError: For an unknown kind or column, or a number below 1.
    """
    for kind in only:
        if kind not in _KINDS:
            raise ValueError(f"only: expected some of {', '.join(_KINDS)}, got {kind!r}; e.g. 'rainbow'")
    known = ("flop", *_SORTED, *steps)
    if sort not in known:
        raise ValueError(f"sort: expected one of {', '.join(known)}, got {sort!r}; e.g. 'ev_oop'")
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise ValueError(f"most: expected a whole number of 1 or more, got {most!r}; e.g. 40")


def check_column(steps: Sequence[str], name: str) -> None:
    """Check the name of a column of numbers.

    Args:
        steps: Of the decision.
        name: As for `FlopReport.column`.

    Raises:
        ValueError: For an unknown one.
    """
    known = (*_NUMBERS, "bets", *steps)
    if name not in known:
        raise ValueError(f"column: expected one of {', '.join(known)}, got {name!r}; e.g. 'ev_oop'")


def _percent(part: float, digits: int = 1) -> str:
    return "-" if part != part else f"{100 * part:.{digits}f}"


def _number(value: float) -> str:
    return "-" if value != value else f"{value:.2f}" if abs(value) < 1000 else f"{value:.1f}"
