"""Small games solved to a target, and strategies valued, for runs with different instruction sets: printed as JSON."""

from __future__ import annotations

import hashlib
import json
import sys

import numpy as np

from helpers.made_up import random_strategy
from pokerdata.games import Unit, playable
from pokerdata.solvers import evaluate, solve

#: Game -> its target, in thousandths of its unit.
TARGETS = {"kuhn": 0.1, "leduc": 0.1, "leduc-nolimit": 0.5, "twelve-card": 0.1, "small-island": 0.5}


def solved(name: str, dtype: str) -> tuple[int, float, float, str]:
    """Iterations to the target, value and exploitability, in units, and a digest of the strategy."""
    run = solve(name, target=f"{TARGETS[name]}mb", dtype=dtype, threads=2)
    chips = Unit.of(playable(name).rules).chips
    digest = hashlib.sha256(b"".join(np.ascontiguousarray(street).tobytes() for street in run.strategy))
    evaluation = run.evaluation
    return (
        run.iterations,
        evaluation.expected_value / chips,
        evaluation.exploitability / chips,
        digest.hexdigest(),
    )


def valued(name: str, dtype: str) -> tuple[float, float]:
    """Value and exploitability of a strategy of random numbers, in units."""
    game = playable(name)
    found = evaluate(game, [np.asarray(row, dtype) for row in random_strategy(game.rules, game.states, 1)])
    chips = Unit.of(game.rules).chips
    return found.expected_value / chips, found.exploitability / chips


if __name__ == "__main__":
    (dtype,) = sys.argv[1:]
    print(
        json.dumps({name: {"solved": solved(name, dtype), "valued": valued(name, dtype)} for name in TARGETS})
    )
