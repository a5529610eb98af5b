"""Four times the work takes no more memory: the peak of the working process, at once and four times the work."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers import environment
from helpers.mortal import POKERDATA, SMALL_PIECES

pytestmark = [
    pytest.mark.faults,
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
]

MOST = 6_000_000  # bytes of growth allowed for the allocator and a log of evaluations
TOURNAMENT = """
[tournament.small]
game = "leduc"
agents = ["always-call", "random", "always-raise"]
deals = {}
seed = 7
"""


def start(command: list[str], errors: Path) -> subprocess.Popen[str]:
    with errors.open("w") as said:
        return subprocess.Popen(command, env=environment(), stdout=subprocess.PIPE, stderr=said, text=True)


def peak(command: list[str], folder: Path, beside: Callable[[str], list[list[str]]] | None = None) -> int:
    """Return the peak of resident memory of a command, in bytes.

    Args:
        command: The command.
        folder: For its error output.
        beside: Commands that run with it, starting at its first line of output.
    """
    errors, others, most = folder / "errors.txt", [], 0
    process = start(command, errors)
    assert process.stdout is not None
    with process.stdout as said:
        for number, other in enumerate([] if beside is None else beside(said.readline())):
            others.append(start(other, folder / f"errors{number}.txt"))
        while process.poll() is None:
            # The figure of `wait4` would include the process that forked.
            status = Path(f"/proc/{process.pid}/status").read_text()
            most = max(most, *map(int, re.findall(r"VmHWM:\s*(\d+) kB", status)), 0)
            time.sleep(0.005)
        said.read()
    assert process.returncode == 0, errors.read_text()
    for running in others:
        running.communicate(timeout=60)
    return most * 1024


def check_flat(what: str, peaks: tuple[int, int]) -> None:
    once, more = peaks
    print(f"{what}: {once / 1e6:.1f} MB, at four times the work {more / 1e6:.1f} MB")
    assert once > 20_000_000, "it is measured"
    assert more - once <= MOST


def peaks(folder: Path, work: int, command: Callable[[Path, int], list[str]]) -> tuple[int, int]:
    """Return the peaks at once and at four times the work, each in its own folder."""
    found = []
    for times in (1, 4):
        here = folder / str(times)
        here.mkdir()
        found.append(peak(command(here, times * work), here))
    return found[0], found[1]


def test_growth_is_seen(tmp_path: Path) -> None:
    def command(folder: Path, size: int) -> list[str]:
        return [sys.executable, "-c", f"import time; kept = b'1' * {size}; time.sleep(0.2)"]

    once, more = peaks(tmp_path, 3_000_000, command)
    assert more - once > MOST


def test_a_solve_that_saves_states(tmp_path: Path) -> None:
    """The longer run saves about 60 states."""

    def command(folder: Path, iterations: int) -> list[str]:
        return [
            *SMALL_PIECES,
            "solve",
            "leduc",
            "--target",
            "1e-12mb",
            "--iterations",
            str(iterations),
            "--out",
            f"{folder}/leduc.h5",
        ]

    check_flat("solve", peaks(tmp_path, 40_000, command))


def test_series_of_matches(tmp_path: Path) -> None:
    def command(folder: Path, series: int) -> list[str]:
        return [
            *POKERDATA,
            "series",
            "random",
            "always-raise",
            "--game",
            "leduc",
            "--series",
            str(series),
            "--hands",
            "200",
        ]

    check_flat("series", peaks(tmp_path, 5, command))


def test_matches_in_the_kernels(tmp_path: Path) -> None:
    def command(folder: Path, deals: int) -> list[str]:
        return [
            *POKERDATA,
            "match",
            "random",
            "always-raise",
            "--game",
            "limit-holdem",
            "--deals",
            str(deals),
        ]

    check_flat("match", peaks(tmp_path, 100_000, command))


def test_a_tournament(tmp_path: Path) -> None:
    def command(folder: Path, deals: int) -> list[str]:
        (folder / "recipe.toml").write_text(TOURNAMENT.format(deals))
        return [
            *POKERDATA,
            "make",
            "-f",
            f"{folder}/recipe.toml",
            "--tables",
            f"{folder}/tables",
            "small_tournament",
        ]

    check_flat("tournament", peaks(tmp_path, 150, command))


def test_a_dealer(tmp_path: Path) -> None:
    def command(hands: int) -> list[str]:
        return [
            *POKERDATA,
            "dealer",
            "kuhn",
            "--hands",
            str(hands),
            "--quiet",
            "--log-dir",
            str(tmp_path),
            "--match",
            str(hands),
            "--transactions",
            "A",
            "B",
        ]

    def players(ports: str) -> list[list[str]]:
        return [[*POKERDATA, "connect", "random", "--game", "kuhn", "--port", port] for port in ports.split()]

    check_flat("dealer", (peak(command(400), tmp_path, players), peak(command(1_600), tmp_path, players)))


def test_a_best_response_on_real_cards_of_many_shards(tmp_path: Path, weak: Path) -> None:
    """Real cards of four ranks, with four flops per shard."""

    def command(folder: Path, flops: int) -> list[str]:
        for path in weak.glob("*.h5"):
            (folder / path.name).hardlink_to(path)
        return [
            *SMALL_PIECES,
            "exploitability",
            f"{folder}/weak_strategy.h5",
            "--real",
            "--flops",
            str(flops),
        ]

    check_flat("best response", peaks(tmp_path, 10, command))
