"""Tables on a worker's machine, found by their digests: in a folder that all machines share, or sent once and kept."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from pokerdata.errors import TableError
from pokerdata.store.digest import file_digest

_CACHE = "POKERDATA_CLUSTER_CACHE"
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


def receive(digest: str, begin: int, part: bytes, size: int) -> bool:
    """Take a part of a table that is sent; parts come in order. Whether the table is here now.

    Args:
        digest: SHA-256 of the whole.
        begin: Of the part.
        part: Its bytes.
        size: Of the whole.

    Raises:
        TableError: If all parts are here and the digest is another.
    """
    place = cache() / f"{digest}.h5"
    if place.is_file() and _digest(place) == digest:
        return True
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    temporary = place.with_name(f".{digest}.{os.getpid()}.tmp")
    with temporary.open("r+b" if begin else "wb") as file:
        file.seek(begin)
        file.write(part)
    if begin + len(part) < size:
        return False
    if file_digest(temporary) != digest:
        temporary.unlink()
        raise TableError(f"a table came with another digest than {digest}: was it changed while it was sent?")
    temporary.replace(place)
    return True


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
