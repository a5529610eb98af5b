"""Writes that fail at any file size give an error, no crash, and no half-written file."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from helpers import environment

pytestmark = pytest.mark.faults

FILES = {
    "recipe.toml": '[strategy.kuhn]\ngame = "kuhn"\niterations = 10\n',
    "flop.toml": 'board = "Td9d6h"\noop = "AA"\nip = "KK"\npot = 20\nstack = 20\n[bets]\nriver = "a"\n',
    "river.toml": 'board = "AsKsQsJd2c"\noop = "AA"\nip = "KK"\npot = 20\nstack = 20\nbets = "a"\n',
}
SPOT = "spot solve river.toml --iterations 10"
# All commands that write a table, after the commands that they depend on.
COMMANDS = {
    "make -f recipe.toml --tables tables": "",
    "jam-fold --chips 6 --blinds 1/2 --step 1 -o j.h5": "",
    "solve leduc --iterations 2 --out leduc.h5": "",
    f"{SPOT} --out river.h5": "",
    "solve leduc --iterations 4 --out leduc.h5 --resume": "solve leduc --iterations 2 --out leduc.h5",
    "learn always-call --game leduc --deals 20 --out model.h5": "",
    "respond always-call --game leduc --p 0.5 --iterations 2 --out response.h5": "",
    "trade-off always-call --game leduc --ps 0,1 --iterations 2 --out trade_off.h5": "",
    "cfr-br leduc --buckets 2,2 --iterations 2 --out least.h5": "",
    "spot flops flop.toml --subset 5 --iterations 2 --out flops.h5": "",
    "spot export river.h5 --out river.csv": f"{SPOT} --out river.h5",
    "export leduc.h5 --out leduc.csv": "solve leduc --iterations 2 --out leduc.h5",
}
# All in one process, which a crash would end: the limit is lowered and raised again.
PROGRAM = """
import contextlib, io, os, resource, shutil, sys
from pathlib import Path
from pokerdata.cli import main

def run(line):
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as errors:
        return main(line.split()), errors.getvalue()

first, line = sys.argv[1:]
here, none = Path.cwd(), resource.RLIM_INFINITY
for number, limit in enumerate([0, 1_000, 6_000, 12_000, 18_000, none]):
    there = here.with_name(f"run{number}")
    shutil.copytree(here, there)
    os.chdir(there)
    assert not first or run(first)[0] == 0
    before = {path: path.read_bytes() for path in there.rglob("*.h5")}
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, none))
    code, errors = run(line)
    resource.setrlimit(resource.RLIMIT_FSIZE, (none, none))
    assert code in ((1,) if limit == 0 else (0,) if limit == none else (0, 1)), (limit, code, errors)
    assert (code == 1) == ("larger than a file may be here" in errors), (limit, errors)
    assert not list(there.rglob(".*.tmp*")), limit
    if code:
        assert {path: path.read_bytes() for path in there.rglob("*.h5")} == before, limit
"""


@pytest.mark.slow
@pytest.mark.parametrize("line", COMMANDS)
def test_a_file_that_may_not_grow_is_an_error(line: str, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    for name, content in FILES.items():
        (here / name).write_text(content)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, COMMANDS[line], line],
        cwd=here,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr  # a crash is negative
