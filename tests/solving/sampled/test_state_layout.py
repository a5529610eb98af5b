"""Only the version that wrote a run's state can read it."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from pokerdata.solving.sampled import PublicChanceSolver

LAYOUTS = {"small limit": "9e60a90f9c4a7c6e", "small no-limit": "0a2904933d5abd42"}


def test_the_layout_of_states_is_that_of_their_version(rules: Any, by_ranks: Any) -> None:
    """If this fails, the order of the arrays changed: then `STATE_VERSION` of pokerdata.solving.run must grow."""
    solver = PublicChanceSolver(rules, by_ranks, threads=1)
    places = np.arange(len(solver.arrays()[0]), dtype=np.float32)
    solver.restore(1, places, places)
    digest = hashlib.sha256(b"".join(street.astype("<f4").tobytes() for street in solver.regrets()))
    assert digest.hexdigest()[:16] == LAYOUTS[rules.name]
