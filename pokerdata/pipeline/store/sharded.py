"""Long work in shards: functions of values, run here or elsewhere in any order, each kept in a folder once finished."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from numpy.typing import NDArray

from pokerdata._support.progress import Progress
from pokerdata.errors import TableError
from pokerdata.pipeline.store.arrays import load_arrays, save_arrays
from pokerdata.pipeline.store.writing import (
    MARK,
    PROBE,
    check_writable,
    is_temporary,
    refuse_link,
    remove_unless_held,
    write_bytes,
)

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


SHARDS = ".shards"  # folder of the parts of all stages, in a folder of tables

_KEY = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
_FOLDER = re.compile(r"[0-9a-f]{16}")
_ORIGIN = ".origin.json"
_LONGEST_ORIGIN = 1 << 26  # bytes


class KeptParts:
    """Parts of one piece of work, each seen whole or not at all. Several processes may fill one folder.

    The parts lie in a subfolder named after the hash of their origin, beside a file that holds the origin. That proves
    which subfolders pokerdata made: it removes their parts and nothing else.

    Args:
        folder: The folder; made when the first part is kept.
        origin: All that the parts depend on, as values that JSON can hold; parts of another origin are not seen.
    """

    def __init__(self, folder: str | os.PathLike[str], origin: object) -> None:
        self._origin = json.dumps(origin, sort_keys=True).encode()
        self._all = Path(folder)
        self._folder = self._all / _hash(self._origin)
        self._saved = False

    @property
    def count(self) -> int:
        """Parts that are there."""
        return len(list(self._folder.glob("[!.]*.npz")))

    def check(self) -> None:
        """Make sure that parts can be kept, before the work.

        Raises:
            TableError: If the folder cannot be written, or is reached through a link.
        """
        self._refuse_links()
        there = next(folder for folder in (self._all, *self._all.absolute().parents) if folder.exists())
        check_writable(there / PROBE)

    def load_shard(self, key: str) -> dict[str, NDArray[Any]] | None:
        """A part, or None where there is none that is whole.

        Args:
            key: Its key.
        """
        try:
            return load_arrays(self._path(key))
        except (FileNotFoundError, TableError):
            return None

    def save_shard(self, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keep a part, atomically.

        Args:
            key: Its key.
            arrays: What to keep.
        """
        self._refuse_links()
        path = self._path(key)
        try:
            save_arrays(path, arrays)
        except TableError:  # perhaps another process with the same work has finished, and removes the folder
            save_arrays(path, arrays)
        self._saved = True
        self._prove()

    def whole(self, key: str) -> Path | None:
        """Return the file of a part, which is read once to its end, or None where there is none that is whole."""
        return None if self.load_shard(key) is None else self._path(key)

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Mapping[str, NDArray[Any]]]]:
        """Run shards in this process, one after another; nothing is kept by that.

        Args:
            job: What they have in common.
            shards: The shards.
            threads: Of each; 0 for all processors.
            progress: Called with how much is done and of how much.
        """
        return run_here(job, shards, threads=threads, progress=progress)

    def remove(self) -> None:
        """Remove the parts of every origin; whatever else is in the folder stays."""
        self._refuse_links()
        if (
            self._saved and self._folder.is_dir()
        ):  # another process may have removed the proof, and not the last part
            self._prove()
        remove_parts(self._all)

    def remove_stale(self) -> None:
        """Remove the parts of other origins, and what killed processes left half-written."""
        self._refuse_links()
        remove_parts(self._all, but=self._folder)
        for temporary in self._folder.glob(f".*{MARK}*"):
            remove_unless_held(temporary)

    def _prove(self) -> None:
        """Write what proves that the folder is ours, where it is not there."""
        if not (self._folder / _ORIGIN).is_file():
            write_bytes(self._folder / _ORIGIN, self._origin)

    def _refuse_links(self) -> None:
        _refuse_links(self._all)
        refuse_link(self._folder)

    def _path(self, key: str) -> Path:
        if not _KEY.fullmatch(key):
            raise ValueError(
                f"shard key: expected letters, digits, '_', '-' and '.', got {key!r}; e.g. 'boards-0-1000'"
            )
        return self._folder / f"{key}.npz"


def parts_in(folder: Path) -> list[Path]:
    """Return the files in a folder of parts that pokerdata wrote, the proof of each subfolder behind its parts.

    Raises:
        TableError: If the folder is reached through a link.
    """
    _refuse_links(folder)
    found: list[Path] = []
    with suppress(OSError):
        for subfolder in sorted(folder.iterdir()):
            if _is_ours(subfolder):
                inside = [
                    path for path in sorted(subfolder.iterdir()) if not path.is_symlink() and path.is_file()
                ]
                found += [path for path in inside if path.suffix == ".npz" and _KEY.fullmatch(path.name)]
                found += [path for path in inside if is_temporary(path)]
                found += [subfolder / _ORIGIN]
    return found


def remove_parts(folder: Path, *, but: Path | None = None) -> None:
    """Remove the parts in a folder that pokerdata wrote, and the folders that are empty then.

    Args:
        folder: Of the parts of every origin.
        but: A subfolder that stays.

    Raises:
        TableError: If the folder is reached through a link.
    """
    gone: dict[Path, list[str]] = {}
    for path in parts_in(folder):
        if path.parent != but:
            gone.setdefault(path.parent, []).append(path.name)
    for subfolder, names in gone.items():
        with suppress(OSError), _opened(folder) as outer, _opened(subfolder, outer) as inner:
            if not _is_proven(inner, subfolder.name):
                continue  # another folder took its place
            for name in names:
                with suppress(OSError):
                    os.unlink(name, dir_fd=inner)
            os.rmdir(subfolder.name, dir_fd=outer)  # unless something else is in it
    with suppress(OSError):
        folder.rmdir()


@contextmanager
def _opened(folder: Path, within: int | None = None) -> Iterator[int]:
    """A descriptor of a folder: what it stands for stays the same, though a link takes the folder's place meanwhile."""
    flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
    descriptor = os.open(folder if within is None else folder.name, flags, dir_fd=within)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _is_proven(folder: int, name: str) -> bool:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with os.fdopen(os.open(_ORIGIN, flags, dir_fd=folder), "rb") as file:
        return _hash(file.read(_LONGEST_ORIGIN + 1)) == name


def _is_ours(subfolder: Path) -> bool:
    proof = subfolder / _ORIGIN
    if not _FOLDER.fullmatch(subfolder.name) or subfolder.is_symlink() or proof.is_symlink():
        return False
    try:
        return (
            proof.is_file()
            and proof.stat().st_size <= _LONGEST_ORIGIN
            and _hash(proof.read_bytes()) == subfolder.name
        )
    except OSError:
        return False


def _hash(origin: bytes) -> str:
    return hashlib.sha256(origin).hexdigest()[:16]


def _refuse_links(folder: Path) -> None:
    """Raise TableError if a folder of parts, or the `.shards` that it is in, is a link; folders above are the user's."""
    refuse_link(folder)
    if folder.parent.name == SHARDS:
        refuse_link(folder.parent)
