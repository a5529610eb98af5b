"""Errors when a file cannot be written name their cause."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from pokerdata.errors import CapacityError, TableError
from pokerdata.pipeline.store.writing import check_writable, replacing


def test_an_error_of_another_file_is_not_told_as_one_of_this(tmp_path: Path) -> None:
    with (
        pytest.raises(FileNotFoundError, match=r"/no/such/font\.ttf"),
        replacing(tmp_path / "picture.png"),
    ):
        Path("/no/such/font.ttf").read_bytes()
    assert list(tmp_path.iterdir()) == []


def test_errors_of_this_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with (
        pytest.raises(TableError, match=r"cannot write .*: .*file is not a folder"),
        replacing(tmp_path / "file" / "x"),
    ):
        pass
    with pytest.raises(CapacityError, match="the disk is full"), replacing(tmp_path / "x") as temporary:
        raise OSError(errno.ENOSPC, "No space left on device", str(temporary))
    with pytest.raises(CapacityError, match="the disk is full"), replacing(tmp_path / "x"):
        raise OSError(errno.ENOSPC, "No space left on device")  # HDF5's form of the error


def test_a_file_that_could_not_be_written_is_refused_before_the_work(tmp_path: Path) -> None:
    there = tmp_path / "there.csv"
    there.write_bytes(b"mine")
    check_writable(there)
    check_writable(tmp_path / "folder" / "new.csv")
    assert there.read_bytes() == b"mine"
    assert not list(tmp_path.rglob(".*"))
    assert not (tmp_path / "folder" / "new.csv").exists()
    with pytest.raises(TableError, match="File name too long"):
        check_writable(tmp_path / f"{'n' * 250}.csv")
    with pytest.raises(TableError, match="not a regular file"):
        check_writable(tmp_path / "folder")
