"""Malicious files are refused by their own statements, without opening or reading other files."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pytest

from helpers import environment
from helpers.crafting import EDITS, crafted, header_length, in_headers, lookup3, table
from helpers.documents import block
from pokerdata.errors import TableError
from pokerdata.pipeline.store import check_file, open_table


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Write files that malicious tables refer to, in the working folder of the test."""
    with h5py.File(tmp_path / "secret.h5", "w") as file:
        file["s"] = np.arange(100)
    (tmp_path / "secret").write_bytes(bytes(100))
    os.mkfifo(tmp_path / "fifo")  # opening it blocks forever
    monkeypatch.chdir(tmp_path)


def watched(path: Path, code: str) -> list[str]:
    """Return the output of code run on a table, and the other files that it has read."""
    program = f"""
import os, sys
before = {{p: os.stat(p).st_atime_ns for p in ("secret", "secret.h5")}}
for p in before:
    os.utime(p, ns=(0, 0))  # so that any reading moves it, also where times are written seldom
{code}
print([p for p in before if os.stat(p).st_atime_ns != 0])
"""
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.splitlines()


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.parametrize(("edit", "words"), EDITS.values(), ids=EDITS.keys())
def test_what_is_never_written_is_refused(edit: Any, words: str, tmp_path: Path) -> None:
    path = crafted(tmp_path / "t.h5", edit)
    with pytest.raises(TableError, match=rf"t\.h5 is damaged: .*{words}"):
        open_table(path)


@pytest.mark.usefixtures("elsewhere")
def test_links_and_values_elsewhere_are_not_followed(tmp_path: Path) -> None:
    names = ("an external link", "values in another file", "a virtual dataset")
    for number, name in enumerate(names):
        crafted(tmp_path / f"t{number}.h5", EDITS[name][0])
    code = """
from pokerdata.pipeline.store import open_table
from pokerdata.errors import TableError
for number in range(3):
    try:
        open_table(f"{sys.argv[1]}/t{number}.h5")
    except TableError:
        print("refused")
"""
    assert watched(tmp_path, code) == [*["refused"] * 3, "[]"]
    assert watched(tmp_path, "print('read')\nopen('secret').read()") == ["read", "['secret']"], "it is seen"


def test_checksums_are_those_of_hdf5(tmp_path: Path) -> None:
    """The other tests would be void if HDF5 rejected a wrong checksum."""
    content = table(tmp_path / "t.h5").read_bytes()
    starts = [at for at in range(len(content)) if content.startswith(b"OHDR", at)]
    assert len(starts) == 3
    for start in starts:
        end = start + header_length(content, start)
        assert lookup3(content[start:end]).to_bytes(4, "little") == content[end : end + 4]


CLAIMED = (78, 2**20, 2**31, 2**50, 2**62, 2**63 + 77, 2**64 - 1)  # numbers, instead of 77


def claiming(path: Path, claimed: int) -> Path:
    """Return a table that claims a number of values, with valid checksums: HDF5 believes it."""
    old, new = ((77).to_bytes(8, "little"), claimed.to_bytes(8, "little"))
    path.write_bytes(in_headers(table(path).read_bytes(), old, new))
    return path


@pytest.mark.parametrize("claimed", CLAIMED)
def test_claims_of_more_than_the_file_has_are_refused(tmp_path: Path, claimed: int) -> None:
    """2**63 + 77 values of two bytes wrap around to 77."""
    with pytest.raises(TableError, match=r"t\.h5 is (damaged|truncated)"):
        open_table(claiming(tmp_path / "t.h5", claimed))


#: Opens tables one after another, and prints by how many bytes each increases the process's peak address
#: space.
GROWTH = """
import re, sys
from pathlib import Path
from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table

def peak():
    return 1024 * int(re.search(r"VmPeak:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])

open_table(sys.argv[1]).verify()
for path in sys.argv[2:]:
    before = peak()
    try:
        open_table(path)
    except TableError:
        print(path, peak() - before)
before = peak()
kept = memoryview(bytes(200_000_000))
print("seen", peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
@pytest.mark.usefixtures("elsewhere")
def test_what_files_claim_is_not_allocated(tmp_path: Path) -> None:
    """Address space that is never touched counts, too."""
    paths = [claiming(tmp_path / f"claim{n}.h5", claimed) for n, claimed in enumerate(CLAIMED)]
    paths += [crafted(tmp_path / f"edit{n}.h5", edit) for n, (edit, _) in enumerate(EDITS.values())]
    done = subprocess.run(
        [sys.executable, "-c", GROWTH, str(table(tmp_path / "t.h5")), *map(str, paths)],
        env=environment(),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    *grown, (seen, much) = [line.split() for line in done.stdout.splitlines()]
    assert (seen, int(much) > 150_000_000) == ("seen", True)
    assert [path for path, _ in grown] == [str(path) for path in paths], "all are refused"
    assert max(int(size) for _, size in grown) < 8_000_000


def test_a_sound_file_passes(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    check_file(table(tmp_path / "t.h5"))
    assert capfd.readouterr() == ("", "")


def test_the_example_of_the_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table(tmp_path / "from_a_stranger.h5")
    exec(compile(block("docs/faults.md", "check"), "faults.md", "exec"), {})
    crafted(tmp_path / "from_a_stranger.h5", EDITS["texts of any length"][0])
    with pytest.raises(TableError, match="dataset c has the type object"):
        exec(compile(block("docs/faults.md", "check"), "faults.md", "exec"), {})


def test_a_damaged_file_is_told_as_when_it_is_opened(tmp_path: Path) -> None:
    path = table(tmp_path / "t.h5")
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    open_table(path)
    with pytest.raises(TableError, match=r"^\S*t\.h5 is damaged: the content of b differs from its digest"):
        check_file(path)
    with pytest.raises(TableError, match="there is no table at"):
        check_file(tmp_path / "u.h5")


def ending(tmp_path: Path, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Simulate a fault of HDF5 that affects a process reading a table."""
    (tmp_path / "fault").mkdir()
    (tmp_path / "fault" / "sitecustomize.py").write_text(
        "import sys\n"
        "class Fault:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'h5py._hl.attrs':\n"
        f"            {code}\n"
        "sys.meta_path.insert(0, Fault())\n"
    )
    monkeypatch.syspath_prepend(tmp_path / "fault")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "words"),
    [
        (
            "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)",
            r"reading it ended a process \(SIGSEGV\)",
        ),
        ("import os; os.abort()", r"reading it ended a process \(SIGABRT\)"),
        ("raise MemoryError('of what it claims')", "MemoryError: of what it claims"),
        ("import time; time.sleep(60)", "reading it took more than 2 s"),
    ],
)
def test_a_crash_of_hdf5_ends_another_process(
    tmp_path: Path, code: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = table(tmp_path / "t.h5")
    ending(tmp_path, code, monkeypatch)
    with pytest.raises(TableError, match=words):
        check_file(path, seconds=2)


def test_a_file_without_checksums_is_read_in_another_process_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = tmp_path / "old.h5"
    with h5py.File(table(tmp_path / "t.h5")) as file, h5py.File(old, "w", libver="earliest") as copy:
        for name, value in file.attrs.items():
            copy.attrs.create(name, value, dtype=file.attrs.get_id(name).dtype)
        for name in file:
            file.copy(name, copy)
    assert open_table(old) == open_table(tmp_path / "t.h5")
    ending(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", monkeypatch)
    assert open_table(tmp_path / "t.h5").name == "t", "with checksums, here"
    assert open_table(old).name == "t", "once"
    os.utime(old)
    with pytest.raises(TableError, match=signal.SIGSEGV.name):
        open_table(old)


@pytest.mark.parametrize("checked", ["", "1"])
def test_what_begins_later_is_refused_before_hdf5_sees_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checked: str
) -> None:
    """HDF5 also looks for a header at byte 512, if no other process has checked the file first."""
    whole = table(tmp_path / "t.h5").read_bytes()
    path = tmp_path / "later.h5"
    path.write_bytes(bytes(512) + whole)
    with h5py.File(path) as file:
        assert "kind" in file.attrs, "else it would show nothing"
    monkeypatch.setenv("POKERDATA_CHECK_FILES", checked)
    monkeypatch.setattr(h5py, "File", None)
    with pytest.raises(TableError, match=r"later\.h5 is damaged or not a table: it does not begin as"):
        open_table(path)


def test_every_file_is_read_in_another_process_where_that_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server needs this, because malicious files have valid checksums."""
    path = table(tmp_path / "t.h5")
    ending(tmp_path, "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", monkeypatch)
    assert open_table(path).name == "t"
    monkeypatch.setenv("POKERDATA_CHECK_FILES", "1")
    with pytest.raises(TableError, match=signal.SIGSEGV.name):
        open_table(path)


@pytest.mark.parametrize("name", ["parameters", "parents"])
def test_what_the_pipeline_writes_is_a_mapping(name: str, tmp_path: Path) -> None:
    path = crafted(tmp_path / "t.h5", lambda file: file.attrs.create(name, np.bytes_(b"text")))
    with pytest.raises(TableError, match=f"attribute {name} is .*where a mapping belongs"):
        open_table(path)
