"""Tables on a worker's machine, found by their digests: in a folder that all machines share, or sent once and kept."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pokerdata.errors import TableError
from pokerdata.store.atomic import MARK, made, remove_unless_held
from pokerdata.store.digest import file_digest

_CACHE = "POKERDATA_CLUSTER_CACHE"
_coming: dict[tuple[str, str], tuple[Path, int]] = {}  # sender, digest -> temporary file, and what holds it
_known: dict[tuple[Path, int, int, int], str] = {}  # path, size, time of change and inode -> digest


def cache() -> Path:
    """The folder of tables that were sent: ``$POKERDATA_CLUSTER_CACHE``, else ``pokerdata/cluster`` in the user's caches."""
    if named := os.environ.get(_CACHE):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "pokerdata" / "cluster"


def missing(folder: Path, files: Mapping[str, str]) -> dict[str, str]:
    """Of tables by name, with the digests of their files, those that are neither in a folder nor in the cache.

    Args:
        folder: Where they are on the machine of the client.
        files: Name -> SHA-256.
    """
    return {name: digest for name, digest in files.items() if _find(folder, name, digest) is None}


def view(folder: Path, files: Mapping[str, str], inside: Path) -> Path:
    """A new folder with exactly these tables, which links to where they are.

    Args:
        folder: As for `missing`.
        files: As for `missing`; none of them is missing.
        inside: The folder that it is made in, and removed with.

    Raises:
        TableError: If one of them is missing all the same.
    """
    made = Path(tempfile.mkdtemp(prefix="tables-", dir=inside))
    for name, digest in files.items():
        found = _find(folder, name, digest)
        if found is None:
            raise TableError(
                f"{name}: its file vanished from {folder} and {cache()} during the run: run it again"
            )
        (made / f"{name}.h5").symlink_to(found.absolute())
    return made


def receive(sender: str, digest: str, begin: int, part: bytes, size: int) -> bool | None:
    """Take a part of a table that is sent; parts come in order. Whether the table is here now.

    Args:
        sender: Who sends it, of whom there may be several at a time.
        digest: SHA-256 of the whole.
        begin: Of the part.
        part: Its bytes.
        size: Of the whole.

    Returns:
        None where the parts before are not here, as after a restart of the worker.

    Raises:
        TableError: If all parts are here and the digest is another, or the table cannot be written.
    """
    place = cache() / f"{digest}.h5"
    if place.is_file() and _digest(place) == digest:
        _drop(sender, digest)
        return True
    try:
        if begin == 0:
            _drop(sender, digest)
            place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            for left in place.parent.glob(f".*{MARK}.h5"):  # of workers that ended before they had all
                remove_unless_held(left)
            _coming[sender, digest] = made(place)
        if (sender, digest) not in _coming:
            return None
        temporary, held = _coming[sender, digest]
        with open(held, "r+b", closefd=False) as file:
            file.seek(begin)
            file.write(part)
        if begin + len(part) < size:
            return False
        came = file_digest(temporary)
        if came == digest:
            temporary.replace(place)
    except OSError as error:
        _drop(sender, digest)
        raise TableError(
            f"cannot keep a table of {size:,} bytes in {place.parent}: {error.strerror}; expected a folder with room that "
            f"may be written, which ${_CACHE} there can name, e.g. /var/tmp/pokerdata"
        ) from error
    _drop(sender, digest)
    if came != digest:
        raise TableError(
            f"a table was changed while it was sent: expected the digest {digest}, got {came}; run it again"
        )
    return True


def _drop(sender: str, digest: str) -> None:
    """Forget what comes from a sender, and remove what of it has no name yet."""
    temporary, held = _coming.pop((sender, digest), (None, -1))
    if temporary is not None:
        with suppress(OSError):
            temporary.unlink()
        os.close(held)


def _find(folder: Path, name: str, digest: str) -> Path | None:
    for path in (folder / f"{name}.h5", cache() / f"{digest}.h5"):
        if path.is_file() and _digest(path) == digest:
            return path
    return None


def _digest(path: Path) -> str:
    """That of a file, computed once for each state that it is in."""
    about = path.stat()
    key = (path.absolute(), about.st_size, about.st_mtime_ns, about.st_ino)
    if key not in _known:
        _known[key] = file_digest(path)
    return _known[key]
