"""Damage files of a folder of tables one at a time, and print what `pokerdata verify` and a plain open report.

This is a program of its own, because a damaged file might kill or hang the process that reads it:
python -m helpers.damaging RECIPE TABLES SEED FLIPS CUTS. It prints a line for each damage: a description, and
"found" (`verify` fails), "harmless" (no readable content changed) or "ESCAPED".
"""

from __future__ import annotations

import contextlib
import io
import random
import resource
import signal
import sys
import warnings
from pathlib import Path

from helpers.flipping import seen
from pokerdata.cli import main as pokerdata
from pokerdata.errors import TableError
from pokerdata.pipeline.store import open_table

SECONDS = 60  # per damage
MEMORY = 8 << 30  # bytes of address space


def outcome(recipe: Path, path: Path, sound: list[object]) -> str:
    """Return the outcome of one damaged table."""
    with contextlib.suppress(TableError), open_table(path):  # no other exception, and no crash
        pass
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = pokerdata(["verify", path.stem, "-f", str(recipe), "--tables", str(path.parent)])
    if code == 1 and "DAMAGED" in said.getvalue():
        return "found"
    assert code == 0, said.getvalue()
    try:
        return "harmless" if seen(path) == sound else "ESCAPED"
    except (OSError, RuntimeError, ValueError, TypeError, KeyError):
        return "ESCAPED"


def main(recipe: Path, tables: Path, seed: int, flips: int, cuts: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warnings.simplefilter("ignore")
    chosen, paths = random.Random(seed), sorted(tables.glob("*.h5"))
    sound = {path: seen(path) for path in paths}
    for number in range(flips + cuts):
        path = paths[chosen.randrange(len(paths))]
        content = path.read_bytes()
        if number < flips:
            # Put half of the bits in the first pages, where headers are: most of a table is values.
            place = chosen.randrange(min(len(content), 4096) if number % 2 else len(content))
            bit = chosen.randrange(8)
            damaged = bytearray(content)
            damaged[place] ^= 1 << bit
            print(f"{path.name} bit {bit} of byte {place}", end=" ", flush=True)
        else:
            damaged = bytearray(content[: chosen.randrange(len(content))])
            print(f"{path.name} cut to {len(damaged)} bytes", end=" ", flush=True)
        path.write_bytes(damaged)
        signal.alarm(SECONDS)
        print(outcome(recipe, path, sound[path]), flush=True)
        signal.alarm(0)
        path.write_bytes(content)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *map(int, sys.argv[3:6]))
