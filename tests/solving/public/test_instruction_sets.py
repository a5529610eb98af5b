"""Every instruction set gives the same bits in float64, and for small games in float32."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from helpers import environment
from pokerdata._core import support

ISAS = ("portable", "avx2", "avx512")
OTHERS = ISAS[: ISAS.index(support.active_isa())]


@cache
def found(asked: str, isa: str = support.active_isa()) -> Any:
    command = [sys.executable, "-m", "helpers.solved", asked]
    run = subprocess.run(
        command, env=environment(POKERDATA_ISA=isa), capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


@pytest.mark.slow
@pytest.mark.parametrize(
    "asked", ["at target, float64", "at target, float32", "short runs", "valued", "products"]
)
@pytest.mark.parametrize("isa", OTHERS)
def test_the_same_bits(isa: str, asked: str) -> None:
    """Double precision never fuses operations, and neither do small products in float."""
    assert found(asked, isa) == found(asked)
