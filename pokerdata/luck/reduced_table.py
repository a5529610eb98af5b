"""The table NAME_reduced: matches with less luck, beside what was won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import Rules, Unit, rules_of
from pokerdata.luck.lines import Line, hands_for, lines_head, lines_rows, lines_text
from pokerdata.luck.methods import METHODS
from pokerdata.luck.reduced_result import FITTED, GUESSED, ReducedResult
from pokerdata.matches.matches_table import pairs
from pokerdata.store import Table
from pokerdata.store.layouts import Layout, check_numbers, layout_of, one_of
from pokerdata.support.estimates import Estimate
from pokerdata.support.text import counted

#: The results of a match beside each other, in the order of the rows of `estimates`.
LINES = ("raw", "duplicate", "reduced")
COLUMNS = ("mean", "standard_error", "freedom")

#: What each dataset holds, in words.
DATASETS: Mapping[str, Mapping[str, object]] = {
    "agents": {"axes": ["match", "first and second agent"], "units": "index in the attribute agents"},
    "known": {
        "axes": ["match", "first and second agent"],
        "units": "1: the strategy was known to AIVAT; else 0",
    },
    "estimates": {
        "axes": ["match", "line", "column"],
        "lines": list(LINES),
        "columns": list(COLUMNS),
        "units": "chips a hand that the first agent wins; degrees of freedom for Student's t",
        "absent": "infinite: not known",
    },
}


@dataclass(frozen=True)
class ReducedMatch:
    """One match, with and without the luck.

    Attributes:
        agents: Their names; results are those of the first.
        known: Whose strategies were known to AIVAT.
        estimates: Chips a hand by the names of `LINES`, as `ReducedResult.estimates` has them.
        hands: That were played, two for each duplicate deal.
    """

    agents: tuple[str, str]
    known: tuple[str, ...]
    estimates: dict[str, Estimate]
    hands: int

    def lines(self, unit: Unit) -> dict[str, Line]:
        """The estimates with the hands that each would take for ±1 unit per 100 hands.

        Args:
            unit: The big blind or ante.
        """
        return {
            name: Line(value, hands_for(value, self.hands, unit.chips / 100))
            for name, value in self.estimates.items()
        }


class ReducedTable(Table):
    """The matches of a section [match.NAME] with less luck."""

    KIND = "reduced_matches"

    @property
    def rules(self) -> Rules:
        """The game that was played."""
        return rules_of(self.attributes["rules"])

    @property
    def results(self) -> tuple[ReducedMatch, ...]:
        """Each match, in the order of the pairs of agents; those of which nothing could be taken out are left out."""
        agents, hands = self.attributes["agents"], 2 * self.attributes["deals"]
        found = []
        for pair, known, rows in zip(
            self["agents"].tolist(), self["known"].tolist(), self["estimates"].tolist(), strict=True
        ):
            names = tuple(agents[number] for number in pair)
            found.append(
                ReducedMatch(
                    (names[0], names[1]),
                    tuple(name for name, is_known in zip(names, known, strict=True) if is_known),
                    {line: Estimate(*row) for line, row in zip(LINES, rows, strict=True)},
                    hands,
                )
            )
        return tuple(found)

    @property
    def notes(self) -> tuple[str, ...]:
        """How the luck was taken out, in words."""
        a = self.attributes
        method = a["method"]
        guessed = GUESSED.get(a["values"], "").format(hands=a["fit_hands"]).removeprefix("; ")
        without = len(pairs(len(a["agents"]))) - len(self["agents"])
        return (
            f"{counted(a['deals'], 'duplicate deal')} a pair, {2 * a['deals']:,} hands, seed {a['seed']}",
            f"{method}: {METHODS[method]}",
            *([FITTED] if method == "mivat" else []),
            *([guessed] if guessed else []),
            *([a["note"]] if a["note"] else []),
            *(
                [f"left out, as nobody has a strategy: {counted(without, 'pair')} of agents"]
                if without
                else []
            ),
        )


def arrays(found: Sequence[tuple[tuple[int, int], NDArray[Any]]]) -> dict[str, NDArray[Any]]:
    """The datasets.

    Args:
        found: Of each match the numbers of its agents and what `row_of` gives.
    """
    return {
        "agents": np.array([pair for pair, _ in found], np.uint8),
        "known": np.array([row[0, :2] for _, row in found], np.uint8),
        "estimates": np.array([row[1:] for _, row in found], np.float64),
    }


def row_of(result: ReducedResult) -> NDArray[np.float64]:
    """A match as numbers, float64 [1 + lines, 3]: whose strategy was known, and the estimates.

    Args:
        result: Of the match.
    """
    known = [float(name in result.known) for name in result.agents]
    values = result.estimates
    rows = [(values[line].mean, values[line].standard_error, values[line].freedom) for line in LINES]
    return np.array([(*known, 0.0), *rows])


def summary(table: Table) -> list[str]:
    """The results in words."""
    assert isinstance(table, ReducedTable)
    unit = Unit.of(table.rules)
    lines = list(table.notes)
    for one in table.results:
        lines.append(" against ".join(one.agents))
        rows = lines_rows(one.lines(unit), unit, table.attributes["method"])
        lines += [f"  {line}" for line in lines_text([lines_head(unit), *rows])]
    return lines


@layout_of(
    ReducedTable,
    agents=list[str],
    rules=rules_of,
    deals=int,
    seed=int,
    method=one_of(METHODS),
    values=str,
    fit_hands=int,
    note=str,
)
def _layout(table: ReducedTable) -> Layout:
    check_numbers(table, "agents", len(table.attributes["agents"]))
    return {
        "agents": ("|u1", ("match", 2)),
        "known": ("|u1", ("match", 2)),
        "estimates": ("<f8", ("match", len(LINES), len(COLUMNS))),
    }
