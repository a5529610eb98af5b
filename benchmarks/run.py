"""Speed of the parts of pokerdata, with peers from the package index beside where there are any.

    python -m pip install -e '.[bench]'
    python benchmarks/run.py [PART]... [--tables DIR] [--threads N] [--markdown] [--quick]

Every figure is the median of a few runs in one process; machines are shared and noisy, so compare ratios. A part is a
file of this folder with a function run(bench). "N x PEER" says that pokerdata is N times as fast.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from pathlib import Path

from measure import Bench

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
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="default: all")
    parser.add_argument("--tables", type=Path, default=None, help="where the default recipe was built")
    parser.add_argument("--threads", type=int, default=support.hardware_threads())
    parser.add_argument("--markdown", action="store_true", help="print a table, as the README has it")
    parser.add_argument("--quick", action="store_true", help="small inputs, one run: only whether all works")
    arguments = parser.parse_args()
    bench = Bench(arguments.tables, arguments.threads, arguments.markdown, arguments.quick)
    bench.say("kernels", support.active_isa())
    for name in arguments.parts or PARTS:
        import_module(name).run(bench)
    bench.finish()


if __name__ == "__main__":
    main()
