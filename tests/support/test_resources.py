"""Memory limits of control groups of both versions, and the short texts of messages."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from pokerdata._support import resources
from pokerdata._support.costs import Cost
from pokerdata._support.text import bytes_text, columns, nearest, seconds_text
from pokerdata.errors import CapacityError
from pokerdata.pipeline.plan import Stage, check_capacity


def machine(root: Path, files: dict[str, str]) -> Path:
    for name, text in ({"proc/meminfo": "MemTotal: 9 kB\nMemAvailable:   1000 kB\n"} | files).items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def test_without_control_groups(tmp_path: Path) -> None:
    assert resources.available_memory(machine(tmp_path, {})) == 1_024_000


def test_where_the_system_does_not_tell_what_is_free(tmp_path: Path) -> None:
    """Then, as on macOS, it is all memory of the machine."""
    every = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    assert resources.available_memory(tmp_path) == every


def test_the_tightest_group_of_version_2_counts(tmp_path: Path) -> None:
    files = {
        "proc/self/cgroup": "0::/user/job\n",
        "sys/fs/cgroup/user/job/memory.max": "max\n",
        "sys/fs/cgroup/user/memory.max": "600000\n",
        "sys/fs/cgroup/user/memory.current": "500000\n",
        "sys/fs/cgroup/user/memory.stat": "anon 400000\ninactive_file 70000\nactive_file 30000\n",
    }
    assert resources.available_memory(machine(tmp_path, files)) == 200_000


def test_version_1(tmp_path: Path) -> None:
    files = {
        "proc/self/cgroup": "5:cpu:/x\n4:memory:/docker/x\n",
        "sys/fs/cgroup/memory/memory.limit_in_bytes": "300000\n",
        "sys/fs/cgroup/memory/memory.usage_in_bytes": "100000\n",
        "sys/fs/cgroup/memory/memory.stat": "total_inactive_file 50000\ninactive_file 1\n",
    }
    assert resources.available_memory(machine(tmp_path, files)) == 250_000


def test_a_limit_of_the_address_space_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (taken + 900_000, resource.RLIM_INFINITY))
    assert resources.available_memory(machine(tmp_path, {})) <= 900_000


def test_this_machine(tmp_path: Path) -> None:
    has = resources.available(tmp_path / "not" / "yet" / "there")
    assert has.memory > 0
    assert has.disk > 0
    # In a separate process: this one may have free memory from earlier tests.
    code = (
        "import numpy as np; from pokerdata._support import resources; resources.reset_peak_memory(); "
        "before = resources.peak_memory(); np.ones(10_000_000); print(resources.peak_memory() - before)"
    )
    assert int(subprocess.check_output([sys.executable, "-c", code])) >= 70_000_000


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (356_585_268, "356.6 MB"), (4e9, "4.0 GB")],
)
def test_bytes(count: float, text: str) -> None:
    assert bytes_text(count) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0042, "0.0042 s"), (0.5, "0.5 s"), (9.9, "9.9 s"), (12, "12 s"), (60, "1 min"), (200, "3 min 20 s"),
     (7500, "2 h 5 min")],
)  # fmt: skip
def test_seconds(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text


def test_nearest_and_columns() -> None:
    assert nearest("river_strenght", ["boards", "river_strength"]) == ", did you mean 'river_strength'?"
    assert nearest("zzz", ["boards"]) == "."
    assert columns([("a", "1"), ("bcd", "20")], right=(1,)) == ["a     1", "bcd  20"]


def test_too_little_memory_says_what_fits() -> None:
    """The last stage that can compute it and is too large decides: its inputs then need less, too."""

    def stage(name: str, memory: int, fits: str | None = None) -> Stage:
        said = None if fits is None else lambda has: f"{fits} fit {has} bytes"
        return Stage(name, lambda context: None, Cost(1, memory, 1, what_fits=said))

    stages = [
        stage("counts", 9000, "5"),
        stage("solved", 8000, "4"),
        stage("plain", 7000),
        stage("small", 1, "9"),
    ]
    has = resources.Available(memory=6000, disk=10)
    with pytest.raises(
        CapacityError, match=r"counts needs about 9.0 kB, .* targets\. For solved: 4 fit 6000 bytes$"
    ):
        check_capacity(stages, has)
    with pytest.raises(CapacityError, match=r"or make fewer targets$"):
        check_capacity(stages[2:], has)


def test_freed_memory_goes_back_to_the_system() -> None:
    """Freed blocks between used ones stay with the allocator until they are released."""
    code = """
import resource
from pathlib import Path
from pokerdata._support.resources import release_memory

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

blocks = [bytearray(b"1" * 60_000) for _ in range(2_000)]
kept, before = blocks[::50], resident()
blocks.clear()
release_memory()
print(before - resident())
"""
    assert int(subprocess.check_output([sys.executable, "-c", code])) > 80_000_000
