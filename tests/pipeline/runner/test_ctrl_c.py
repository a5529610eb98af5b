"""A run interrupted by Ctrl-C or SIGTERM ends at once, says so, and keeps finished work."""

import signal
import sys
import time
from pathlib import Path

import pytest

from helpers import toys
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner, kernel_fingerprints

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


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("builder", ["with_progress", "in_shards"])
def test_ctrl_c(tmp_path: Path, tables: Path, builder: str, stop: signal.Signals) -> None:
    waiting = tmp_path / "waiting.py"
    waiting.write_text(WAITING.format(builder=builder))
    process = toys.started(
        [sys.executable, str(waiting), "make", "-j", "2", "--tables", str(tables)], pause=0.03
    )
    while not (tables / ".state" / "squares.json").is_file():
        time.sleep(0.01)
    time.sleep(0.3)
    process.send_signal(stop)
    _, errors = process.communicate(timeout=30)  # the shards would take two minutes, the other one forever
    assert process.returncode == 130
    assert errors.strip() == (
        "error: interrupted while making sums; what is finished is kept, the same command goes on from there"
    )
    toys.built.clear()
    Runner(Plan.of(toys.stages()), tables, 1, lambda line: None, kernel_fingerprints()).run()
    assert "squares" not in toys.built
