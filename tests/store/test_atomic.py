"""Whose fault it is when a file cannot be written."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from pokerdata.errors import CapacityError, TableError
from pokerdata.store.atomic import replacing


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
        pytest.raises(TableError, match=r"cannot write .*: File exists"),
        replacing(tmp_path / "file" / "x"),
    ):
        pass
    with pytest.raises(CapacityError, match="the disk is full"), replacing(tmp_path / "x") as temporary:
        raise OSError(errno.ENOSPC, "No space left on device", str(temporary))
    with pytest.raises(CapacityError, match="the disk is full"), replacing(tmp_path / "x"):
        raise OSError(errno.ENOSPC, "No space left on device")  # as HDF5 tells it
