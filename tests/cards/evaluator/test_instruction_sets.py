"""Every instruction set of this processor gives the same results."""

import os
import subprocess
import sys

from pokerdata._core import support

SCRIPT = """
import hashlib
import numpy as np
from pokerdata import evaluate
from pokerdata._core import evaluator, support
from pokerdata.cards.evaluator import evaluate_boards

cards = np.argsort(np.random.default_rng(1).random((20_001, 52)), axis=1)[:, :7].astype(np.uint8)
found = hashlib.sha256()
for size in (5, 6, 7):
    for hands in (np.ascontiguousarray(cards[:, :size]), np.asfortranarray(cards[:, :size]), cards[::2, :size]):
        for threads in (1, 2):
            found.update(evaluate(hands, threads=threads).tobytes())
for size in (3, 4, 5):
    found.update(evaluate_boards(cards[:500, :size]).tobytes())
for size in (5, 6):
    found.update(repr((evaluator.sum_codes(size, 2), evaluator.count_categories(size, 2))).encode())
print(support.active_isa(), found.hexdigest())
"""


def test_all_give_the_same() -> None:
    sets = ["portable", "avx2", "avx512"]
    sets = sets[: sets.index(support.active_isa()) + 1]
    found = {}
    for isa in sets:
        done = subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "POKERDATA_ISA": isa},
            capture_output=True,
            text=True,
            check=True,
        )
        name, found[isa] = done.stdout.split()
        assert name == isa
    assert len(set(found.values())) == 1
