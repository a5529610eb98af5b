"""Context of a running stage: parents, threads, progress, shards, and output."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar, overload

import numpy as np

from pokerdata._support.progress import NotedProgress, Progress
from pokerdata.pipeline.elsewhere import Elsewhere, Surroundings
from pokerdata.pipeline.records import Digests, Record, Records, plain
from pokerdata.pipeline.store import Table, open_table, write_table
from pokerdata.pipeline.store.digest import file_digest
from pokerdata.pipeline.store.sharded import Job, KeptParts, RunShards, Shard, run_here
from pokerdata.pipeline.store.writing import replacing

T = TypeVar("T", bound=Table)
Arrays = Mapping[str, np.ndarray[Any, np.dtype[Any]]]
_NONE: Mapping[str, Mapping[str, object]] = {}


class Context:
    """Context of one running stage.

    Attributes:
        threads: Number of threads that a kernel may use.
        parameters: Values that determine the content besides the parents.
        trust: Whether user code named in the recipe may run.
        digests: Digests of the written datasets, once written.
    """

    def __init__(
        self,
        path: Path,
        *,
        parameters: Mapping[str, object],
        parents: Mapping[str, Digests],
        threads: int,
        shards: KeptParts,
        progress: NotedProgress,
        executor: Executor | None = None,
        files: Mapping[str, str] | None = None,
        elsewhere: Elsewhere | None = None,
        trust: bool = False,
        tell: Callable[[object], None] | None = None,
    ) -> None:
        self.threads = threads
        self.parameters = parameters
        self.trust = trust
        self.digests: dict[str, str] | None = None
        self.cancelled = False
        self._path = path
        self._name = path.stem
        self._parents = parents
        self._shards = shards
        self._progress = progress
        self._executor = executor
        self._files = files or {}
        self._elsewhere = elsewhere
        self._tell = tell
        self._pool: ThreadPoolExecutor | None = None
        self._opened: dict[tuple[object, ...], Table] = {}

    @property
    def executor(self) -> Executor:
        """Executor for parallel shards: a pool of `threads` threads unless another one was given."""
        if self._executor is not None:
            return self._executor
        if self._pool is None:
            self._pool = ThreadPoolExecutor(self.threads, thread_name_prefix=self._name)
        return self._pool

    @property
    def parents(self) -> frozenset[str]:
        """Names of the stages that this one reads."""
        return frozenset(self._parents)

    @property
    def folder(self) -> Path:
        """Folder of the tables."""
        return self._path.parent

    @overload
    def table(self, name: str) -> Table: ...
    @overload
    def table(self, name: str, *classes: type[T]) -> T: ...
    def table(self, name: str, *classes: type[Table]) -> Table:
        """Open a parent as the first of `classes` for its kind (by default a plain `Table`).

        Raises:
            ValueError: If the stage does not declare the table as a parent.
            TableError: As `open_table`.
        """
        if name not in self._parents:
            has = ", ".join(self._parents) or "none"
            raise ValueError(f"stage {self._name} reads {name}, which is not one of its parents ({has})")
        key = (name, *classes)
        if key not in self._opened:
            self._opened[key] = open_table(name, self._path.parent, *(classes or (Table,)))
        return self._opened[key]

    def record(self, name: str) -> Record | None:
        """Return how a parent was made and its cost, or None if the folder has no record."""
        return Records(self._path.parent).load(name)

    def progress(self, done: int, total: int, note: str = "") -> None:
        """Report progress, optionally with a note.

        Raises:
            KeyboardInterrupt: If the run was interrupted.
        """
        if self.cancelled:  # stops shards in other threads, which signals do not reach
            raise KeyboardInterrupt
        self._progress(done, total, note)

    def tell(self, told: object) -> None:
        """Show intermediate results to people that watch, with `Stage.live`; it changes nothing else.

        Args:
            told: Value for `Stage.live`.
        """
        if self._tell is not None:
            self._tell(told)

    def write(
        self,
        *,
        kind: str,
        arrays: Arrays,
        attributes: Mapping[str, object],
        dataset_attributes: Mapping[str, Mapping[str, object]] = _NONE,
    ) -> None:
        """Write the table of this stage atomically, with parameters and parents' digests as attributes."""
        given = {"parameters": plain(self.parameters), "parents": self._digests_of_parents()}
        if taken := given.keys() & attributes.keys():
            raise ValueError(f"attributes {sorted(taken)} are written by the pipeline: choose other names")
        self.digests = write_table(
            self._path,
            name=self._name,
            kind=kind,
            arrays=arrays,
            attributes=given | dict(attributes),
            dataset_attributes=dataset_attributes,
        )

    def write_file(self, writer: Callable[[Path], None]) -> None:
        """Write a picture or another file atomically: `writer` gets the temporary path to fill."""
        with replacing(self._path) as temporary:
            writer(temporary)
        self.digests = {"file": file_digest(self._path)}

    def load_shard(self, key: str) -> dict[str, np.ndarray[Any, np.dtype[Any]]] | None:
        """Return what `save_shard` saved under `key` in an earlier, unfinished run with the same origin, or None."""
        return self._shards.load_shard(key)

    def shard_file(self, key: str) -> Path | None:
        """Return the file that `load_shard` would read, to save memory; or None."""
        return self._shards.whole(key)

    def save_shard(self, key: str, arrays: Arrays) -> None:
        """Save a finished part of the work, atomically, until the stage completes."""
        self._shards.save_shard(key, arrays)

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards here, one after another, or in other processes if the run has some; as `Keep.run_shards`."""
        if self._elsewhere is None or job.prepare is None:
            return run_here(job, shards, threads=threads, progress=progress)
        return self._elsewhere.run(job, shards, self._surroundings(), progress)

    @property
    def workers(self) -> int:
        """Return the number of processes that run shards: 1 if they run in this one."""
        return 1 if self._elsewhere is None else max(1, self._elsewhere.workers())

    @contextmanager
    def rounds(self, job: Job[Any]) -> Iterator[RunShards]:
        """Return a function that runs shards repeatedly, given shards and a progress, as `run_shards` does.

        Other processes prepare once for all calls.
        """
        if self._elsewhere is None or job.prepare is None:
            yield lambda shards, progress: run_here(job, shards, threads=self.threads, progress=progress)
            return
        with self._elsewhere.rounds(job, self._surroundings()) as run:
            yield run

    def _surroundings(self) -> Surroundings:
        return Surroundings(self._path, self.parameters, self._parents, self._files, self.trust)

    def close(self, *, interrupted: bool = False) -> None:
        """Close the parents and the pool; after an interrupt, without waiting for its work."""
        self.cancelled = self.cancelled or interrupted
        for table in self._opened.values():
            table.close()
        self._opened = {}
        if self._pool is not None:
            self._pool.shutdown(wait=not interrupted, cancel_futures=True)

    def _digests_of_parents(self) -> dict[str, str]:
        return {
            f"{parent}.{dataset}": digest
            for parent, digests in self._parents.items()
            for dataset, digest in digests.items()
        }
