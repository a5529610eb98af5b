"""Long work in shards: each is a function of values, run here or elsewhere, in any order, and kept once it is finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from numpy.typing import NDArray

from pokerdata.support.progress import Progress

S = TypeVar("S")
Arrays = Mapping[str, NDArray[Any]]


class Shard(NamedTuple):
    """A part of long work.

    Attributes:
        key: Under which it is kept: letters, digits, '_', '-' and '.'.
        values: What sets it apart from the others: values that can be sent, such as numbers, texts and small arrays.
        size: How much of the progress it is.
    """

    key: str
    values: tuple[Any, ...]
    size: int = 1


@dataclass(frozen=True)
class Job(Generic[S]):
    """What all shards of one piece of work have in common.

    Attributes:
        run: Called as ``run(state, *values, threads=..., progress=...)``; gives arrays by name. A function of a module, or a
            `partial` of one with values that can be sent.
        here: What it works with in this process: opened tables, agents, sums to add to.
        prepare: Makes the same in another process from what stands for the stage there, as `pipeline.Context` does here;
            sums to add to begin at nothing there. Sent like `run`. None for what cannot be done elsewhere.
    """

    run: Callable[..., Arrays]
    here: S = field(repr=False)
    prepare: Callable[[Any], S] | None = None


def nothing(_: object) -> None:
    """Prepares nothing, for jobs whose `run` has all that it works with.

    Args:
        _: What stands for the stage.
    """


class Keep(Protocol):
    """Where finished shards are kept and who runs the others, as `KeptParts` and the pipeline's contexts do."""

    def load_shard(self, key: str) -> Mapping[str, NDArray[Any]] | None:
        """What was saved under a key, or None.

        Args:
            key: The key.
        """

    def save_shard(self, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keep arrays under a key, atomically.

        Args:
            key: The key.
            arrays: What to keep.
        """

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards; nothing is kept by that.

        Args:
            job: What they have in common.
            shards: The shards.
            threads: Of each where they run here; 0 for all processors.
            progress: Called with how much is done and of how much.

        Yields:
            The place of a shard in `shards` and its arrays, as they are finished, which may be in any order.
        """


#: Runs shards of a job that is known, given them and a progress; yields as `Keep.run_shards` does.
RunShards = Callable[[Sequence[Shard], Progress | None], Iterator[tuple[int, Arrays]]]


@dataclass(frozen=True)
class Spread:
    """A `Keep` whose shards others run.

    Attributes:
        keep: Where finished shards are kept; None for nowhere.
        run: Runs the shards of a job, given it, them and a progress.
    """

    keep: Keep | None
    run: Callable[[Job[Any], Sequence[Shard], Progress | None], Iterator[tuple[int, Arrays]]]

    def load_shard(self, key: str) -> Arrays | None:
        """As `Keep.load_shard`.

        Args:
            key: As there.
        """
        return None if self.keep is None else self.keep.load_shard(key)

    def save_shard(self, key: str, arrays: Arrays) -> None:
        """As `Keep.save_shard`.

        Args:
            key: As there.
            arrays: As there.
        """
        if self.keep is not None:
            self.keep.save_shard(key, arrays)

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """As `Keep.run_shards`; here where the job cannot be done elsewhere.

        Args:
            job: As there.
            shards: As there.
            threads: As there.
            progress: As there.
        """
        if job.prepare is None:
            return run_here(job, shards, threads=threads, progress=progress)
        return self.run(job, shards, progress)


def run_here(
    job: Job[Any], shards: Sequence[Shard], *, threads: int = 0, progress: Progress | None = None
) -> Iterator[tuple[int, Arrays]]:
    """Run shards in this process, one after another; as `Keep.run_shards`."""
    total = sum(shard.size for shard in shards)
    told = 0

    def tell(now: int) -> None:
        nonlocal told
        if progress is not None and now > told:
            told = now
            progress(now, total)

    done = 0
    for place, shard in enumerate(shards):

        def tell_part(now: int, of: int, shard: Shard = shard, before: int = done) -> None:
            if of > 0:  # the last of it is done when the shard is kept
                tell(before + min(shard.size * now // of, shard.size - 1))

        yield place, job.run(job.here, *shard.values, threads=threads, progress=tell_part)
        done += shard.size
        tell(done)


def finished(
    job: Job[Any],
    shards: Sequence[Shard],
    *,
    keep: Keep | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> list[Arrays]:
    """The arrays of all shards, in their order: those that were kept, and the others, which are run and kept.

    Args:
        job: What the shards have in common.
        shards: The shards, each of a key of its own.
        keep: Where they are kept, and who runs them; without, nothing is kept, and they run here.
        threads: Of each shard that runs here; 0 for all processors.
        progress: Called with how much is done and of how much.
    """
    found = [None if keep is None else keep.load_shard(shard.key) for shard in shards]
    missing = [place for place, arrays in enumerate(found) if arrays is None]
    total = sum(shard.size for shard in shards)
    before = total - sum(shards[place].size for place in missing)

    def tell(now: int, _: int) -> None:
        if progress is not None:
            progress(before + now, total)

    if before:
        tell(0, 0)
    left = [shards[place] for place in missing]
    run = run_here if keep is None else keep.run_shards
    for number, arrays in run(job, left, threads=threads, progress=tell):
        found[missing[number]] = arrays
        if keep is not None:
            keep.save_shard(left[number].key, arrays)
    return [arrays for arrays in found if arrays is not None]
