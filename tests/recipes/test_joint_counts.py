"""Sums of joint counts after an interrupted run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from pokerdata.abstraction.thresholds import ThresholdTable
from pokerdata.recipes import joint_counts


class Context:
    """Context of a stage with an interrupted second shard."""

    threads = 1

    def __init__(self, part: dict[str, Any]) -> None:
        self.parameters = {"boards": 10, "boards_seed": 1}
        self.part = part
        self.saved: dict[str, Any] = {}

    def load_shard(self, key: str) -> None: ...

    def save_shard(self, key: str, arrays: dict[str, Any]) -> None:
        self.saved = arrays

    def run_shards(self, *_: object, **__: object) -> Iterator[tuple[int, dict[str, Any]]]:
        yield 3, self.part
        raise KeyboardInterrupt


class Sequences:
    def sequences(self, street: int) -> int:
        return 4


@pytest.mark.parametrize("elsewhere", [True, False])
def test_what_workers_have_counted_is_kept(elsewhere: bool) -> None:
    """Counting in this process is interrupted halfway, so it keeps only earlier sums."""
    context: Any = Context({"cells": np.ones((4, 4, 2), np.uint8)} if elsewhere else {})
    with pytest.raises(KeyboardInterrupt):
        joint_counts._cells(context, "b", ThresholdTable, Sequences())  # type: ignore[arg-type]
    if not elsewhere:
        assert context.saved == {}
        return
    assert context.saved["cells"].sum() == 32
    assert np.flatnonzero(context.saved["done"]).tolist() == [3]
