"""Joint counts over some boards, in this process or another: python -m helpers.joint_counts TABLES prints a digest."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as kernels
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

ALL = boards(5).orbit.astype(np.uint32)
SAMPLE = [(0, 150), (50_000, 50_150), (134_359, 134_459)]


def restored(folder: Path, name: str = "small_buckets") -> kernels.BucketSequences:
    """Return the bucket sequences of an abstraction in a folder of tables."""
    strength = [open_table(f"{s}_strength", folder, StrengthTable) for s in ("preflop", "flop", "turn")]
    return open_table(name, folder, *BUCKET_TABLES).sequences(strength)


def counted(
    found: kernels.BucketSequences,
    ranges: Sequence[tuple[int, int]],
    threads: int = 1,
    times: NDArray[np.uint32] = ALL,
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
    """Return counts and wins of pairs of river sequences over ranges of boards; `times` gives each board's multiplicity."""
    size = found.sequences(3)
    cells = np.zeros((size, size, 2), np.uint64)
    for first, last in ranges:
        kernels.add_joint_counts(found, times, first, last, cells, threads)
    return kernels.finish_joint_counts(cells, size)


if __name__ == "__main__":
    counts, wins = counted(restored(Path(sys.argv[1])), SAMPLE)
    print(hashlib.sha256(counts.tobytes() + wins.tobytes()).hexdigest())
