"""Run shards on the workers of a cluster, in any order; other workers repeat the shards of a lost worker."""

from __future__ import annotations

import asyncio
import pickle
import queue
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, wait
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from distributed import Client, Future, KilledWorker
from distributed.comm import CommClosedError

from pokerdata._support.progress import Progress
from pokerdata._support.text import bytes_text, counted, seconds_text
from pokerdata.errors import ClusterError, TableError
from pokerdata.pipeline.cluster import files
from pokerdata.pipeline.cluster.connecting import EXPECTED, WAIT, check_same, own_build
from pokerdata.pipeline.cluster.worker import Envelope, Reply, run_shard, stop
from pokerdata.pipeline.elsewhere import Surroundings
from pokerdata.pipeline.store.sharded import Arrays, Job, RunShards, Shard

_MOST_LOST = 4  # times that a shard may lose its worker
_SHORT = 1.0  # seconds: if shards take less on average, and many wait, each worker gets one ahead
_LOOK_EVERY = 0.2  # seconds
_BLOCK = 1 << 23  # bytes of a table per message
_MOST_SENT = 3  # times that a worker may lose a table, e.g. if its cache is emptied


class ClusterRunner:
    """Runs shards on the workers of a cluster; an `Elsewhere` of the pipeline.

    Args:
        client: The connection.
        wait: Seconds to wait for a worker if all are gone.
        say: Called with a line about each piece of work.
    """

    def __init__(
        self, client: Client, *, wait: float = WAIT, say: Callable[[str], None] = lambda _: None
    ) -> None:
        self.client = client
        self.wait = wait
        self.say = say
        self._name = uuid.uuid4().hex[:12]
        self._sent = Counter[tuple[str, str]]()  # worker, digest -> times

    def run(
        self, job: Job[Any], shards: Sequence[Shard], around: Surroundings, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards, as `Elsewhere.run` does.

        Args:
            job: As for `Elsewhere.run`.
            shards: As for `Elsewhere.run`.
            around: As for `Elsewhere.run`.
            progress: As for `Elsewhere.run`.

        Raises:
            ClusterError: If all workers or the scheduler are lost, a shard ends its workers, or a worker has another build.
        """
        if not shards:
            return
        with self.rounds(job, around) as run:
            yield from run(shards, progress)

    @contextmanager
    def rounds(self, job: Job[Any], around: Surroundings) -> Iterator[RunShards]:
        """Run shards repeatedly, as `Elsewhere.rounds` does; report the total cost in a line.

        Args:
            job: As for `Elsewhere.rounds`.
            around: As for `Elsewhere.rounds`.

        Raises:
            ClusterError: As for `run`.
        """
        work = _Work(self, self._envelope(job, around), around.path.parent)
        try:
            yield work.run
        except BaseException:
            work.cancel()
            raise
        self.say(work.told(around.path.stem))

    def send(self, worker: str, folder: Path, there: str, missing: dict[str, str]) -> int:
        """Send missing tables to a worker, and return the number of bytes sent; fewer if the worker is lost.

        Args:
            worker: Address of the worker.
            folder: Folder of the tables here.
            there: Folder in which the worker has searched, besides its cache.
            missing: Name -> digest.

        Raises:
            ClusterError: If it cannot store a table, or loses one repeatedly.
        """
        sent = 0
        for name, digest in missing.items():
            times = self._sent[worker, digest]
            if times and not self._ask(worker, files.missing, Path(there), {name: digest}):
                continue  # it arrived after the shard had searched
            if times == _MOST_SENT:
                raise ClusterError(
                    f"cluster: worker {worker} was sent {name} {times} times and has lost it: expected a folder that keeps "
                    "files, which $POKERDATA_CLUSTER_CACHE there can name, e.g. /var/tmp/pokerdata"
                )
            with (folder / f"{name}.h5").open("rb") as file:
                size = (folder / f"{name}.h5").stat().st_size
                for begin in range(0, size, _BLOCK):
                    part = file.read(_BLOCK)
                    here = self._ask(worker, files.receive, self._name, digest, begin, part, size)
                    if here is None:
                        return sent
                    sent += len(part)
                    if here:  # perhaps from another worker of that machine
                        break
            self._sent[worker, digest] += 1
        return sent

    def _ask(self, worker: str, function: Callable[..., Any], *values: object) -> Any:
        """Return a function's result on a worker; None if the worker is lost."""
        try:
            return self.client.run(function, *values, workers=[worker])[worker]
        except OSError:  # from the connection: the functions raise other errors
            return None
        except TableError as error:
            raise ClusterError(f"cluster: worker {worker}: {error}") from error

    def workers(self) -> int:
        """Return the number of workers; 0 if the scheduler is lost."""
        return len(self.addresses())

    def addresses(self) -> list[str]:
        """Return the addresses of the workers; none if the scheduler is lost."""
        try:
            return list(self.client.nthreads()) if self.client.status == "running" else []
        except OSError:  # just lost
            return []

    def held(self) -> set[str]:
        """Return the keys of the shards that workers have; none if the scheduler is lost."""
        try:
            return {str(key) for keys in self.client.processing().values() for key in keys}
        except OSError:  # just lost
            return set()

    def _envelope(self, job: Job[Any], around: Surroundings) -> Envelope:
        tables = {
            name: digest
            for name, digest in around.files.items()
            if (around.path.parent / f"{name}.h5").is_file()
        }
        content = pickle.dumps((replace(job, here=None), around))
        return Envelope(uuid.uuid4().hex, own_build(), content, str(around.path.parent.absolute()), tables)


class _Work:
    """Shards in progress: which wait, which are sent, and their cost.

    Each worker without a shard gets one; while many wait and they are short, it gets one ahead. A Dask scheduler alone would
    give several at once to machines of many threads, and leave them queued at a busy worker while others idle. It gives the
    shards of a lost worker to others.
    """

    def __init__(self, runner: ClusterRunner, envelope: Envelope, folder: Path) -> None:
        self.runner, self.envelope, self.folder = runner, envelope, folder
        self.shards: Sequence[Shard] = ()
        self.waiting: list[int] = []
        self.ran = 0
        self.sent: dict[Future, tuple[int, str]] = {}  # index and worker
        self.stranded = set[Future]()  # without any worker at the last check
        self.lost = Counter[int]()  # index -> times without a worker
        self.ready: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self.begun = self.seen = time.monotonic()
        self.looked, self.there = 0.0, list[str]()
        self.finished, self.seconds, self.preparing = 0, 0.0, 0.0
        self.received = self.uploaded = 0
        self.workers: set[str] = set()

    @property
    def unfinished(self) -> bool:
        return bool(self.waiting or self.sent)

    def run(self, shards: Sequence[Shard], progress: Progress | None) -> Iterator[tuple[int, Arrays]]:
        """Run shards; the previous round's shards are finished."""
        self.shards, self.waiting = shards, list(reversed(range(len(shards))))
        self.lost.clear()
        self.ran += len(shards)
        done, total = 0, sum(shard.size for shard in shards)
        while self.unfinished:
            self.submit()
            for place, arrays in self.collect():
                done += shards[place].size
                yield place, arrays
            if progress is not None:
                progress(done, total)

    def submit(self) -> None:
        """Send shards to workers that can take them."""
        self._look()
        self._deal(most=1, keep=0)
        if self.finished and self.seconds < _SHORT * self.finished:
            self._deal(most=2, keep=2 * len(self.there))

    def _deal(self, *, most: int, keep: int) -> None:
        """Send a shard to each worker that runs fewer than `most`, as long as more than `keep` wait.

        Including results not fetched yet, a worker has at most one more, so that slow fetching does not fill its memory.
        """
        sent = Counter(worker for _, worker in self.sent.values())
        done = Counter(worker for future, (_, worker) in self.sent.items() if future.done())
        for worker in self.there:
            room = sent[worker] <= most and sent[worker] - done[worker] < most
            if room and len(self.waiting) > keep and self.runner.client.status == "running":
                self._send(worker)

    def _send(self, worker: str) -> None:
        place = self.waiting.pop()
        future = self.runner.client.submit(
            run_shard,
            self.envelope,
            self.shards[place].values,
            key=f"{self.shards[place].key}-{self.envelope.run}-{uuid.uuid4().hex[:8]}",
            pure=False,
            workers=[worker],
            allow_other_workers=True,  # if the worker is lost
        )
        self.sent[future] = place, worker
        future.add_done_callback(self.ready.put)

    def collect(self) -> Iterator[tuple[int, Arrays]]:
        """Yield finished shards, after a moment at most."""
        try:
            futures = [self.ready.get(timeout=_LOOK_EVERY)]
        except queue.Empty:
            return
        while not self.ready.empty():
            futures.append(self.ready.get())
        self.submit()  # keeps workers busy during fetching
        for future in futures:
            if future not in self.sent:  # its worker was lost
                continue
            reply = self._reply(future)
            if reply is None:
                continue
            place, _ = self.sent.pop(future)
            future.release()
            check_same(reply.worker, list(reply.refused))
            if reply.arrays is None:
                missing = dict(reply.missing or {})
                self.uploaded += self.runner.send(reply.worker, self.folder, self.envelope.folder, missing)
                self.waiting.append(place)
                continue
            self.workers.add(reply.worker)
            self.finished += 1
            self.seconds += reply.seconds[0]
            self.preparing += reply.seconds[1]
            self.received += sum(array.nbytes for array in reply.arrays.values())
            yield place, reply.arrays

    def cancel(self) -> None:
        """Cancel the shards that were sent, and make running ones end soon."""
        client = self.runner.client
        if client.status != "running":
            return
        client.cancel(list(self.sent), force=True)
        if workers := self.runner.addresses():  # without any worker, it would wait for one
            client.run(stop, self.envelope.run, workers=workers, on_error="ignore")

    def told(self, stage: str) -> str:
        """Return the cost in a line."""
        shards = counted(self.ran, "shard")
        workers = counted(len(self.workers), "worker")
        work = seconds_text(self.seconds + self.preparing)
        passed = seconds_text(time.monotonic() - self.begun)
        sent = f", {bytes_text(self.uploaded)} of tables sent" if self.uploaded else ""
        received = bytes_text(self.received)
        return f"  {stage}: {shards} by {workers}, {work} of work in {passed}, {received} received{sent}"

    def _reply(self, future: Future) -> Reply | None:
        """Return the result of a shard; None if it has been lost, and waits again."""
        key = self.shards[self.sent[future][0]].key
        client = self.runner.client
        fetched = asyncio.run_coroutine_threadsafe(
            client.gather(future, asynchronous=True), client.loop.asyncio_loop
        )
        try:
            while not wait([fetched], timeout=1).done:
                self.submit()
                if future not in self.sent:
                    return None
            reply = fetched.result()
        except KilledWorker as error:
            raise self._too_many(key, error.allowed_failures + 1, error.last_worker.address) from None
        except ImportError as error:  # from a worker that joined late
            raise ClusterError(f"cluster: a worker cannot run this pokerdata: {error}; {EXPECTED}") from error
        except (CancelledError, CommClosedError):
            raise ClusterError(
                f"cluster: the scheduler is gone, and shard {key} with it; what is finished is kept, the same command "
                "goes on from there"
            ) from None
        finally:
            fetched.cancel()
        assert isinstance(reply, Reply)
        return reply

    @staticmethod
    def _too_many(key: str, ended: int, last: str) -> ClusterError:
        return ClusterError(
            f"cluster: {ended} workers that had shard {key} ended, the last at {last}: expected workers that live and "
            "memory that suffices for them; e.g. one on a machine. What is finished is kept"
        )

    def _look(self) -> None:
        """Check from time to time which workers exist; raise an error if there are none for too long."""
        now = time.monotonic()
        if now - self.looked < 1:
            return
        self.looked = now
        self.there = self.runner.addresses()
        if self.there:
            self.seen = now
            self._take_back_stranded()
        elif now - self.seen > self.runner.wait:
            who = "all workers are" if self.runner.client.status == "running" else "the scheduler is"
            raise ClusterError(
                f"cluster: {who} gone for {seconds_text(self.runner.wait)}; what is finished is kept, the same command "
                "goes on from there"
            )

    def _take_back_stranded(self) -> None:
        """Let shards wait again if no worker has them, e.g. if all ended: the scheduler would keep waiting."""
        there = set(self.there)
        away = [
            future for future, (_, worker) in self.sent.items() if worker not in there and not future.done()
        ]
        held = self.runner.held() if away else set()
        stranded = {future for future in away if future.key not in held}
        for future in stranded & self.stranded:  # not just in transit
            place, worker = self.sent.pop(future)
            future.cancel(force=True)
            self.waiting.insert(0, place)
            self.lost[place] += 1
            if self.lost[place] == _MOST_LOST:
                raise self._too_many(self.shards[place].key, _MOST_LOST, worker)
        self.stranded = stranded
