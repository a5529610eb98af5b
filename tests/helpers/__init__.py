"""What tests work with beside the package: toy stages, poker by slow and plain accounts, rules and recipes at random.

pytest finds this package by `pythonpath` in pyproject.toml.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def program(name: str, *arguments: object) -> list[str]:
    """The command that runs a helper as a program, in the `environment`."""
    return [sys.executable, "-m", f"helpers.{name}", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    """The environment of a program that imports helpers."""
    return os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])} | more


def printed(code: str, **more: str) -> str:
    """What a program in Python prints, with more in its environment."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, check=True, capture_output=True, text=True, env=environment(**more)).stdout


def outcomes(name: str, *arguments: object) -> list[str]:
    """The lines of a helper that damages files and tells what came of each damage; none may escape."""
    done = subprocess.run(
        program(name, *arguments), env=environment(), capture_output=True, text=True, check=False
    )
    lines = done.stdout.splitlines()
    # What kills or hangs the process is the last line, without an outcome.
    assert done.returncode == 0, f"{arguments[0]}, {lines[-1:]}: {done.returncode} {done.stderr}"
    assert not [line for line in lines if line.endswith("ESCAPED")], arguments[0]
    return lines
