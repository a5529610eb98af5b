"""The signature is the same with each instruction set and number of threads, and changes with any number."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from helpers import environment
from helpers.formats import ROOT
from pokerdata.recipes import signature

STORED = Path(__file__).parent / "cli" / "outputs" / "signature.txt"


@pytest.mark.parametrize(
    ("isa", "threads"),
    [
        ("portable", 4),
        ("avx2", 1),
        ("avx512", 4),
        *(
            pytest.param(isa, threads, marks=pytest.mark.slow)
            for isa in ("portable", "avx2", "avx512")
            for threads in (1, 2, 4)
            if (isa, threads) not in (("portable", 4), ("avx2", 1), ("avx512", 4))
        ),
    ],
)
def test_the_same_everywhere(isa: str, threads: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pokerdata", "signature", "--threads", str(threads), "--json"],
        env=environment(POKERDATA_ISA=isa),
        capture_output=True,
        text=True,
        check=False,
    )
    if "POKERDATA_ISA: expected an instruction set" in done.stderr:
        pytest.skip(f"this processor lacks {isa}")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["isa"] == isa
    stored = dict(line.split() for line in STORED.read_text().splitlines())
    assert {**found["parts"], "all": found["signature"]} == stored


def test_the_changelog_says_which_it_is() -> None:
    """A change of the signature must be mentioned."""
    whole = STORED.read_text().split()[-1]
    newest = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split("\n## ")[1]
    assert f"`{whole}`" in newest


def test_a_bit_changes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = np.arange(10, dtype=np.uint16)
    monkeypatch.setattr(
        signature, "PARTS", {"codes": lambda threads: {"codes": codes, "said": f"{1 / 3:.3f}"}}
    )
    before = signature.signature()
    codes[3] ^= 1
    after = signature.signature()
    assert len(before.whole) == 16
    assert before.whole != after.whole
    assert before.parts != after.parts


def test_threads_are_checked() -> None:
    with pytest.raises(ValueError, match="threads: expected a whole number from 0 to 1024, got 2000"):
        signature.signature(threads=2000)
