"""Solved spots in files."""

from __future__ import annotations

import json
import os
from functools import cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import brief, toml_of
from pokerdata.cards import COMBINATION_COUNT, DECK_SIZE
from pokerdata.errors import TableError
from pokerdata.pipeline.store import Table, open_only
from pokerdata.pipeline.store.layouts import AMOUNTS, Layout, layout_of
from pokerdata.pipeline.store.table import Within
from pokerdata.solving.solved import log_rows
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.kept_solution import KeptSolution
from pokerdata.spots.locks import Lock
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solver import SpotValues
from pokerdata.spots.solving import DEFAULT_TARGET, target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_parts import INDEX, KIND, NODES, cards_of, index_to, numbers_of, shape_of

_AMOUNTS = (
    "pot_chips",
    "expected_oop_chips",
    "expected_ip_chips",
    "best_response_oop_chips",
    "best_response_ip_chips",
)
_ROUNDING = 1e-3  # rounding error of ends in float32


class SpotTable(Table):
    """A solved spot in a file; `load_spot` returns it as a `SpotSolution`."""

    KIND = KIND

    def solution(self, *, target: str = DEFAULT_TARGET, threads: int = 0) -> SpotSolution:
        """Return the solution; its strategies are memory-mapped.

        Args:
            target: For a solution that was saved up to a street: exploitability to which later streets are solved again.
            threads: For later queries: 0 for all processors, or up to 1024.

        Raises:
            ValueError: If the target is invalid.
            TableError: If the spot cannot be read, or the strategies belong to another spot.
        """
        try:
            found = self._solution(threads)
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected a solved spot, got {error}") from error
        found.reopen = partial(_reopened, str(self.path.absolute()), dict(self.digests), target, threads)
        if isinstance(found, KeptSolution):
            found.target = target
        else:
            target_chips_of(target, found.spot)
        return found

    def _solution(self, threads: int) -> SpotSolution:
        told = self.attributes
        spot = Spot(**toml_of(told["spot"]))
        street = spot.streets.index(told.get("kept_to", spot.streets[-1]))
        dataset = "strategy" if "strategy" in self else "sums"
        given = (
            spot,
            self[dataset],
            log_rows(np.asarray(self["log"]), SpotValues.of),
            told["algorithm"],
            told["stopped_by"],
        )
        how: dict[str, Any] = {
            "locks": [Lock(*lock) for lock in json.loads(told["locks"])],
            "precision": told["precision"],
            "threads": threads,
        }
        how["ends"] = {}
        if "ends3_oop" in self:
            how["ends"][0] = cache(partial(self._ends, "ends3"))
        if "ends_oop" in self:
            how["ends"][min(street, len(spot.streets) - 2)] = cache(partial(self._ends, "ends"))
        found = (SpotSolution if street + 1 == len(spot.streets) else KeptSolution)(*given, **how)
        self._check_shape(found, street)
        self._bound_ends(found)
        if dataset in self.within:
            found.check_sums = partial(self.check_values, dataset)
        return found

    def verify(self) -> None:
        """Verify the table as `Table.verify` does, and compare positions and bounds of its numbers with the spot.

        Raises:
            TableError: As for `Table.verify` and `solution`.
        """
        self.solution()
        super().verify()

    def _bound_ends(self, found: SpotSolution) -> None:
        """Check that no player has more at a street's end than all possible chips against every hand of the opponent."""
        chips = found.spot.dead_money / 2 + float(found.spot.tree.to.max())
        for player, name in enumerate(PLAYERS):
            most = chips * float(found.spot.weights(1 - player).sum()) * (1 + _ROUNDING)
            for dataset in (f"ends_{name}", f"ends3_{name}"):
                if dataset in self:
                    self.within[dataset] = Within(-most, most)

    def _ends(self, dataset: str) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return both players' numbers at a street's end.

        Bounds are checked here, on access, because the numbers of the turn are many.
        """
        for name in PLAYERS:
            self.check_values(f"{dataset}_{name}")
        first, second = (np.asarray(self[f"{dataset}_{name}"], np.float64) for name in PLAYERS)
        return first, second

    def _check_shape(self, found: SpotSolution, street: int) -> None:
        """Compare where the numbers are stored with where the spot needs them."""
        index = index_to(found, street)
        if "strategy" not in self:
            same = np.array_equal(index, self["index"])
        else:
            same = len(self["strategy"]) == numbers_of(index) and all(
                np.array_equal(array, self[name]) for name, array in shape_of(found, index).items()
            )
        if not same:
            raise ValueError("the decisions are those of another spot")
        for name, array in cards_of(found, street).items():
            if not np.array_equal(array, self[name]):
                raise ValueError(f"{name} are those of another spot")

    def __repr__(self) -> str:
        return brief(self, self.name, f"{self.attributes['exploitability_percent_of_pot']:.3g} % of the pot")


@layout_of(
    SpotTable,
    spot=str,
    algorithm=str,
    stopped_by=str,
    locks=str,
    precision=str,
    iterations=int,
    exploitability_chips=float,
    exploitability_percent_of_pot=float,
    **dict.fromkeys(_AMOUNTS, float),
)
def _layout(table: SpotTable) -> Layout:
    cards: dict[str, tuple[str, tuple[str | int, ...], Within] | tuple[str, tuple[str | int, ...]]] = {}
    for name in table:
        if name.startswith("boards"):
            cards[name] = ("<u8", (name,), Within(0, 2**DECK_SIZE - 1))
        elif name.startswith("hands"):
            cards[name] = ("<u2", (name,), Within(0, COMBINATION_COUNT - 1))
        elif name.startswith("states"):
            cards[name] = ("<u2", (name.replace("states", "boards"), len(PLAYERS)))
        elif name.startswith("ends"):
            cards[name] = ("<f8 or <f4", (f"{name} at the end",))
    common: Layout = {**cards, "log": ("<f8", ("evaluation", 7))}
    if "strategy" in table:
        nodes = ("<i4", ("decision", len(NODES)))
        return {**common, "nodes": nodes, "strategy": ("<f2", ("number",), AMOUNTS)}
    # Files of earlier versions store the solver's own sums and the position of each decision's sums.
    dtype = np.dtype(table.attributes["precision"]).newbyteorder("<").str
    index = ("<i8", ("decision on a board", len(INDEX)))
    return {**common, "index": index, "sums": (dtype, (numbers_of(table["index"]),), AMOUNTS)}


def summary(table: Table) -> list[str]:
    """Return the result as lines of text with units."""
    told = table.attributes
    values = SpotValues(
        (told["best_response_oop_chips"], told["best_response_ip_chips"]),
        (told["expected_oop_chips"], told["expected_ip_chips"]),
        told["pot_chips"],
    )
    how = f"{told['algorithm']}, {told['iterations']:,} iterations ({told['precision']})"
    if "boards5" not in table:
        how += f", kept to the {told['kept_to']}"
    return [how, *values.lines()]


def _reopened(path: str, digests: dict[str, str], target: str, threads: int) -> SpotSolution:
    """Return the solution in a file on behalf of another process, if it is still the same."""
    table = open_only(path, None, SpotTable, "a solved spot", "turn.h5")
    if dict(table.digests) != digests:
        raise TableError(f"{path}: the file has changed since the solution was sent; load it there")
    return table.solution(target=target, threads=threads)


def load_spot(
    name_or_path: str | os.PathLike[str],
    *,
    target: str = DEFAULT_TARGET,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> SpotSolution:
    """Load a solution from a file that `SpotSolution.save` wrote; its strategies stay on disk until they are used.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        target: For a solution that was saved up to a street: exploitability to which later streets are solved again, such
            as '0.1%' of their pot.
        threads: For later queries: 0 for all processors, or up to 1024.
        tables: The only folder in which a name is searched.

    Raises:
        ValueError: If the target is invalid.
        TableError: If the file is missing, damaged, or of another kind.
    """
    table = open_only(name_or_path, tables, SpotTable, "a solved spot", "turn.h5")
    return table.solution(target=target, threads=threads)
