"""What tests work with beside the package: toy stages, poker by slow and plain accounts, rules and recipes at random.

pytest finds this package by `pythonpath` in pyproject.toml.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path


def program(name: str, *arguments: object) -> list[str]:
    """The command that runs a helper as a program, in the `environment`."""
    return [sys.executable, "-m", f"helpers.{name}", *map(str, arguments)]


def environment(**more: str) -> dict[str, str]:
    """The environment of a program that imports helpers."""
    return os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])} | more
