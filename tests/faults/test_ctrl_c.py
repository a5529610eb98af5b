"""Ctrl-C within a second of the start of each kernel that may run long: the command ends, and says what is kept."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from helpers import environment, program
from helpers.recipes import linked
from pokerdata.spots import Spot

SPOT = Spot(
    board="Td9d6h", oop="66+,A8s+,KQ", ip="QQ-22,A2s+", pot=200, stack=900, bets="60%,e,a", raises="2.5x"
)
#: The kernel, and a command that calls it; {} is a folder with tables of hold'em.
COMMANDS = {
    "preflop.income_sums": "income --deals 1000000000",
    "solvers.SolverFloat64.iterate": "solve twelve-card --iterations 1000000 --out {}/twelve.h5",
    "solvers.SolverFloat64.tied_best_response": "cfr-br leduc --buckets 3,2 --iterations 10000000",
    "equity.by_boards": "equity AKs,QQ,76s,T9s QQ+,AK,A5s 22+,A2s+",
    "spots.SpotSolverFloat32.iterate": "solve {}/spot.toml --target 0.0001%",
    "strength.river": "make river_strength --tables {}/new",
    "strength.potential_two_cards": "make -f potential --tables {}/new",
    "clustering.DistinctPoints.add": "make -f {}/kmeans.toml --tables {} kmeans_buckets",
    "abstraction.add_joint_counts": "make -f {}/counts.toml --tables {} counted_counts",
    "real_cards.Responder.values": "exploitability {}/weak_strategy.h5 --real",
    "matches.local_best_response": "lbr {}/weak_strategy.h5 --deals 1000000",
    "matches.play_match": "match {}/weak_strategy.h5 random --deals 10000000",
}
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
}


def interrupt(command: list[str], kernel: str, folder: Path, delay: float) -> float:
    """Send Ctrl-C so many seconds after the first call of a kernel; how many the command took to end."""
    called = folder / "kernels.txt"
    process = subprocess.Popen(
        program("kernels_told", called, *command),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in background jobs
    )
    while not called.is_file() or kernel not in called.read_text().split():
        assert process.poll() is None, f"{kernel} was never called: {process.communicate()[1]}"
        time.sleep(0.005)
    time.sleep(delay)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=300)
    took = time.monotonic() - sent
    assert process.returncode == 130, (kernel, process.returncode, said)
    assert "error: interrupted" in said
    assert "Traceback" not in said
    assert not list(folder.rglob("*.tmp*")), kernel  # finished parts stay
    return took


def test_ctrl_c_in_a_kernel(tmp_path: Path) -> None:
    kernel = "solvers.SolverFloat64.iterate"
    interrupt(COMMANDS[kernel].format(tmp_path).split(), kernel, tmp_path, delay=0.05)


@pytest.mark.faults
def test_ctrl_c_within_a_second_of_the_start_of_each_kernel(tmp_path: Path, weak: Path) -> None:
    chosen, took = random.Random(12), {}
    for number, (kernel, command) in enumerate(COMMANDS.items()):
        for attempt, delay in enumerate((0.0, chosen.uniform(0, 1))):
            folder = linked(tmp_path / f"{number}-{attempt}", weak)
            for name, recipe in RECIPES.items():
                (folder / f"{name}.toml").write_text(recipe)
            SPOT.write(folder / "spot.toml")
            took[f"{kernel} at {delay:.2f} s"] = interrupt(
                command.format(*[folder] * 2).split(), kernel, folder, delay
            )
    print("\n".join(f"{what}: {seconds:.2f} s" for what, seconds in took.items()))
