"""Malicious files: anything that HDF5 can express, with valid digests and checksums."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from fuzzing.signing import sign
from pokerdata.pipeline.store import write_table

_MASK = 0xFFFFFFFF


def table(path: Path) -> Path:
    """Write a small valid table."""
    arrays = {"a": np.arange(77, dtype="<u2"), "b": np.arange(12, dtype="<f8").reshape(3, 4)}
    write_table(path, name="t", kind="toy", arrays=arrays, attributes={"x": 1})
    return path


def crafted(path: Path, edit: Callable[[h5py.File], Any]) -> Path:
    """Write an edited table with the content digest of its new content, if that can be read."""
    with h5py.File(table(path), "r+") as file:
        edit(file)
        sign(file)
    return path


def in_headers(content: bytes, old: bytes, new: bytes) -> bytes:
    """Replace bytes in object headers, and correct the checksums of these headers."""
    found = bytearray(content)
    places = [at for at in range(len(content)) if content.startswith(old, at)]
    assert places
    for at in places:
        start = content.rfind(b"OHDR", 0, at)
        found[at : at + len(new)] = new
        end = start + header_length(content, start)
        found[end : end + 4] = lookup3(bytes(found[start:end])).to_bytes(4, "little")
    return bytes(found)


def header_length(content: bytes, start: int) -> int:
    """Return the bytes of an object header of version 2 before its checksum."""
    flags, at = content[start + 5], start + 6
    at += 16 if flags & 0x20 else 0
    at += 4 if flags & 0x10 else 0
    width = 1 << (flags & 3)
    return at + width + int.from_bytes(content[at : at + width], "little") - start


def lookup3(data: bytes) -> int:
    """Return HDF5's checksum: Bob Jenkins' lookup3, little-endian, from 0."""
    a = b = c = (0xDEADBEEF + len(data)) & _MASK
    words = [int.from_bytes(data[k : k + 4], "little") for k in range(0, len(data), 4)]
    words += [0] * (-len(words) % 3)
    for k in range(0, len(words) - 3, 3):
        a, b, c = (a + words[k]) & _MASK, (b + words[k + 1]) & _MASK, (c + words[k + 2]) & _MASK
        a, c = (a - c) & _MASK ^ _turned(c, 4), (c + b) & _MASK
        b, a = (b - a) & _MASK ^ _turned(a, 6), (a + c) & _MASK
        c, b = (c - b) & _MASK ^ _turned(b, 8), (b + a) & _MASK
        a, c = (a - c) & _MASK ^ _turned(c, 16), (c + b) & _MASK
        b, a = (b - a) & _MASK ^ _turned(a, 19), (a + c) & _MASK
        c, b = (c - b) & _MASK ^ _turned(b, 4), (b + a) & _MASK
    if words:
        a, b, c = ((x + y) & _MASK for x, y in zip((a, b, c), words[-3:], strict=True))
        c = ((c ^ b) - _turned(b, 14)) & _MASK
        a = ((a ^ c) - _turned(c, 11)) & _MASK
        b = ((b ^ a) - _turned(a, 25)) & _MASK
        c = ((c ^ b) - _turned(b, 16)) & _MASK
        a = ((a ^ c) - _turned(c, 4)) & _MASK
        b = ((b ^ a) - _turned(a, 14)) & _MASK
        c = ((c ^ b) - _turned(b, 24)) & _MASK
    return c


def _turned(x: int, bits: int) -> int:
    return (x << bits | x >> 32 - bits) & _MASK


def _external_values(file: h5py.File) -> None:
    file.create_dataset("c", (100,), "u1", external=[("secret", 0, 100)])


def _virtual(file: h5py.File) -> None:
    layout = h5py.VirtualLayout((100,), "<i8")
    layout[:] = h5py.VirtualSource("secret.h5", "s", (100,))
    file.create_virtual_dataset("c", layout)


def _circle(file: h5py.File) -> None:
    file.create_group("c")
    file["c/d"] = file["/"]


def _filter(number: int) -> Callable[[h5py.File], None]:
    def edit(file: h5py.File) -> None:
        created = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
        created.set_chunk((10,))
        created.set_filter(number, h5py.h5z.FLAG_OPTIONAL, (1, 2))
        h5py.h5d.create(file.id, b"c", h5py.h5t.STD_U8LE, h5py.h5s.create_simple((100,)), created)

    return edit


def _compact(file: h5py.File) -> None:
    created = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
    created.set_layout(h5py.h5d.COMPACT)
    h5py.h5d.create(file.id, b"c", h5py.h5t.STD_U8LE, h5py.h5s.create_simple((100,)), created)


def _typed(dtype: Any) -> Callable[[h5py.File], Any]:
    return lambda file: file.create_dataset("c", data=np.zeros(3, dtype))


def _linked(link: Any) -> Callable[[h5py.File], None]:
    def edit(file: h5py.File) -> None:
        file["c"] = link

    return edit


#: Edits, and words of the error message.
EDITS: dict[str, tuple[Callable[[h5py.File], Any], str]] = {
    "an external link": (_linked(h5py.ExternalLink("secret.h5", "/s")), r"c is a link \(external\)"),
    "an external link to a fifo": (_linked(h5py.ExternalLink("fifo", "/s")), r"c is a link \(external\)"),
    "a soft link": (_linked(h5py.SoftLink("/a")), r"c is a link \(soft\)"),
    "a soft link to nothing": (_linked(h5py.SoftLink("/nothing")), r"c is a link \(soft\)"),
    "a soft link to itself": (_linked(h5py.SoftLink("/c")), r"c is a link \(soft\)"),
    "a group": (lambda file: file.create_group("c"), "c is not a dataset"),
    "groups in a circle": (_circle, "c is not a dataset"),
    "the root in itself": (lambda file: _linked(file["/"])(file), "c is not a dataset"),
    "a type with a name": (_linked(np.dtype("u2")), "c is not a dataset"),
    "values in another file": (_external_values, "the values of dataset c are in another file"),
    "a virtual dataset": (_virtual, "dataset c is chunked or compressed"),
    "a compressed dataset": (
        lambda file: file.create_dataset("c", data=np.zeros(100), compression="gzip"),
        "dataset c is chunked or compressed",
    ),
    "a filter of a plugin": (_filter(32_000), "dataset c is chunked or compressed"),
    "a compact dataset": (_compact, "dataset c is chunked or compressed"),
    "a petabyte that was never written": (
        lambda file: file.create_dataset("c", (2**50,), "u1"),
        "dataset c has no values",
    ),
    "chunks of a terabyte": (
        lambda file: file.create_dataset("c", (2**40,), "u1", chunks=(2**20,), maxshape=(None,)),
        "dataset c is chunked or compressed",
    ),
    "texts of 2 GB": (lambda file: file.create_dataset("c", (1,), "S2000000000"), "dataset c has no values"),
    "texts of any length": (
        lambda file: file.create_dataset("c", data=["a", "b"], dtype=h5py.string_dtype()),
        "dataset c has the type object",
    ),
    "sequences of any length": (
        lambda file: file.create_dataset("c", (3,), h5py.vlen_dtype(np.dtype("u1"))),
        "dataset c has the type object",
    ),
    "references": (
        lambda file: file.create_dataset("c", data=[file["a"].ref], dtype=h5py.ref_dtype),
        "dataset c has the type object",
    ),
    "a compound type": (_typed([("a", "u1"), ("b", "f4")]), "dataset c has the type"),
    "an array type": (
        lambda file: file.create_dataset("c", (3,), np.dtype(("u1", (1000, 1000)))),
        "dataset c has the type",
    ),
    "complex numbers": (_typed("c8"), "dataset c has the type complex64"),
    "numbers in the other order": (_typed(">u2"), "dataset c has the type >u2"),
    "a dataset without axes": (_linked(3.0), r"dataset c has the type float64 and the shape \(\)"),
    "a dataset without a space": (
        lambda file: file.create_dataset("c", data=h5py.Empty("f")),
        "dataset c has the type float32 and the shape None",
    ),
    "an attribute of any length": (lambda file: file.attrs.create("y", "text"), "attribute y has a type"),
    "an attribute without a space": (
        lambda file: file.attrs.create("y", h5py.Empty("f")),
        "attribute y has a type",
    ),
    "an attribute that is a reference": (
        lambda file: file.attrs.create("y", file["a"].ref),
        "attribute y has a type",
    ),
}
