"""Trade-offs between win and risk in files."""

from __future__ import annotations

import os
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import brief
from pokerdata.errors import TableError
from pokerdata.games import Unit, rules_of
from pokerdata.pipeline.store import Table, open_only, table_file, write_table
from pokerdata.pipeline.store.layouts import PROBABILITIES, Layout, layout_of
from pokerdata.solving.public.trade_off import TradeOff

KIND = "trade_off"
_ARRAYS = ("ps", "win", "worst", "short")


class TradeOffTable(Table):
    """A trade-off in a file; `load_trade_off` makes it of it."""

    KIND = KIND

    def trade_off(self) -> TradeOff:
        """The trade-off.

        Raises:
            TableError: If something is missing or does not fit together.
        """
        told = self.attributes
        try:
            arrays = {name: np.asarray(self[name], dtype=np.float64) for name in _ARRAYS}
            count = len(arrays["ps"])
            if any(arrays[name].shape != (count, 2) for name in ("win", "worst")):
                raise ValueError(f"win and worst case of {count} responses in both seats are not there")
            return TradeOff(
                rules=rules_of(told["rules"]),
                scope=told["scope"],
                label=told["label"],
                how=dict(told["solved"]),
                **arrays,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise TableError(f"{self.path}: expected a trade-off, got {error}") from error

    def __repr__(self) -> str:
        return brief(self, self.name, f"{len(self['ps']):,} responses")


@layout_of(TradeOffTable)
def _layout(_: TradeOffTable) -> Layout:
    return {
        "ps": ("<f8", ("response",), PROBABILITIES),
        "win": ("<f8", ("response", 2)),
        "worst": ("<f8", ("response", 2)),
        "short": ("<f8", ("response",)),
    }


def save_trade_off(found: TradeOff, path: str | os.PathLike[str]) -> None:
    """Write what `trade_off` returned to a file that `load_trade_off` reads. Equal ones give equal bytes.

    Args:
        found: The trade-off.
        path: Ends in .h5; the name before is that of the table. The file is replaced at once or not at all.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
    """
    path = table_file(path, "trade_off.h5")
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays(found),
        attributes=attributes(found),
        dataset_attributes=DATASETS,
    )


def arrays(found: TradeOff) -> dict[str, NDArray[Any]]:
    """Datasets of the table.

    Args:
        found: The trade-off.
    """
    return {name: getattr(found, name) for name in _ARRAYS}


def attributes(found: TradeOff) -> dict[str, object]:
    """What a stranger should know of it, with units.

    Args:
        found: The trade-off.
    """
    return {
        "label": found.label,
        "rules": found.rules.values(),
        "scope": found.scope,
        "solved": found.how,
        "unit_chips": found.rules.unit,
        "unit": f"1 mb is a thousandth of the {Unit.of(found.rules)} chips",
    }


#: What each dataset holds, in words.
DATASETS: dict[str, dict[str, object]] = {
    "ps": {"axes": ["response"], "units": "probability that the opponent plays the model"},
    "win": {"axes": ["response", "player"], "units": "chips a game, from the opponent"},
    "worst": {"axes": ["response", "player"], "units": "chips a game, against a best response"},
    "short": {"axes": ["response"], "units": "chips a game, from the best of the objective, at the most"},
}


def summary(table: Table) -> list[str]:
    """The trade-off in words.

    Args:
        table: A trade-off.
    """
    assert isinstance(table, TradeOffTable)
    return table.trade_off().lines()


def load_trade_off(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> TradeOff:
    """The trade-off in a file that `save_trade_off` wrote.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        tables: The only folder to look in for a name.

    Raises:
        TableError: If the file is missing or damaged, or holds something else.
    """
    table = open_only(
        name_or_path,
        tables,
        TradeOffTable,
        "a trade-off, as `pokerdata trade-off --out` writes",
        "trade_off.h5",
    )
    return table.trade_off()
