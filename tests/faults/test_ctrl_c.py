"""Ctrl-C within a second of the start of each long-running kernel ends the command, which says what it keeps."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from helpers import environment, program
from helpers.long_kernels import COMMANDS, LONGEST, SOLVE
from helpers.recipes import WEAK, linked
from pokerdata.spots import Spot

pytestmark = pytest.mark.faults

STOPS = (signal.SIGINT, signal.SIGTERM)
SPOT = Spot(
    board="Td9d6h", oop="66+,A8s+,KQ", ip="QQ-22,A2s+", pot=200, stack=900, bets="60%,e,a", raises="2.5x"
)
RECIPES = {
    "kmeans": """
[abstraction.kmeans]
kind = "kmeans"
points = "histogram"
recall = "imperfect"
buckets = ["lossless", 500, 500, 500]
""",
    "counts": """
[abstraction.counted]
kind = "history"
metric = "ehs2_next"
buckets = [2, 2, 2, 2]
""",
    "sampled": WEAK.format(game="limit-holdem", iterations=20)
    + """
[strategy.sampled]
game = "limit-holdem"
abstraction = "two"
algorithm = "pcs"
iterations = 100_000_000
""",
}


def interrupt(command: list[str], kernel: str, folder: Path, delay: float, stop: signal.Signals) -> float:
    """Send a signal some seconds after the first call of a kernel; return how long the command took to end."""
    called = folder / "kernels.txt"
    process = subprocess.Popen(
        program("kernels_told", called, *command),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in background jobs
    )
    latest = time.monotonic() + 300
    while not called.is_file() or kernel not in called.read_text().split():
        if time.monotonic() > latest:
            process.kill()
        assert process.poll() is None, f"{kernel} was never called: {process.communicate()[1]}"
        time.sleep(0.005)
    time.sleep(delay)
    sent = time.monotonic()
    process.send_signal(stop)
    try:
        _, said = process.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        process.kill()
        _, said = process.communicate()
        pytest.fail(f"{kernel}: still running {LONGEST} s after {stop.name}: {said}")
    took = time.monotonic() - sent
    assert process.returncode == 130, (kernel, process.returncode, said)
    assert "error: interrupted" in said
    assert "Traceback" not in said
    assert not list(folder.rglob("*.tmp*")), kernel  # finished parts stay
    return took


@pytest.mark.parametrize("stop", STOPS)
def test_ctrl_c_in_a_kernel(tmp_path: Path, stop: signal.Signals) -> None:
    interrupt(SOLVE.format(tmp_path).split(), "solvers.SolverFloat64.iterate", tmp_path, 0.05, stop)


@pytest.mark.long
@pytest.mark.parametrize(("kernel", "command"), COMMANDS)
def test_ctrl_c_within_a_second_of_the_start_of_a_kernel(
    tmp_path: Path, weak: Path, kernel: str, command: str
) -> None:
    """One signal is sent at once, the other at a random moment; they alternate from kernel to kernel."""
    number = COMMANDS.index((kernel, command))
    delays = (0.0, random.Random(12 + number).uniform(0, 1))
    for delay, stop in zip(delays, STOPS if number % 2 else STOPS[::-1], strict=True):
        folder = linked(tmp_path / stop.name, weak)
        for name, recipe in RECIPES.items():
            (folder / f"{name}.toml").write_text(recipe)
        SPOT.write(folder / "spot.toml")
        words = command.format(*[folder] * 2).split()
        took = interrupt(words, kernel, folder, delay, stop)
        print(f"{kernel}, {stop.name} at {delay:.2f} s: {took:.2f} s")
