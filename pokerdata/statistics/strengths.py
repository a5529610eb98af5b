"""Exact strengths of hands that were shown down, counted by player."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import BOARD_SIZES, COMBINATION_COUNT
from pokerdata.evaluator import CATEGORIES, category, evaluate
from pokerdata.statistics.shares import Share
from pokerdata.statistics.shown import BOARD_STREETS, STRONG, ShownHands, Sum
from pokerdata.store import find_table, open_table
from pokerdata.strength import denominator
from pokerdata.strength.standings import exact_standings
from pokerdata.strength.strength_table import StrengthTable

_ANYTHING = np.ones(COMBINATION_COUNT, np.int64)


class Strengths:
    """What players showed down, by name. Strengths are looked up in tables where they are there, else counted anew.

    Args:
        strong: From which strength on a hand is strong, above 0 and below 1.
        tables: The only folder to look in for flop_strength, turn_strength and river_strength.

    Raises:
        ValueError: For another border.
        TableError: For a table that is damaged.
    """

    def __init__(self, strong: float = STRONG, tables: str | os.PathLike[str] | None = None) -> None:
        if not 0 < strong < 1:
            raise ValueError(f"strong: expected a share above 0 and below 1, got {strong!r}; e.g. 0.8")
        self.strong = float(strong)
        self.tables = tables
        #: What was shown, by name.
        self.found: dict[str, ShownHands] = {}
        self._open: dict[str, StrengthTable | None] = {}

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "_open": {}}

    def numerators(self, street: str, cards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """E[HS] of hands, whole numbers over ``denominator(street, "ehs")``.

        A look-up takes a microsecond; counted anew a hand takes some 3 ms on the flop, 0.1 ms on the turn and 10
        microseconds on the river.

        Args:
            street: 'flop', 'turn' or 'river'.
            cards: uint8 [hands, 7], hole cards and board.
        """
        size = BOARD_SIZES[street]
        holes, boards = cards[:, :2], cards[:, 2 : 2 + size]
        if street not in self._open:
            name = f"{street}_strength"
            there = find_table(name, self.tables) is not None
            self._open[street] = open_table(name, self.tables, StrengthTable) if there else None
        table = self._open[street]
        if table is not None:
            return table.lookup(holes, boards).astype(np.int64)
        found = np.zeros(len(cards), np.int64)
        boards = np.sort(boards, axis=1)
        unique, which = np.unique(boards, axis=0, return_inverse=True)
        order = np.argsort(which, kind="stable")
        ends = np.searchsorted(which[order], np.arange(len(unique) + 1))
        for board, start, end in zip(unique, ends[:-1], ends[1:], strict=True):
            hands = order[start:end]
            extra = BOARD_SIZES["river"] - size
            counts = exact_standings(np.ascontiguousarray(holes[hands]), board, extra, _ANYTHING)
            ahead, tied, _ = counts.sum(axis=1).T  # now in the axis that is summed
            found[hands] = 2 * ahead + tied
        return found

    def add(
        self,
        names: list[str],
        players: NDArray[np.int32],
        cards: NDArray[np.uint8],
        played: NDArray[np.uint8],
    ) -> None:
        """Count hands that were shown down.

        Args:
            names: Of players.
            players: Whose each is, a place among the names: int32 [hands].
            cards: uint8 [hands, 7], hole cards, then the board as it was dealt.
            played: uint8 [hands, 3], bits of the streets on which he acted, could bet or raise, and did.
        """
        if not len(players):
            return
        made = category(evaluate(cards))
        of_streets = {street: self.numerators(street, cards) for street in BOARD_STREETS}
        for player in np.unique(players):
            mine = players == player
            now = self._counted(made[mine], {s: n[mine] for s, n in of_streets.items()}, played[mine])
            name = names[player]
            self.found[name] = self.found[name] + now if name in self.found else now

    def _counted(
        self,
        made: NDArray[np.uint8],
        of_streets: dict[str, NDArray[np.int64]],
        played: NDArray[np.uint8],
    ) -> ShownHands:
        ways, slow = [], []
        for number, street in enumerate(BOARD_STREETS, start=1):
            acted, able, raised = ((played >> number) & 1).astype(bool).T
            numerators = of_streets[street]
            ways.append((Sum.of(numerators[acted & raised]), Sum.of(numerators[acted & ~raised])))
            strong = able & (numerators >= self.strong * denominator(street, "ehs"))
            slow.append(Share(int((strong & ~raised).sum()), int(strong.sum())))
        kinds = range(len(CATEGORIES))
        return ShownHands(
            tuple(int((made == kind).sum()) for kind in kinds),
            tuple(Sum.of(of_streets["river"][made == kind]) for kind in kinds),
            tuple(ways),
            tuple(slow),
            self.strong,
        )
