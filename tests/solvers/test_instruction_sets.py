"""What is solved with each instruction set: the same bits in float64, in float32 as near as docs/solving.md says."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from typing import Any

import pytest

from helpers import environment
from helpers.solved import TARGETS
from pokerdata._core import support

ISAS = ("portable", "avx2", "avx512")
OTHERS = ISAS[: ISAS.index(support.active_isa())]
#: Without limits many actions are nearly as good, and last bits decide which is played.
INDIFFERENT = "leduc-nolimit"


@cache
def found(asked: str, isa: str = support.active_isa()) -> Any:
    command = [sys.executable, "-m", "helpers.solved", asked]
    run = subprocess.run(
        command, env=environment(POKERDATA_ISA=isa), capture_output=True, text=True, check=True
    )
    return json.loads(run.stdout)


@pytest.mark.parametrize("asked", ["at target, float64", "short runs", "valued", "products"])
@pytest.mark.parametrize("isa", OTHERS)
def test_the_same_bits(isa: str, asked: str) -> None:
    """Strategies, their values and exploitabilities: nothing is fused in double."""
    assert found(asked, isa) == found(asked)


@pytest.mark.slow
@pytest.mark.parametrize("isa", OTHERS)
@pytest.mark.parametrize("name", TARGETS)
def test_float32_agrees_within_a_bound(isa: str, name: str) -> None:
    here, there = (found("at target, float32", one)[name] for one in (support.active_isa(), isa))
    assert abs(there["value"] - here["value"]) <= (1e-5 if name == INDIFFERENT else 1e-6)
    assert max(there["exploitability"], here["exploitability"]) <= TARGETS[name] / 1000
    if name != INDIFFERENT:
        assert there["iterations"] == here["iterations"], "of the target"
        assert abs(there["exploitability"] - here["exploitability"]) <= 1e-4
