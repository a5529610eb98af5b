"""Mapped files that another program truncates or overwrites in place; `pokerdata` never does that."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from helpers import environment
from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table, write_table

pytestmark = [pytest.mark.faults, pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")]

#: Opens a table, changes its file, and verifies it: through the library or the command.
READER = """
import os, shutil, sys
from pathlib import Path
from pokerdata.cli import main
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.table import Table

path, how, what = Path(sys.argv[1]), sys.argv[2], sys.argv[3]


def harm():
    if what == "truncate":
        os.truncate(path, 8192)
    elif what == "cp":
        shutil.copyfile(path.with_name("small.h5"), path)  # opens the file and cuts it
    elif what == "kill":
        os.kill(os.getpid(), 7)


if how == "library":
    table = open_table(path)
    harm()
    table.verify()
else:
    verify = Table.verify

    def harmed(self):
        harm()
        verify(self)

    Table.verify = harmed
    sys.exit(main(["verify", path.stem, "--tables", str(path.parent)]))
"""


def write(path: Path, count: int) -> None:
    write_table(path, name="t", kind="toy", arrays={"x": np.arange(count, dtype="<u4")}, attributes={})


def reader(path: Path, how: str, what: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", READER, str(path), how, what],
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "t.h5", 1_000_000)
    write(tmp_path / "small.h5", 10)
    return tmp_path / "t.h5"


@pytest.mark.slow
@pytest.mark.parametrize("what", ["truncate", "cp"])
def test_a_command_says_which_file_was_cut(path: Path, what: str) -> None:
    done = reader(path, "command", what)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"error: {path} was cut short, or its disk failed, while it was read: expected ")


def test_a_library_is_ended_by_the_system(path: Path) -> None:
    done = reader(path, "library", "truncate")
    assert (done.returncode, done.stderr) == (-signal.SIGBUS, "")


@pytest.mark.slow
def test_nothing_happens_to_whole_files_and_other_signals_do_what_they_did(path: Path) -> None:
    assert reader(path, "command", "nothing").returncode == 0
    assert reader(path, "command", "kill").returncode == -signal.SIGBUS


def test_values_that_are_written_over_are_seen_and_found(path: Path) -> None:
    with open_table(path) as table:
        content = bytearray(path.read_bytes())
        content[-4:] = b"\xff" * 4
        with path.open("r+b") as file:
            file.write(content)
        assert table["x"][-1] == 2**32 - 1
        with pytest.raises(TableError, match="the content of x differs from its digest"):
            table.verify()


def test_copies_by_name_do_no_harm(path: Path) -> None:
    """The documentation recommends copies."""
    with open_table(path) as table:
        path.with_name("small.h5").replace(path)
        assert table["x"][-1] == 999_999
        table.verify()
