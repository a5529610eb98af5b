"""Solved tournaments of jam or fold in files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.hand_classes import CLASS_COUNT
from pokerdata.errors import TableError
from pokerdata.preflop.jamming.solving import JamFold
from pokerdata.preflop.jamming.strategy import JamFoldChances, JamFoldStrategy
from pokerdata.preflop.jamming.tournament import JamFoldTournament
from pokerdata.store import Table, open_only, table_file, write_table
from pokerdata.store.layouts import Layout, layout_of
from pokerdata.support.text import brief

KIND = "jam_fold"
_PLAYED = ("jam", "call", "answer")
_CHANCES = tuple((seat, bound) for seat in ("small", "big") for bound in ("least", "most"))
_STACK, _UNITS = "stack before blinds", "chance to win the tournament"


class JamFoldTable(Table):
    """A solved tournament in a file; `load_jam_fold` makes it of it."""

    KIND = KIND

    def jam_fold(self) -> JamFold:
        """The tournament, solved.

        Raises:
            TableError: If something is missing or does not fit together.
        """
        told = self.attributes
        try:
            small, big = (int(blind) for blind in told["blinds"])
            rules = JamFoldTournament(int(told["chips"]), (small, big), int(told["step"]))
            chances = {
                bound: JamFoldChances(*(np.asarray(self[f"{seat}_{bound}"]) for seat in ("small", "big")))
                for bound in ("least", "most")
            }
            if any(array.shape != rules.stacks.shape for pair in chances.values() for array in pair):
                raise ValueError(f"chances at {len(rules.stacks):,} stacks are not there")
            return JamFold(
                JamFoldStrategy(
                    rules, **{name: np.asarray(self[name]) for name in _PLAYED[: 2 + ("answer" in self)]}
                ),
                opponent=told["opponent"],
                **chances,
                iterations=int(told["iterations"]),
                target=float(told["target"]),
            )
        except (KeyError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected a solved tournament, got {error}") from error

    def __repr__(self) -> str:
        return brief(self, self.name, f"{len(self['stacks']):,} stacks")


@layout_of(JamFoldTable)
def _layout(table: JamFoldTable) -> Layout:
    played = _PLAYED if table.attributes["opponent"] == "any" else _PLAYED[:2]
    return {
        "stacks": ("<i8", ("stack",)),
        **dict.fromkeys(played, ("<f8", ("stack", CLASS_COUNT))),
        **{f"{seat}_{bound}": ("<f8", ("stack",)) for seat, bound in _CHANCES},
    }


def save_jam_fold(found: JamFold, path: str | os.PathLike[str]) -> None:
    """Write what `jam_fold` returned to a file that `load_jam_fold` reads. Equal ones give equal bytes.

    Args:
        found: The tournament, solved.
        path: Ends in .h5; the name before is that of the table. The file is replaced at once or not at all.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
    """
    path = table_file(path, "jam_fold.h5")
    arrays = _arrays(found)
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays,
        attributes=_attributes(found),
        dataset_attributes={name: _DATASETS[name] for name in arrays},
    )


def _arrays(found: JamFold) -> dict[str, NDArray[Any]]:
    played = {name: getattr(found.strategy, name) for name in _PLAYED}
    return {
        "stacks": found.tournament.stacks,
        **{name: array for name, array in played.items() if array is not None},
        **{f"{seat}_{bound}": getattr(getattr(found, bound), seat) for seat, bound in _CHANCES},
    }


def _attributes(found: JamFold) -> dict[str, object]:
    rules = found.tournament
    return {
        "chips": rules.chips,
        "blinds": list(rules.blinds),
        "step": rules.step,
        "opponent": found.opponent,
        "gap": found.gap,
        "target": found.target,
        "iterations": found.iterations,
        "classes": "169 classes row by row through the 13 x 13 grid: ranks fall from the ace, suited above the diagonal; "
        "AA 0, AKs 1, AKo 13, 22 168",
    }


#: What each dataset holds, in words.
_DATASETS: dict[str, dict[str, object]] = {
    "stacks": {"axes": [_STACK], "units": "chips"},
    **{name: {"axes": [_STACK, "class"], "units": "chance to go all-in"} for name in _PLAYED},
    **{f"{seat}_{bound}": {"axes": [_STACK], "units": _UNITS} for seat, bound in _CHANCES},
}


def load_jam_fold(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> JamFold:
    """The solved tournament in a file that `save_jam_fold` wrote.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        tables: The only folder to look in for a name.

    Raises:
        TableError: If the file is missing or damaged, or holds something else.
    """
    table = open_only(
        name_or_path,
        tables,
        JamFoldTable,
        "a solved tournament, as `pokerdata jam-fold --out` writes",
        "jam_fold.h5",
    )
    return table.jam_fold()
