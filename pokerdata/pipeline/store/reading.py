"""Read table files: check that a file is sound, and map its datasets, in another process if necessary.

A table has datasets in its root group, under hard links, contiguous and uncompressed, of plain numbers or texts, and inside
the file. The reader rejects anything else that HDF5 can express, from the headers alone. It opens no other file, runs no
filter, and allocates no more memory than the file has bytes.
"""

from __future__ import annotations

import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO
from weakref import WeakValueDictionary

import h5py
import numpy as np

from pokerdata._support.text import quoted
from pokerdata.errors import PokerdataError, TableError
from pokerdata.pipeline.store.digest import Arrays, content_digest
from pokerdata.pipeline.store.table import Table

SCHEMA = 2
FIRST_SCHEMA = 1  # oldest readable schema; has no content digest
SCHEMA_ATTRIBUTE = "pokerdata_schema"
DIGEST_ATTRIBUTE = "sha256"  # of a dataset
CONTENT_ATTRIBUTE = "content_sha256"  # of the file
RESERVED = frozenset({SCHEMA_ATTRIBUTE, CONTENT_ATTRIBUTE, "name", "kind"})  # of the file

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
LONGEST_ATTRIBUTE = 60_000  # bytes; the file format's limit is 64 KiB


def check_name(name: str, what: str) -> None:
    """Check the name of a table, a dataset or an attribute.

    Args:
        name: Letters, digits and _, starting with a letter.
        what: Kind of name, for the error.

    Raises:
        ValueError: If the name is invalid.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(
            f"{what}: expected letters, digits and _, a letter first, got {quoted(name)}; e.g. 'river_strength'"
        )


def storable(dtype: np.dtype[Any]) -> bool:
    """Return whether a dataset may have a dtype."""
    fits = dtype.kind in "iubS" or (dtype.kind == "f" and dtype.itemsize <= 8)
    return fits and dtype.byteorder != ">" and dtype.itemsize > 0


def checked_array(name: str, array: Any) -> np.ndarray[Any, np.dtype[Any]]:
    """Return `array` in C order, if its dtype can be stored: little-endian integers and floats, bool, fixed strings.

    Args:
        name: Name of the dataset, for errors.
        array: Array to store, of any shape but ().

    Raises:
        ValueError: If the dtype cannot be stored, or the array has no axes.
    """
    result = np.asarray(array)
    dtype = result.dtype
    if not storable(dtype):
        raise ValueError(
            f"dataset {name!r}: expected little-endian integers or floats up to 64 bits, bool or fixed strings, got "
            f"dtype {dtype.str!r}; e.g. array.astype('<u2')"
        )
    if result.ndim == 0:
        raise ValueError(
            f"dataset {name!r} has no axes: expected at least one, or an attribute for a single number"
        )
    return np.ascontiguousarray(result)


def encode_attribute(name: str, value: Any) -> Any:
    """Encode the value of an attribute: text, a number, a list of either, or JSON text for a mapping.

    Args:
        name: Name of the attribute.
        value: Its value.

    Raises:
        ValueError: If the name or value is invalid, or the value is longer than 60,000 bytes.
    """
    check_name(name, "attribute name")
    encoded = _encode(name, value)
    if encoded.nbytes > LONGEST_ATTRIBUTE:
        raise ValueError(
            f"attribute {name!r} has {encoded.nbytes} bytes, at most {LONGEST_ATTRIBUTE} fit: use a dataset"
        )
    return encoded


def decode_attribute(value: Any) -> Any:
    """Invert `encode_attribute`, except that tuples and arrays become lists."""
    if isinstance(value, bytes):
        value = value.decode("utf-8", errors="replace")
    if isinstance(value, str):
        return json.loads(value) if value.startswith("{") else value
    if isinstance(value, np.ndarray):
        return [v.decode() if isinstance(v, bytes) else v for v in value.tolist()]
    return value.item() if isinstance(value, np.generic) else value


def _encode(name: str, value: Any) -> Any:
    if isinstance(value, Mapping):
        return _texts([json.dumps(value, sort_keys=True, allow_nan=False, default=_plain)]).reshape(())
    if isinstance(value, str):
        return _encode_list(name, [value]).reshape(())
    if isinstance(value, bool | np.bool_):
        return np.bool_(value)
    if isinstance(value, int | np.integer):
        return _integers(name, np.array(int(value), dtype=object))[()]
    if isinstance(value, float | np.floating):
        return np.float64(value)
    if isinstance(value, list | tuple | np.ndarray):
        return _encode_list(name, list(value))
    raise ValueError(
        f"attribute {name!r}: expected text, a number, a list of either, or a mapping, got {type(value).__name__}"
    )


def _encode_list(name: str, values: list[Any]) -> Any:
    if values and all(isinstance(v, str) for v in values):
        if any(text.startswith("{") or "\0" in text for text in values):
            raise ValueError(
                f"attribute {name!r}: expected plain text, got text that begins with '{{' or holds a NUL"
            )
        return _texts(values)
    if values and all(isinstance(v, bool | np.bool_) for v in values):
        return np.array(values, dtype=np.bool_)
    if values and all(isinstance(v, int | np.integer) for v in values):
        return _integers(name, np.array([int(v) for v in values], dtype=object))
    if values and all(isinstance(v, int | float | np.number) for v in values):
        return np.array(values, dtype="<f8")
    raise ValueError(
        f"attribute {name!r}: expected a list of texts or numbers, at least one, got {values!r}; e.g. [5, 5]"
    )


def _texts(texts: list[str]) -> np.ndarray[Any, np.dtype[Any]]:
    # Fixed-length strings are in the HDF5 header. Variable-length ones are in a heap that HDF5 reads without checks, so a
    # damaged file could crash the process.
    import h5py

    encoded = [text.encode() for text in texts]
    return np.array(encoded, dtype=h5py.string_dtype("utf-8", max(1, *map(len, encoded))))


def _integers(name: str, values: np.ndarray[Any, np.dtype[Any]]) -> np.ndarray[Any, np.dtype[Any]]:
    for dtype in ("<i8", "<u8"):
        bounds = np.iinfo(dtype)
        if all(bounds.min <= v <= bounds.max for v in values.ravel()):
            return values.astype(dtype)
    raise ValueError(
        f"attribute {name!r}: expected integers that fit 64 bits, or text, got {values.tolist()}"
    )


def _plain(value: Any) -> Any:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    raise ValueError(f"{value!r} cannot be stored as JSON")


_SIGNATURE = b"\x89HDF\r\n\x1a\n"
_CHECKED_SINCE = 2  # first superblock version with a checksum of every header, since HDF5 1.8
_HARD = h5py.h5l.TYPE_HARD
_LINKS = {h5py.h5l.TYPE_SOFT: "soft", h5py.h5l.TYPE_EXTERNAL: "external"}


def is_hdf5(path: Path) -> bool:
    """Return whether a file starts like an HDF5 file."""
    with path.open("rb") as file:
        return begins_as_hdf5(file)


def begins_as_hdf5(file: BinaryIO) -> bool:
    """Return the same for an open file, from its start."""
    file.seek(0)
    return file.read(len(_SIGNATURE)) == _SIGNATURE


def has_checksums(path: Path) -> bool:
    """Return whether a file says that its headers have checksums, as in all tables since schema 2."""
    with path.open("rb") as file:
        head = file.read(len(_SIGNATURE) + 1)
    return len(head) > len(_SIGNATURE) and head[-1] >= _CHECKED_SINCE


def members(file: Any) -> list[tuple[str, Any]]:
    """Return the datasets of a file by name, sorted.

    Raises:
        ValueError: If there are links to elsewhere, which are not followed, or objects other than datasets.
    """
    found = []
    for name in sorted(file):
        kind = file.id.links.get_info(name.encode("utf-8", "surrogateescape")).type
        if kind != _HARD:
            raise ValueError(f"{name} is a link ({_LINKS.get(kind, 'user-defined')}), not a dataset")
        member = file[name]
        if not isinstance(member, h5py.Dataset):
            raise ValueError(f"{name} is not a dataset")
        found.append((name, member))
    return found


def place(name: str, stored: Any, size: int) -> tuple[int, tuple[int, ...], Any]:
    """Return a dataset's offset in its file, its shape and its dtype; the offset is 0 if it has no values.

    Args:
        name: Name of the dataset.
        stored: The dataset.
        size: Size of the file, in bytes.

    Raises:
        ValueError: If values are stored in another way, or end behind the end of the file.
    """
    created = stored.id.get_create_plist()
    if created.get_layout() != h5py.h5d.CONTIGUOUS or created.get_nfilters() > 0:
        raise ValueError(f"dataset {name} is chunked or compressed and cannot be mapped")
    if created.get_external_count() > 0:
        raise ValueError(f"the values of dataset {name} are in another file")
    shape, dtype = stored.shape, stored.dtype
    if not shape or not storable(dtype):
        raise ValueError(
            f"dataset {name} has the type {dtype} and the shape {shape}, which are never written"
        )
    count = math.prod(shape)  # Python integers, which no shape can overflow
    if count == 0:
        return 0, shape, dtype
    offset = stored.id.get_offset()
    if offset is None:
        raise ValueError(f"dataset {name} has no values")
    end = offset + count * dtype.itemsize
    if end > size:
        raise ValueError(f"truncated: dataset {name} should end at byte {end} of {size}")
    return offset, shape, dtype


def room(name: str, stored: Any) -> tuple[tuple[int, ...], Any]:
    """Return the shape and dtype of an attribute, after a check of its size.

    Args:
        name: Name of the attribute.
        stored: The attribute.

    Raises:
        ValueError: If the type or size is never written.
    """
    shape, dtype = stored.shape, stored.dtype
    if shape is None or dtype.hasobject or math.prod(shape) * dtype.itemsize > LONGEST_ATTRIBUTE:
        raise ValueError(f"attribute {name} has a type or a size that is never written")
    return shape, dtype


_MAPPINGS = {"parameters", "parents"}  # written by the pipeline

# Maps in use: a file opened again, e.g. by several agents, is mapped once, and its pages count once.
_maps: WeakValueDictionary[tuple[object, ...], np.memmap[Any, np.dtype[Any]]] = WeakValueDictionary()


def read_table(path: Path, class_of: Callable[[str], type[Table]]) -> Table:
    """Return the table at `path`, of the class that `class_of` returns for its kind, with datasets mapped read-only.

    Args:
        path: Path of the file.
        class_of: Returns the class of a table for its kind, or raises ``TableError``.

    Raises:
        TableError: If the file is not HDF5, is cut short, has no schema attribute or another version of it, has datasets
            that cannot be mapped, or if anything but the datasets' values differs from its digest.
    """
    try:
        # Use one descriptor for header and maps: if the file is replaced, old offsets and new bytes cannot mix.
        with path.open("rb") as raw, _opened(raw) as file:
            _check_schema(path, file)
            datasets = members(file)
            of_file = _attributes(file)
            stated = of_file.pop(CONTENT_ATTRIBUTE, None)
            whole = None if stated is None else _text(decode_attribute(stated[()]))
            of_datasets = {name: _attributes(stored) for name, stored in datasets}
            arrays = {name: _map(raw, name, stored) for name, stored in datasets}
            _check_content(whole, of_file, arrays, of_datasets)
            attributes, said = _decoded(of_file), {name: _decoded(of_datasets[name]) for name in arrays}
            digests = {name: _text(of_dataset.pop(DIGEST_ATTRIBUTE)) for name, of_dataset in said.items()}
            for name in ("name", "kind"):
                check_name(_text(attributes[name]), name)
            for name in _MAPPINGS & attributes.keys():
                if not isinstance(attributes[name], dict):
                    raise ValueError(
                        f"attribute {name} is {quoted(attributes[name])}, where a mapping belongs"
                    )
    except (OSError, RuntimeError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise TableError(_damage(path, error)) from error
    return class_of(attributes["kind"])(path, attributes, arrays, said, digests, whole)


def _opened(raw: BinaryIO) -> Any:
    # HDF5 would search for a start farther inside the file, which nothing has checked.
    if not begins_as_hdf5(raw):
        raise ValueError("it does not begin as an HDF5 file does")
    return h5py.File(raw, "r")


def _check_schema(path: Path, file: Any) -> None:
    if SCHEMA_ATTRIBUTE not in file.attrs:
        raise TableError(
            f"{path} is HDF5 but not a table of pokerdata (it has no attribute {SCHEMA_ATTRIBUTE}): "
            "name a file that `pokerdata make` wrote"
        )
    found = decode_attribute(_attribute(file, SCHEMA_ATTRIBUTE)[()])
    if found not in (FIRST_SCHEMA, SCHEMA):
        older = found < FIRST_SCHEMA
        comparison = f"older than {FIRST_SCHEMA}" if older else f"newer than {SCHEMA}"
        remedy = "build it again" if older else "upgrade pokerdata, or rebuild it"
        raise TableError(
            f"{path} has table schema {found}, {comparison}; this pokerdata reads {FIRST_SCHEMA} and {SCHEMA}: "
            f"{remedy} with `pokerdata make {path.stem}`"
        )


def _check_content(stated: object, attributes: Arrays, arrays: Arrays, said: Mapping[str, Arrays]) -> None:
    covered = attributes[SCHEMA_ATTRIBUTE] != FIRST_SCHEMA
    if stated != (content_digest(attributes, arrays, said) if covered else None):
        raise ValueError(
            "its attributes, or the names, types or shapes of its datasets, differ from its content digest"
        )


def _map(raw: BinaryIO, name: str, stored: Any) -> np.ndarray[Any, np.dtype[Any]]:
    file = os.fstat(raw.fileno())
    offset, shape, dtype = place(name, stored, file.st_size)
    if offset == 0:
        empty = np.empty(shape, dtype)
        empty.flags.writeable = False
        return empty
    # A mapped file keeps its number, so one key means the same bytes.
    key = (file.st_dev, file.st_ino, file.st_mtime_ns, offset, dtype, shape)
    found = _maps.get(key)
    if found is None:
        found = _maps[key] = np.memmap(raw, dtype=dtype, mode="r", offset=offset, shape=shape)
    return found.view()


def _attributes(source: Any) -> dict[str, np.ndarray[Any, np.dtype[Any]]]:
    return {name: _attribute(source, name) for name in sorted(source.attrs)}


def _attribute(source: Any, name: str) -> np.ndarray[Any, np.dtype[Any]]:
    """Return the value as stored, with its dtype and shape."""
    stored = source.attrs.get_id(name)
    value = np.empty(*room(name, stored))
    stored.read(value)
    return value


def _decoded(attributes: Arrays) -> dict[str, Any]:
    return {name: decode_attribute(value[()]) for name, value in attributes.items()}


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} stands where text should")
    return value


def _damage(path: Path, error: Exception) -> str:
    remedy = f"Build it again, e.g. with `pokerdata make {path.stem}`"
    text = " ".join(str(error).split())
    if "truncated" in text:
        return f"{path} is truncated ({path.stat().st_size} bytes are there; {text}). {remedy}"
    if isinstance(error, PermissionError):
        return f"{path} cannot be read: permission denied"
    if not is_hdf5(path):
        return (
            f"{path} is damaged or not a table: it does not begin as an HDF5 file does. Name a file that "
            f"`pokerdata make` wrote; if it was one, build it again, e.g. with `pokerdata make {path.stem}`"
        )
    return f"{path} is damaged: {text}. {remedy}"


_REFUSED = 3  # exit code, different from Python's own exit codes
_MEMORY = 4 << 30  # bytes of address space in addition to the file


def check_file(path: str | os.PathLike[str], *, seconds: float = 60.0) -> None:
    """Check a file of unknown origin in a separate process: open it, and compare all values with their digests.

    The headers of a table have checksums, which HDF5 compares before it reads them. So `open_table` rejects accidental
    damage. A malicious file has correct checksums, and may trigger bugs of the HDF5 library that crash a process. A server
    calls this function before it opens a file from a stranger. A crash, an endless loop or an excessive claim of memory then
    ends the other process, and this function raises an error. It takes some 0.3 s, and the time to read the file once.

    It does not show that the numbers are right: strangers can make their own tables, with their own digests.

    Args:
        path: The file.
        seconds: Time limit; for large files at least as long as reading them takes.

    Raises:
        TableError: If the file is missing, is not a table, is damaged, or crashes the process that reads it.
    """
    path = Path(path)
    if not path.is_file():
        raise TableError(
            f"there is no table at {path}: expected the path of an .h5 file; e.g. river_strength.h5"
        )
    if not sys.executable:
        raise PokerdataError(
            "check_file: expected a Python to start in another process, got none in sys.executable"
        )
    # Not -m, which warns about a module that its package has imported.
    program = f"import sys; from {__name__} import _main; sys.exit(_main(sys.argv[1]))"
    command = [sys.executable, "-c", program, os.fspath(path)]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONSAFEPATH": "1",
        "OPENBLAS_NUM_THREADS": "1",  # NumPy's threads take address space, which is the limit here
    }
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=seconds,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise TableError(f"{path} is refused: reading it took more than {seconds:g} s") from None
    if done.returncode == 0:
        return
    said = done.stderr.decode("utf-8", "replace").strip()
    if done.returncode == _REFUSED:
        raise TableError(said.splitlines()[-1])
    how = _signal(-done.returncode) if done.returncode < 0 else (said.splitlines() or ["no word"])[-1]
    raise TableError(f"{path} is damaged or made to harm: reading it ended a process ({how}). Do not open it")


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _main(name: str) -> int:
    path = Path(name)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    memory = _MEMORY + path.stat().st_size
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard < 0 else min(memory, hard), hard))
    warnings.simplefilter("ignore")  # about tables of schema 1; the process that opens the file warns
    try:
        with read_table(path, lambda _: Table) as table:
            table.verify()
    except TableError as error:
        print(error, file=sys.stderr)
        return _REFUSED
    return 0
