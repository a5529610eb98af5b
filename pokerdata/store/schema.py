"""What every table has in common: schema version, reserved attributes, and which values may be stored."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from pokerdata.support.text import quoted

SCHEMA = 2
FIRST_SCHEMA = 1  # can be read still; has no content digest
SCHEMA_ATTRIBUTE = "pokerdata_schema"
DIGEST_ATTRIBUTE = "sha256"  # of a dataset
CONTENT_ATTRIBUTE = "content_sha256"  # of the file
RESERVED = frozenset({SCHEMA_ATTRIBUTE, CONTENT_ATTRIBUTE, "name", "kind"})  # of the file

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
LONGEST_ATTRIBUTE = 60_000  # bytes; the file format ends at 64 KiB


def check_name(name: str, what: str) -> None:
    """Check a name of a table, a dataset or an attribute.

    Args:
        name: Letters, digits and _, a letter first.
        what: What it names, for the error.

    Raises:
        ValueError: If it is another.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(
            f"{what}: expected letters, digits and _, a letter first, got {quoted(name)}; e.g. 'river_strength'"
        )


def storable(dtype: np.dtype[Any]) -> bool:
    """Whether a dataset may have a dtype."""
    fits = dtype.kind in "iubS" or (dtype.kind == "f" and dtype.itemsize <= 8)
    return fits and dtype.byteorder != ">" and dtype.itemsize > 0


def checked_array(name: str, array: Any) -> np.ndarray[Any, np.dtype[Any]]:
    """`array` in C order, if its dtype can be stored: little-endian integers and floats, bool, fixed strings.

    Args:
        name: Of the dataset, for errors.
        array: What is to be stored, of any shape but ().

    Raises:
        ValueError: For another dtype, and for an array without axes.
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
    """What is stored for an attribute: text, a number, a list of either, or JSON text for a mapping.

    Args:
        name: Of the attribute.
        value: Its value.

    Raises:
        ValueError: For another name or value, and for one longer than 60,000 bytes.
    """
    check_name(name, "attribute name")
    encoded = _encode(name, value)
    if encoded.nbytes > LONGEST_ATTRIBUTE:
        raise ValueError(
            f"attribute {name!r} has {encoded.nbytes} bytes, at most {LONGEST_ATTRIBUTE} fit: use a dataset"
        )
    return encoded


def decode_attribute(value: Any) -> Any:
    """The inverse of `encode_attribute`, except that tuples and arrays come back as lists."""
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
    # Of fixed length, so HDF5 keeps them in its header; those of variable length sit in a heap that it reads
    # without checks, so that a damaged file could crash the process.
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
