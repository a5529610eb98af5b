"""A killed run leaves nothing half-written, and the next run resumes."""

import platform
import random
import subprocess
import time
from pathlib import Path

import pytest

from helpers import environment, program, toys
from pokerdata.pipeline.store import open_table


def start(tables: Path, *arguments: str, pause: float = 0.03) -> subprocess.Popen[str]:
    """Start the command `pokerdata` with the toy stages."""
    return toys.started(program("toys", *arguments, "--tables", tables), pause)


@pytest.mark.slow
def test_killed_at_every_moment_that_touches_the_disk(tmp_path: Path) -> None:
    command = program("killing", tmp_path)
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("killed at ")


@pytest.mark.slow
def test_killed_at_random_times(tmp_path: Path, tables: Path) -> None:
    whole = tmp_path / "whole"
    process = start(whole, "make")
    begun = time.monotonic()
    assert process.communicate()[1] == ""
    length = time.monotonic() - begun
    times = random.Random(1)
    for _ in range(5):
        process = start(tables, "make")
        time.sleep(times.uniform(0.3, 1) * length)
        process.kill()
        process.communicate()
        for path in tables.glob("[!.]*.h5"):  # a killed run leaves its temporary files
            assert path.read_bytes() == (whole / path.name).read_bytes()
            open_table(path).verify()
    process = start(tables, "make")
    assert process.communicate()[1] == ""
    assert process.returncode == 0
    assert toys.content(tables) == toys.content(whole)


@pytest.mark.slow
def test_the_lock_of_a_killed_run_vanishes(tables: Path) -> None:
    first = start(tables, "make", pause=30)
    while not (tables / ".lock").is_file() or not (tables / ".lock").read_text():
        time.sleep(0.01)
    second = start(tables, "make")
    _, errors = second.communicate()
    assert second.returncode == 1
    assert f"process {first.pid} on {platform.node()}) is at work" in errors
    first.kill()
    first.communicate()
    third = start(tables, "make")
    assert third.communicate()[1] == ""
    assert third.returncode == 0
