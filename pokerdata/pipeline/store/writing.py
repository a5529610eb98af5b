"""Write files atomically, and tables with bytes that depend on their content alone."""

from __future__ import annotations

import errno
import fcntl
import itertools
import os
import platform
import re
import stat
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from glob import escape
from pathlib import Path
from typing import Any
from zlib import crc32

import h5py
import numpy as np

from pokerdata._support.resources import within_memory
from pokerdata._support.text import shortened
from pokerdata.errors import CapacityError, TableError
from pokerdata.pipeline.store.digest import Arrays, blocks, content_digest, data_digest
from pokerdata.pipeline.store.reading import (
    CONTENT_ATTRIBUTE,
    DIGEST_ATTRIBUTE,
    RESERVED,
    SCHEMA,
    SCHEMA_ATTRIBUTE,
    check_name,
    checked_array,
    encode_attribute,
)

MARK = ".tmp"
PROBE = "probe"  # name that stands for the folder, not for a file

_MACHINE = f"{crc32(platform.node().encode()):08x}"
_QUIET = 3600.0  # seconds

#: Errors if another process has the lock; the second one on NFS.
HELD = (errno.EAGAIN, errno.EACCES)

#: Errors of a full disk.
FULL = (errno.ENOSPC, errno.EDQUOT)

_COUNT = itertools.count()
_OURS = re.compile(rf"\..*\.[0-9a-f]{{8}}-\d+-\d+{re.escape(MARK)}(\.\w+)?")  # file names from `made`


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a temporary path next to `path`; when the block succeeds, it is renamed to `path`.

    The folder is made if it is missing. If the block fails, the temporary file is removed and `path` is unchanged. Temporary
    files that killed processes left for `path` are removed first.

    Args:
        path: Path of the file.

    Raises:
        TableError: If the folder cannot be written.
        CapacityError: If the disk is full.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not path.is_file():
            raise TableError(f"cannot write {path}: it is not a regular file; choose another name")
        for left in leftovers(path):
            remove_unless_held(left)
        temporary, held = made(path)
        try:
            yield temporary
            _sync(temporary)
            temporary.replace(path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
        finally:
            os.close(held)
        _sync(path.parent)
    except OSError as error:
        if not _concerns(error, path):
            raise
        raise explained(error, path.parent if path.name == PROBE else path) from error


def write_bytes(path: Path, content: bytes) -> None:
    """Write a small file atomically."""
    with replacing(path) as temporary:
        temporary.write_bytes(content)


def leftovers(path: Path) -> list[Path]:
    """Return temporary files of processes that write `path`, or were killed while writing it."""
    found = path.parent.glob(f".{escape(path.stem)}.*{MARK}{escape(path.suffix)}")
    return sorted(path for path in found if is_temporary(path) and not path.is_symlink())


def is_temporary(path: Path) -> bool:
    """Return whether a file name comes from `made`."""
    return _OURS.fullmatch(path.name) is not None


def refuse_link(path: Path) -> None:
    """Raise TableError if `path` is a symbolic link, before anything behind it is written or removed."""
    if path.is_symlink():
        raise TableError(
            f"{path} is a symbolic link, and pokerdata writes and removes nothing behind one: remove the link, or move "
            "here what it leads to"
        )


def check_writable(path: Path) -> None:
    """Check before the work that `replacing` can write a file: write an empty file in its place and remove it.

    Args:
        path: Path of the file, which need not exist. Its folder is made if it is missing.

    Raises:
        TableError: If it cannot be written.
        CapacityError: If the disk is full.
    """
    with suppress(_TriedError), replacing(path):
        raise _TriedError


class _TriedError(Exception):
    """Ends a trial write."""


def made(path: Path) -> tuple[Path, int]:
    """Return a new temporary file for `path`, and a descriptor with its lock, which ends with the process."""
    while True:
        # Some writers check the suffix. Processes in two containers may have the same number.
        name = f".{path.stem}.{_MACHINE}-{os.getpid()}-{next(_COUNT)}{MARK}{path.suffix}"
        temporary = path.with_name(name)
        try:
            held = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
        except FileExistsError:
            continue
        try:
            with suppress(
                OSError
            ):  # without locks on the file system, leftovers stay until `pokerdata clean`
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if os.fstat(held).st_nlink > 0:  # else it was removed as a leftover before it was locked
                return temporary, held
        except BaseException:
            temporary.unlink(missing_ok=True)
            os.close(held)
            raise
        os.close(held)


def remove_unless_held(temporary: Path) -> None:
    """Remove a temporary file of a process that has ended. Links, and files with names not from `made`, stay.

    Locks of some file systems, such as SSHFS, only work within one machine, and others have none. There a file that may
    still be in use stays until an hour after its last write, by the clock of the file system.
    """
    with suppress(OSError):
        state = temporary.lstat()
        if not (is_temporary(temporary) and stat.S_ISREG(state.st_mode)):
            return
        quiet = temporary.parent.stat().st_mtime - state.st_mtime > _QUIET
        if not quiet and f".{_MACHINE}-" not in temporary.name:
            return
        flags = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        try:
            descriptor = os.open(temporary, os.O_RDWR | flags)  # NFS only locks writable files
        except PermissionError:  # another user's file, in a shared folder
            descriptor = os.open(temporary, os.O_RDONLY | flags)
        try:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                if error.errno in HELD or not quiet:
                    return
            temporary.unlink(missing_ok=True)
        finally:
            os.close(descriptor)


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _concerns(error: OSError, path: Path) -> bool:
    """Return whether an error is about writing this file, not about another one that is read for it."""
    if not isinstance(error.filename, str | os.PathLike):
        return True  # HDF5 and `write` name no file
    name = Path(error.filename)
    return name in (path, *path.parents) or (name.parent == path.parent and MARK in name.name)


def explained(error: OSError, path: Path) -> Exception:
    """Return the exception to raise instead of an error while writing a file."""
    if error.errno in FULL:
        return CapacityError(
            f"the disk is full: could not write {path}. Free some space, then run the same again"
        )
    if error.errno == errno.EFBIG:
        return CapacityError(
            f"could not write {path}: it is larger than a file may be here. Raise the limit, e.g. with "
            "`ulimit -f unlimited`, or choose a folder on another file system"
        )
    reason = error.strerror or str(error)
    if isinstance(error, FileExistsError):  # mkdir's error for a file in place of a folder
        reason = f"{error.filename} is not a folder"
    return TableError(
        f"cannot write {path}: {reason}. Choose another name, or a folder "
        "that can be written; for tables with --tables DIR or $POKERDATA_TABLES"
    )


_NONE: Mapping[str, Mapping[str, object]] = {}
_LONGEST_NAME = 200  # bytes of a file; 255 fit, and temporary files and states have longer names
_MOST_ATTRIBUTES = 65_535  # limit of HDF5 for a header


@within_memory()
def write_table(
    path: str | os.PathLike[str],
    *,
    name: str,
    kind: str,
    arrays: Mapping[str, np.ndarray[Any, np.dtype[Any]]],
    attributes: Mapping[str, object],
    dataset_attributes: Mapping[str, Mapping[str, object]] = _NONE,
) -> dict[str, str]:
    """Write one table atomically and return the data digest of each dataset.

    Args:
        path: Path of the file; its folder is made if it is missing.
        name: Name of the table; `open_table` compares it with the requested name.
        kind: Kind of the table; decides the class that `open_table` returns.
        arrays: Arrays with axes by name, of little-endian integers or floats, bool or fixed strings.
        attributes: Description of the table for readers; only values that its content determines (no times).
        dataset_attributes: By name of the dataset, attributes such as ``{"units": "n of 1980", "axes": ["board"]}``.

    Returns:
        The hexadecimal SHA-256 of each dataset, by name.

    Raises:
        ValueError: If a name, dtype or attribute cannot be stored.
        TableError: If the folder cannot be written.
        CapacityError: If the disk is full.
    """
    check_name(name, "table name")
    check_name(kind, "kind")
    if not arrays:
        raise ValueError(f"table {name!r}: expected at least one array, got no datasets")
    contents = {}
    for dataset in sorted(arrays):
        check_name(dataset, "dataset name")
        contents[dataset] = checked_array(dataset, arrays[dataset])
    of_file = _encoded(attributes, RESERVED)
    of_file |= {
        SCHEMA_ATTRIBUTE: encode_attribute(SCHEMA_ATTRIBUTE, SCHEMA),
        "name": encode_attribute("name", name),
        "kind": encode_attribute("kind", kind),
    }
    if unknown := set(dataset_attributes) - set(arrays):
        raise ValueError(
            f"attributes: expected those of some of {sorted(arrays)}, got {sorted(unknown)}, which are not datasets"
        )
    of_datasets = {
        dataset: _encoded(dataset_attributes.get(dataset, {}), {DIGEST_ATTRIBUTE}) for dataset in contents
    }

    digests = {dataset: data_digest(dataset, array) for dataset, array in contents.items()}
    for dataset, digest in digests.items():
        of_datasets[dataset][DIGEST_ATTRIBUTE] = encode_attribute(DIGEST_ATTRIBUTE, digest)
    whole = content_digest(of_file, contents, of_datasets)
    of_file[CONTENT_ATTRIBUTE] = encode_attribute(CONTENT_ATTRIBUTE, whole)
    # Python runs the Ctrl-C handler in the main thread only: in another thread, HDF5 is never interrupted.
    with ThreadPoolExecutor(1) as other_thread:
        headers, places, size = other_thread.submit(_laid_out, of_file, contents, of_datasets).result()
    with replacing(Path(path)) as temporary, temporary.open("wb") as file:
        for place, data in headers.items():
            file.seek(place)
            file.write(data)
        for dataset, place in places.items():
            file.seek(place)
            file.writelines(blocks(contents[dataset]))
        file.truncate(size)
    return digests


def table_file(path: str | os.PathLike[str], example: str) -> Path:
    """Return the path of a table that a user named; its stem is the table's name. Call it before making the content.

    Args:
        path: Path that ends in .h5.
        example: File name that the error shows.

    Raises:
        ValueError: If the path does not end in .h5, or the name is too long for a file.
    """
    path = Path(path)
    if path.suffix != ".h5":
        raise ValueError(f"path: expected a name that ends in .h5, got {str(path)!r}; e.g. {example!r}")
    if len(os.fsencode(path.name)) > _LONGEST_NAME:
        raise ValueError(
            f"path: {shortened(path.name, 40)} has {len(path.name)} letters, and file systems take names of at most "
            f"{_LONGEST_NAME}, with what is written beside it; e.g. {example!r}"
        )
    return path


def _laid_out(
    attributes: Arrays, arrays: Arrays, said: Mapping[str, Arrays]
) -> tuple[dict[int, bytes], dict[str, int], int]:
    """Let HDF5 lay out a file; return its headers by offset, the offset of each dataset's values, and the file's size.

    HDF5 crashes the process when a disk fails, even at exit. So it only writes headers into memory, without values, and
    `write_table` writes both to the disk.
    """
    # The format of HDF5 1.8 is the first with checksums of all headers, so that damage is found before it is parsed.
    # A fixed format and alignment give the same bytes with every HDF5 version, and offsets that can be mapped.
    headers = _Headers()
    access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
    access.set_fileobj_driver(h5py.h5fd.fileobj_driver, headers)
    access.set_libver_bounds(h5py.h5f.LIBVER_V18, h5py.h5f.LIBVER_V18)
    access.set_alignment(1, 64)
    access.set_fclose_degree(h5py.h5f.CLOSE_STRONG)
    creation = h5py.h5p.create(h5py.h5p.FILE_CREATE)
    creation.set_obj_track_times(False)
    creation.set_attr_phase_change(_MOST_ATTRIBUTES, 0)  # all in the header, which has a checksum
    places = {}
    with h5py.File(h5py.h5f.create(b"table", h5py.h5f.ACC_TRUNC, creation, access)) as file:
        _set_attributes(file, attributes)
        for name, array in arrays.items():
            stored = _allocated(file, name, array)
            _set_attributes(stored, said[name])
            if array.size:
                places[name] = stored.id.get_offset()
    return headers.written, places, headers.size


def _allocated(file: h5py.File, name: str, array: np.ndarray[Any, np.dtype[Any]]) -> Any:
    """Create a dataset with space in the file but without values."""
    creation = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    creation.set_layout(h5py.h5d.CONTIGUOUS)
    creation.set_alloc_time(h5py.h5d.ALLOC_TIME_EARLY)
    creation.set_fill_time(h5py.h5d.FILL_TIME_NEVER)
    creation.set_obj_track_times(False)
    dtype = h5py.h5t.py_create(array.dtype, logical=True)
    space = h5py.h5s.create_simple(array.shape)
    return h5py.Dataset(h5py.h5d.create(file.id, name.encode(), dtype, space, creation))


class _Headers:
    """A file in memory that keeps HDF5's writes, by offset.

    Attributes:
        written: Offset -> bytes; a later write may overlap an earlier one.
        size: Size of the file, in bytes.
    """

    def __init__(self) -> None:
        self.written: dict[int, bytes] = {}
        self.size = 0
        self._at = 0

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._at = offset + (self.size if whence == os.SEEK_END else 0)
        return self._at

    def tell(self) -> int:
        return self._at

    def write(self, data: memoryview) -> int:
        self.written.pop(self._at, None)  # so that the last write is last in the order
        self.written[self._at] = bytes(data)
        self._at += len(data)
        self.size = max(self.size, self._at)
        return len(data)

    def readinto(self, into: memoryview) -> int:
        content = bytearray(len(into))
        for place, data in self.written.items():
            begin, end = max(place, self._at), min(place + len(data), self._at + len(into))
            if begin < end:
                content[begin - self._at : end - self._at] = data[begin - place : end - place]
        into[:] = bytes(content)
        self._at += len(into)
        return len(into)

    def truncate(self, size: int) -> None:
        self.size = size

    def flush(self) -> None:
        """Do nothing: memory needs no flush."""


def _encoded(attributes: Mapping[str, object], reserved: set[str] | frozenset[str]) -> dict[str, Any]:
    if taken := reserved & set(attributes):
        raise ValueError(f"attributes {sorted(taken)} are written by the store: choose other names")
    return {name: np.asarray(encode_attribute(name, value)) for name, value in attributes.items()}


def _set_attributes(target: Any, attributes: Mapping[str, Any]) -> None:
    for name in sorted(attributes):
        target.attrs.create(name, attributes[name], dtype=attributes[name].dtype)
