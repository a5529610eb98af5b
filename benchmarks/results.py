"""Figures of benchmarks as files, with the machine and versions that they belong to, and the page made from them.

python benchmarks/run.py --write             measure, store results/peers.json, and write docs/benchmarks.md
python benchmarks/run.py --sets --write      the same for results/sets.json
python benchmarks/run.py --scaling --write   the same for results/scaling.json
python benchmarks/results.py                 write the page from the files there are
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "results"
PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"

#: Kind of a run -> the question that it answers.
QUESTIONS = {
    "peers": "How fast is it, and against whom?",
    "sets": "What does each instruction set change?",
    "scaling": "How does it grow with threads?",
}
_NOTES = {
    "peers": 'Medians of a few runs. "12 x NAME" means that pokerdata is 12 times as fast as that package, each called as '
    "its own interface has it, on the same cores in the same run.",
    "sets": "Least times, without peers. A ratio is the time as a multiple of that with the widest instruction set.",
    "scaling": "Least times on one thread and on all threads, run in turn. Processor time is that of all threads as a "
    "multiple of that of one. Copies of large arrays show what memory allows.",
}
_PEERS = (
    "phevaluator",
    "eval7",
    "treys",
    "pkrbot",
    "poker-equity",
    "xiapl",
    "open_spiel",
    "LiteEFG",
    "pokerkit",
)


def store(kind: str, cells: Sequence[Sequence[str]], command: str) -> Path:
    """Write the figures of a run to its file, and return it. The first row is the head, the second a rule.

    Args:
        kind: One of `QUESTIONS`.
        cells: Rows of the table.
        command: What was run.
    """
    head, _, *rows = ([*row] for row in cells)
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{kind}.json"
    content = {"command": command, "machine": machine(), "versions": versions(), "head": head, "rows": rows}
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return path


def machine() -> dict[str, Any]:
    """Return the processor, its threads and instruction set, the system, and how busy it was."""
    from pokerdata._core import support

    names = [line for line in _lines("/proc/cpuinfo") if line.startswith("model name")]
    return {
        "processor": names[0].partition(":")[2].strip() if names else platform.processor() or "not known",
        "threads": support.hardware_threads(),
        "instruction set": support.active_isa(),
        "system": f"{platform.system()} {platform.machine()}",
        "load before": round(os.getloadavg()[0], 1),
    }


def versions() -> dict[str, str]:
    """Return the versions of pokerdata, with its commit, of Python, and of the packages that are installed."""
    found = {"pokerdata": version("pokerdata"), "commit": _commit(), "python": platform.python_version()}
    for name in ("numpy", "h5py", *_PEERS):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def _commit() -> str:
    def git(*words: str) -> str:
        done = subprocess.run(
            ["git", *words], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
        )
        return done.stdout.strip()

    return git("rev-parse", "--short=8", "HEAD") + (" with changes" if git("status", "--porcelain") else "")


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return []


def page() -> str:
    """Return the page of all files that there are."""
    lines = [
        "# Benchmarks",
        "",
        "This page shows how fast pokerdata is, beside other packages, with each instruction set, and on several threads.",
        "`python benchmarks/run.py --write` measures on your machine and writes it; see `benchmarks/run.py --help`.",
        "Machines differ and are shared, so compare ratios, not times.",
    ]
    for kind, question in QUESTIONS.items():
        path = FOLDER / f"{kind}.json"
        if not path.is_file():
            continue
        found = json.loads(path.read_text(encoding="utf-8"))
        told = {**found["machine"], **found["versions"]}
        lines += ["", f"## {question}", "", _NOTES[kind], ""]
        lines += [f"`{found['command']}`: {', '.join(f'{key} {value}' for key, value in told.items())}.", ""]
        lines += [_row(found["head"]), _row(["---"] * len(found["head"])), *map(_row, found["rows"])]
    if not any((FOLDER / f"{kind}.json").is_file() for kind in QUESTIONS):
        lines += [
            "",
            "No figures are stored yet. Those measured by hand are in [verification and speed](status.md).",
        ]
    return "\n".join(lines) + "\n"


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
