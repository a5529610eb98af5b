"""`kill -9` at random moments of the real command line: the next run finishes with the same results."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import time
from pathlib import Path

import pytest

from helpers.mortal import POKERDATA, SMALL_PIECES, Deaths, Found, Work, determined, of_state, survive
from helpers.recipes import WEAK, linked
from pokerdata.spots import Spot

pytestmark = pytest.mark.faults

MAKE = (
    WEAK.format(game="limit-holdem", iterations=20)
    + """
[match.all]
agents = ["weak", "random", "always-call"]
deals = 500
seed = 7
[page.all]
title = "A small page"
matches = ["all"]
"""
)
TOURNAMENT = """
[strategy.good]
game = "leduc"
iterations = 30
[strategy.poor]
game = "leduc"
iterations = 3
[tournament.small]
game = "leduc"
agents = ["good", "poor", "random", "always-call"]
deals = 200
seed = 7
"""
SPOT = Spot(board="2c3d4h", oop="AsAh,QsQh,9c8c", ip="KsKh,JsTs", pot=20, stack=30, bets="75%", raises="a")


def made(folder: Path, recipe: str) -> list[str]:
    path = folder.parent / "recipe.toml"
    path.write_text(recipe, encoding="utf-8")
    return [*POKERDATA, "make", "-f", str(path), "--tables", str(folder), "-j", "2"]


def solve(iterations: int) -> Work:
    """Return a solve of Leduc hold'em that often saves its state, from which a killed run resumes."""

    def command(folder: Path) -> list[str]:
        out = folder / "leduc.h5"
        more = ["--resume"] if out.with_name("leduc.h5.state").exists() else []
        return [*SMALL_PIECES, "solve", "leduc", "--iterations", str(iterations), "--out", str(out), *more]

    def found(folder: Path, said: str) -> Found:
        return determined(folder) | of_state(folder / "leduc.h5.state")

    return Work(lambda folder: None, command, found)


def report(flops: int) -> Work:
    """Return a report of a small spot on sampled flops."""

    def command(folder: Path) -> list[str]:
        spot = folder.parent / "spot.toml"
        SPOT.write(spot)
        line = ["spot", "flops", str(spot), "--subset", str(flops), "--path", "c", "--iterations", "10"]
        return [*POKERDATA, *line, "--target", "0.0001%", "--out", str(folder / "report.h5")]

    return Work(lambda folder: None, command, lambda folder, said: determined(folder))


def whole_make(tables: Path) -> Work:
    """Return a run of many stages.

    They are strengths of flops and starting hands, buckets, joint counts, a strategy, matches, pictures and a page.
    """

    def prepare(folder: Path) -> None:
        shutil.rmtree(folder)
        linked(folder, tables)
        for path in [*folder.glob("*.h5"), *folder.glob(".state/*.json")]:
            if path.stem not in ("river_strength", "turn_strength"):
                path.unlink()

    return Work(prepare, lambda folder: made(folder, MAKE), lambda folder, said: determined(folder))


def tournament(deals: int = 200) -> Work:
    recipe = TOURNAMENT.replace("deals = 200", f"deals = {deals}")
    return Work(
        lambda folder: None,
        lambda folder: made(folder, recipe),
        lambda folder, said: determined(folder),
    )


def real(tables: Path) -> Work:
    """Return a best response on real cards of four ranks, which keeps four flops at a time."""

    def prepare(folder: Path) -> None:
        for path in tables.glob("*.h5"):
            (folder / path.name).hardlink_to(path)

    def command(folder: Path) -> list[str]:
        return [*SMALL_PIECES, "exploitability", str(folder / "weak_strategy.h5"), "--real", "--json"]

    return Work(prepare, command, lambda folder, said: {"said": said.replace(str(folder), "")})


def check_a_few(deaths: Deaths, kills: int) -> None:
    assert deaths.kills == kills
    assert deaths.finished > 0


@pytest.mark.slow
def test_a_few_kills_of_a_solve(tmp_path: Path) -> None:
    check_a_few(survive(solve(4_000), tmp_path, moments=3, seed=1), 3)


@pytest.mark.slow
def test_a_kill_of_a_tournament(tmp_path: Path) -> None:
    check_a_few(survive(tournament(20), tmp_path, moments=1, seed=2), 1)


@pytest.mark.slow
def test_a_few_kills_of_a_best_response_on_real_cards(tmp_path: Path, weak: Path) -> None:
    check_a_few(survive(real(weak), tmp_path, moments=2, seed=3), 2)


@pytest.mark.slow
def test_a_few_kills_of_a_report_over_flops(tmp_path: Path) -> None:
    check_a_few(survive(report(5), tmp_path, moments=2, seed=4), 2)


@pytest.mark.long
@pytest.mark.slow
def test_a_kill_of_a_make(tmp_path: Path, tables: Path) -> None:
    check_a_few(survive(whole_make(tables), tmp_path, moments=1, seed=5), 1)


def test_what_killed_writers_left_goes_away_and_what_is_being_written_stays(tmp_path: Path) -> None:
    """A name of a killed writer is simulated by a name that no process holds."""
    from pokerdata.pipeline.store.writing import leftovers, made, replacing

    path = tmp_path / "table[1].h5"
    for _ in range(2):
        left, held = made(path)
        os.close(held)  # as when its process ends
        assert left.exists()
    there = path.with_name(
        ".table[1].7e7e7e7e-98-3.tmp.h5"
    )  # of another machine: its locks may be invisible here
    there.write_bytes(b"half")
    two_hours_ago = time.time() - 7200  # the folder has been written since
    gone = path.with_name(".table[1].7e7e7e7e-99-0.tmp.h5")
    gone.write_bytes(b"half")
    os.utime(gone, (two_hours_ago, two_hours_ago))
    other = path.with_name(".table1.99.tmp.h5")
    other.write_bytes(b"of another table")
    with replacing(path) as first:
        first.write_bytes(b"first")
        with replacing(path) as second:
            second.write_bytes(b"second")
            assert sorted(leftovers(path)) == sorted([first, second, there])
        assert path.read_bytes() == b"second"
        assert sorted(leftovers(path)) == sorted([first, there])
    assert path.read_bytes() == b"first"
    assert leftovers(path) == [there]
    assert other.exists()


@pytest.mark.parametrize("hours", [0, 2])
def test_what_may_still_be_written_stays_where_there_are_no_locks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    from pokerdata.pipeline.store.writing import made, replacing

    left, held = made(tmp_path / "table.h5")
    os.close(held)
    then = time.time() - 3600 * hours
    os.utime(left, (then, then))

    def none(*_: object) -> None:
        raise OSError(errno.ENOSYS, "Function not implemented")

    monkeypatch.setattr(fcntl, "flock", none)
    with replacing(tmp_path / "table.h5") as temporary:
        temporary.write_bytes(b"new")
    assert left.exists() == (hours == 0)


# The long form: number of random moments of each.

KILLS = int(os.environ.get("POKERDATA_KILLS", "200"))


@pytest.mark.long
def test_kills_of_a_solve(tmp_path: Path) -> None:
    print("solve:", survive(solve(8_000), tmp_path, moments=KILLS, seed=21))


@pytest.mark.long
def test_kills_of_a_tournament(tmp_path: Path) -> None:
    print("tournament:", survive(tournament(), tmp_path, moments=KILLS, seed=22))


@pytest.mark.long
def test_kills_of_a_best_response_on_real_cards(tmp_path: Path, weak: Path) -> None:
    print("best response:", survive(real(weak), tmp_path, moments=KILLS, seed=23))


@pytest.mark.long
def test_kills_of_a_report_over_flops(tmp_path: Path) -> None:
    print("flops:", survive(report(10), tmp_path, moments=KILLS, seed=24))


@pytest.mark.long
def test_kills_of_a_make(tmp_path: Path, tables: Path) -> None:
    print("make:", survive(whole_make(tables), tmp_path, moments=KILLS, seed=20))
