"""The main job on real input, killed on the way: from 52 cards to an exploitability."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from pokerdata import open_table
from pokerdata.store.locations import data_path
from pokerdata.store.manifest import differences, entries_of, read_manifest

TOTALS = {
    "preflop": 1_624_350,
    "flop": 28_094_757_600,
    "turn": 1_264_264_092_000,
    "river": 55_627_620_048_000,
}
TABLES = [
    "rank_codes",
    "boards",
    *(f"{street}_strength" for street in TOTALS),
    *(f"history5_{part}" for part in ("buckets", "counts", "transitions")),
]


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pokerdata", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def run(*arguments: str) -> str:
    process = start(*arguments)
    output, _ = process.communicate()
    assert process.returncode == 0, output
    return output


def kill_once(folder: Path, appears: str) -> None:
    """Start a make and kill it, with no chance to tidy up, once a file appears."""
    process = start("make", "--tables", str(folder))
    try:
        while not any(folder.glob(appears)):
            assert process.poll() is None, process.communicate()[0]
            time.sleep(0.02)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()


@pytest.mark.slow
def test_the_main_job_survives_kills_and_ends_in_the_same_bits(tmp_path: Path) -> None:
    kill_once(tmp_path, "river_strength.h5")
    kill_once(tmp_path, ".shards/history5_counts/*/cells.npz")  # the first shard of the joint counts
    kill_once(tmp_path, ".shards/limit5_strategy/*/state.npz")  # the first checkpoint of the solver
    for path in tmp_path.glob("*.h5"):
        open_table(path).verify()  # nothing half-written has a table's name
    output = run("make", "--tables", str(tmp_path))
    assert "history5_counts" not in output.split("limit5_strategy")[0]  # what was finished is not made again
    assert "inside its own abstraction" in output

    manifest = read_manifest(data_path("tables") / "manifest.toml")
    for name in TABLES:
        table = open_table(name, tmp_path)
        table.verify()
        assert differences(manifest[name], entries_of(table)) == [], name

    counts = open_table("history5_counts", tmp_path)
    for street, total in TOTALS.items():
        assert counts[street].sum() == total
        assert np.array_equal(counts[street], counts[street].T)
    assert counts["river"].max() == 5_072_950_248  # past 32 bits
    wins = np.asarray(counts["river_wins"])
    assert np.all(wins + wins.T <= counts["river"])

    strategy = open_table("limit5_strategy", tmp_path)
    assert 0 < strategy.attributes["exploitability_mb_per_game"] < 1
    assert strategy.attributes["scope"] == "inside its own abstraction"
    for picture in ("limit5_convergence.png", "limit5_preflop.png"):
        assert (tmp_path / picture).read_bytes().startswith(b"\x89PNG")
    assert "nothing to do" in run("make", "--tables", str(tmp_path))
    assert run("verify", "--all", "--tables", str(tmp_path))
