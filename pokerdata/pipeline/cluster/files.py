"""Tables on a worker's machine, found by digest: in a shared folder, or sent once and cached."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pokerdata.errors import TableError
from pokerdata.pipeline.store.digest import file_digest
from pokerdata.pipeline.store.writing import MARK, made, remove_unless_held

_CACHE = "POKERDATA_CLUSTER_CACHE"
_coming: dict[tuple[str, str], tuple[Path, int, float]] = {}
"""Sender, digest -> temporary file, its descriptor, and the time of its last part."""
_GIVEN_UP = 600.0  # seconds after which a sender counts as dead
_known: dict[tuple[Path, int, int, int], str] = {}  # path, size, time of change and inode -> digest


class Vanished(Exception):  # noqa: N818 - it is sent again
    """A table that was here has been removed."""


def cache() -> Path:
    """Return the cache of sent tables: ``$POKERDATA_CLUSTER_CACHE``, else ``pokerdata/cluster`` in the user's caches."""
    if named := os.environ.get(_CACHE):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pokerdata" / "cluster"


def missing(folder: Path, files: Mapping[str, str]) -> dict[str, str]:
    """Return the tables, with the digests of their files, that are neither in a folder nor in the cache.

    Args:
        folder: Folder of the tables on the client's machine.
        files: Name -> SHA-256.
    """
    return {name: digest for name, digest in files.items() if _find(folder, name, digest) is None}


def view(folder: Path, files: Mapping[str, str], inside: Path) -> Path:
    """Make a new folder that contains exactly these tables, as links, and return it.

    Args:
        folder: As for `missing`.
        files: As for `missing`; all of them exist.
        inside: Folder in which it is made, and with which it is removed.

    Raises:
        Vanished: If one of them has been removed.
    """
    made = Path(tempfile.mkdtemp(prefix="tables-", dir=inside))
    for name, digest in files.items():
        found = _find(folder, name, digest)
        if found is None:
            raise Vanished(f"{name} from {folder} and {cache()}")
        (made / f"{name}.h5").symlink_to(found.absolute())
    return made


def receive(sender: str, digest: str, begin: int, part: bytes, size: int) -> bool | None:
    """Receive a part of a table, in order, and return whether the table is complete.

    Args:
        sender: Name of the sender; several may send at a time.
        digest: SHA-256 of the whole file.
        begin: Offset of the part.
        part: Bytes of the part.
        size: Size of the whole file.

    Returns:
        None if earlier parts are missing, as after a restart of the worker.

    Raises:
        TableError: If the complete file has another digest, or the table cannot be written.
    """
    place = cache() / f"{digest}.h5"
    try:
        if _is(place, digest):
            _drop(sender, digest)
            return True
        if begin == 0:
            for other, (_, _, came) in list(_coming.items()):
                if other == (sender, digest) or time.monotonic() - came > _GIVEN_UP:
                    _drop(*other)
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            for left in place.parent.glob(f".*{MARK}.h5"):  # left by workers that ended too early
                remove_unless_held(left)
            _coming[sender, digest] = *made(place), time.monotonic()
        if (sender, digest) not in _coming:
            return None
        temporary, held, _ = _coming[sender, digest]
        _coming[sender, digest] = temporary, held, time.monotonic()
        with open(held, "r+b", closefd=False) as file:
            file.seek(begin)
            file.write(part)
        if begin + len(part) < size:
            return False
        found = file_digest(temporary)
        if found == digest:
            temporary.replace(place)
    except OSError as error:
        _drop(sender, digest)
        raise TableError(
            f"cannot keep a table of {size:,} bytes in {place.parent}: {error.strerror}; expected a folder with room that "
            f"may be written, which ${_CACHE} there can name, e.g. /var/tmp/pokerdata"
        ) from error
    _drop(sender, digest)
    if found != digest:
        raise TableError(
            f"a table was changed while it was sent: expected the digest {digest}, got {found}; run it again"
        )
    return True


def _drop(sender: str, digest: str) -> None:
    """Drop the parts from a sender, and remove its unfinished file."""
    temporary, held, _ = _coming.pop((sender, digest), (None, -1, 0.0))
    if temporary is not None:
        with suppress(OSError):
            temporary.unlink()
        os.close(held)


def _find(folder: Path, name: str, digest: str) -> Path | None:
    for path in (folder / f"{name}.h5", cache() / f"{digest}.h5"):
        if _is(path, digest):
            return path
    return None


def _is(path: Path, digest: str) -> bool:
    """Return whether a file exists and has a digest."""
    try:
        return path.is_file() and _digest(path) == digest
    except OSError:  # it has been removed, or is in a folder that this worker may not read
        return False


def _digest(path: Path) -> str:
    """Return the digest of a file, computed once for each of its states."""
    about = path.stat()
    key = (path.absolute(), about.st_size, about.st_mtime_ns, about.st_ino)
    if key not in _known:
        _known[key] = file_digest(path)
    return _known[key]
