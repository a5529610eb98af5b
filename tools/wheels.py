"""Wheels as they are published: built, repaired to a manylinux tag, and tried where nothing else is.

    python tools/wheels.py build [--python PYTHON] [--type Debug]     into build/wheels/COMPILER-TYPE; $CXX is the compiler
    python tools/wheels.py try WHEEL [--python PYTHON] [--oldest] [--extras] [--tests PATH...]

`try` makes a virtual environment of its own, in which nothing can be compiled, installs the wheel, runs
`tools/smoke.py`, compares the signature with the one that the tests keep, and runs the project in `examples/downstream`.
`--oldest` installs exactly the lower bounds of pyproject.toml, else the newest versions are; `--extras` installs all
extras of users, too; `--tests` runs tests of the checkout against the wheel.

Building takes scikit-build-core, pybind11, CMake, Ninja, auditwheel and patchelf; the rest comes from the index.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILT = ROOT / "build" / "wheels"
SIGNATURE = ROOT / "tests" / "cli" / "outputs" / "signature.txt"
DOWNSTREAM = ROOT / "examples" / "downstream"
EXTRAS = ("plot", "pandas", "parquet", "lp", "learn", "phh", "cluster")  # of users; open_spiel has few wheels
GUIDE = ROOT / "docs" / "downstream.md"


def build(python: str, kind: str) -> Path:
    """Build a wheel with what `python` has, as CMake's build type `kind`, and repair it; returns its path."""
    compiler = Path(os.environ.get("CXX", "default")).name
    built = BUILT / f"{compiler}-{kind}"
    built.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        settings = (
            f"build-dir=build/wheel-{{wheel_tag}}-{compiler}-{kind}",
            f"cmake.build-type={kind}",
            "cmake.define.POKERDATA_WERROR=ON",  # as the other builds, so that a compiler's cache has it all
        )
        options = [
            "--no-deps",
            "--no-build-isolation",
            "-w",
            folder,
            *(part for one in settings for part in ("-C", one)),
        ]
        _run([python, "-m", "pip", "wheel", str(ROOT), *options])
        (raw,) = Path(folder).glob("*.whl")
        repaired = Path(folder) / "repaired"
        _run([python, "-m", "auditwheel", "repair", str(raw), "-w", str(repaired)])
        (wheel,) = repaired.glob("*.whl")
        return Path(shutil.move(wheel, built / wheel.name))


def try_out(wheel: Path, python: str, *, oldest: bool, extras: bool, tests: Sequence[str]) -> None:
    """Install a wheel in an empty environment without a compiler, and use it as others would."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        _run([python, "-m", "venv", str(place / "venv")])
        bin_, alone = place / "venv" / "bin", alone_in(place / "venv")
        if shutil.which("c++", path=alone["PATH"]) or shutil.which("cmake", path=alone["PATH"]):
            raise SystemExit("wheels: expected no compiler in an empty environment, got one")
        bounds = place / "bounds.txt"
        bounds.write_text("\n".join(lower_bounds() if oldest else []))
        wanted = f"{wheel}[{','.join(EXTRAS)}]" if extras else str(wheel)
        install = [str(bin_ / "python"), "-m", "pip", "install", "-q", "--only-binary", ":all:"]
        _run(
            [*install, "-c", str(bounds), wanted, *(["pytest", "hypothesis"] if tests else [])], alone, place
        )
        _run([str(bin_ / "python"), "-m", "pip", "list", "--format=freeze"], alone, place)
        _run([str(bin_ / "python"), "-I", str(ROOT / "tools" / "smoke.py")], alone, place)
        said = subprocess.check_output([bin_ / "pokerdata", "signature"], env=alone, cwd=place, text=True)
        if said != SIGNATURE.read_text(encoding="utf-8"):
            raise SystemExit(f"wheels: expected the signature that {SIGNATURE} has, got\n{said}")
        print(said.splitlines()[-1], flush=True)
        downstream(place, install, alone, bounds)
        if tests:
            run_tests(place, alone, tests)


def downstream(place: Path, install: Sequence[str], alone: dict[str, str], bounds: Path) -> None:
    """Use a copy of the project of others: install it, run the commands that the guide shows, and its tests."""
    copy = place / "downstream"
    shutil.copytree(DOWNSTREAM, copy, ignore=shutil.ignore_patterns("tables", "__pycache__", ".*_cache"))
    _run([*install, "-c", str(bounds), f"{copy}[test]"], alone, place)
    bin_ = place / "venv" / "bin"
    shown = re.search(r"<!-- downstream -->\n```sh\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    if shown is None:
        raise SystemExit(f"wheels: expected commands after <!-- downstream --> in {GUIDE}, got none")
    for line in shown[1].splitlines():
        _run([str(bin_ / line.split()[0]), *line.split()[1:]], alone, copy)
    _run([str(bin_ / "python"), "-m", "pytest", "-q", "-p", "no:cacheprovider"], alone, copy)


def run_tests(place: Path, alone: dict[str, str], tests: Sequence[str]) -> None:
    """Run tests of the checkout against what is installed, from a copy without the package."""
    copy = place / "checkout"
    for name in ("tests", "tools", "pipelines", "studies", "docs", "examples", "benchmarks"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "tables"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, copy / name)
    _run([str(place / "venv" / "bin" / "python"), "-m", "pytest", "-q", *tests], alone, copy)


def alone_in(environment: Path) -> dict[str, str]:
    """Variables for programs that reach those of a virtual environment and no others: no compiler, no CMake."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not re.match("PYTHON|POKERDATA|CMAKE|VIRTUAL|C(C|XX)$", name)
    }
    return {**kept, "PATH": str(environment / "bin"), "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


def lower_bounds() -> list[str]:
    """The least version of each package that pyproject.toml takes, as pip's constraints."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needs = [*project["dependencies"], *(need for extra in EXTRAS for need in extras[extra])]
    return [need.replace(">=", "==") for need in needs]


def _run(command: Sequence[str], env: dict[str, str] | None = None, folder: Path = ROOT) -> None:
    print("$", *command, flush=True)
    subprocess.run(command, env=env, cwd=folder, check=True)


def main(given: Sequence[str]) -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    builds, tries = commands.add_parser("build"), commands.add_parser("try")
    for one in (builds, tries):
        one.add_argument("--python", default=sys.executable)
    builds.add_argument("--type", default="Release", choices=("Release", "Debug"))
    tries.add_argument("wheel", type=Path)
    tries.add_argument("--oldest", action="store_true")
    tries.add_argument("--extras", action="store_true")
    tries.add_argument("--tests", nargs="+", default=[])
    asked = parser.parse_args(given)
    try:
        if asked.command == "build":
            print(build(asked.python, asked.type))
        else:
            try_out(
                asked.wheel.resolve(),
                asked.python,
                oldest=asked.oldest,
                extras=asked.extras,
                tests=asked.tests,
            )
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"wheels: {' '.join(map(str, error.cmd))} ended with {error.returncode}") from None


if __name__ == "__main__":
    main(sys.argv[1:])
