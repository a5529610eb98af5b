"""A run that is killed or interrupted leaves nothing half-written, and the next one goes on from there."""

import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers import environment, program, toys
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.store import open_table


def start(tables: Path, *arguments: str, pause: float = 0.03) -> subprocess.Popen[str]:
    """The command `pokerdata` of the toy stages."""
    return started(program("toys", *arguments, "--tables", tables), pause)


def started(command: list[str], pause: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(TOY_PAUSE=str(pause)),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in background jobs
    )


def test_killed_at_every_moment_that_touches_the_disk(tmp_path: Path) -> None:
    command = program("killing", tmp_path)
    done = subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("killed at ")


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


def test_the_lock_of_a_killed_run_vanishes(tables: Path) -> None:
    first = start(tables, "make", pause=30)
    while not (tables / ".lock").is_file() or not (tables / ".lock").read_text():
        time.sleep(0.01)
    second = start(tables, "make")
    _, errors = second.communicate()
    assert second.returncode == 1
    assert f"process {first.pid}) is at work" in errors
    first.kill()
    first.communicate()
    third = start(tables, "make")
    assert third.communicate()[1] == ""
    assert third.returncode == 0


WAITING = """
import time
from helpers import toys
from pokerdata.cli import run
from pokerdata.recipes import reading

def with_progress(context):
    while True:
        context.progress(1, 2)
        time.sleep(0.05)

def in_shards(context):
    list(context.executor.map(time.sleep, [60, 60, 60]))

reading.collect = lambda recipe: toys.stages(builders={{"sums": {builder}}})
run()
"""


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("builder", ["with_progress", "in_shards"])
def test_ctrl_c(tmp_path: Path, tables: Path, builder: str, stop: signal.Signals) -> None:
    waiting = tmp_path / "waiting.py"
    waiting.write_text(WAITING.format(builder=builder))
    process = started([sys.executable, str(waiting), "make", "-j", "2", "--tables", str(tables)], pause=0.03)
    while not (tables / ".state" / "squares.json").is_file():
        time.sleep(0.01)
    time.sleep(0.3)
    process.send_signal(stop)
    _, errors = process.communicate(timeout=30)  # the shards would take two minutes, the other one for ever
    assert process.returncode == 130
    assert errors.strip() == (
        "error: interrupted while making sums; what is finished is kept, the same command goes on from there"
    )
    toys.built.clear()
    from pokerdata.pipeline.runner import kernel_fingerprints

    Runner(Plan.of(toys.stages()), tables, 1, lambda line: None, kernel_fingerprints()).run()
    assert "squares" not in toys.built
