"""Joint counts of every 100th stretch of boards, and what all boards would take."""

from __future__ import annotations

import numpy as np
from measure import Bench

import pokerdata
from pokerdata._core import abstraction as kernels
from pokerdata.abstraction.kernel import kernel_buckets
from pokerdata.isomorphism import boards


def run(bench: Bench) -> None:
    found = kernel_buckets(
        pokerdata.open_table("history5_buckets", bench.tables),
        [pokerdata.open_table(f"{s}_strength", bench.tables) for s in ("preflop", "flop", "turn")],
    )
    size = found.sequences(3)
    cells = np.zeros((size, size, 2), np.uint64)
    times = boards(5).orbit.astype(np.uint32)

    def sample() -> None:
        for first in range(0, 134_400, 13_440):
            kernels.add_joint_counts(found, times, first, first + 134, cells, bench.threads)

    seconds = bench.median(sample, runs=3)
    bench.say(
        f"joint counts, B = 5, 1 % of the boards, {bench.threads} threads",
        f"{seconds:.3f} s",
        f"all: {seconds * 100.3:.0f} s",
    )
