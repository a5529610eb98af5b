"""After the machine's clock is set back by a year between two runs, nothing is remade and the bits are the same."""

from __future__ import annotations

import json
import subprocess
from datetime import datetime
from pathlib import Path

import pytest

from helpers import environment, program
from helpers.mortal import Found, determined, of_state, temporary
from pokerdata.cli import main

pytestmark = pytest.mark.faults

YEAR = 365 * 24 * 3600
RECIPE = """
[strategy.kuhn]
game = "kuhn"
iterations = 100
[strategy.leduc]
game = "leduc"
iterations = 30
[match.all]
agents = ["leduc", "random"]
deals = 200
"""


def run(folder: Path, *words: object, back: int) -> str:
    """Return the real command line's output in a folder, with the clock set back by some seconds."""
    done = subprocess.run(
        program("set_back", back, *words),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def records(tables: Path) -> dict[str, dict[str, object]]:
    return {path.stem: json.loads(path.read_text()) for path in (tables / ".state").glob("[!.]*.json")}


def differing(found: Found, expected: Found) -> list[str]:
    return [key for key in expected.keys() | found.keys() if expected.get(key) != found.get(key)]


@pytest.mark.slow
@pytest.mark.parametrize("back", [pytest.param(YEAR, id="back"), pytest.param(-YEAR, id="forward")])
def test_make_goes_on(tmp_path: Path, back: int) -> None:
    recipe, whole, tables = tmp_path / "recipe.toml", tmp_path / "whole", tmp_path / "tables"
    recipe.write_text(RECIPE)
    assert main(["make", "-f", str(recipe), "--tables", str(whole)]) == 0
    make = ["make", "-f", recipe, "--tables", tables]
    run(tmp_path, *make, "leduc_strategy", back=0)
    before = records(tables)
    said = run(tmp_path, *make, back=back)
    assert "kuhn_strategy" in said
    assert "all_matches" in said
    after = records(tables)
    for name in ("made", "seconds", "sha256"):
        assert before["leduc_strategy"][name] == after["leduc_strategy"][name], "it is not made twice"
    first, second = (
        datetime.fromisoformat(str(of[name]["made"]))
        for of, name in ((before, "leduc_strategy"), (after, "kuhn_strategy"))
    )
    assert abs((first - second).total_seconds() - back) < 3600, "the clock was set"
    made = (tables / "all_matches.h5").stat().st_mtime - (tables / "leduc_strategy.h5").stat().st_mtime
    assert (made < 0) == (back > 0), "what is made of another file is older, if the clock was set back"
    assert not differing(determined(tables), determined(whole))
    assert not temporary(tables)
    for now in (back, 0):
        assert "nothing to do: all" in run(tmp_path, *make, back=now)
    run(tmp_path, "verify", "-f", recipe, "--tables", tables, back=back)


def test_a_solve_resumes(tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    out, whole = tmp_path / "leduc.h5", tmp_path / "whole" / "leduc.h5"
    solve = ["solve", "leduc", "--iterations"]
    assert main([*solve, "200", "--out", str(whole)]) == 0
    assert main([*solve, "400", "--out", str(whole), "--resume"]) == 0
    run(tmp_path, *solve, 200, "--out", out, back=0)
    state = tmp_path / "leduc.h5.state"
    written = state.stat().st_mtime
    said = run(tmp_path, *solve, 400, "--out", out, "--resume", back=YEAR)
    assert state.stat().st_mtime < written - YEAR / 2, "the clock was set back"
    rows = [
        int(line.split()[0]) for line in said.splitlines() if line.split()[:1] and line.split()[0].isdigit()
    ]
    assert min(rows) > 200, "it goes on from its state"
    assert not differing(determined(tmp_path), determined(whole.parent))
    assert of_state(state) == of_state(whole.with_name("leduc.h5.state"))
