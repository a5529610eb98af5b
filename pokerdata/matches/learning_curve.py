"""Winnings by the number of the hand: what learning is worth."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Unit
from pokerdata.support import html
from pokerdata.support.arguments import as_count
from pokerdata.support.estimates import Estimate, or_none, plus_minus, signed
from pokerdata.support.extras import imported_for
from pokerdata.support.text import brief

DOUBLING = "doubling"
BLOCKS = 10


@dataclass(frozen=True, eq=False)
class LearningCurve:
    """What each player won in blocks of hands, and up to their ends, by the hand's number. Made by `SeriesResult.curve`.

    Attributes:
        players: Their names.
        unit: What results are told in.
        ends: int64 [blocks + 1], rising from 0: block b has the hands of each series from number ``ends[b]`` up to and
            without ``ends[b + 1]``.
        won: Chips a hand of each player in each block, with the standard error over series: [player][block].
        cumulative: Likewise of all hands up to the end of each block.
    """

    players: tuple[str, ...]
    unit: Unit
    ends: NDArray[np.int64]
    won: tuple[tuple[Estimate, ...], ...]
    cumulative: tuple[tuple[Estimate, ...], ...]

    @property
    def blocks(self) -> tuple[tuple[int, int], ...]:
        """The first and the last hand of each block, numbered from 1."""
        ends = self.ends.tolist()
        return tuple((begin + 1, end) for begin, end in pairwise(ends))

    def rows(self) -> list[dict[str, Any]]:
        """A row for each player and block, as values that JSON can hold.

        'player', 'first_hand' and 'last_hand' from 1, and in chips a hand 'won', 'standard_error', 'half_width_95', and the
        same of all hands up to the last one, as 'cumulative', 'cumulative_standard_error', 'cumulative_half_width_95'. None:
        not known.
        """
        found = []
        for p, name in enumerate(self.players):
            for b, (first, last) in enumerate(self.blocks):
                row: dict[str, Any] = {"player": name, "first_hand": first, "last_hand": last}
                for what, value in (("won", self.won[p][b]), ("cumulative", self.cumulative[p][b])):
                    before = "" if what == "won" else f"{what}_"
                    row[what] = value.mean
                    row[f"{before}standard_error"] = or_none(value.standard_error)
                    row[f"{before}half_width_95"] = or_none(value.half_width)
                found.append(row)
        return found

    def to_csv(self) -> str:
        """The `rows` as text, with a head; empty where something is not known."""
        text = io.StringIO()
        rows = self.rows()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def to_frame(self) -> Any:
        """The `rows` as a pandas DataFrame, NaN where something is not known.

        Raises:
            ModuleNotFoundError: If pandas is not installed.
        """
        with imported_for("frames"):
            import pandas as pd
        frame = pd.DataFrame(self.rows())
        floats = [name for name in frame.columns if name not in ("player", "first_hand", "last_hand")]
        return frame.astype(dict.fromkeys(floats, float))

    def table(self, players: Sequence[int]) -> tuple[list[str], list[list[str]]]:
        """The head and the rows of a table in units per 100 hands: of one player both in blocks and up to their ends.

        Args:
            players: Whose.
        """
        hundred = self.unit.per_hundred(1)
        columns = [
            (f"{short}", estimates)
            for p in players
            for short, estimates in (
                [("won", self.won[p]), ("so far", self.cumulative[p])]
                if len(players) == 1
                else [(str(p + 1), self.won[p])]
            )
        ]
        head = ["hands", *(cell for short, _ in columns for cell in (short, "95 %"))]
        rows = []
        for b, (first, last) in enumerate(self.blocks):
            row = [f"{first:,}" if first == last else f"{first:,}-{last:,}"]
            for _, estimates in columns:
                value = estimates[b].times(hundred)
                row += [signed(value.mean, 2), plus_minus(value.half_width, 2)]
            rows.append(row)
        return head, rows

    def __repr__(self) -> str:
        return brief(self, ", ".join(self.players), f"{len(self.won[0])} blocks of {self.ends[-1]:,} hands")

    def _repr_html_(self) -> str:
        head, rows = self.table(range(len(self.players)) if len(self.players) > 2 else [0])
        return html.table(rows, head=head, notes=[f"{self.unit.short}/100 hands: {', '.join(self.players)}"])


def curve_ends(blocks: int | str | None, hands: int) -> NDArray[np.int64]:
    """Where blocks of hands end, 0 in front.

    Args:
        blocks: How many, as equal as can be; None for ten, or fewer where there are fewer hands; or 'doubling': the first
            hand, the second, the next two, the next four and so on, so that each has as many as all before.
        hands: Of a series.

    Raises:
        ValueError: For another word, or more blocks than hands.
    """
    if blocks == DOUBLING:
        return np.array([0, *(2**k for k in range(hands.bit_length()) if 2**k < hands), hands], np.int64)
    if isinstance(blocks, str):
        raise ValueError(f"blocks: expected a number or {DOUBLING!r}, got {blocks!r}; e.g. {BLOCKS}")
    count = min(hands, BLOCKS) if blocks is None else as_count(blocks, "blocks", 1, hands, min(hands, BLOCKS))
    return np.array([hands * b // count for b in range(count + 1)], np.int64)


def over_series(sums: Sequence[int], scale: int, known: bool) -> Estimate:
    """The mean over independent series of whole numbers, Student's interval, exactly.

    Args:
        sums: Of each series.
        scale: By which they are divided.
        known: Whether they are samples of one kind, so that there is an error.
    """
    count, total = len(sums), sum(sums)
    mean = total / (count * scale)
    if count < 2 or not known:
        return Estimate(mean, inf, 0)
    squares = sum(value * value for value in sums)
    deviations = squares * count - total * total
    return Estimate(mean, sqrt(deviations / (count * count * (count - 1))) / scale, count - 1)
