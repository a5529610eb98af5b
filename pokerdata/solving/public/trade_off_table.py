"""Tables of trade-offs between win and risk."""

from __future__ import annotations

import os

import numpy as np

from pokerdata._support.text import brief
from pokerdata.errors import TableError
from pokerdata.games import rules_of
from pokerdata.pipeline.store import Table, open_only
from pokerdata.pipeline.store.layouts import PROBABILITIES, Layout, layout_of
from pokerdata.solving.public.trade_off import ARRAYS, KIND, TradeOff


class TradeOffTable(Table):
    """Table of a trade-off; read it with `load_trade_off`."""

    KIND = KIND

    def trade_off(self) -> TradeOff:
        """Return the trade-off.

        Raises:
            TableError: If something is missing or does not fit together.
        """
        told = self.attributes
        try:
            arrays = {name: np.asarray(self[name], dtype=np.float64) for name in ARRAYS}
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


def summary(table: Table) -> list[str]:
    """Return the trade-off in words.

    Args:
        table: Table of a trade-off.
    """
    assert isinstance(table, TradeOffTable)
    return table.trade_off().lines()


def load_trade_off(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> TradeOff:
    """Load a trade-off from a file that `TradeOff.save` wrote.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        tables: The only folder to search for a name.

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
