"""Two threads compared with one: kernels that run long enough, and a memory copy as the limit of bandwidth."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib import import_module
from typing import NamedTuple

import numpy as np
from measure import Bench, Threaded

#: Kernels with fewer seconds on one thread are left out.
SHORTEST = 0.02
#: Seconds of a row; each run repeats at least twice.
BUDGET = 3.0


class Run(NamedTuple):
    """Wall-clock seconds and processor seconds."""

    wall: float
    processors: float


def timed(work: Callable[[], object]) -> Run:
    begun = time.perf_counter(), time.process_time()
    work()
    return Run(time.perf_counter() - begun[0], time.process_time() - begun[1])


def alternately(
    bench: Bench, work: Callable[[int], object], shortest: float = SHORTEST
) -> tuple[Run, Run] | None:
    """Return the fastest of alternating runs with one thread and with all threads; None if the work is too short."""
    numbers = (1, bench.threads)
    found: tuple[list[Run], list[Run]] = ([], [])
    begun = time.perf_counter()
    while True:
        for runs, threads in zip(found, numbers, strict=True):
            runs.append(timed(partial(work, threads)))
        # The first run also builds what later runs share.
        if bench.quick or (len(found[0]) > 1 and time.perf_counter() - begun > BUDGET):
            break
        if len(found[0]) > 1 and min(found[0]).wall < shortest:
            return None
    one, several = (min(runs) for runs in found)
    return one, several


def memory(bench: Bench) -> Threaded:
    """Yield work limited by memory bandwidth: NumPy copies arrays larger than any cache, one part per thread."""
    count = 1 << 16 if bench.quick else 1 << 26
    source, target = np.ones(count, np.float32), np.zeros(count, np.float32)

    def copy(threads: int) -> None:
        parts = zip(np.array_split(target, threads), np.array_split(source, threads), strict=True)
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda part: np.copyto(*part), parts))

    def scale(threads: int) -> None:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda part: np.multiply(part, 1.0, out=part), np.array_split(target, threads)))

    size = f"{source.nbytes >> 20} MiB"
    yield f"memory: a copy of {size}", copy
    yield f"memory: {size} read, multiplied and written", scale


def run(bench: Bench, parts: Sequence[str]) -> list[list[str]]:
    """Return the rows of a table, and print each as it is measured."""
    rows = [["what", "1 thread", f"{bench.threads} threads", "times as fast", "processor time"]]
    rows.append(["---"] * len(rows[0]))
    modules = [import_module(name) for name in parts]
    for kernels in (memory, *(module.threaded for module in modules if hasattr(module, "threaded"))):
        for what, work in kernels(bench):
            found = alternately(bench, work, 0 if kernels is memory else SHORTEST)
            if found is None:
                continue
            one, several = found
            more = f"{several.processors / one.processors:.2f} x" if one.processors else ""
            rows.append([what, *(_text(run.wall) for run in found), f"{one.wall / several.wall:.2f} x", more])
            if not bench.markdown:
                print(" | ".join(rows[-1]), flush=True)
    return rows


def _text(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"
