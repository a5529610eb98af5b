"""The table NAME_matches: exact sums of all matches, and what follows from them."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pokerdata.agents import BASELINES
from pokerdata.games import Rules, Unit, rules_of
from pokerdata.matches import MatchResult, Sums
from pokerdata.matches.cross_table import CrossTable
from pokerdata.store import Table
from pokerdata.store.layouts import Layout, layout_of
from pokerdata.support.estimates import with_interval


def pairs(agents: int) -> list[tuple[int, int]]:
    """All pairs of so many agents, in the order of their matches."""
    return list(combinations(range(agents), 2))


class MatchesTable(Table):
    """The matches of a section [match.NAME]."""

    KIND = "matches"

    @property
    def agents(self) -> tuple[str, ...]:
        """Names of the agents."""
        return tuple(self.attributes["agents"])

    @property
    def rules(self) -> Rules:
        """The game that was played."""
        return rules_of(self.attributes["rules"])

    @property
    def results(self) -> tuple[MatchResult, ...]:
        """The result of each pair of agents."""
        return self._up_to(-1)

    @property
    def course(self) -> tuple[tuple[MatchResult, ...], ...]:
        """For each pair of agents its result up to each point of the match, the last one the whole."""
        return tuple(zip(*map(self._up_to, range(self["sums"].shape[1])), strict=True))

    def _up_to(self, point: int) -> tuple[MatchResult, ...]:
        a = self.attributes
        return results(self.agents, self.rules, a["seed"], a["translation"], self["sums"][:, point])

    @property
    def cross_table(self) -> CrossTable:
        """What each agent wins from each other one."""
        return CrossTable.of(self.agents, self.results)


def results(
    agents: Sequence[str], rules: Rules, seed: int, translation: str, sums: NDArray[np.int64]
) -> tuple[MatchResult, ...]:
    """The result of each pair of agents, from the rows of `sums`.

    Args:
        agents: Their names.
        rules: Of the game that was played.
        seed: Of the matches.
        translation: Of the agents that have a betting tree.
        sums: int64 [pairs, fields of `Sums`].
    """
    of = [None if name in BASELINES else translation for name in agents]
    return tuple(
        MatchResult((agents[i], agents[j]), rules, seed, Sums(*row), (of[i], of[j]))
        for (i, j), row in zip(pairs(len(agents)), sums.tolist(), strict=True)
    )


def summary(table: Table) -> list[str]:
    """The cross-table in words."""
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
    return {
        "agents": ("|u1", (matches, 2)),
        "sums": ("<i8", (matches, "point", len(Sums._fields))),
        "won": ("<f8", (agents, agents)),
        "half_width": ("<f8", (agents, agents)),
    }
