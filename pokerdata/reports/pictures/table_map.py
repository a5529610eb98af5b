"""Heat maps of a table's datasets."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import COMBINATION_COUNT, as_cards, format_cards
from pokerdata.cards.hand_classes import CLASS_COUNT
from pokerdata.reports.pictures.heat_map import HeatMap, heat_map
from pokerdata.store import Table
from pokerdata.strength.strength_table import StrengthTable


def table_map(table: Table, dataset: str, *, board: ArrayLike = (), centre: float | None = None) -> HeatMap:
    """The heat map of a dataset with a value for each of the 169 hand classes or the 1,326 combinations.

    Integers are divided by the dataset's denominator; its sentinel is absent.

    Args:
        table: Any table.
        dataset: Its name.
        board: The board, raw, of a table of strength after the flop, which has a row for each.
        centre: As in `heat_map`.

    Raises:
        TableError: For an unknown dataset.
        ValueError: For a dataset of another shape, or a board that does not fit.
    """
    array, attributes = table[dataset], table.dataset_attributes(dataset)
    cards = as_cards(board, "board")
    title = f"{table.name}: {dataset}"
    if isinstance(table, StrengthTable) and array.ndim == 2:
        if cards.size == 0:
            raise ValueError(
                f"{table.name} has a row for each board: expected one of the {table.street}; e.g. --board '7s 6c As'"
            )
        array = table.row(cards, dataset)
        title += f" on {format_cards(cards)}"
    elif cards.size:
        raise ValueError(
            f"board: expected none, as {table.name}.{dataset} has no boards, got {format_cards(cards)}"
        )
    if array.dtype.kind not in "iuf" or array.shape not in ((CLASS_COUNT,), (COMBINATION_COUNT,)):
        raise ValueError(
            f"{table.name}.{dataset}: expected numbers for the {CLASS_COUNT} hand classes or the {COMBINATION_COUNT} "
            f"combinations, got {array.dtype} of shape {array.shape}; e.g. preflop_strength ehs"
        )
    return heat_map(
        _fractions(array, attributes), title=title, unit=_unit(dataset, attributes), centre=centre
    )


def preflop_buckets(table: Table) -> HeatMap:
    """Which of the 169 hands fall into which preflop bucket.

    Args:
        table: A table NAME_buckets.

    Raises:
        TableError: For another table.
    """
    bucket = np.asarray(table["preflop_bucket"])
    return heat_map(
        bucket, title=f"{table.name}: buckets before the flop", unit="bucket", low=0, high=int(bucket.max())
    )


def _fractions(array: NDArray[Any], attributes: Any) -> NDArray[np.float64]:
    values = array / np.float64(attributes.get("denominator", 1))
    if "absent" in attributes:
        values[array == attributes["absent"]] = np.nan
    return values


def _unit(dataset: str, attributes: Any) -> str:
    units = attributes.get("units")
    if units and "denominator" not in attributes:
        return str(units)
    return f"{dataset}, a fraction of 1" if "denominator" in attributes else dataset
