"""Spots with values that other solvers confirm; the benchmarks use them, too."""

import tomllib
from pathlib import Path
from typing import Any

_SPOTS: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[2] / "benchmarks" / "spots.toml").read_text(encoding="utf-8")
)
R1, R2, T1, F1 = (_SPOTS[name] for name in ("R1", "R2", "T1", "F1"))
