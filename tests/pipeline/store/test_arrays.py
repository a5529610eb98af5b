"""Files of arrays: round trips, and files made to fill the memory or to stall a reader."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import numpy as np
import pytest

from pokerdata.errors import TableError
from pokerdata.pipeline.store.arrays import load_arrays, save_arrays
from pokerdata.solving import RunState


def test_arrays_come_back(tmp_path: Path) -> None:
    given = {"a": np.arange(5), "b": np.zeros((0, 3), "<f4"), "c": np.array("text")}
    save_arrays(tmp_path / "x.npz", given)
    found = load_arrays(tmp_path / "x.npz")
    assert found.keys() == given.keys()
    for name, array in given.items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)


def test_an_archive_that_unpacks_to_more_than_it_has(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    np.savez_compressed(path, a=np.zeros(1 << 20))
    assert path.stat().st_size < 20_000
    with pytest.raises(TableError, match="compressed"):
        load_arrays(path)
    with pytest.raises(TableError, match="compressed"):
        RunState.load(path)


def test_members_that_share_their_bytes(tmp_path: Path) -> None:
    """Twenty entries of the directory point to the same array."""
    path = tmp_path / "x.npz"
    with zipfile.ZipFile(path, "w") as archive:
        with archive.open("a0.npy", "w") as file:
            np.save(file, np.zeros(1000))
        (first,) = archive.filelist
        for number in range(1, 20):
            again = zipfile.ZipInfo(f"a{number}.npy")
            for name in ("CRC", "compress_size", "file_size", "header_offset", "external_attr"):
                setattr(again, name, getattr(first, name))
            archive.filelist.append(again)
    with pytest.raises(TableError, match="claim more than it has"):
        load_arrays(path)


def test_a_pipe_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.npz")
    with pytest.raises(TableError, match="cannot read the arrays"):
        load_arrays(tmp_path / "x.npz")
