"""The lock of a folder of tables, when it is not available."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from pathlib import Path

import pytest

from pokerdata.errors import TableError
from pokerdata.pipeline.records import locked


def flock(code: int) -> object:
    def fails(*_: object) -> None:
        raise OSError(code, os.strerror(code))

    return fails


def test_a_file_that_may_not_be_written(tmp_path: Path) -> None:
    (tmp_path / ".lock").mkdir()
    with pytest.raises(TableError, match=r"cannot hold .*\.lock: Is a directory; expected"), locked(tmp_path):
        pass


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOSYS])
def test_file_systems_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    monkeypatch.setattr(fcntl, "flock", flock(code))
    with pytest.warns(UserWarning, match=r"\.lock cannot be locked \(.*take care"), locked(tmp_path):
        assert (tmp_path / ".lock").read_text().startswith(f"{os.getpid()} on ")


@pytest.mark.parametrize("code", [errno.EAGAIN, errno.EACCES])
def test_one_that_another_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    (tmp_path / ".lock").write_text("7 on there\n")
    monkeypatch.setattr(fcntl, "flock", flock(code))
    with pytest.raises(TableError, match=r"\(process 7 on there\) is at work in"), locked(tmp_path):
        pass


def test_locks_that_other_machines_do_not_see(tmp_path: Path) -> None:
    (tmp_path / ".lock").write_text("7 on there\n")
    names = pytest.warns(
        UserWarning, match=r"\.lock names process 7 on there, which was killed or is still at"
    )
    with names, locked(tmp_path):
        assert (tmp_path / ".lock").read_text().startswith(f"{os.getpid()} on ")


def test_no_word_about_one_that_ended_or_was_killed_here(
    tmp_path: Path, recwarn: pytest.WarningsRecorder
) -> None:
    path = tmp_path / ".lock"
    with locked(tmp_path):
        shutil.copy(path, tmp_path / "as when it is killed")
    assert path.read_text() == ""
    with pytest.raises(FileNotFoundError), locked(tmp_path):
        (tmp_path / "nowhere").read_text()
    assert path.read_text() == ""
    (tmp_path / "as when it is killed").replace(path)
    with locked(tmp_path):
        pass
    assert not recwarn.list


@pytest.mark.parametrize("kind", ["symbolic", "hard", "foreign"])
def test_a_lock_that_is_not_ours_keeps_its_content(tmp_path: Path, kind: str) -> None:
    important, tables = tmp_path / "important", tmp_path / "tables"
    tables.mkdir()
    important.write_text("years of work\n" if kind != "hard" else "12 on there\n")
    before, lock = important.read_bytes(), tables / ".lock"
    if kind == "symbolic":
        lock.symlink_to(important)
    elif kind == "hard":
        lock.hardlink_to(important)
    else:
        important.rename(lock)
        important = lock
    with pytest.raises(TableError, match=r"\.lock"), locked(tables):
        pass
    assert important.read_bytes() == before
