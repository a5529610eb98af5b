"""Show how compilers vectorized the inner loops of the kernels.

    python tools/assembly.py BUILD_DIR

The table has a row for each kernel file and instruction set of a build. It counts the innermost loops with
vectors. It shows the share of their vector instructions that use the full register width. It also shows the
share of all their instructions that read or write vectors at fixed places of the stack, where compilers put
vectors when registers do not suffice or a vector is taken apart.

BUILD_DIR is CMake's build folder, e.g. build/python. objdump of the GNU binutils must be installed.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

SETS = {"portable": "xmm", "avx2": "ymm", "avx512": "zmm"}
_OBJECT = re.compile(r"pokerdata_(\w+)\.dir/.*/pokerdata/(.*)\.kernel\.cpp\.o$")
_FUNCTION = re.compile(r"^[0-9a-f]+ <(.*)>:$")
_LINE = re.compile(r"^\s*([0-9a-f]+):\s+(\S+)\s*(.*)$")
_JUMP = re.compile(r"^([0-9a-f]+)")
_REGISTER = re.compile(r"%[xyz]mm\d+")
# A fixed place has no index; with one it is an array.
_STACK = re.compile(r"\(%rsp\)")
# Instructions that use one number in a vector register.
_SCALAR = re.compile(r"(ss|sd|si2ss|si2sd|2si|movd|movq)$")


class Line(NamedTuple):
    at: int
    name: str
    operands: str


class Loops(NamedTuple):
    loops: int = 0
    vectors: int = 0
    whole: int = 0
    lines: int = 0
    stack: int = 0


def functions(text: str) -> dict[str, list[Line]]:
    """Return the instructions of each function of an object file, from the output of `objdump -d --no-show-raw-insn`."""
    found: dict[str, list[Line]] = {}
    here: list[Line] = []
    for line in text.splitlines():
        if start := _FUNCTION.match(line):
            here = found.setdefault(start[1], [])
        elif one := _LINE.match(line):
            here.append(Line(int(one[1], 16), one[2], one[3]))
    return found


def innermost(lines: list[Line]) -> list[list[Line]]:
    """Return the stretches that end in a jump back to their start and contain no other such stretch."""
    spans = [
        (int(to[1], 16), line.at)
        for line in lines
        if line.name.startswith("j") and (to := _JUMP.match(line.operands)) and int(to[1], 16) <= line.at
    ]
    inner = [s for s in spans if not any(o != s and s[0] <= o[0] and o[1] <= s[1] for o in spans)]
    return [[line for line in lines if first <= line.at <= last] for first, last in sorted(set(inner))]


def loops_of(text: str, register: str) -> Loops:
    """Return the innermost loops of all functions of an object file."""
    total = Loops()
    for lines in functions(text).values():
        for loop in innermost(lines):
            vectors = [
                line for line in loop if _REGISTER.search(line.operands) and not _SCALAR.search(line.name)
            ]
            if not vectors:
                continue
            found = Loops(
                1,
                len(vectors),
                sum(f"%{register}" in line.operands for line in vectors),
                len(loop),
                sum(bool(_STACK.search(line.operands)) for line in vectors),
            )
            total = Loops(*(a + b for a, b in zip(total, found, strict=True)))
    return total


def main() -> None:
    """Print the table."""
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("expected the folder of a build; e.g. python tools/assembly.py build/python")
    build = Path(sys.argv[1])
    print(f"| kernels | {' | '.join(SETS)} |\n|---|{'---|' * len(SETS)}")
    objects = {}
    for path in build.rglob("*.kernel.cpp.o"):
        if found := _OBJECT.search(path.as_posix()):
            objects[found[2], found[1]] = path
    for name in sorted({name for name, _ in objects}):
        cells = [_cell(objects[name, isa], register) for isa, register in SETS.items()]
        print(f"| {name} | {' | '.join(cells)} |")


def _cell(path: Path, register: str) -> str:
    command = ["objdump", "-d", "--no-show-raw-insn", str(path)]
    found = loops_of(subprocess.run(command, check=True, capture_output=True, text=True).stdout, register)
    whole = f"{found.whole / found.vectors:.0%} whole" if found.vectors else "none"
    return f"{found.loops} loops, {whole}, {found.stack / max(1, found.lines):.1%} stack"


if __name__ == "__main__":
    main()
