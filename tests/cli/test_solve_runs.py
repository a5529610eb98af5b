"""`pokerdata solve` as a process: how it stops, what it keeps, and how it resumes."""

import os
import pty
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pokerdata.pipeline.store import open_table
from pokerdata.solving import RunState

COMMAND = [sys.executable, "-m", "pokerdata", "solve"]


def run(*arguments: str | Path, code: int = 0) -> str:
    done = subprocess.run([*COMMAND, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def same_strategy(first: Path, second: Path) -> bool:
    """Require equal bits on all streets."""
    with open_table(first) as one, open_table(second) as two:
        assert one.attributes["iterations"] == two.attributes["iterations"]
        return all(one.digests[street] == two.digests[street] for street in ("street1", "street2"))


def test_stopped_at_the_target_it_goes_on_to_another(tmp_path: Path) -> None:
    out, whole = tmp_path / "leduc.h5", tmp_path / "whole.h5"
    said = " ".join(run("leduc", "--out", out, "--keep-state").split())
    assert f"written: {out}, and {out}.state for --resume" in said
    text = run("leduc", "--out", out, "--resume", "--target", "0.3mb", "--keep-state")
    rows = [line.split()[0] for line in text.splitlines() if re.match(" +[0-9]", line)]
    assert rows[:2] == ["511", "711"]
    run("leduc", "--out", whole, "--target", "0.3mb")
    assert same_strategy(out, whole)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["leduc.h5", "leduc.h5.state", "whole.h5"]
    run(
        "leduc", "--out", out, "--resume", "--target", "0.2mb"
    )  # the same state, which is removed at the target
    assert sorted(p.name for p in tmp_path.iterdir()) == ["leduc.h5", "whole.h5"]
    with open_table(out) as table:
        assert table.attributes["stopped_by"] == "target"


def test_stopped_at_an_iteration_it_goes_on(tmp_path: Path) -> None:
    out, whole = tmp_path / "leduc.h5", tmp_path / "whole.h5"
    run("leduc", "--out", out, "--iterations", "100")
    assert RunState.load(f"{out}.state").iteration == 100
    run("leduc", "--out", out, "--iterations", "300", "--resume")
    run("leduc", "--out", whole, "--iterations", "300")
    assert same_strategy(out, whole)


@pytest.mark.slow
def test_stopped_by_time_it_goes_on(tmp_path: Path) -> None:
    out, whole = tmp_path / "leduc.h5", tmp_path / "whole.h5"
    run("leduc", "--out", out, "--seconds", "0.3", "--target", "1e-9mb")
    reached = RunState.load(f"{out}.state").iteration
    with open_table(out) as table:
        assert (table.attributes["stopped_by"], table.attributes["iterations"]) == ("seconds", reached)
    run("leduc", "--out", out, "--iterations", str(reached + 500), "--resume")
    run("leduc", "--out", whole, "--iterations", str(reached + 500))
    assert same_strategy(out, whole)


@pytest.mark.slow
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_stopped_by_ctrl_c_it_goes_on(tmp_path: Path, stop: signal.Signals) -> None:
    out, whole = tmp_path / "leduc.h5", tmp_path / "whole.h5"
    process = subprocess.Popen(
        [*COMMAND, "leduc", "--out", out, "--target", "1e-9mb"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # ignored in background jobs
    )
    assert process.stdout is not None
    assert "iteration" in process.stdout.readline()
    process.send_signal(stop)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == (
        f"error: interrupted; the state is kept in {out}.state, and the same command with --resume goes on from there\n"
    )
    assert [p.name for p in tmp_path.iterdir()] == ["leduc.h5.state"]
    end = str(RunState.load(f"{out}.state").iteration + 500)
    said = run("leduc", "--out", out, "--iterations", end, "--resume")
    assert f"going on from {out}.state iteration" in " ".join(said.split())  # a long path has its own line
    run("leduc", "--out", whole, "--iterations", end)
    assert same_strategy(out, whole)


@pytest.mark.slow
def test_nothing_is_lost_without_being_told_to(tmp_path: Path) -> None:
    out = tmp_path / "kuhn.h5"
    state = Path(f"{out}.state")
    assert "there is no" in run("kuhn", "--out", out, "--resume", code=2)
    run("kuhn", "--out", out, "--keep-state")
    before = state.read_bytes()
    said = run("kuhn", "--out", out, "--iterations", "5", code=2)
    assert "expected --resume to continue from it, or --fresh to replace it" in said
    said = run("kuhn", "--out", out, "--resume", "--algorithm", "cfr", code=2)
    assert "state to resume" in said
    assert str(state) in said
    assert state.read_bytes() == before
    run("kuhn", "--out", out, "--fresh", "--iterations", "5")
    assert RunState.load(state).iteration == 5


@pytest.mark.slow
def test_a_terminal_shows_a_live_line(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*COMMAND, "leduc", "--seconds", "1.2", "--target", "1e-9mb"],
        stdout=theirs,
        stderr=theirs,
        cwd=tmp_path,
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 4096):
            shown += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    assert process.wait() == 0
    lines = [line for line in shown.decode().split("\r") if "left" in line]
    assert lines
    assert all(line.startswith("\x1b[Kiteration ") and " mb/g at " in line for line in lines)
    left = [float(seconds) for seconds in re.findall(r"about ([\d.]+) s left", shown.decode())]
    assert len(left) == len(lines)
    assert all(0 <= seconds <= 1.2 for seconds in left)


@pytest.mark.slow
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_elsewhere_there_is_none(stream: str) -> None:
    done = subprocess.run(
        [*COMMAND, "kuhn", "--seconds", "0.7", "--target", "1e-9mb"], capture_output=True, check=True
    )
    assert b"\x1b" not in getattr(done, stream)
