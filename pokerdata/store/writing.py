"""Writing a table: contiguous, uncompressed, little-endian HDF5 whose bytes depend on its content alone."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from pokerdata.store.atomic import replacing
from pokerdata.store.digest import content_digest, data_digest
from pokerdata.store.schema import (
    CONTENT_ATTRIBUTE,
    DIGEST_ATTRIBUTE,
    RESERVED,
    SCHEMA,
    SCHEMA_ATTRIBUTE,
    check_name,
    checked_array,
    encode_attribute,
)

_NONE: Mapping[str, Mapping[str, object]] = {}
_MOST_ATTRIBUTES = 65_535  # that HDF5 keeps in a header


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
        path: Where the file goes; its folder is made if it is not there.
        name: Name of the table, which `open_table` compares with the name it was asked for.
        kind: What sort of table it is; decides the class that `open_table` returns.
        arrays: By name, arrays with axes, of little-endian integers or floats, bool or fixed strings.
        attributes: What a stranger should know of the table; only what its content determines (no times).
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
    with replacing(Path(path)) as temporary, _created(temporary) as file:
        _set_attributes(file, of_file)
        for dataset, array in contents.items():
            stored = file.create_dataset(dataset, data=array, track_times=False)
            _set_attributes(stored, of_datasets[dataset])
    return digests


def table_file(path: str | os.PathLike[str], example: str) -> Path:
    """The path of a table that a user named; its stem is the table's name. To be asked before the content is made.

    Args:
        path: Ends in .h5.
        example: A name that the error shows.

    Raises:
        ValueError: If the path does not end in .h5.
    """
    path = Path(path)
    if path.suffix != ".h5":
        raise ValueError(f"path: expected a name that ends in .h5, got {str(path)!r}; e.g. {example!r}")
    return path


@contextmanager
def _created(path: Path) -> Iterator[h5py.File]:
    # The format of HDF5 1.8: the first with checksums of all headers, so that damage is found before it is parsed.
    # One format and a fixed alignment: the same bytes from every HDF5 version, and mappable offsets.
    access = h5py.h5p.create(h5py.h5p.FILE_ACCESS)
    access.set_libver_bounds(h5py.h5f.LIBVER_V18, h5py.h5f.LIBVER_V18)
    access.set_alignment(1, 64)
    access.set_file_locking(False, False)
    access.set_fclose_degree(h5py.h5f.CLOSE_STRONG)
    creation = h5py.h5p.create(h5py.h5p.FILE_CREATE)
    creation.set_obj_track_times(False)
    creation.set_attr_phase_change(_MOST_ATTRIBUTES, 0)  # all in the header, which has a checksum
    try:
        identifier = h5py.h5f.create(os.fsencode(path), h5py.h5f.ACC_TRUNC, creation, access)
        with h5py.File(identifier) as file:
            yield file
    except (OSError, RuntimeError) as error:
        # HDF5 names a full disk in its text alone, and as late as when it closes the file.
        if found := re.search(r"errno = (\d+)", str(error)):
            raise OSError(int(found[1]), os.strerror(int(found[1]))) from error
        raise


def _encoded(attributes: Mapping[str, object], reserved: set[str] | frozenset[str]) -> dict[str, Any]:
    if taken := reserved & set(attributes):
        raise ValueError(f"attributes {sorted(taken)} are written by the store: choose other names")
    return {name: np.asarray(encode_attribute(name, value)) for name, value in attributes.items()}


def _set_attributes(target: Any, attributes: Mapping[str, Any]) -> None:
    for name in sorted(attributes):
        target.attrs.create(name, attributes[name], dtype=attributes[name].dtype)
