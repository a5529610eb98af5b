"""Small games solved to a target, and strategies valued, for runs with different instruction sets: printed as JSON."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from helpers.made_up import random_strategy
from pokerdata.games import Unit, playable
from pokerdata.solvers import evaluate, solve

#: Game -> its target, in thousandths of its unit.
TARGETS = {"kuhn": 0.1, "leduc": 0.1, "leduc-nolimit": 0.5, "twelve-card": 0.1, "small-island": 0.5}
DTYPES = ("float64", "float32")


#: Thousandths of the unit to which games are solved closely.
CLOSE = 0.001


def solved(name: str, dtype: str, **how: Any) -> list[float]:
    """Iterations to the target, value and exploitability, in units."""
    run = solve(name, **{"target": f"{TARGETS[name]}mb", **how}, dtype=dtype, threads=2)
    chips = Unit.of(playable(name).rules).chips
    return [run.iterations, run.evaluation.expected_value / chips, run.evaluation.exploitability / chips]


def valued(name: str, dtype: str) -> list[float]:
    """Value and exploitability of a strategy of random numbers, in units."""
    game = playable(name)
    found = evaluate(game, [np.asarray(row, dtype) for row in random_strategy(game.rules, game.states, 1)])
    chips = Unit.of(game.rules).chips
    return [found.expected_value / chips, found.exploitability / chips]


if __name__ == "__main__":
    of = {f"{name} {dtype}": (name, dtype) for name in TARGETS for dtype in DTYPES}
    found = {key: {"solved": solved(*case), "valued": valued(*case)} for key, case in of.items()}
    close = {"algorithm": "pcfr+", "target": f"{CLOSE}mb", "every": 1_000}
    found |= {f"{name} closely": {"solved": solved(name, "float64", **close)} for name in TARGETS}
    print(json.dumps(found))
