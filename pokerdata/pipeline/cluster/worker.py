"""Worker side of a cluster: run one shard after another, each with all threads."""

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

_ready: dict[str, tuple[Job[Any], Any, Context]] = {}  # prepared state of the current piece of work
_stopped: set[str] = set()  # runs that were interrupted
_one_at_a_time = threading.Lock()


class Stopped(Exception):  # noqa: N818 - not an error
    """The run of a shard was interrupted."""


@dataclass(frozen=True)
class Envelope:
    """Common part of all shards of a piece of work, as sent to workers.

    Attributes:
        run: Name of the run.
        build: Build on the client's machine.
        job: The shards' job and what stands for the stage, pickled.
        folder: Folder of the tables on the client's machine.
        files: Names of the tables that are read -> SHA-256 of their files.
    """

    run: str
    build: Build
    job: bytes
    folder: str
    files: Mapping[str, str]


@dataclass(frozen=True)
class Reply:
    """Reply of a worker.

    Attributes:
        worker: Address of the worker.
        arrays: Arrays of the shard, if it ran.
        seconds: Time for the shard, including preparation if it was prepared for this shard.
        refused: Differences of the worker's build from the client's.
        missing: Names of missing tables -> digests.
    """

    worker: str
    arrays: Arrays | None = None
    seconds: tuple[float, float] = (0.0, 0.0)
    refused: Sequence[str] = ()
    missing: Mapping[str, str] | None = None


def run_shard(envelope: Envelope, values: tuple[Any, ...]) -> Reply:
    """Run one shard, unless the worker has another build or lacks a table.

    Args:
        envelope: Common part of all shards.
        values: Values of this shard.
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
            _forget()  # the state may be made from a table that has since been damaged
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
    """Make the shards of a run end at their next progress report.

    Args:
        run: Name of the run.
    """
    _stopped.add(run)


def _forget() -> None:
    for _, _, context in _ready.values():
        context.close()
    _ready.clear()


def _prepared(envelope: Envelope, threads: int, progress: Any, own: Path) -> tuple[Job[Any], Any]:
    key = envelope.run
    if key not in _ready:
        _forget()  # free the memory of the previous piece of work
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
