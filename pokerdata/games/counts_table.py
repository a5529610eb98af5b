"""A table NAME_counts: how often bucket sequences of both players come together."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from pokerdata.cards import STREETS
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import Layout, check_attribute, check_count, layout_of


class CountsTable(Table):
    """Joint counts of bucket sequences."""

    KIND = "joint_counts"


@layout_of(CountsTable, buckets=list[int], parents=dict)
def _layout(table: CountsTable) -> Layout:
    check_count(table, "buckets", len(STREETS))
    if "boards" in table.attributes:
        check_attribute("boards", table.attributes["boards"], int)
    buckets: list[int] = table.attributes["buckets"]
    sequences = [prod(buckets[: street + 1]) for street in range(len(STREETS))]
    found: Mapping[str, int] = dict(zip(STREETS, sequences, strict=True)) | {"river_wins": sequences[-1]}
    return {name: ("<u8", (count, count)) for name, count in found.items()}
