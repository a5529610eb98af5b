"""The memory of mapped datasets: released, and read again."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np
import pytest

from pokerdata.pipeline.store import open_table, write_table
from pokerdata.pipeline.store.digest import give_back

SIZE = 8_000_000  # numbers of 8 bytes


def resident() -> int:
    """Return the bytes of files that are in this process's memory."""
    found = re.search(r"RssFile:\s*(\d+) kB", Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) * 1024


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_what_was_read_is_given_back_and_read_again(tmp_path: Path) -> None:
    numbers = np.arange(SIZE)
    write_table(
        tmp_path / "numbers.h5", name="numbers", kind="numbers", arrays={"numbers": numbers}, attributes={}
    )
    found = open_table(tmp_path / "numbers.h5")["numbers"]
    before = resident()
    total = int(found.sum())
    read = resident()
    assert read - before > 0.9 * numbers.nbytes
    give_back(np.ascontiguousarray(found)[1:])
    assert read - resident() > 0.9 * numbers.nbytes
    assert int(found.sum()) == total == SIZE * (SIZE - 1) // 2


def test_other_arrays_stay(tmp_path: Path) -> None:
    for array in (np.arange(6), np.arange(6).reshape(2, 3).T, np.zeros(0), np.frombuffer(b"abc", np.uint8)):
        before = array.copy()
        give_back(array)
        assert np.array_equal(array, before)
