"""Toy stages that do real work with NumPy: a table, a sharded table on it, a table on that, and a picture.

As a program it is a `pokerdata` with a recipe of these stages:  python -m helpers.toys make --tables DIR
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from helpers import environment
from pokerdata._core import evaluator as _evaluator
from pokerdata._support.costs import Cost
from pokerdata.pipeline.plan import Context, Stage

SHARDS = 4
KERNELS = {"cards": "c0", "evaluator": "e0"}
built: list[str] = []  # stages and shards worked on in this process
pause = float(os.environ.get("TOY_PAUSE", "0"))  # seconds per shard


def build_squares(context: Context) -> None:
    built.append("squares")
    count = context.parameters["count"]
    assert isinstance(count, int)
    squares = np.arange(count, dtype="<u8") ** 2
    context.progress(1, 2)
    time.sleep(pause)
    context.write(
        kind="toy",
        arrays={"squares": squares, "even": squares % 2 == 0},
        attributes={"description": "squares of 0, 1, ...", "denominator": 4},
        dataset_attributes={"squares": {"units": "n of 4", "axes": ["number"]}},
    )


def build_sums(context: Context) -> None:
    squares = context.table("squares")["squares"]
    parts: list[np.ndarray] = []
    for number, part in enumerate(np.array_split(squares, SHARDS)):
        shard = context.load_shard(f"part-{number}")
        if shard is None:
            built.append(f"sums/{number}")
            time.sleep(pause)
            shard = {"sums": np.cumsum(part, dtype="<u8")}
            context.save_shard(f"part-{number}", shard)
        parts.append(shard["sums"])
        context.progress(number + 1, SHARDS)
    context.write(kind="toy", arrays={"sums": np.concatenate(parts)}, attributes={"shards": SHARDS})


def build_parity(context: Context) -> None:
    built.append("parity")
    sums = context.table("sums")["sums"]
    halves = context.executor.map(lambda half: half % 2, np.array_split(sums, 2))
    parity = np.concatenate(list(halves)).astype("<u1")
    context.write(kind="toy", arrays={"parity": parity}, attributes={"classes": len(_evaluator.classes())})


def build_picture(context: Context) -> None:
    built.append("picture")
    content = context.table("parity")["parity"].tobytes()

    def write(path: Path) -> None:
        path.write_bytes(b"pokerdata" + content)  # real pictures have this in their metadata

    context.write_file(write)


def stages(
    count: int = 1000,
    *,
    builders: dict[str, Callable[[Context], None]] | None = None,
    parameters: dict[str, object] | None = None,
    revision: int = 1,
    memory: int = 10**6,
    disk: int = 10**5,
) -> list[Stage]:
    """Return the toy stages, children first; `builders` replaces some of the functions above."""
    cost = Cost(seconds=30, memory_bytes=memory, disk_bytes=disk)
    build = {"squares": build_squares, "sums": build_sums, "parity": build_parity, "picture": build_picture}
    build |= builders or {}
    return [
        Stage("picture", build["picture"], cost, ("parity",), suffix=".png", in_manifest=False),
        Stage(
            "parity",
            build["parity"],
            cost,
            ("sums",),
            revision=revision,
            kernels=("evaluator",),
            summary=lambda table: [f"{int(table['parity'].sum())} sums are odd"],
        ),
        Stage("sums", build["sums"], cost, ("squares",)),
        Stage("squares", build["squares"], cost, (), {"count": count} | (parameters or {})),
    ]


def content(tables: Path) -> dict[str, bytes]:
    """Return the results in a folder of tables, by name; names that begin with a dot are not results."""
    return {
        path.name: path.read_bytes() for path in sorted(tables.iterdir()) if not path.name.startswith(".")
    }


def started(command: list[str], pause: float) -> subprocess.Popen[str]:
    """Return a process of the toy stages that pauses for some seconds per shard, and receives Ctrl-C."""
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(TOY_PAUSE=str(pause)),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in background jobs
    )


if __name__ == "__main__":
    from pokerdata.cli import run
    from pokerdata.recipes import reading

    reading.collect = lambda recipe: stages()
    run()
