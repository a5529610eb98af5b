"""Fuzz everything that reads text and files, guided by coverage, with Atheris (`pip install 'pokerdata[fuzz]'`).

    python tools/fuzz.py --list
    python tools/fuzz.py TARGET --seconds 600      writes findings to build/fuzz-findings/TARGET and goes on
    searching;
                                                   a hang, a crash or excessive memory is also a finding, and
                                                   ends it
    python tools/fuzz.py TARGET FILE...            runs inputs once, and prints each result

Inputs that reach new code are kept in build/fuzz-corpus/TARGET, where the next run starts. Inputs of fixed
bugs belong in
tests/hostile/regressions/TARGET. Without Atheris, `--plain` mutates seeds at random, as the tests do.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import random
import signal
import sys
import time
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
#: libFuzzer's names for inputs that end its process, or take longer than ten seconds.
ARTEFACTS = ("crash", "leak", "oom", "slow-unit", "timeout")
_INTERRUPTED = 72  # libFuzzer's exit code after Ctrl-C


class PlainLoaders(MetaPathFinder):
    """Finder that loads the package's sources with Python's own loader.

    Atheris can follow that loader, but not the one of editable installs.
    """

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of a module of the package.

        Args:
            name: Name of the module.
            path: Where to look.
            target: Not used.
        """
        if name.partition(".")[0] != "pokerdata":
            return None
        for finder in sys.meta_path[sys.meta_path.index(self) + 1 :]:
            spec = finder.find_spec(name, path, target)
            if spec is not None and spec.origin is not None:
                if spec.origin.endswith(".py"):
                    spec.loader = SourceFileLoader(name, spec.origin)
                return spec
        return None


class Run:
    """Runs of a target, with their findings.

    Args:
        target: The target.
        folder: Folder for inputs that are findings.
    """

    def __init__(self, target: Any, folder: Path) -> None:
        self.target, self.folder = target, folder
        self.executions, self.found = 0, dict[str, str]()
        self.told = time.monotonic()
        folder.mkdir(parents=True, exist_ok=True)

    def one(self, data: bytes) -> None:
        """Run one input; write a finding down the first time.

        Args:
            data: The input.
        """
        from fuzzing.checking import Finding, check

        self.executions += 1
        try:
            check(self.target, data)
        except Finding as finding:
            if finding.key not in self.found:
                self.found[finding.key] = str(finding)
                name = hashlib.sha256(finding.key.encode()).hexdigest()[:12]
                (self.folder / name).write_bytes(data[: self.target.longest])
                print(f"FINDING {name}: {finding}", flush=True)
                self.tell()  # the next input may end the process
        if time.monotonic() - self.told > 2:
            self.tell()

    def tell(self) -> None:
        """Write the progress of the search to a file."""
        self.told = time.monotonic()
        self._write(self.executions, time.process_time(), self.found)

    def tell_of_ended(self, before: set[tuple[Path, int]], status: int, seconds: float) -> None:
        """Add the inputs that ended or stalled a libFuzzer process to the findings that it wrote.

        Args:
            before: Result of `artefacts` before the process began.
            status: Exit status of the process; 0 also if a user ended it.
            seconds: Processor time of the process.
        """
        path = self.folder / "status.json"
        state = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        self.executions, self.found = state.get("executions", 0), state.get("findings", {})
        left = sorted(self.artefacts() - before)
        for kept, _ in left:
            kind = next(kind for kind in ARTEFACTS if kept.name.startswith(f"{kind}-"))
            self.found[f"{kind} at {kept.name}"] = f"{kind} of {self.target.name}, told by libFuzzer"
            print(f"FINDING {kept.name}: {kind} of {self.target.name}", flush=True)
        if status and not left:
            self.found["ended"] = f"the search ended with {status}, and left no input"
            print(f"FINDING: {self.found['ended']}", flush=True)
        self._write(self.executions, seconds, self.found)

    def artefacts(self) -> set[tuple[Path, int]]:
        """Return the inputs that libFuzzer wrote to the folder, with their modification times."""
        paths = [path for kind in ARTEFACTS for path in self.folder.glob(f"{kind}-*")]
        return {(path, path.stat().st_mtime_ns) for path in paths}

    def _write(self, executions: int, seconds: float, found: dict[str, str]) -> None:
        state = {"executions": executions, "processor_seconds": round(seconds, 1), "findings": found}
        (self.folder / "status.json").write_text(json.dumps(state, indent=1), encoding="utf-8")


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", nargs="?")
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plain", action="store_true", help="without Atheris")
    parser.add_argument("--list", action="store_true", help="the targets")
    given = parser.parse_args()
    guided = not (given.plain or given.files or given.list)
    try:
        atheris: Any = importlib.import_module("atheris") if guided else None
    except ImportError:
        atheris = None
    if atheris is None:
        from fuzzing.targets import targets
    else:
        sys.meta_path.insert(0, PlainLoaders())
        # Atheris keeps the results of array comparisons forever: a megabyte per input of `flops`.
        with atheris.instrument_imports(include=["pokerdata"], exclude=["pokerdata.cards.isomorphism"]):
            from fuzzing.targets import targets
    known = targets()
    if given.list or given.target not in known:
        sys.exit(
            f"fuzz: expected one of {', '.join(known)}" + (f", got {given.target}" if given.target else "")
        )
    if guided and atheris is None:
        sys.exit(
            "fuzz: expected Atheris to be installed, got no module atheris; e.g. pip install 'pokerdata[fuzz]'"
        )
    target = known[given.target]
    run = Run(target, ROOT / "build" / "fuzz-findings" / target.name)
    if guided:
        _guided(atheris, run, given.seconds, given.seed)
    else:
        for path in given.files:
            run.one(path.read_bytes())
        if not given.files:
            _plain(run, given.seconds, given.seed)
        run.tell()
    sys.exit(1 if run.found else 0)


def _plain(run: Run, seconds: int, seed: int) -> None:
    from fuzzing.mutating import mutated

    numbers, end = random.Random(seed), time.monotonic() + seconds
    while time.monotonic() < end:
        run.one(mutated(run.target, numbers))


def _guided(atheris: Any, run: Run, seconds: int, seed: int) -> None:
    """Search in a separate process, which libFuzzer always ends, and report how it ended."""
    from fuzzing.files import folder

    before = run.artefacts()
    run.tell()  # clears the results of an earlier search
    folder()  # the child cannot remove it, because libFuzzer ends it
    child = os.fork()
    if child == 0:
        _search(atheris, run, seconds, seed)
        os._exit(0)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the search, which is reported as usual
    _, status, used = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    by_user = code in (_INTERRUPTED, -signal.SIGINT)
    run.tell_of_ended(before, 0 if by_user else code, used.ru_utime + used.ru_stime)


def _search(atheris: Any, run: Run, seconds: int, seed: int) -> None:
    corpus = ROOT / "build" / "fuzz-corpus" / run.target.name
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(run.target.seeds):
        (corpus / f"seed{number}").write_bytes(data)
    words = corpus.parent / f"{run.target.name}.dict"
    quoted = ("".join(f"\\x{byte:02x}" for byte in word) for word in run.target.words)
    words.write_text("".join(f'"{word}"\n' for word in quoted if word), encoding="ascii")
    options = [
        f"-max_total_time={seconds}",
        f"-max_len={run.target.longest}",
        f"-seed={seed}",
        "-timeout=60",
        "-rss_limit_mb=4096",
        f"-artifact_prefix={run.folder}/",
    ]
    if run.target.words:
        options.append(f"-dict={words}")
    atheris.Setup([sys.argv[0], *options, str(corpus)], run.one)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
