"""Kill the toy pipeline at every moment that touches the disk, check the files, and let it resume.

This is a program of its own, because it forks: python -m helpers.killing FOLDER. The moments are before and
after every rename and every fsync of a whole run. Each of them kills one forked run.
"""

import json
import os
import signal
import sys
from pathlib import Path

import pokerdata.pipeline.store.reading  # noqa: F401 - loaded once, before the forks
from helpers import toys
from pokerdata.pipeline.plan import Plan
from pokerdata.pipeline.runner import Runner
from pokerdata.pipeline.store import open_table

RENAME, FSYNC = Path.replace, os.fsync


def run(tables: Path, kill_at: int, log: Path) -> None:
    """Run all stages, dying at moment number `kill_at` (never, if negative); log the number of moments."""
    moments = 0

    def moment() -> None:
        nonlocal moments
        if moments == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)
        moments += 1

    def rename(self: Path, target: Path) -> Path:
        moment()
        result = RENAME(self, target)
        moment()
        return result

    def fsync(descriptor: int) -> None:
        moment()
        FSYNC(descriptor)

    for owner, name, counted in ((Path, "replace", rename), (os, "fsync", fsync)):
        setattr(owner, name, counted)
    Runner(Plan.of(toys.stages()), tables, 1, lambda line: None, toys.KERNELS).run()
    log.write_text(json.dumps({"moments": moments, "built": toys.built}))


def forked(tables: Path, kill_at: int, log: Path) -> int:
    """Run in a child process; return its wait status."""
    child = os.fork()
    if child == 0:
        try:
            run(tables, kill_at, log)
        finally:
            os._exit(0)
    return os.waitpid(child, 0)[1]


def check_nothing_half_written(tables: Path, expected: dict[str, bytes]) -> None:
    """Check that every file with its final name has the bytes of the undisturbed run."""
    for name, content in toys.content(tables).items():
        assert content == expected[name], name
        if name.endswith(".h5"):
            open_table(tables / name).verify()
    for record in (tables / ".state").glob("[!.]*.json"):
        json.loads(record.read_text())


def main(folder: Path) -> None:
    log = folder / "log.json"
    assert forked(folder / "whole", -1, log) == 0
    whole = json.loads(log.read_text())
    expected = toys.content(folder / "whole")
    assert set(expected) == {"squares.h5", "sums.h5", "parity.h5", "picture.png"}
    resumed_shards = set()
    for kill_at in range(whole["moments"]):
        tables = folder / str(kill_at)
        log.unlink(missing_ok=True)
        status = forked(tables, kill_at, log)
        assert os.WTERMSIG(status) == signal.SIGKILL
        assert not log.exists()
        check_nothing_half_written(tables, expected)
        recorded = {path.stem for path in (tables / ".state").glob("[!.]*.json")}
        assert forked(tables, -1, log) == 0
        built = json.loads(log.read_text())["built"]
        assert not recorded.intersection(built), "what was recorded is not built again"
        resumed_shards.add(sum(name.startswith("sums/") for name in built))
        assert toys.content(tables) == expected
        assert not list(tables.rglob("*.tmp*")), "half-written files are removed"
        assert not list(tables.rglob("*.npz")), "shards are removed"
    assert resumed_shards == set(range(toys.SHARDS + 1)), "runs go on after each of the shards"
    print(f"killed at {whole['moments']} moments")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
