"""Buckets of sequences, joint counts of eight slices of boards, and the extrapolation to all boards."""

from __future__ import annotations

from functools import partial

import numpy as np
from measure import Bench, Threaded

from pokerdata._core import abstraction as kernels
from pokerdata.abstraction.bounds import metric_arrays
from pokerdata.abstraction.thresholds import HistoryTable
from pokerdata.cards.isomorphism import boards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import open_table

JOINT_COUNTS = "joint counts, B = 5, 1,408 boards"


def threaded(bench: Bench) -> Threaded:
    strength = [open_table(f"{s}_strength", bench.tables, StrengthTable) for s in ("preflop", "flop", "turn")]
    history = open_table("history5_buckets", bench.tables, HistoryTable)
    metric = metric_arrays(history.attributes["metric"], strength)
    river_n = open_table("river_strength", bench.tables, StrengthTable).metric("n")
    yield "history buckets, B = 5", partial(kernels.HistoryBuckets.find, [5] * 4, *metric, river_n)

    found = history.sequences(strength)
    preflop, flop, turn = (
        (np.arange(rows * 1326) % 5).astype(np.uint16).reshape(rows, -1) for rows in (1, 1755, 16_432)
    )
    by_buckets = kernels.BucketSequences.by_buckets([5] * 4, preflop, flop, turn, [400, 800, 1200, 1600])
    yield "masses of sequences of other buckets, B = 5", partial(by_buckets.river_mass, river_n)

    size = found.sequences(3)
    cells = np.zeros((size, size, 2), np.uint64)
    times = boards(5).orbit.astype(np.uint32)

    def sample(threads: int) -> None:
        for first in range(0, 134_400, 16_800):
            kernels.add_joint_counts(found, times, first, first + 176, cells, threads)

    yield JOINT_COUNTS, sample


def run(bench: Bench) -> None:
    for what, work in threaded(bench):
        seconds = bench.seconds(partial(work, bench.threads), runs=3)
        ratios = [f"all: {seconds * 95.5:.0f} s"] if what == JOINT_COUNTS else []
        bench.time(f"{what}, {bench.threads} threads", seconds, *ratios)
