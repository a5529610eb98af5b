"""Runs shards by the workers of a cluster, in any order; what a lost worker had is run by another."""

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

_MOST_LOST = 4  # times that a shard may be left without any worker
_SHORT = 1.0  # seconds: where shards take less on average, and many wait, each worker is sent one ahead
_LOOK_EVERY = 0.2  # seconds
_BLOCK = 1 << 23  # bytes of a table that are sent at once
_MOST_SENT = 3  # times that a worker may lose a table, as where somebody empties its cache


class ClusterRunner:
    """Runs shards by the workers of a cluster; an `Elsewhere` of the pipeline.

    Args:
        client: The connection.
        wait: Seconds to wait for a worker where all are gone.
        say: Gets a line about each piece of work.
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
        """As `Elsewhere.run`.

        Args:
            job: As there.
            shards: As there.
            around: As there.
            progress: As there.

        Raises:
            ClusterError: If all workers or the scheduler are lost, a shard ends its workers, or one of another build came.
        """
        if not shards:
            return
        with self.rounds(job, around) as run:
            yield from run(shards, progress)

    @contextmanager
    def rounds(self, job: Job[Any], around: Surroundings) -> Iterator[RunShards]:
        """As `Elsewhere.rounds`; a line tells what all of them cost.

        Args:
            job: As there.
            around: As there.

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
        """Send tables to a worker that has them not; the bytes that were sent. Where it is lost meanwhile, not all are.

        Args:
            worker: Its address.
            folder: Where they are here.
            there: Where the worker has looked for them, besides its cache.
            missing: Name -> digest.

        Raises:
            ClusterError: If it cannot keep one of them, or loses one again and again.
        """
        sent = 0
        for name, digest in missing.items():
            times = self._sent[worker, digest]
            if times and not self._ask(worker, files.missing, Path(there), {name: digest}):
                continue  # it came after the shard had looked for it
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
                    if here:  # perhaps from another worker of that machine, before
                        break
            self._sent[worker, digest] += 1
        return sent

    def _ask(self, worker: str, function: Callable[..., Any], *values: object) -> Any:
        """What a function gives on a worker; None where that is lost."""
        try:
            return self.client.run(function, *values, workers=[worker])[worker]
        except OSError:  # of the connection: the functions raise others
            return None
        except TableError as error:
            raise ClusterError(f"cluster: worker {worker}: {error}") from error

    def workers(self) -> int:
        """How many there are; 0 where the scheduler is lost."""
        return len(self.addresses())

    def addresses(self) -> list[str]:
        """Those of the workers; none where the scheduler is lost."""
        try:
            return list(self.client.nthreads()) if self.client.status == "running" else []
        except OSError:  # lost a moment ago
            return []

    def held(self) -> set[str]:
        """Keys of the shards that workers have; none where the scheduler is lost."""
        try:
            return {str(key) for keys in self.client.processing().values() for key in keys}
        except OSError:  # lost a moment ago
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
    """Shards on their way: which wait, which are sent, and what they cost.

    A shard is sent to a worker that has none; while many wait and they are short, one more is sent ahead. A scheduler would
    give machines of many threads several at once, and leave what it has sent to a busy one there while others idle. What a
    lost worker had, it gives to others.
    """

    def __init__(self, runner: ClusterRunner, envelope: Envelope, folder: Path) -> None:
        self.runner, self.envelope, self.folder = runner, envelope, folder
        self.shards: Sequence[Shard] = ()
        self.waiting: list[int] = []
        self.ran = 0
        self.sent: dict[Future, tuple[int, str]] = {}  # its place and its worker
        self.stranded = set[Future]()  # those that no worker had at the last look
        self.lost = Counter[int]()  # place -> times that it was stranded
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
        """Run shards; those of the round before are finished."""
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
        """Send workers the shards that they can take."""
        self._look()
        self._deal(most=1, keep=0)
        if self.finished and self.seconds < _SHORT * self.finished:
            self._deal(most=2, keep=2 * len(self.there))

    def _deal(self, *, most: int, keep: int) -> None:
        """Send a shard to each worker that runs less than `most`, as long as more than `keep` wait.

        With what was not fetched yet it has one more at most, lest it run out of memory where that takes long.
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
            allow_other_workers=True,  # where it is lost
        )
        self.sent[future] = place, worker
        future.add_done_callback(self.ready.put)

    def collect(self) -> Iterator[tuple[int, Arrays]]:
        """What has come in, after a moment at most."""
        try:
            futures = [self.ready.get(timeout=_LOOK_EVERY)]
        except queue.Empty:
            return
        while not self.ready.empty():
            futures.append(self.ready.get())
        self.submit()  # before anything is fetched
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
        """Take back what was sent, and let what runs end soon."""
        client = self.runner.client
        if client.status != "running":
            return
        client.cancel(list(self.sent), force=True)
        if workers := self.runner.addresses():  # without any, it would wait for one
            client.run(stop, self.envelope.run, workers=workers, on_error="ignore")

    def told(self, stage: str) -> str:
        """What it cost, in a line."""
        shards = counted(self.ran, "shard")
        workers = counted(len(self.workers), "worker")
        work = seconds_text(self.seconds + self.preparing)
        passed = seconds_text(time.monotonic() - self.begun)
        sent = f", {bytes_text(self.uploaded)} of tables sent" if self.uploaded else ""
        received = bytes_text(self.received)
        return f"  {stage}: {shards} by {workers}, {work} of work in {passed}, {received} received{sent}"

    def _reply(self, future: Future) -> Reply | None:
        """What a shard gives; None where it is lost meanwhile, and waits again."""
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
        except ImportError as error:  # of a worker that came later than others
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
        """See now and then which workers are there; none for too long is an error."""
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
        """Let shards wait again that no worker has, as where all ended: the scheduler leaves them to those alone."""
        there = set(self.there)
        away = [
            future for future, (_, worker) in self.sent.items() if worker not in there and not future.done()
        ]
        held = self.runner.held() if away else set()
        stranded = {future for future in away if future.key not in held}
        for future in stranded & self.stranded:  # not on its way to one at this moment
            place, worker = self.sent.pop(future)
            future.cancel(force=True)
            self.waiting.insert(0, place)
            self.lost[place] += 1
            if self.lost[place] == _MOST_LOST:
                raise self._too_many(self.shards[place].key, _MOST_LOST, worker)
        self.stranded = stranded
