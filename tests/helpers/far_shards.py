"""A toy stage in shards that record their process and can wait for a file: to run remotely, to kill, to resume."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers import toys
from pokerdata._support.progress import Progress
from pokerdata.pipeline.elsewhere import Elsewhere
from pokerdata.pipeline.plan import Context, Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.store.sharded import Job, Shard, finished

SHARDS = 6


def prepare(context: Context) -> NDArray[Any]:
    return context.table("squares")["squares"]


def run(
    signs: Path, squares: NDArray[Any], number: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    """Return the running sums of a part. Each run leaves a file NUMBER.PID among the signs.

    It waits while a file hold-NUMBER exists. A file end-NUMBER ends its process, and fail-NUMBER makes it
    fail.
    """
    assert threads >= 1
    (signs / f"{number}.{os.getpid()}").touch()
    if (signs / f"end-{number}").exists():
        os._exit(1)
    if (signs / f"fail-{number}").exists():
        raise PermissionError(13, "Permission denied", "/some/file")
    while (signs / f"hold-{number}").exists():
        time.sleep(0.02)
        progress(0, 1)
    return {"sums": np.cumsum(np.array_split(squares, SHARDS)[number], dtype="<u8")}


def build(signs: Path, context: Context) -> None:
    job = Job(partial(run, signs), prepare(context), prepare)
    shards = [Shard(f"part-{number}", (number,), 10) for number in range(SHARDS)]
    parts = finished(job, shards, keep=context, threads=context.threads, progress=context.progress)
    context.write(
        kind="toy", arrays={"sums": np.concatenate([part["sums"] for part in parts])}, attributes={}
    )


def runner(
    tables: Path, signs: Path, elsewhere: Elsewhere | None = None, say: Callable[[str], None] = lambda _: None
) -> Runner:
    """Return a runner of the toy stages; its stage `sums` is made in shards."""
    plan = Plan.of(toys.stages(builders={"sums": partial(build, signs)}))
    return Runner(plan, tables, 1, say, toys.KERNELS, elsewhere=elsewhere)


def background(work: Callable[[], object]) -> threading.Thread:
    """Return a running thread."""
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def started(signs: Path) -> dict[int, list[int]]:
    """Return the processes that started each shard."""
    found: dict[int, list[int]] = {}
    for path in signs.glob("[0-9]*.[0-9]*"):
        number, process = path.name.split(".")
        found.setdefault(int(number), []).append(int(process))
    return found


def wait_for(found: Callable[[], Any], seconds: float = 30) -> Any:
    """Wait until a function returns a true value, and return that."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, "it never came"
        time.sleep(0.02)
    return value
