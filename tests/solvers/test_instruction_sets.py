"""Strategies solved with each instruction set: the same bits in float64, in float32 as near as docs/solving.md says."""

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
def found(isa: str, dtype: str) -> dict[str, dict[str, Any]]:
    command = [sys.executable, "-m", "helpers.solved", dtype]
    run = subprocess.run(
        command, env=environment(POKERDATA_ISA=isa), capture_output=True, text=True, check=True
    )
    told: dict[str, dict[str, Any]] = json.loads(run.stdout)
    return told


@pytest.mark.parametrize("isa", OTHERS)
def test_float64_has_the_same_bits(isa: str) -> None:
    """Of strategies at the target, of their values and of exploitabilities: nothing in double is fused."""
    assert found(isa, "float64") == found(support.active_isa(), "float64")


@pytest.mark.slow
@pytest.mark.parametrize("isa", OTHERS)
def test_values_of_a_strategy_have_the_same_bits(isa: str) -> None:
    here, there = (found(one, "float32") for one in (support.active_isa(), isa))
    assert {name: of["valued"] for name, of in here.items()} == {
        name: of["valued"] for name, of in there.items()
    }


@pytest.mark.slow
@pytest.mark.parametrize("isa", OTHERS)
@pytest.mark.parametrize("name", TARGETS)
def test_float32_agrees_within_a_bound(isa: str, name: str) -> None:
    here, there = (found(one, "float32")[name]["solved"] for one in (support.active_isa(), isa))
    assert abs(there[1] - here[1]) <= (1e-5 if name == INDIFFERENT else 1e-6), "the value, in units"
    assert max(there[2], here[2]) <= TARGETS[name] / 1000
    if name != INDIFFERENT:
        assert there[0] == here[0], "the target is reached at the same iteration"
        assert abs(there[2] - here[2]) <= 1e-4
