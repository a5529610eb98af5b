"""Matches of all pairs of agents: the cross-table, and its file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import inf, nan

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.estimates import signed, with_interval
from pokerdata._support.html import Scale
from pokerdata._support.text import brief
from pokerdata.games import Rules, Unit, rules_of
from pokerdata.matches.result import MatchResult, Sums
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import Layout, layout_of
from pokerdata.pipeline.store.table import Within
from pokerdata.players.agents import BASELINES


@dataclass(frozen=True, eq=False)
class CrossTable:
    """Winnings of the row's agent from the column's, in big blinds (antes if there are no blinds) per 100 hands.

    The matches are independent, so intervals of sums follow from the intervals of the matches.

    Attributes:
        agents: Names of the agents.
        won: float64 [agents, agents]; NaN if there was no match.
        half_width: float64 [agents, agents], half-widths of the 95 % confidence intervals; NaN if there was no match.
    """

    agents: tuple[str, ...]
    won: NDArray[np.float64]
    half_width: NDArray[np.float64]

    @staticmethod
    def of(agents: Sequence[str], results: Iterable[MatchResult]) -> CrossTable:
        """Return the cross-table of matches between `agents`."""
        won = np.full((len(agents), len(agents)), np.nan)
        half_width = won.copy()
        for result in results:
            i, j = (agents.index(name) for name in result.players)
            factor = result.unit.per_hundred(1)
            won[i, j] = factor * result.won[0].mean
            won[j, i] = -won[i, j]
            half_width[i, j] = half_width[j, i] = factor * result.won[0].half_width
        return CrossTable(tuple(agents), won, half_width)

    @property
    def mean(self) -> NDArray[np.float64]:
        """Mean winnings of each agent over its opponents: float64 [agents]."""
        return np.asarray(np.nanmean(self.won, axis=1), dtype=np.float64)

    @property
    def mean_half_width(self) -> NDArray[np.float64]:
        """Half-widths of the 95 % confidence intervals of `mean`."""
        played = np.count_nonzero(~np.isnan(self.half_width), axis=1)
        return np.asarray(np.sqrt(np.nansum(self.half_width**2, axis=1)) / played, dtype=np.float64)

    def order(self) -> list[int]:
        """Indices of the agents, largest mean first."""
        return [int(i) for i in np.argsort(-self.mean, kind="stable")]

    def __repr__(self) -> str:
        return brief(self, f"{len(self.agents)} agents: " + ", ".join(self.agents))

    def _repr_html_(self) -> str:
        """Return a coloured table of the rows' winnings from the columns, with means; the best agent first."""
        order, played = self.order(), self.won[~np.isnan(self.won)]
        reach = float(np.abs(played).max()) if played.size else 0.0
        colours = Scale(-reach, reach, 0.0)
        rows: list[list[str | html.Cell]] = []
        for i in order:
            cells = [
                html.Cell("")
                if np.isnan(self.won[i, j])
                else html.Cell(
                    signed(self.won[i, j], 1),
                    colours.colour(float(self.won[i, j])),
                    f"{self.agents[i]} against {self.agents[j]}: {with_interval(self.won[i, j], self.half_width[i, j])}",
                )
                for j in order
            ]
            rows.append([self.agents[i], *cells, with_interval(self.mean[i], self.mean_half_width[i])])
        head = ["", *(self.agents[j] for j in order), "mean"]
        notes = [
            "big blinds (or antes) per 100 hands that the row wins from the column; ± half the 95 % interval"
        ]
        return html.table(rows, head=head, notes=notes)


def pairs(agents: int) -> list[tuple[int, int]]:
    """Return all pairs of agents, in the order of their matches."""
    return list(combinations(range(agents), 2))


class MatchesTable(Table):
    """Matches of a section [match.NAME]."""

    KIND = "matches"

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents."""
        return tuple(self.attributes["agents"])

    @property
    def rules(self) -> Rules:
        """Rules of the game."""
        return rules_of(self.attributes["rules"])

    @property
    def results(self) -> tuple[MatchResult, ...]:
        """Result of each pair of agents."""
        return self._up_to(-1)

    @property
    def course(self) -> tuple[tuple[MatchResult, ...], ...]:
        """Results of each pair of agents up to each checkpoint of the match; the last one is the whole match."""
        return tuple(zip(*map(self._up_to, range(self["sums"].shape[1])), strict=True))

    def _up_to(self, point: int) -> tuple[MatchResult, ...]:
        a = self.attributes
        return results(self.agents, self.rules, a["seed"], a["translation"], self["sums"][:, point])

    @property
    def cross_table(self) -> CrossTable:
        """Winnings of each agent from each other one."""
        return CrossTable.of(self.agents, self.results)


def results(
    agents: Sequence[str], rules: Rules, seed: int, translation: str, sums: NDArray[np.int64]
) -> tuple[MatchResult, ...]:
    """Return the result of each pair of agents from the rows of `sums`.

    Args:
        agents: Names of the agents.
        rules: Rules of the game.
        seed: Seed of the matches.
        translation: Translation used by the agents with a betting tree.
        sums: int64 [pairs, fields of `Sums`].
    """
    of = [None if name in BASELINES else translation for name in agents]
    return tuple(
        MatchResult((agents[i], agents[j]), rules, seed, Sums(*row), translations=(of[i], of[j]))
        for (i, j), row in zip(pairs(len(agents)), sums.tolist(), strict=True)
    )


def summary(table: Table) -> list[str]:
    """Return the cross-table as lines of text."""
    assert isinstance(table, MatchesTable)
    found, deals = table.cross_table, table.attributes["deals"]
    short = Unit.of(table.rules).short
    lines = [f"{deals:,} duplicate deals a pair, seed {table.attributes['seed']}; {short}/100 hands"]
    for i, agent in enumerate(found.agents):
        cells = (
            f"{with_interval(found.won[i, j], found.half_width[i, j], 2)} v {other}"
            for j, other in enumerate(found.agents)
            if i < j
        )
        lines += [f"{agent}: {', '.join(cells)}"] if i + 1 < len(found.agents) else []
    return lines


@layout_of(MatchesTable, agents=list[str], rules=rules_of, deals=int, seed=int, translation=str)
def _layout(table: MatchesTable) -> Layout:
    agents = len(table.agents)
    matches = len(pairs(agents))
    if not all(Sums(*row).are_possible for row in table["sums"].reshape(-1, len(Sums._fields)).tolist()):
        raise ValueError("sums that no match has")
    return {
        "agents": ("|u1", (matches, 2), Within(0, agents - 1)),
        "sums": ("<i8", (matches, "point", len(Sums._fields))),
        "won": ("<f8", (agents, agents), Within(-inf, inf, nan)),  # NaN for an agent with itself
        "half_width": ("<f8", (agents, agents), Within(0, inf, nan)),
    }
