"""Full disks, read-only folders, files that vanish while mapped, clocks set back, two runs at once."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from helpers import environment
from helpers.mortal import POKERDATA, SMALL_PIECES, determined, temporary
from pokerdata.cli import main
from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table, write_table
from pokerdata.solving.real_cards import real_exploitability
from pokerdata.spots import Spot

pytestmark = pytest.mark.faults

RECIPE = """
[strategy.kuhn]
game = "kuhn"
iterations = 100
[strategy.leduc]
game = "leduc"
iterations = 30
"""
WITH_PAGE = """
[match.all]
agents = ["leduc", "random"]
deals = 200
[page.all]
title = "A small page"
matches = ["all"]
"""


def run(*words: object, small: bool = False) -> subprocess.CompletedProcess[str]:
    command = [*(SMALL_PIECES if small else POKERDATA), *map(str, words)]
    return subprocess.run(
        command, env=environment(), capture_output=True, text=True, check=False, timeout=300
    )


@pytest.fixture
def recipe(tmp_path: Path) -> Path:
    path = tmp_path / "recipe.toml"
    path.write_text(RECIPE)
    return path


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Return a separate disk of 1 MB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    if mount is None or os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    done = subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        pytest.skip(f"no disk can be mounted here: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "-l", folder], check=True)


def fill(disk: Path, left: int) -> None:
    """Fill a disk up to some free bytes."""
    state = os.statvfs(disk)
    (disk / "filler").write_bytes(bytes(max(0, state.f_bavail * state.f_frsize - left)))


def check_full(disk: Path, recipe: Path, left: int) -> bool:
    """Make tables on a disk with few free bytes; return whether it was full.

    All files must be complete, and the next run must finish.
    """
    tables = disk / "tables"
    shutil.rmtree(tables, ignore_errors=True)
    fill(disk, left)
    done = run("make", "-f", recipe, "--tables", tables)
    full = done.returncode != 0
    if full:
        assert done.returncode == 1
        said = done.stderr.strip()
        assert said.startswith("error: "), said
        assert "disk" in said or "No space left" in said, said
        assert "Traceback" not in said
    if tables.exists():
        assert not temporary(tables)
        for path in tables.glob("*.h5"):
            open_table(path).verify()
    (disk / "filler").unlink()
    again = run("make", "-f", recipe, "--tables", tables)
    assert again.returncode == 0, again.stderr
    assert not temporary(tables)
    return full


@pytest.mark.slow
def test_a_full_disk_is_told_and_loses_nothing(disk: Path, recipe: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole"
    assert run("make", "-f", recipe, "--tables", whole).returncode == 0
    assert check_full(disk, recipe, left=20_000)
    assert determined(disk / "tables") == determined(whole)


@pytest.mark.long
def test_a_disk_that_is_full_at_any_moment(disk: Path, recipe: Path, tmp_path: Path) -> None:
    recipe.write_text(RECIPE + WITH_PAGE)
    whole = tmp_path / "whole"
    assert run("make", "-f", recipe, "--tables", whole).returncode == 0
    expected, outcomes = determined(whole), []
    for left in [0, *range(4096, 280_000, 8192)]:
        outcomes.append(check_full(disk, recipe, left))
        assert determined(disk / "tables") == expected, left
    print(f"disk full in {sum(outcomes)} of {len(outcomes)} runs")
    assert True in outcomes
    assert False in outcomes


def test_a_state_that_finds_no_room(disk: Path) -> None:
    """The result of earlier states is kept, and the command says what is lost."""
    out = disk / "leduc.h5"
    first = ["solve", "leduc", "--out", out, "--iterations", 100]
    assert run(*first, small=True).returncode == 0
    before = (disk / "leduc.h5.state").read_bytes(), out.read_bytes()
    fill(disk, 0)
    done = run(*first[:-1], 5_000, "--resume", small=True)
    assert done.returncode == 1
    assert done.stderr.startswith("error: the disk is full: could not write"), done.stderr
    assert ((disk / "leduc.h5.state").read_bytes(), out.read_bytes()) == before
    assert not temporary(disk)


@pytest.mark.slow
@pytest.mark.long
def test_a_folder_that_can_only_be_read(disk: Path, recipe: Path) -> None:
    tables = disk / "tables"
    assert run("make", "-f", recipe, "--tables", tables).returncode == 0
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
    for words in (
        ["verify", "-f", recipe, "--tables", tables],
        ["list", "-f", recipe, "--tables", tables],
        ["info", tables / "leduc_strategy.h5"],
        ["exploitability", tables / "leduc_strategy.h5"],
    ):
        done = run(*words)
        assert done.returncode == 0, done.stderr
    for words in (
        ["make", "-f", recipe, "--tables", tables],
        ["solve", "kuhn", "--out", disk / "kuhn.h5"],
        ["clean", "-f", recipe, "--tables", tables, "--yes"],
    ):
        done = run(*words)
        assert done.returncode == 1, (words, done.stdout, done.stderr)
        assert "Read-only file system" in done.stderr
        assert "Traceback" not in done.stderr


def test_a_file_that_vanishes_or_is_replaced_while_it_is_mapped(tmp_path: Path) -> None:
    path = tmp_path / "t.h5"

    def write(first: int) -> None:
        values = {"x": np.arange(first, first + 10_000, dtype="<u4")}
        write_table(path, name="t", kind="toy", arrays=values, attributes={})

    write(0)
    with open_table(path) as old:
        values = old["x"]
        write(7)
        with open_table(path) as new:
            assert (old["x"][0], new["x"][0]) == (0, 7)
            old.verify()
            new.verify()
        path.unlink()
        old.verify()
    assert values.sum() == np.arange(10_000).sum()


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("when", [0, 4_102_444_800])  # 1970 and 2100
def test_times_of_files_do_not_count(tmp_path: Path, recipe: Path, when: int) -> None:
    """Setting the clock back or forward makes no table out of date, and hides no change."""
    tables = tmp_path / "tables"
    assert run("make", "-f", recipe, "--tables", tables).returncode == 0
    for path in tables.rglob("*"):
        os.utime(path, (when, when))
    assert "nothing to do: all" in run("make", "-f", recipe, "--tables", tables).stdout
    path = tables / "kuhn_strategy.h5"
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    with path.open("r+b") as file:  # of the same size, and then of the same time
        file.write(content)
    os.utime(path, (when, when))
    assert run("verify", "-f", recipe, "--tables", tables).returncode == 1
    done = run("make", "-f", recipe, "--tables", tables)
    assert done.returncode == 0
    assert "kuhn_strategy: content differs" in done.stdout
    assert "leduc_strategy" not in done.stdout.split("in all")[0]


@pytest.mark.slow
def test_two_runs_at_once(tmp_path: Path, recipe: Path) -> None:
    """One run makes the tables; the other names it, or starts after it."""
    tables = tmp_path / "tables"
    command = [*POKERDATA, "make", "-f", str(recipe), "--tables", str(tables)]
    started = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)
    ]
    ended = [(process.communicate(timeout=300), process.returncode) for process in started]
    assert 0 in [code for _, code in ended]
    for (said, errors), code in ended:
        if code == 0:
            assert "in all" in said or "nothing to do" in said
        else:
            assert code == 1
            assert "is at work in" in errors
    assert run("verify", "-f", recipe, "--tables", tables).returncode == 0
    assert not temporary(tables)


@pytest.mark.slow
@pytest.mark.long
def test_two_reports_at_once_into_one_file(tmp_path: Path) -> None:
    """They share finished parts, and both write the same bytes."""
    spot = Spot(board="2c3d4h", oop="AsAh,QsQh", ip="KsKh,JsTs", pot=20, stack=30, bets="75%", raises="a")
    spot.write(tmp_path / "spot.toml")
    line = [
        "spot",
        "flops",
        str(tmp_path / "spot.toml"),
        "--subset",
        "10",
        "--path",
        "c",
        "--iterations",
        "5",
    ]
    (tmp_path / "alone").mkdir()
    command = [*POKERDATA, *line, "--target", "0.0001%", "--out"]
    assert (
        subprocess.run(
            [*command, str(tmp_path / "alone" / "r.h5")], capture_output=True, check=False
        ).returncode
        == 0
    )
    started = []
    for _ in range(2):
        started.append(
            subprocess.Popen(
                [*command, str(tmp_path / "r.h5")], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        )
        time.sleep(0.1)
    for process in started:
        _, errors = process.communicate(timeout=300)
        assert process.returncode == 0, errors
    assert (tmp_path / "r.h5").read_bytes() == (tmp_path / "alone" / "r.h5").read_bytes()
    assert not temporary(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alone", "r.h5", "spot.toml"]


@pytest.mark.slow
@pytest.mark.long
def test_flops_that_cannot_be_kept_are_told_before_the_work(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], weak: Path
) -> None:
    """The disk is simulated as read-only, because root can write to any folder."""

    def refused(folder: Path) -> None:
        raise TableError(f"cannot write {folder}: Read-only file system. Choose another, with --tables DIR")

    monkeypatch.setattr("pokerdata.pipeline.store.sharded.check_writable", refused)
    assert main(["exploitability", str(weak / "weak_strategy.h5"), "--real"]) == 1
    said = capsys.readouterr().err
    assert said.startswith(
        "error: finished flops are kept beside the strategy, and there is no room for them: cannot write"
    )
    with pytest.raises(TableError, match="Read-only"):
        real_exploitability(weak / "weak_strategy.h5", keep=weak / "kept")
