"""Long work in shards: functions of values, run here or elsewhere in any order, each saved once finished."""

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
        key: Key under which it is saved: letters, digits, '_', '-' and '.'.
        values: Values that distinguish it, and that can be sent, such as numbers, texts and small arrays.
        size: Its share of the progress.
    """

    key: str
    values: tuple[Any, ...]
    size: int = 1


@dataclass(frozen=True)
class Job(Generic[S]):
    """Common part of all shards of one piece of work.

    Attributes:
        run: Called as ``run(state, *values, threads=..., progress=...)``; returns arrays by name. A function of a module,
            or a `partial` of one with values that can be sent.
        here: State in this process: opened tables, agents, sums to add to.
        prepare: Makes the same state in another process, from an object like `pipeline.Context` that represents the stage
            there. Sums to add to start at zero there. Sent like `run`. None if shards cannot run elsewhere.
    """

    run: Callable[..., Arrays]
    here: S = field(repr=False)
    prepare: Callable[[Any], S] | None = None


def nothing(_: object) -> None:
    """Prepare nothing, for jobs that need no state.

    Args:
        _: Object that represents the stage.
    """


class Keep(Protocol):
    """Stores finished shards and runs the others, like `KeptParts` and the pipeline's contexts."""

    def load_shard(self, key: str) -> Mapping[str, NDArray[Any]] | None:
        """Return the arrays saved under a key, or None.

        Args:
            key: The key.
        """

    def save_shard(self, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Save arrays under a key, atomically.

        Args:
            key: The key.
            arrays: Arrays to save.
        """

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards, without saving them.

        Args:
            job: Their job.
            shards: The shards.
            threads: Threads per shard if they run here; 0 for all processors.
            progress: Called with the work done and the total.

        Yields:
            The index of a shard in `shards` and its arrays, as shards finish, in any order.
        """


#: Runs shards of a fixed job, given shards and a progress; yields as `Keep.run_shards` does.
RunShards = Callable[[Sequence[Shard], Progress | None], Iterator[tuple[int, Arrays]]]


@dataclass(frozen=True)
class Spread:
    """A `Keep` that runs shards through a function.

    Attributes:
        keep: Storage of finished shards; None for none.
        run: Runs the shards of a job, given job, shards and a progress.
    """

    keep: Keep | None
    run: Callable[[Job[Any], Sequence[Shard], Progress | None], Iterator[tuple[int, Arrays]]]

    def load_shard(self, key: str) -> Arrays | None:
        """Return the arrays saved under a key, or None.

        Args:
            key: The key.
        """
        return None if self.keep is None else self.keep.load_shard(key)

    def save_shard(self, key: str, arrays: Arrays) -> None:
        """Save arrays under a key.

        Args:
            key: The key.
            arrays: Arrays to save.
        """
        if self.keep is not None:
            self.keep.save_shard(key, arrays)

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards as `Keep.run_shards` does; in this process if the job cannot run elsewhere.

        Args:
            job: As for `Keep.run_shards`.
            shards: As for `Keep.run_shards`.
            threads: As for `Keep.run_shards`.
            progress: As for `Keep.run_shards`.
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
            if of > 0:  # the last part is done when the shard is saved
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
    """Return the arrays of all shards, in order; run and save those that are not saved yet.

    Args:
        job: The shards' job.
        shards: The shards, each with its own key.
        keep: Stores shards and runs them; without it, nothing is saved, and they run here.
        threads: Threads per shard that runs here; 0 for all processors.
        progress: Called with the work done and the total.
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


SHARDS = ".shards"  # folder of the parts of all stages, inside a folder of tables

_KEY = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9_.-]*")
_FOLDER = re.compile(r"[0-9a-f]{16}")
_ORIGIN = ".origin.json"
_LONGEST_ORIGIN = 1 << 26  # bytes


class KeptParts:
    """Saved parts of one piece of work, each complete or absent. Several processes may fill one folder.

    The parts are in a subfolder named after the hash of their origin, next to a file that contains the origin. The file
    proves that pokerdata made the subfolder: only parts in such subfolders are ever removed.

    Args:
        folder: The folder; made when the first part is saved.
        origin: Everything that the parts depend on, as JSON values; parts of another origin are ignored.
    """

    def __init__(self, folder: str | os.PathLike[str], origin: object) -> None:
        self._origin = json.dumps(origin, sort_keys=True).encode()
        self._all = Path(folder)
        self._folder = self._all / _hash(self._origin)
        self._saved = False

    @property
    def count(self) -> int:
        """Return the number of saved parts."""
        return len(list(self._folder.glob("[!.]*.npz")))

    def check(self) -> None:
        """Check before the work that parts can be saved.

        Raises:
            TableError: If the folder cannot be written, or is reached through a link.
        """
        self._refuse_links()
        there = next(folder for folder in (self._all, *self._all.absolute().parents) if folder.exists())
        check_writable(there / PROBE)

    def load_shard(self, key: str) -> dict[str, NDArray[Any]] | None:
        """Return a part, or None if there is no complete one.

        Args:
            key: Its key.
        """
        try:
            return load_arrays(self._path(key))
        except (FileNotFoundError, TableError):
            return None

    def save_shard(self, key: str, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Save a part, atomically.

        Args:
            key: Its key.
            arrays: Arrays to save.
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
        """Return the file of a part, after reading it once to its end, or None if there is no complete one."""
        return None if self.load_shard(key) is None else self._path(key)

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Mapping[str, NDArray[Any]]]]:
        """Run shards in this process, one after another, without saving them.

        Args:
            job: Their job.
            shards: The shards.
            threads: Threads per shard; 0 for all processors.
            progress: Called with the work done and the total.
        """
        return run_here(job, shards, threads=threads, progress=progress)

    def remove(self) -> None:
        """Remove the parts of every origin; other files in the folder stay."""
        self._refuse_links()
        if (
            self._saved and self._folder.is_dir()
        ):  # another process may have removed the proof, but not the last part
            self._prove()
        remove_parts(self._all)

    def remove_stale(self) -> None:
        """Remove the parts of other origins, and unfinished files of killed processes."""
        self._refuse_links()
        remove_parts(self._all, but=self._folder)
        for temporary in self._folder.glob(f".*{MARK}*"):
            remove_unless_held(temporary)

    def _prove(self) -> None:
        """Write the file that proves that the folder is pokerdata's, if it is missing."""
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
    """Return the files in a folder of parts that pokerdata wrote, the proof of each subfolder after its parts.

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
    """Remove the parts in a folder that pokerdata wrote, and the folders that become empty.

    Args:
        folder: Folder of the parts of every origin.
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
                continue  # another folder replaced it
            for name in names:
                with suppress(OSError):
                    os.unlink(name, dir_fd=inner)
            os.rmdir(subfolder.name, dir_fd=outer)  # fails if anything else is in it
    with suppress(OSError):
        folder.rmdir()


@contextmanager
def _opened(folder: Path, within: int | None = None) -> Iterator[int]:
    """Open a folder and yield a descriptor, which stays valid even if a link replaces the folder."""
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
    """Raise TableError if a folder of parts, or its parent `.shards`, is a link; folders above are the user's choice."""
    refuse_link(folder)
    if folder.parent.name == SHARDS:
        refuse_link(folder.parent)
