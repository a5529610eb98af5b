"""The table NAME_resolving: how much less is won from a strategy once it is solved anew on the turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.games import Unit, rules_of
from pokerdata.resolving.local_gain import LocalGain, TurnSample
from pokerdata.store import Table

KIND = "resolving"
COLUMNS = (
    "player",
    "mass",
    "local_before",
    "local_after",
    "best_before",
    "best_after",
    "smallest_margin",
    "gap",
)


class ResolvingTable(Table):
    """How much less is won from a strategy, by method."""

    KIND = KIND

    @property
    def gains(self) -> list[LocalGain]:
        """One for each method.

        Raises:
            TableError: If the table does not fit together.
        """
        told = self.attributes
        try:
            where = json.loads(told["turns"])
            unit = Unit.of(rules_of(told["rules"]))
            found = []
            for method, rows in zip(told["methods"], np.asarray(self["samples"]), strict=True):
                samples = tuple(
                    TurnSample(int(r[0]), board, history, r[1], (r[2], r[3]), (r[4], r[5]), r[6], r[7])
                    for r, (board, history) in zip(rows.tolist(), where, strict=True)
                )
                found.append(
                    LocalGain(
                        told["strategy"], method, int(told["iterations"]), int(told["seed"]), samples, unit
                    )
                )
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected what re-solving gained, got {error}") from error
        return found


def rows(samples: Sequence[TurnSample]) -> NDArray[np.float64]:
    """float64 [samples, columns].

    Args:
        samples: Of one method.
    """
    found = []
    for sample in samples:
        told = asdict(sample)
        found.append(
            [
                told["player"],
                told["mass"],
                *told["local"],
                *told["best"],
                told["smallest_margin"],
                told["gap"],
            ]
        )
    return np.array(found, np.float64).reshape(-1, len(COLUMNS))


def summary(table: Table) -> list[str]:
    """The result in words, with its units.

    Args:
        table: The table.
    """
    assert isinstance(table, ResolvingTable)
    return [line for gain in table.gains for line in gain.lines()]
