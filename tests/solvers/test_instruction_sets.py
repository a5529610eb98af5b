"""Strategies solved with each instruction set: how far they agree, which docs/solving.md says."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache

import pytest

from helpers import environment
from helpers.solved import CLOSE, DTYPES, TARGETS
from pokerdata._core import support

ISAS = ("portable", "avx2", "avx512")
OTHERS = ISAS[: ISAS.index(support.active_isa())]
#: Without limits many actions are nearly as good, and last bits decide which is played.
INDIFFERENT = "leduc-nolimit"


@cache
def found(isa: str) -> dict[str, dict[str, list[float]]]:
    command = [sys.executable, "-m", "helpers.solved"]
    run = subprocess.run(
        command, env=environment(POKERDATA_ISA=isa), capture_output=True, text=True, check=True
    )
    told: dict[str, dict[str, list[float]]] = json.loads(run.stdout)
    return told


@pytest.mark.slow
@pytest.mark.parametrize("isa", OTHERS)
@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("name", TARGETS)
def test_values_agree(isa: str, name: str, dtype: str) -> None:
    here, there = (found(one)[f"{name} {dtype}"] for one in (support.active_isa(), isa))
    assert there["valued"] == pytest.approx(here["valued"], rel=0, abs=1e-12), "of one strategy"
    off = [abs(one - other) for one, other in zip(there["solved"], here["solved"], strict=True)]
    assert off[1] <= (1e-5 if name == INDIFFERENT else 1e-6), "the value, in units"
    assert max(there["solved"][2], here["solved"][2]) <= TARGETS[name] / 1000
    if name != INDIFFERENT:
        assert off[0] == 0, "the target is reached at the same iteration"
        assert off[2] <= 1e-4


@pytest.mark.slow
@pytest.mark.parametrize("isa", OTHERS)
@pytest.mark.parametrize("name", TARGETS)
def test_solved_closely_values_and_exploitabilities_agree_to_a_millionth(isa: str, name: str) -> None:
    here, there = (found(one)[f"{name} closely"]["solved"] for one in (support.active_isa(), isa))
    assert max(here[2], there[2]) <= CLOSE / 1000
    for one, other in zip(here[1:], there[1:], strict=True):
        assert abs(one - other) <= 1e-6
