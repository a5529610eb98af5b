"""Speed of the parts of pokerdata, with peers from the package index beside where there are any.

    python -m pip install -e '.[bench]'
    python benchmarks/run.py [PART]... [--tables DIR] [--threads N] [--sets | --scaling] [--markdown] [--quick]
    python benchmarks/run.py [--sets | --scaling] --write
    python benchmarks/run.py --tables DIR --estimates RECIPE... [--shortened]

Every figure is the median of a few runs in one process; machines are shared and noisy, so compare ratios. A part is a
file of this folder with a function run(bench), and threaded(bench) for what runs on many threads. "N x PEER" says that
pokerdata is N times as fast. The parts from `abstraction` on need the tables of the default recipe, some figures of
`matches` those of the recipe `potential`.

With --sets each part runs with every instruction set that the processor has, one after the other, without
peers; figures are least times, "3 x" is the time as a multiple of the widest set's. With --scaling every kernel
that takes 20 ms or more runs on one thread and on all in turn: least times, how many times as fast, and the processors'
time on all threads as a multiple of that on one; copies of large arrays tell what memory allows.
With --estimates recipes are made in DIR, one after the other, and what `pokerdata estimate` tells of each stage stands
beside what it took; with --shortened strategies take 20 iterations and values on real cards ten flops, whose stages
are the same and as large. Give those a folder of their own: tables of the whole recipe would be made anew.
Beside other jobs, --sets --threads 1 --processor-time says more than the clock.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import estimates
import results
import scaling
from measure import Bench, Row, print_table

from pokerdata._core import support

PARTS = (
    "evaluator",
    "equity",
    "preflop",
    "strength",
    "potential",
    "abstraction",
    "clustering",
    "games",
    "solver",
    "chance_sampling",
    "trees",
    "matches",
    "spots",
    "dealing",
    "real_cards",
)

#: From the widest to the narrowest.
SETS = ("avx512", "avx2", "portable")


def with_set(name: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """This program in a process of its own, which the instruction set is chosen for."""
    return subprocess.run(
        [sys.executable, __file__, *arguments],
        env=os.environ | {"POKERDATA_ISA": name},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )


def by_set(parts: Sequence[str], options: list[str], silent: bool) -> list[list[str]]:
    """A table with a column for each instruction set."""
    ahead = SETS[SETS.index(support.active_isa()) :]
    cells = [["what", *ahead], ["---"] * (1 + len(ahead))]
    for part in parts:
        rows: dict[str, list[Row]] = {}
        for name in ahead:
            for row in json.loads(with_set(name, part, "--json", "--brief", "--no-peers", *options).stdout):
                rows.setdefault(row[0], []).append(Row(*row))
        for what, found in rows.items():
            if what == "kernels" or len(found) < len(ahead):
                continue  # a line about peers
            widest = found[0].seconds
            cells.append([what, found[0].figure])
            for row in found[1:]:
                ratio = "" if widest is None or row.seconds is None else f", {row.seconds / widest:.2f} x"
                cells[-1].append(row.figure + ratio)
            if not silent:
                print(" | ".join(cells[-1]), flush=True)
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument("--tables", type=Path, default=None, help="where the default recipe was built")
    parser.add_argument("--threads", type=int, default=support.hardware_threads())
    parser.add_argument("--markdown", action="store_true", help="print a table, as the README has it")
    parser.add_argument("--quick", action="store_true", help="small inputs, one run: only whether all works")
    parser.add_argument("--sets", action="store_true", help="a column for each instruction set")
    parser.add_argument("--scaling", action="store_true", help="all threads against one")
    parser.add_argument(
        "--estimates",
        nargs="+",
        metavar="RECIPE",
        help="make these, and compare what was told with what it took",
    )
    parser.add_argument(
        "--shortened",
        action="store_true",
        help="with --estimates: 20 iterations a strategy, 10 flops of real cards",
    )
    parser.add_argument("--brief", action="store_true", help="least times of a second each, no medians")
    parser.add_argument(
        "--processor-time", action="store_true", help="not the clock's: beside other jobs, with one thread"
    )
    parser.add_argument("--no-peers", action="store_true", help="without packages of others beside")
    parser.add_argument(
        "--write",
        action="store_true",
        help="store the figures in benchmarks/results/, and write docs/benchmarks.md from all that are there",
    )
    parser.add_argument("--json", action="store_true", help="print rows for a program: what, figure, seconds")
    arguments = parser.parse_args()
    parts = arguments.parts or PARTS
    if arguments.write and (arguments.parts or arguments.quick or arguments.brief or arguments.json):
        parser.error(
            "--write: expected a whole run, without parts, --quick, --brief and --json; e.g. --sets --write"
        )
    if arguments.estimates:
        if arguments.tables is None or arguments.parts or arguments.sets or arguments.scaling:
            parser.error(
                "--estimates: expected --tables and recipes alone; e.g. --tables /tmp/made --estimates spot"
            )
        estimates.run(arguments.estimates, arguments.tables, arguments.shortened)
        return
    if arguments.shortened:
        parser.error(
            "--shortened: expected with --estimates; e.g. --tables /tmp/made --estimates spot --shortened"
        )
    if arguments.sets:
        options = ["--threads", str(arguments.threads), *(["--quick"] if arguments.quick else [])]
        options += ["--tables", str(arguments.tables)] if arguments.tables else []
        options += ["--processor-time"] if arguments.processor_time else []
        finish("sets", by_set(parts, options, arguments.markdown), arguments)
        return
    silent = arguments.markdown or arguments.json
    bench = Bench(
        arguments.tables,
        arguments.threads,
        silent,
        arguments.quick,
        not arguments.no_peers,
        arguments.brief,
        time.process_time if arguments.processor_time else time.perf_counter,
    )
    if arguments.scaling:
        finish("scaling", scaling.run(bench, parts), arguments)
        return
    bench.say("kernels", support.active_isa())
    for name in parts:
        import_module(name).run(bench)
    if arguments.json:
        print(json.dumps(bench.rows))
    else:
        finish("peers", bench.table(), arguments)


def finish(kind: str, cells: Sequence[Sequence[str]], arguments: argparse.Namespace) -> None:
    """Print the table, or store it and write the page."""
    if arguments.markdown:
        print_table(cells)
    if arguments.write:
        path = results.store(kind, cells, " ".join(["python benchmarks/run.py", *sys.argv[1:]]))
        results.PAGE.write_text(results.page(), encoding="utf-8")
        print(f"written: {path} and {results.PAGE}", file=sys.stderr)


if __name__ == "__main__":
    main()
