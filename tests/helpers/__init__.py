"""Helpers of the tests: toy stages, slow and plain reference implementations of poker, random rules and recipes.

pytest finds this package through `pythonpath` in pyproject.toml.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def program(name: str, *arguments: object) -> list[str]:
    """Return the command that runs a helper as a program, in the `environment`."""
    return [sys.executable, "-m", f"helpers.{name}", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    """Return the environment of a program that imports helpers."""
    return os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])} | more


def printed(code: str, **more: str) -> str:
    """Run a Python program with extra environment variables, and return its output."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment(**more)).stdout


def outcomes(name: str, *arguments: object) -> list[str]:
    """Run a helper that damages files; return its line for each damage and require that no damage escapes."""
    done = subprocess.run(
        program(name, *arguments), env=environment(), capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    # If a damage kills or hangs the process, the last line has no outcome.
    assert done.returncode == 0, f"{arguments[0]}, {lines[-1:]}: {done.returncode} {done.stderr}"
    assert not [line for line in lines if line.endswith("ESCAPED")], arguments[0]
    return lines
