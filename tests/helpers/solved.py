"""Results of solvers as JSON, to compare runs with different instruction sets."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helpers.made_up import random_strategy
from pokerdata._core.solvers import multiply_leaves
from pokerdata.games import CardGame, CardRules, LimitRules, Unit, playable
from pokerdata.solving.explicit import explicit_tree
from pokerdata.solving.explicit import solve as solve_tree
from pokerdata.solving.public import cfr_br, classes_by_name, evaluate, restricted_response, solve
from pokerdata.spots import Spot, solve_spot
from pokerdata.spots.solver import DTYPES

#: Game -> its target, in thousandths of its unit.
TARGETS = {"kuhn": 0.1, "leduc": 0.1, "leduc-nolimit": 0.5, "twelve-card": 0.1, "small-island": 0.5}


def digest(arrays: Iterable[NDArray[Any]]) -> str:
    return hashlib.sha256(b"".join(np.ascontiguousarray(array).tobytes() for array in arrays)).hexdigest()


def at_target(name: str, dtype: str) -> dict[str, Any]:
    """Return iterations to the target, value and exploitability, in units, and the bits of the strategy."""
    run = solve(name, target=f"{TARGETS[name]}mb", dtype=dtype, threads=2)
    chips = Unit.of(playable(name).rules).chips
    return {
        "iterations": run.iterations,
        "value": run.values.expected_value / chips,
        "exploitability": run.values.exploitability / chips,
        "strategy": digest(run.strategy),
    }


def valued(name: str, dtype: str) -> tuple[float, float]:
    """Return value and exploitability of a random strategy, in chips."""
    game = playable(name)
    found = evaluate(game, [np.asarray(row, dtype) for row in random_strategy(game.rules, game.states, 1)])
    return found.expected_value, found.exploitability


def short_runs() -> dict[str, str]:
    """Return the bits of other algorithms after a few iterations: in float64, spots in all precisions."""
    game, tree = playable("leduc"), explicit_tree("leduc")
    found: dict[str, Iterable[NDArray[Any]]] = {
        how: solve(game, algorithm=how, iterations=300).strategy
        for how in (
            "cfr",
            "lcfr",
            "pcfr+",
            "dcfr(beta=0.25, gamma=40)",
            "dcfr(simultaneous)",
            "cfr+(delay=20)",
        )
    }
    bets, cards = (1, 2, 2), CardRules("9TJQKA", suits=3, hole=2, board=(0, 1, 1), ranking="pairs")
    rules = LimitRules(name="two cards", ante=1, bets=bets, caps=(2, 1, 1), first_to_act=(1, 1, 1))
    for precision in ("float64", "float32"):
        run = solve(CardGame(rules, cards), iterations=30, dtype=precision)
        found[f"real cards, {precision}"] = run.strategy
    model = random_strategy(game.rules, game.states, 1)
    found["restricted"] = restricted_response(game, model, 0.7, iterations=300).strategy
    classes = classes_by_name(game, lambda state: state.replace("Q", "J"))
    found["cfr-br"] = cfr_br(game, classes, iterations=100).strategy
    for algorithm in ("dcfr(pruning=regret)", "cfr+", "mccfr-external", "mccfr-outcome", "fictitious-play"):
        found[f"tree, {algorithm}"] = [solve_tree(tree, algorithm, iterations=200).strategy]
    spot = Spot(board="Td9d6hQc", oop="88+,A9s+", ip="QQ-66,KTs+", pot=20, stack=60, bets="75%,a")
    for dtype in DTYPES:
        found[f"spot, {dtype}"] = [solve_spot(spot, iterations=30, dtype=dtype).sums]
    return {name: digest(arrays) for name, arrays in found.items()}


def products() -> str:
    """Return the bits of products in float64: of few states, of many, and of a matrix in blocks."""
    random = np.random.default_rng(1)

    def one(states: int, histories: int, leaves: int) -> NDArray[Any]:
        shapes = (states, states), (leaves, states, histories), (leaves, histories)
        return multiply_leaves(*map(random.standard_normal, shapes))

    return digest(one(*size) for size in ((20, 49, 3), (200, 67, 3), (6007, 5, 2)))


#: Name on the command line -> function that computes it.
ASKED: dict[str, Callable[[], Any]] = {
    "at target, float64": lambda: {name: at_target(name, "float64") for name in TARGETS},
    "at target, float32": lambda: {name: at_target(name, "float32") for name in TARGETS},
    "valued": lambda: {name: [valued(name, dtype) for dtype in ("float64", "float32")] for name in TARGETS},
    "short runs": short_runs,
    "products": products,
}

if __name__ == "__main__":
    (asked,) = sys.argv[1:]
    print(json.dumps(ASKED[asked]()))
