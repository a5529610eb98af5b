"""Run the examples in Python without pokerdata, in C++ and in R."""

from __future__ import annotations

import functools
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def program(name: str, language: str, folder: Path) -> list[str]:
    """Return the command of an example, building C++ in the folder; skip the test if a language or library is missing.

    Python runs as if pokerdata were not installed.
    """
    if language == "Python":
        alone = "import runpy, sys; sys.modules['pokerdata'] = None; sys.argv.pop(0); "
        run = "runpy.run_path(sys.argv[0], run_name='__main__')"
        return [sys.executable, "-c", alone + run, str(EXAMPLES / f"{name}.py")]
    if language == "R":
        if not _has_hdf5r():
            pytest.skip("needs R and its package hdf5r, in Debian r-cran-hdf5r")
        return ["Rscript", str(EXAMPLES / f"{name}.R")]
    compiler = shutil.which("h5c++")
    if compiler is None:
        pytest.skip("needs h5c++, in Debian libhdf5-dev")
    built = folder / name
    warnings = ["-Wall", "-Wextra", "-Werror"]
    source = EXAMPLES / f"{name}.cpp"
    subprocess.run([compiler, "-std=c++17", *warnings, source, "-o", built], check=True, cwd=folder)
    return [str(built)]


@functools.cache
def _has_hdf5r() -> bool:
    words = ["Rscript", "-e", "library(hdf5r)"]
    return shutil.which("Rscript") is not None and not subprocess.run(words, capture_output=True).returncode
