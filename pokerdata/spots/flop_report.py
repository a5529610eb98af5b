"""Results of solving one spot on many flops, one row per flop, and weighted sets of flops."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.estimates import fixed
from pokerdata._support.extras import data_frame
from pokerdata._support.text import brief, columns, csv_text, quoted, text_of
from pokerdata.cards import format_cards, parse_cards
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, combination_maps, recoloured, set_index
from pokerdata.solving.solved import Storable, TableParts
from pokerdata.spots.betting import PLAYERS as SIDES
from pokerdata.spots.decision import PLAYERS, equity_realised
from pokerdata.spots.spot import Spot

if TYPE_CHECKING:
    import pandas


#: The fewest and the most flops of a subset.
FEWEST, MOST = 5, 500


class FlopSet(NamedTuple):
    """Flops with weights.

    Attributes:
        cards: uint8 [flops, 3], the cards of each flop in ascending order.
        weights: float64 [flops], how many flops each one represents.
    """

    cards: NDArray[np.uint8]
    weights: NDArray[np.float64]


def flop_set(flops: str | int | os.PathLike[str], spot: Spot) -> FlopSet:
    """Return the flops that a word, a number or a file names.

    Flops count as one if they differ only in suits that ranges and dead cards treat alike. If no suit is special, the
    22,100 flops form 1,755 classes.

    A subset is chosen as follows. Flops are sorted into five groups, by the number of suits and by whether a rank occurs
    twice or more. Each group gets a share of the flops by its weight, at least one, and the rest goes to the largest
    remainders.

    Within a group, flops are ordered by highest card, then second, then third card. The list is cut into as many stretches
    as the group has flops, with weights as equal as whole flops allow. The flop in the middle of a stretch's weight
    represents the stretch. So weights are whole numbers with a sum of 22,100.

    Args:
        flops: 'all', a number from 5 to 500, or a file. The file has one flop per line, optionally with a weight, 'As7d2c'
            or 'As7d2c:12'. The default weight is the number of flops it represents; text after # is a comment.
        spot: Its ranges and dead cards determine which suits are equivalent.

    Raises:
        ValueError: If the word or number is invalid or the file cannot be read; the message names the line.
    """
    if isinstance(flops, bool):
        raise _wrong(flops)
    if isinstance(flops, int) or (isinstance(flops, str) and flops.strip().isdecimal()):
        count = int(flops)
        if not FEWEST <= count <= MOST:
            raise _wrong(flops)
        return _subset(_all(spot), count)
    if flops == "all":
        return _all(spot)
    if not isinstance(flops, str | os.PathLike) or not Path(flops).is_file():
        raise _wrong(flops)
    return _read(Path(flops), spot)


def texture(cards: NDArray[np.uint8]) -> tuple[str, str, str]:
    """Classify a flop by suits, pairs and highest rank.

    Suits are 'monotone', 'two-tone' or 'rainbow'; pairs are 'unpaired', 'paired' or 'trips'.

    Args:
        cards: uint8 [3], a flop.
    """
    suits, ranks = len(set((cards % 4).tolist())), len(set((cards // 4).tolist()))
    return (
        ("monotone", "two-tone", "rainbow")[suits - 1],
        ("trips", "paired", "unpaired")[ranks - 1],
        "23456789TJQKA"[int(cards.max()) // 4],
    )


def _all(spot: Spot) -> FlopSet:
    """Return one flop of each class of flops that differ only in equivalent suits."""
    raw = np.array(list(combinations(range(52), 3)), np.uint8)
    numbers = _first_of_its_kind(raw, spot)
    _, first, counts = np.unique(numbers, return_index=True, return_counts=True)
    return FlopSet(raw[first], counts.astype(np.float64))


def _first_of_its_kind(cards: NDArray[np.uint8], spot: Spot) -> NDArray[np.int64]:
    """Return a number that two flops share if exchanging equivalent suits turns one into the other."""
    numbers = np.full(len(cards), np.iinfo(np.int64).max)
    for permutation in _symmetries(spot):
        numbers = np.minimum(numbers, set_index(recoloured(cards, SUIT_PERMUTATIONS[permutation])))
    return numbers


def _symmetries(spot: Spot) -> list[int]:
    """Return the suit permutations that change neither ranges nor dead cards."""
    dead = {int(card) for card in spot.dead_cards}
    found = []
    for p, permutation in enumerate(SUIT_PERMUTATIONS):
        moved = {int(recoloured(card, permutation)) for card in dead}
        images = combination_maps()[p]
        same = all(np.array_equal(hands.weights[images], hands.weights) for hands in (spot.oop, spot.ip))
        if same and moved == dead:
            found.append(p)
    return found


def _subset(flops: FlopSet, count: int) -> FlopSet:
    cards = flops.cards.astype(np.int64)
    suits = np.array([len(set(row)) for row in (cards % 4).tolist()])
    paired = np.array([len(set(row)) < 3 for row in (cards // 4).tolist()])
    groups = [
        rows
        for s in (1, 2, 3)
        for p in (False, True)
        if len(rows := np.flatnonzero((suits == s) & (paired == p)))
    ]
    totals = [float(flops.weights[rows].sum()) for rows in groups]
    chosen: list[int] = []
    weights: list[float] = []
    for rows, share in zip(groups, _shares(totals, count), strict=True):
        ranks = cards[rows] // 4
        order = rows[np.lexsort((*(cards[rows] % 4).T, ranks[:, 0], ranks[:, 1], ranks[:, 2]))]
        for stretch in _stretches(flops.weights[order], share):
            inside = flops.weights[order[stretch]]
            middle = int(np.searchsorted(np.cumsum(inside), inside.sum() / 2))
            chosen.append(int(order[stretch][middle]))
            weights.append(float(inside.sum()))
    by_number = np.argsort(chosen)
    return FlopSet(flops.cards[np.array(chosen)[by_number]], np.array(weights)[by_number])


def _shares(totals: list[float], count: int) -> list[int]:
    """Divide `count` among the groups by weight, at least one each, with the rest to the largest remainders."""
    exact = [count * total / sum(totals) for total in totals]
    shares = [max(1, int(part)) for part in exact]
    order = sorted(range(len(totals)), key=lambda g: shares[g] - exact[g])
    for k in range(max(0, count - sum(shares))):
        shares[order[k % len(order)]] += 1
    while sum(shares) > count:
        shares[max((g for g in range(len(shares)) if shares[g] > 1), key=lambda g: shares[g] - exact[g])] -= 1
    return shares


def _stretches(weights: NDArray[np.float64], count: int) -> list[slice]:
    """Cut a list into `count` stretches of weights as equal as whole flops allow."""
    ends = np.cumsum(weights)
    cuts = [0]
    for k in range(1, count):
        nearest = int(np.argmin(np.abs(ends - ends[-1] * k / count))) + 1
        cuts.append(min(max(nearest, cuts[-1] + 1), len(weights) - count + k))
    return [slice(begin, end) for begin, end in pairwise([*cuts, len(weights)])]


def _read(path: Path, spot: Spot) -> FlopSet:
    known = _all(spot)
    orbits = dict(zip(_first_of_its_kind(known.cards, spot).tolist(), known.weights.tolist(), strict=True))
    cards, weights, numbers = [], [], set()
    for line, content in enumerate(text_of(path, "the flops").splitlines(), 1):
        words = content.partition("#")[0].replace(":", " ").replace(",", " ").split()
        if not words:
            continue
        try:
            weight = None if len(words) == 1 else float(words[-1])
            parts = words if weight is None else words[:-1]
        except ValueError:
            weight, parts = None, words
        try:
            flop = np.sort(parse_cards("".join(parts)))
            if len(flop) != 3 or (weight is not None and not 0 < weight < np.inf):
                raise ValueError
            number = int(_first_of_its_kind(flop[None], spot)[0])
        except ValueError:
            raise ValueError(
                f"flops: expected three cards, perhaps with a weight above 0, got {quoted(content)} in line {line} "
                f"of {path}; e.g. As7d2c:12"
            ) from None
        if number in numbers:
            raise ValueError(
                f"flops: expected each flop once, got {format_cards(flop)}, or one that suits do not tell from it, "
                f"again in line {line} of {path}; e.g. without it"
            )
        numbers.add(number)
        cards.append(flop)
        weights.append(orbits[number] if weight is None else weight)
    if not cards:
        raise ValueError(f"flops: expected a flop a line, got none in {path}; e.g. As7d2c:12")
    return FlopSet(np.array(cards, np.uint8), np.array(weights))


def _wrong(flops: object) -> ValueError:
    return ValueError(
        f"flops: expected all, a number from {FEWEST} to {MOST}, or a file with flops, got {flops!r}; e.g. 25"
    )


KIND = "flop_report"
ARRAYS = ("flops", "weights", "reached", "equity", "ev", "play", "exploitability", "iterations")
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
class FlopReport(Storable):
    """One spot solved on many flops, evaluated at one decision. Made by `flop_report`.

    Attributes:
        spot: The spot on the first flop.
        line: Action sequence on the flop that leads to the decision.
        player: The player to act: 0 out of position, 1 in position.
        actions: Available actions in words.
        steps: The same actions in the notation of action sequences.
        pot: Chips in the pot at the decision.
        flops: uint8 [flops, 3], highest card first.
        weights: float64 [flops], how many flops each one represents.
        reached: float64 [flops], reach of the decision: the weights of both ranges' deals times the probability of the
            line.
        equity: float64 [flops, 2], mean equities of OOP and IP.
        ev: float64 [flops, 2], mean EV in chips, the pot included.
        play: float64 [flops, actions], frequency of each action.
        exploitability: float64 [flops], exploitability of the solution in chips.
        iterations: int64 [flops].
        left_out: Flops on which no deal is possible, as text.
        how: The other settings that determine the solutions, as text: algorithm, target, iterations if limited, dtype.
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
        """float64 [flops, 2]: equity realization, EV divided by equity times pot; NaN if the equity is practically 0."""
        return equity_realised(self.ev, self.equity, self.pot)

    @property
    def frequency(self) -> NDArray[np.float64]:
        """float64 [flops]: probability of each flop given both ranges and the line, with sum 1. Means use it as weight."""
        weights = self.weights * self.reached
        total: NDArray[np.float64] = weights / weights.sum()
        return total

    @property
    def names(self) -> list[str]:
        """The flops as text."""
        return [format_cards(flop) for flop in self.flops]

    def means(self, rows: NDArray[np.int64] | None = None) -> dict[str, float]:
        """Return means over flops, weighted by frequency.

        The names are equity (of OOP), ev_oop, ev_ip, realised_oop, realised_ip, and the steps.

        Args:
            rows: Numbers of the flops; `None` means all.
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
        """Return numbers of flops, filtered and sorted.

        Args:
            only: Properties that all flops must have: monotone, two-tone, rainbow, unpaired, paired, trips, or the highest
                rank, 'A'.
            sort: 'flop' (by its cards), 'weight', 'frequency', 'exploitability', 'equity' (of OOP), 'ev_oop', 'ev_ip',
                'realised_oop', 'realised_ip', or an action: 'c', 'r66'.
            ascending: Sort from the smallest.

        Raises:
            ValueError: If there is no such property or column.
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
        """Return the numbers of flops by property: suits, pairs and highest rank. Empty groups are left out."""
        kinds = [texture(flop) for flop in self.flops]
        found = {kind: np.array([i for i, of in enumerate(kinds) if kind in of], np.int64) for kind in _KINDS}
        return {kind: rows for kind, rows in found.items() if len(rows)}

    def column(self, name: str) -> NDArray[np.float64]:
        """Return one number for each flop, float64 [flops].

        Args:
            name: A name in `means`, or 'bets' for the frequency of all bets and raises together.

        Raises:
            ValueError: If there is no such column.
        """
        check_column(self.steps, name)
        if name == "bets":
            return np.asarray(self.play[:, [step[0] == "r" for step in self.steps]].sum(axis=1), np.float64)
        return np.asarray(self._columns()[name], np.float64)

    def mean(self, name: str, rows: NDArray[np.int64] | None = None) -> float:
        """Return the mean of a column over flops, weighted by frequency.

        Args:
            name: As for `column`.
            rows: Numbers of the flops; `None` means all.

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
        """Return a data frame with a row for each flop: the flop and all columns.

        Raises:
            ModuleNotFoundError: If pandas is missing.
        """
        return data_frame({"flop": self.names, **self._columns()})

    def to_csv(self) -> str:
        """Return the rows of `frame` as CSV text."""
        found = self._columns()
        names = [name.replace(" ", "") for name in self.names]
        return csv_text(["flop", *found], zip(names, *(c.tolist() for c in found.values()), strict=True))

    def lines(
        self, *, only: Sequence[str] = (), sort: str = "flop", ascending: bool = False, most: int = 40
    ) -> list[str]:
        """Return the report as lines of text: a row for each flop, and means of the selected flops and of all flops.

        Args:
            only: As for `rows`.
            sort: As for `rows`.
            ascending: As for `rows`.
            most: Maximum number of flops shown; the means cover all flops that `only` selects.

        Raises:
            ValueError: As for `rows`, and if `most` is below 1.
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

    def table(self) -> TableParts:
        """Return the report as `load_flop_report` reads it from a file."""
        sides: dict[str, object] = {"axes": ["flop", "player"], "columns": list(SIDES)}
        return {
            "kind": KIND,
            "arrays": {name: getattr(self, name) for name in ARRAYS},
            "attributes": {
                "spot": self.spot.toml(),
                "line": self.line,
                "player": SIDES[self.player],
                "actions": list(self.actions),
                "steps": list(self.steps),
                "pot_chips": self.pot,
                "left_out": ", ".join(self.left_out),
                "solved": self.how,
            },
            "dataset_attributes": {
                "flops": {"axes": ["flop", "card"], "units": "4 * rank + suit, highest first"},
                "weights": {"axes": ["flop"], "units": "flops that it stands for"},
                "reached": {
                    "axes": ["flop"],
                    "units": "weights of both hands' deals times the chances of the line",
                },
                "equity": {**sides, "units": "share of the pot"},
                "ev": {**sides, "units": "chips from here on, the pot included"},
                "play": {
                    "axes": ["flop", "action"],
                    "columns": list(self.steps),
                    "units": "part of the range",
                },
                "exploitability": {"axes": ["flop"], "units": "chips a deal"},
                "iterations": {"axes": ["flop"]},
            },
        }

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
    """Check the view options of a report before the report is computed.

    Args:
        steps: Steps of the decision.
        only: As for `FlopReport.rows`.
        sort: As for `FlopReport.rows`.
        most: As for `FlopReport.lines`.

    Raises:
        ValueError: If a property or column is unknown, or `most` is below 1.
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
        steps: Steps of the decision.
        name: As for `FlopReport.column`.

    Raises:
        ValueError: If there is no such column.
    """
    known = (*_NUMBERS, "bets", *steps)
    if name not in known:
        raise ValueError(f"column: expected one of {', '.join(known)}, got {name!r}; e.g. 'ev_oop'")


def _percent(part: float, digits: int = 1) -> str:
    return fixed(100 * part, digits)


def _number(value: float) -> str:
    return fixed(value, 2 if abs(value) < 1000 else 1)
