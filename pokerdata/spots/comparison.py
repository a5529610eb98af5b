"""Compare two solved spots, for example with another bet size, range or board."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.estimates import fixed, percent, signed
from pokerdata._support.extras import data_frame
from pokerdata._support.text import brief, columns, csv_text, shortened
from pokerdata.cards import format_cards
from pokerdata.cards.combinations import CLASS_NAMES, CLASS_OF_COMBINATION
from pokerdata.spots.decision import PLAYERS, Decision
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.spot_table import load_spot

if TYPE_CHECKING:
    import pandas

#: Sort keys for the largest differences.
ORDERS = ("play", "ev")
_KINDS = ("fold", "check/call", "bet/raise")
_WIDE = 25
_HEAD = ("hand", "in A", "in B", "EV A", "EV B", "B - A", "moved", "from A to B")


@dataclass(frozen=True)
class ClassDifference:
    """Strategy of a hand class in two solved spots.

    Attributes:
        name: The hand class, such as 'AKs'.
        frequency: The class's share of the range in each spot; 0 if the range does not hold it.
        ev: Mean EV in each spot, in chips, pot included; NaN if the range does not hold the class.
        play: float64 [actions] for each spot, the frequency of each action there; NaN if the range does not hold the class.
        moved: How much of the strategy differs, 0 to 1: half the sum of the absolute differences in action frequencies. If
            the actions differ, it compares folds, checks or calls, and bets or raises. NaN if one range does not hold the
            class.
    """

    name: str
    frequency: tuple[float, float]
    ev: tuple[float, float]
    play: tuple[NDArray[np.float64], NDArray[np.float64]]
    moved: float

    @property
    def weight(self) -> float:
        """Mean of the frequencies in both spots."""
        return sum(self.frequency) / 2

    @property
    def gained(self) -> float:
        """EV in the second spot minus EV in the first, in chips."""
        return self.ev[1] - self.ev[0]


@dataclass(frozen=True, eq=False)
class SpotComparison:
    """Comparison of two solved spots at one decision of each. Made by `compare_spots`.

    Attributes:
        labels: Names of the spots.
        solutions: The solved spots.
        decisions: The decision in each spot; the same player acts.
    """

    labels: tuple[str, str]
    solutions: tuple[SpotSolution, SpotSolution]
    decisions: tuple[Decision, Decision]

    @property
    def same_actions(self) -> bool:
        """Whether both decisions have the same actions."""
        return self.decisions[0].steps == self.decisions[1].steps

    @cached_property
    def classes(self) -> tuple[ClassDifference, ...]:
        """Every hand class that at least one of the ranges holds here, in the order of the grid."""
        held = [_by_class(decision) for decision in self.decisions]
        found = []
        for name in CLASS_NAMES:
            if not any(name in of for of in held):
                continue
            (fa, ea, pa), (fb, eb, pb) = (
                of.get(name, (0.0, np.nan, np.full(len(d.actions), np.nan)))
                for of, d in zip(held, self.decisions, strict=True)
            )
            moved = float(np.abs(self._shared(0, pa) - self._shared(1, pb)).sum() / 2)
            found.append(ClassDifference(name, (fa, fb), (ea, eb), (pa, pb), moved))
        return tuple(found)

    @property
    def moved(self) -> float:
        """Share of the range that is played differently, over the classes that both ranges hold."""
        both = [one for one in self.classes if one.moved == one.moved]
        total = sum(one.weight for one in both)
        return sum(one.weight * one.moved for one in both) / total if total > 0 else float("nan")

    def largest(self, *, by: str = "play", most: int = 10) -> list[ClassDifference]:
        """Return the hand classes with the largest differences, among those that both ranges hold.

        Args:
            by: 'play' for the share of the range that is played differently, or 'ev' for the change in EV. Both weight a
                class by its frequency.
            most: Maximum number of classes.

        Raises:
            ValueError: If `by` is unknown or `most` is below 1.
        """
        if by not in ORDERS:
            raise ValueError(f"by: expected one of {', '.join(ORDERS)}, got {by!r}; e.g. 'play'")
        if isinstance(most, bool) or not isinstance(most, int) or most < 1:
            raise ValueError(f"most: expected a whole number of 1 or more, got {most!r}; e.g. 10")
        both = [one for one in self.classes if one.moved == one.moved]

        def size(one: ClassDifference) -> float:
            return one.weight * (one.moved if by == "play" else abs(one.gained))

        return sorted(both, key=size, reverse=True)[:most]

    def frame(self) -> pandas.DataFrame:
        """Return a data frame with a row for each hand class.

        Columns are the hand, then for each spot ('a' and 'b') frequency, EV and the frequency of each action, and moved.

        Raises:
            ModuleNotFoundError: If pandas is missing.
        """
        return data_frame(self._records())

    def to_csv(self) -> str:
        """Return the rows of `frame` as CSV text; NaN becomes an empty cell."""
        rows = self._records()
        return csv_text(rows[0], (row.values() for row in rows))

    def _records(self) -> list[dict[str, Any]]:
        rows = []
        for one in self.classes:
            row: dict[str, Any] = {"hand": one.name}
            for k, which in enumerate("ab"):
                row |= {f"{which} frequency": one.frequency[k], f"{which} ev": one.ev[k]}
                row |= {
                    f"{which} {action}": float(part)
                    for action, part in zip(self.decisions[k].actions, one.play[k], strict=True)
                }
            rows.append(row | {"moved": one.moved})
        return rows

    def lines(self, *, by: str = "play", most: int = 10) -> list[str]:
        """Describe the comparison in text: the setup, EVs, action frequencies and the largest differences.

        Args:
            by: As for `largest`.
            most: As for `largest`.

        Raises:
            ValueError: As for `largest`.
        """
        chosen = self.largest(by=by, most=most)
        lines = columns([["", "A", "B", "B - A"], *self._values()], (1, 2, 3))
        differing = self._differing()
        if differing:
            lines += ["", *columns([["differing", "A", "B"], *differing])]
        a, b = self.decisions
        name = PLAYERS[a.player]
        lines += ["", f"{name} acts: A {_where(a)}; B {_where(b)}"]
        lines += columns([["", "A", "B", "B - A"], *self._actions()], (1, 2, 3))
        kinds = "" if self.same_actions else " (as fold, check or call, bet or raise)"
        lines += ["", f"played otherwise{kinds}: {percent(self.moved)} of the range"]
        lines += [f"the largest differences by {by}, with the action that differs most:"]
        lines += columns(self._class_rows(chosen), tuple(range(1, 7)))
        for k in (0, 1):
            alone = [one.name for one in self.classes if one.frequency[1 - k] == 0 and one.frequency[k] > 0]
            if alone:
                lines.append(f"held in {'AB'[k]} alone: {', '.join(alone)}")
        return lines

    def _values(self) -> list[list[str]]:
        a, b = (solution.values for solution in self.solutions)
        rows = [["pot, chips", f"{a.pot:g}", f"{b.pot:g}", f"{b.pot - a.pot:+g}"]]
        for player, who in enumerate(PLAYERS):
            rows.append(_row(f"EV of {who}, chips", (a.expected[player], b.expected[player])))
            parts = [100 * v.expected[player] / v.pot for v in (a, b)]
            rows.append(_row(f"EV of {who}, % of the pot", parts))
        rows.append(_row("exploitability, chips", (a.exploitability, b.exploitability), 4))
        rows.append(_row("exploitability, % of the pot", (a.percent, b.percent), 3))
        return rows

    def _actions(self) -> list[list[str]]:
        a, b = self.decisions
        rows = []
        for player, who in enumerate(PLAYERS):
            sides = a.sides[player], b.sides[player]
            rows.append(_row(f"EV of {who} here, chips", (side.mean_ev for side in sides)))
            rows.append(_row(f"equity of {who}, %", (100 * side.mean_equity for side in sides), 1))
        steps = sorted({*a.steps, *b.steps}, key=_size)
        for step in steps:
            parts = [
                100 * float(d.totals[d.steps.index(step)]) if step in d.steps else np.nan for d in (a, b)
            ]
            rows.append(_row(f"{self._name(step)}, %", parts, 1))
        if not self.same_actions:
            both = [100 * _kinds(d, d.totals)[2] for d in (a, b)]
            rows.append(_row("all bets and raises, %", both, 1))
        return rows

    def _class_rows(self, chosen: list[ClassDifference]) -> list[list[str]]:
        return [
            list(_HEAD),
            *(
                [
                    one.name,
                    *(percent(part) for part in one.frequency),
                    *map(fixed, one.ev),
                    signed(one.gained, 2),
                    percent(one.moved),
                    self._change(one),
                ]
                for one in chosen
            ),
        ]

    def _change(self, one: ClassDifference) -> str:
        """Return the action with the largest change: 'check 20 > 85 %'."""
        parts = [self._shared(k, one.play[k]) for k in (0, 1)]
        at = int(np.argmax(np.abs(parts[1] - parts[0])))
        name = self._name(self.decisions[0].steps[at]) if self.same_actions else _KINDS[at]
        if " / " in name:
            name = name.split()[0]  # the amounts stand above
        return f"{name} {100 * parts[0][at]:.0f} > {100 * parts[1][at]:.0f} %"

    def _name(self, step: str) -> str:
        """Return the name of an action, as 'call 59 / call 135' where the spots differ."""
        names = [d.actions[d.steps.index(step)] for d in self.decisions if step in d.steps]
        return " / ".join(dict.fromkeys(names))

    def _shared(self, which: int, play: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the frequencies of the actions that both spots have, or of the kinds of actions."""
        return play if self.same_actions else _kinds(self.decisions[which], play)

    def _differing(self) -> list[list[str]]:
        told = []
        for solution in self.solutions:
            spot = solution.spot
            told.append(
                {
                    **spot.told(),
                    "oop": str(spot.oop),
                    "ip": str(spot.ip),
                    "locks": "; ".join(repr(lock) for lock in solution.locks) or "none",
                    "algorithm": solution.algorithm,
                    "precision": solution.dtype,
                }
            )
        a, b = told
        names = [name for name in {**a, **b} if a.get(name) != b.get(name)]
        return [[name, *(_told(a.get(name, "-"), b.get(name, "-")))] for name in names]

    def __repr__(self) -> str:
        gain = self.solutions[1].values.expected[0] - self.solutions[0].values.expected[0]
        return brief(self, *self.labels, f"OOP {gain:+.4g} chips", f"{percent(self.moved)} played otherwise")

    def _repr_html_(self) -> str:
        rows = [*self._values(), *self._actions()]
        notes = [f"{name}: A {a}; B {b}" for name, a, b in self._differing()]
        notes.append(f"{percent(self.moved)} of the range played otherwise")
        caption = f"A {self.labels[0]}, B {self.labels[1]}"
        return html.block(
            html.table(rows, head=["", "A", "B", "B - A"], caption=caption, notes=notes),
            html.table(self._class_rows(self.largest())[1:], head=_HEAD),
        )


def compare_spots(
    first: SpotSolution | str | os.PathLike[str],
    second: SpotSolution | str | os.PathLike[str],
    history: str = "",
    cards: str = "",
    *,
    second_history: str | None = None,
    second_cards: str | None = None,
    labels: tuple[str, str] | None = None,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> SpotComparison:
    """Compare two solved spots at a decision of each.

    It evaluates both decisions as `SpotSolution.at` does.

    Args:
        first: A solved spot, its file, or the name of its table.
        second: Another solved spot, its file, or the name of its table.
        history: Action sequence to the decision, as for `SpotSolution.at`.
        cards: Turn and river cards dealt after the spot's start so far, or the whole board, as text.
        second_history: Action sequence in the second spot if it differs, for example because of another size; `None` means
            the same.
        second_cards: Cards in the second spot if the boards differ; `None` means the same.
        labels: Names for the spots; by default their files, or 'first' and 'second'.
        threads: For the evaluation: 0 for all processors, or up to 1024.
        tables: The only folder in which a name is searched.

    Raises:
        ValueError: If either spot has no such decision, if different players act there, or if the boards differ and
            `second_cards` is not given.
        TableError: If a file is missing or damaged, or of another kind.
    """
    given = (first, second)
    a, b = (
        one if isinstance(one, SpotSolution) else load_spot(one, threads=threads, tables=tables)
        for one in given
    )
    if labels is None:
        named = ("first", "second")
        labels = tuple(  # type: ignore[assignment]
            name if isinstance(one, SpotSolution) else os.fspath(one)
            for name, one in zip(named, given, strict=True)
        )
    assert labels is not None
    lines = history, history if second_history is None else second_history
    dealt = cards, cards if second_cards is None else second_cards
    decisions = []
    for which, solution, line, board in zip("AB", (a, b), lines, dealt, strict=True):
        try:
            decisions.append(solution.at(line, solution.dealt_of(board)))
        except ValueError as error:
            raise ValueError(f"{which}, {labels['AB'.index(which)]}: {error}") from None
    if decisions[0].player != decisions[1].player:
        raise ValueError(
            f"history: expected decisions of one player, got {PLAYERS[decisions[0].player]} in A after {lines[0]!r} and "
            f"{PLAYERS[decisions[1].player]} in B after {lines[1]!r}; e.g. 'c' in both"
        )
    boards = [format_cards(np.concatenate([np.sort(one.board[:3]), one.board[3:]])) for one in decisions]
    if second_cards is None and boards[0] != boards[1]:
        raise ValueError(
            f"board: expected the same cards in both spots, got {format_cards(decisions[0].board)} in A and "
            f"{format_cards(decisions[1].board)} in B; e.g. second_cards={format_cards(decisions[1].board)!r} "
            "(--other-board) to compare different boards"
        )
    return SpotComparison(labels, (a, b), (decisions[0], decisions[1]))


def _by_class(decision: Decision) -> dict[str, tuple[float, float, NDArray[np.float64]]]:
    """Return, for each hand class here, its share of the range, its EV and its action frequencies."""
    weights = decision.side.weights
    of = CLASS_OF_COMBINATION[decision.combinations]
    found = {}
    for number in np.unique(of[weights > 0]):
        rows = np.flatnonzero((of == number) & (weights > 0))
        found[CLASS_NAMES[number]] = (
            float(weights[rows].sum() / weights.sum()),
            float(np.average(decision.side.ev[rows], weights=weights[rows])),
            np.average(decision.strategy[rows], axis=0, weights=weights[rows]),
        )
    return found


def _kinds(decision: Decision, play: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the frequencies of folds, of checks and calls, and of bets and raises."""
    kinds = np.zeros(3)
    for step, part in zip(decision.steps, play, strict=True):
        kinds["fcr".index(step[0])] += part
    return kinds


def _size(step: str) -> tuple[int, int]:
    return "fcr".index(step[0]), int(step[1:] or 0)


def _row(name: str, pair: Iterable[float], digits: int = 2) -> list[str]:
    a, b = pair
    return [name, fixed(a, digits), fixed(b, digits), signed(b - a, digits)]


def _told(a: str, b: str) -> list[str]:
    """Return both texts, cut to one line, starting shortly before the first difference."""
    same = next((k for k, (x, y) in enumerate(zip(a, b, strict=False)) if x != y), min(len(a), len(b)))
    begin = max(0, a.rfind(",", 0, same), b.rfind(",", 0, same)) if max(len(a), len(b)) > _WIDE else 0
    return [shortened(("..." if begin else "") + text[begin:], _WIDE) for text in (a, b)]


def _where(decision: Decision) -> str:
    return f"{format_cards(decision.board)} {decision.history or 'at the beginning'}"
