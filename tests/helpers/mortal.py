"""Kill commands at random moments of their run, and check what the next run makes of that."""

from __future__ import annotations

import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from helpers import environment
from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table
from pokerdata.pipeline.store.arrays import load_arrays

Found = dict[str, Any]
POKERDATA = [sys.executable, "-m", "pokerdata"]
SMALL_PIECES = [sys.executable, "-m", "helpers.small_pieces"]
#: Measured times: files that every run writes, but with different content.
MEASURED = ("_time.png", "_live.html")
COLUMNS = ("ms a decision", "s in all", "solving", "abstraction", "time to make")


@dataclass(frozen=True)
class Work:
    """A command that resumes from what it finds in a folder.

    Attributes:
        prepare: Makes a folder as it is before the first run.
        command: The command of the next run in a folder.
        found: Returns everything that must be the same after every finished run, from the folder and the
            output.
    """

    prepare: Callable[[Path], None]
    command: Callable[[Path], list[str]]
    found: Callable[[Path, str], Found]


@dataclass
class Deaths:
    """Results of the killed runs.

    Attributes:
        seconds: Time of an unbroken run, the shortest so far.
        kills: Number of killed runs.
        finished: Number of runs that resumed and finished.
        at: Moment of each kill, as a fraction of the unbroken run.
    """

    seconds: float
    kills: int = 0
    finished: int = 0
    at: list[float] = field(default_factory=list)

    def __str__(self) -> str:
        tenths = np.histogram(self.at, bins=10, range=(0, 1))[0].tolist()
        return (
            f"{self.kills} kills in runs of {self.seconds:.1f} s, {self.finished} finished after them to the same bits; "
            f"kills in each tenth of a run: {tenths}"
        )


def survive(work: Work, folder: Path, moments: int, seed: int) -> Deaths:
    """Kill runs at random moments, check the files, and require that resumed runs end like an unbroken run.

    Half of the runs that follow a killed one are killed, too.

    Args:
        work: The command.
        folder: An empty folder, for the folders of the runs.
        moments: Number of runs to kill.
        seed: Seed of the moments, which are uniform over the time of the unbroken run.
    """
    chosen = random.Random(seed)
    seconds, expected = _unbroken(work, folder / "unbroken")
    deaths = Deaths(seconds)
    number = 0
    here = _fresh(work, folder / "0")
    dead = False
    while deaths.kills < moments or dead:
        at = chosen.random()
        kill = deaths.kills < moments and (not dead or chosen.random() < 0.5)
        process, begun = _start(work.command(here)), time.monotonic()
        try:
            said, errors = process.communicate(timeout=at * deaths.seconds if kill else None)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            deaths.kills, dead = deaths.kills + 1, True
            deaths.at.append(at)
            _check_whole(here, folder / "unbroken")
            if deaths.kills % 10 == 0:
                print(f"  {deaths}", flush=True)  # shows progress of a long test with -s
            continue
        assert process.returncode == 0, f"after {deaths}: {errors}"
        if not dead:  # a complete run; the machine may have been busier when the first was measured
            deaths.seconds = min(deaths.seconds, time.monotonic() - begun)
        _check_same(work.found(here, said), expected)
        assert not temporary(here)
        deaths.finished, dead, number = deaths.finished + dead, False, number + 1
        here = _fresh(work, folder / str(number))
    return deaths


def temporary(folder: Path) -> list[Path]:
    """Return the temporary files: half written, or parts of work."""
    return [
        path
        for path in folder.rglob("*")
        if path.is_file() and (".tmp" in path.name or path.suffix == ".npz")
    ]


def determined(folder: Path) -> Found:
    """Return the contents of tables, pages and pictures of a folder, without measured times."""
    found: Found = {}
    for path in sorted(folder.glob("[!.]*.*")):
        if path.suffix == ".h5":
            found |= {f"{path.name} {key}": value for key, value in of_table(path).items()}
        elif path.suffix == ".md":
            found[path.name] = without_measures(path.read_text())
        elif path.name.endswith(MEASURED):
            found[path.name] = path.stat().st_size > 0
        elif path.is_file() and path.suffix != ".state":
            found[path.name] = path.read_bytes()
    return found


def without_measures(page: str) -> list[str]:
    """Return the lines of a page without measured times and memory."""
    lines, hidden = [], set[int]()
    for line in page.splitlines():
        cells = line.split(" | ")
        if not line.startswith("|"):
            hidden = set()
        elif not hidden:
            hidden = {n for n, cell in enumerate(cells) if cell in COLUMNS}
        kept = [cell for n, cell in enumerate(cells) if n not in hidden]
        lines.append(re.sub(r"Peak memory was [0-9.]+ [kMG]B", "", " | ".join(kept)))
    return lines


def of_table(path: Path) -> Found:
    """Return attributes and digests of a table, without the column of seconds and what depends on it."""
    with open_table(path) as table:
        table.verify()
        found: Found = {f"@{name}": value for name, value in table.attributes.items()}
        if "@parents" in found:
            found["@parents"] = {
                key: digest
                for key, digest in found["@parents"].items()
                if not key.endswith((".log", ".seconds"))
            }
        for name, digest in table.digests.items():
            columns = table.dataset_attributes(name).get("columns", [])
            if "seconds" in columns:
                kept = [n for n, column in enumerate(columns) if column != "seconds"]
                found[name] = np.asarray(table[name])[:, kept].tobytes()
            elif name != "seconds":
                found[name] = digest
    return found


def of_state(path: Path) -> Found:
    """Return the numbers of a saved state without the seconds."""
    arrays = load_arrays(path)
    arrays["log"] = np.delete(arrays["log"], 1, axis=1)
    return {name: array.tobytes() for name, array in arrays.items() if name != "seconds"}


def _start(command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        start_new_session=True,
    )


def _fresh(work: Work, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    work.prepare(folder)
    return folder


def _unbroken(work: Work, folder: Path) -> tuple[float, Found]:
    here = _fresh(work, folder)
    process, begun = _start(work.command(here)), time.monotonic()
    said, errors = process.communicate()
    assert process.returncode == 0, errors
    seconds = time.monotonic() - begun
    assert not temporary(here)
    return seconds, work.found(here, said)


def _check_same(found: Found, expected: Found) -> None:
    assert found.keys() == expected.keys()
    assert not [key for key in expected if expected[key] != found[key]]


def _check_whole(here: Path, unbroken: Path) -> None:
    """Check that every file with its final name is complete."""
    for path in here.glob("[!.]*.h5"):
        whole = unbroken / path.name
        if whole.exists() and path.samefile(whole):
            continue  # it existed before
        with open_table(path) as table:
            table.verify()
    for path in here.glob("[!.]*.state"):
        try:
            load_arrays(path)
        except TableError as error:
            raise AssertionError("a state is half written") from error
