"""What a worker does: one shard after another, each with all its threads."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from distributed import get_worker

from pokerdata.pipeline.cluster import files
from pokerdata.pipeline.cluster.connecting import Build, own_build
from pokerdata.pipeline.context import Context
from pokerdata.pipeline.elsewhere import Surroundings
from pokerdata.pipeline.store.sharded import SHARDS, Arrays, Job, KeptParts

_ready: dict[str, tuple[Job[Any], Any, Context]] = {}  # what is prepared for the piece of work at hand
_stopped: set[str] = set()  # runs that were interrupted
_one_at_a_time = threading.Lock()


class Stopped(Exception):  # noqa: N818 - no fault
    """The run that a shard belongs to was interrupted."""


@dataclass(frozen=True)
class Envelope:
    """What all shards of a piece of work are sent with.

    Attributes:
        run: The name of the run.
        build: What runs on the machine of the client.
        job: What the shards have in common, and what stands for the stage, pickled.
        folder: Of the tables there.
        files: Names of the tables that are read -> the SHA-256 of their files.
    """

    run: str
    build: Build
    job: bytes
    folder: str
    files: Mapping[str, str]


@dataclass(frozen=True)
class Reply:
    """What a worker answers.

    Attributes:
        worker: Its address.
        arrays: Of the shard, if it was run.
        seconds: That it took, and that preparing took where it was prepared for this one.
        refused: How the build of the worker differs from that of the client.
        missing: Names of tables that are not here -> digests.
    """

    worker: str
    arrays: Arrays | None = None
    seconds: tuple[float, float] = (0.0, 0.0)
    refused: Sequence[str] = ()
    missing: Mapping[str, str] | None = None


def run_shard(envelope: Envelope, values: tuple[Any, ...]) -> Reply:
    """Run one shard, unless the worker is of another build or lacks a table.

    Args:
        envelope: What it shares with the others.
        values: What sets it apart.
    """
    worker = get_worker()
    try:
        return _run_shard(worker, envelope, values)
    except Exception as error:
        error.add_note(f"on worker {worker.address}")
        raise


def _run_shard(worker: Any, envelope: Envelope, values: tuple[Any, ...]) -> Reply:
    with _one_at_a_time:
        if refused := envelope.build.differences(own_build()):
            return Reply(worker.address, refused=refused)
        if missing := files.missing(Path(envelope.folder), envelope.files):
            _forget()  # what was prepared may have been made from a table that was damaged since
            return Reply(worker.address, missing=missing)

        def progress(*_: object) -> None:
            if envelope.run in _stopped:
                raise Stopped(f"run {envelope.run} was interrupted")

        progress()
        begun = time.perf_counter()
        threads = worker.state.nthreads
        try:
            job, state = _prepared(envelope, threads, progress, Path(worker.local_directory))
        except files.Vanished:
            return Reply(worker.address, missing=files.missing(Path(envelope.folder), envelope.files))
        prepared = time.perf_counter()
        arrays = job.run(state, *values, threads=threads, progress=progress)
        took = (time.perf_counter() - prepared, prepared - begun)
    return Reply(worker.address, dict(arrays), took)


def stop(run: str) -> None:
    """Let the shards of a run end at the next moment at which they tell their progress.

    Args:
        run: Its name.
    """
    _stopped.add(run)


def _forget() -> None:
    for _, _, context in _ready.values():
        context.close()
    _ready.clear()


def _prepared(envelope: Envelope, threads: int, progress: Any, own: Path) -> tuple[Job[Any], Any]:
    key = envelope.run
    if key not in _ready:
        _forget()  # what the last piece of work needed makes room
        job, around = pickle.loads(envelope.job)
        here = files.view(Path(envelope.folder), envelope.files, own)
        context = _context(around, here, threads, progress)
        assert job.prepare is not None
        _ready[key] = (job, job.prepare(context), context)
    job, state, _ = _ready[key]
    return job, state


def _context(around: Surroundings, here: Path, threads: int, progress: Any) -> Context:
    return Context(
        here / around.path.name,
        parameters=around.parameters,
        parents=around.parents,
        threads=threads,
        shards=KeptParts(here / SHARDS / around.path.stem, {}),
        progress=progress,
        trust=around.trust,
    )
