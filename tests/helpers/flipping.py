"""Flip single bits of a table, one at a time, and print each outcome.

This is a program of its own, because a damaged file might kill or hang the process that reads it:
python -m helpers.flipping TABLE SEED COUNT. It prints a line for each flip: byte, bit, and "found" (opening
or verifying fails), "harmless" (no readable content changed) or "ESCAPED". Half of the flips are outside the
values of datasets.
"""

import hashlib
import random
import resource
import signal
import sys
import warnings
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table

SECONDS = 20  # per flip
MEMORY = 8 << 30  # bytes of address space


def seen(path: Path) -> list[Any]:
    """Return the content of a table as our reader and as other HDF5 readers show it."""
    with open_table(path) as table:
        ours = [
            type(table),
            table.name,
            table.kind,
            table.content_digest,
            repr(table.attributes),
            table.digests,
        ]
        for name in table.keys():  # noqa: SIM118 - a table is no mapping
            array = table[name]
            value = hashlib.sha256(np.ascontiguousarray(array).tobytes()).digest()
            ours += [name, array.dtype, array.shape, value, repr(dict(table.dataset_attributes(name)))]
    with h5py.File(path) as file:
        theirs: list[Any] = [attributes(file)]
        for name, stored in sorted(file.items()):
            properties = (
                stored.maxshape,
                stored.chunks,
                stored.compression,
                stored.external,
                stored.is_virtual,
            )
            theirs += [name, stored.id.get_type().encode(), stored.shape, properties, attributes(stored)]
            theirs += [np.asarray(stored.fillvalue).tobytes(), stored.id.get_offset()]
    return [ours, theirs]


def attributes(owner: Any) -> list[Any]:
    """Return names, types, shapes and bytes as they are stored."""
    found = []
    for name in sorted(owner.attrs):
        stored = owner.attrs.get_id(name)
        value = np.empty(stored.shape, stored.dtype)
        stored.read(value)
        found.append((name, stored.get_type().encode(), value.dtype, value.shape, value.tobytes()))
    return found


def places(path: Path) -> np.ndarray:
    """Return the bytes that are no dataset's values."""
    free = np.ones(path.stat().st_size, dtype=bool)
    with h5py.File(path) as file:
        for stored in file.values():
            offset = stored.id.get_offset()
            free[offset : offset + stored.nbytes] = False
    return np.flatnonzero(free)


def outcome(path: Path, sound: list[Any]) -> str:
    """Return the outcome for a reader of the file at `path`, given its `sound` content."""
    try:
        with open_table(path) as table:
            table.verify()
    except TableError:
        return "found"
    try:
        return "harmless" if seen(path) == sound else "ESCAPED"
    # Our reader did not complain, but others do.
    except (OSError, RuntimeError, ValueError, TypeError, KeyError):
        return "ESCAPED"


def main(path: Path, seed: int, count: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")  # tables of schema 1 warn
    sound, chosen, free, size = seen(path), random.Random(seed), places(path), path.stat().st_size
    with path.open("r+b") as file:
        for k in range(count):
            place = int(free[chosen.randrange(len(free))]) if k % 2 else chosen.randrange(size)
            bit = chosen.randrange(8)
            file.seek(place)
            (byte,) = file.read(1)
            print(place, bit, end=" ", flush=True)
            for value in (byte ^ 1 << bit, byte):
                file.seek(place)
                file.write(bytes([value]))
                file.flush()
                if value != byte:
                    signal.alarm(SECONDS)
                    print(outcome(path, sound), flush=True)
                    signal.alarm(0)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
