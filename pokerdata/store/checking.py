"""Reading a file that nobody vouches for in a process of its own: whatever it does to HDF5 ends there."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import warnings
from pathlib import Path

from pokerdata.errors import PokerdataError, TableError
from pokerdata.store.reading import read_table
from pokerdata.store.table import Table

_REFUSED = 3  # the exit code, beside those of Python itself
_MEMORY = 4 << 30  # bytes of addresses beside those of the file


def check_file(path: str | os.PathLike[str], *, seconds: float = 60.0) -> None:
    """Open a file of unknown origin in a process of its own, and compare all its values with their digests.

    The headers of a table have checksums, which HDF5 compares before it reads them, so that `open_table` refuses what chance
    has damaged. A file that was made to harm has right checksums, and may find faults of the HDF5 library that end a
    process. A server calls this function before it opens what a stranger sent: a crash, an endless loop or a claim of too
    much memory ends the other process, and is told here. It takes some 0.3 s, and the time to read the file once.

    It does not say that the numbers are right: a stranger may have made his own table, with digests of its own.

    Args:
        path: The file.
        seconds: After which it is refused; for large files as long as it takes to read them.

    Raises:
        TableError: If the file is missing, is no table, is damaged, or ends the process that reads it.
    """
    path = Path(path)
    if not path.is_file():
        raise TableError(
            f"there is no table at {path}: expected the path of an .h5 file; e.g. river_strength.h5"
        )
    if not sys.executable:
        raise PokerdataError(
            "check_file: expected a Python to start in another process, got none in sys.executable"
        )
    # Not -m, which warns of a module that its package has imported.
    program = f"import sys; from {__name__} import _main; sys.exit(_main(sys.argv[1]))"
    command = [sys.executable, "-c", program, os.fspath(path)]
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
        "PYTHONSAFEPATH": "1",
        "OPENBLAS_NUM_THREADS": "1",  # NumPy's threads take addresses, by which memory is bounded
    }
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=seconds,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        raise TableError(f"{path} is refused: reading it took more than {seconds:g} s") from None
    if done.returncode == 0:
        return
    said = done.stderr.decode("utf-8", "replace").strip()
    if done.returncode == _REFUSED:
        raise TableError(said.splitlines()[-1])
    how = _signal(-done.returncode) if done.returncode < 0 else (said.splitlines() or ["no word"])[-1]
    raise TableError(f"{path} is damaged or made to harm: reading it ended a process ({how}). Do not open it")


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _main(name: str) -> int:
    path = Path(name)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    memory = _MEMORY + path.stat().st_size
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (memory if hard < 0 else min(memory, hard), hard))
    warnings.simplefilter("ignore")  # of tables of schema 1, which the one who opens it is told
    try:
        with read_table(path, lambda _: Table) as table:
            table.verify()
    except TableError as error:
        print(error, file=sys.stderr)
        return _REFUSED
    return 0
