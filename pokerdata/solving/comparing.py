"""Compare algorithms and engines on one game.

``compare_algorithms("leduc", "cfr+,dcfr", engine="both")`` returns one convergence curve per algorithm and engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from pokerdata._support.progress import Progress
from pokerdata.errors import CapacityError
from pokerdata.games import (
    BettingTree,
    CardGame,
    Game,
    Rules,
    Unit,
    kuhn,
    load_game,
    milliblinds,
    target_chips,
)
from pokerdata.solving.algorithms import Algorithm, algorithm, split
from pokerdata.solving.curves import Comparison, Curve
from pokerdata.solving.evaluation import Scope
from pokerdata.solving.explicit import GameTree, explicit_tree, tree_algorithm
from pokerdata.solving.explicit import solve as solve_tree
from pokerdata.solving.explicit.poker import PokerGame
from pokerdata.solving.explicit.solve import TreeAlgorithm
from pokerdata.solving.public.solve import solve
from pokerdata.solving.public.solver import Solver

_TREE_NODES = 2_000_000  # takes seconds to build in Python, and less than a gigabyte


def _tree_of(game: Game) -> GameTree:
    poker = PokerGame(game)
    try:
        poker.check_size(_TREE_NODES)
    except CapacityError:
        raise CapacityError(
            f"{game.rules.name} has more than {_TREE_NODES:,} nodes as an explicit tree; use the engine 'vector'"
        ) from None
    return explicit_tree(poker)


ENGINES = ("vector", "tree", "both")
_SECONDS = 60.0  # of each run, if neither iterations nor seconds are given
# The times of very short runs are noisy. A run shorter than `_SHORT` seconds is repeated, and the fastest time of each
# stretch between two evaluations counts.
_SHORT, _REPEATS = 0.5, 5


def compare_algorithms(
    game: str | Game,
    algorithms: str | Sequence[str | TreeAlgorithm] = ("cfr", "cfr+", "lcfr", "dcfr"),
    *,
    engine: str | None = None,
    target: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    on_run: Callable[[str, str], None] | None = None,
    on_curve: Callable[[Curve], None] | None = None,
    seed: int = 0,
    dtype: str = "float64",
    threads: int = 0,
    progress: Progress | None = None,
) -> Comparison:
    """Run algorithms on a game, one after another, and return how each converged.

    Args:
        game: A game, or a name or TOML file as for `pokerdata.load_game`.
        algorithms: Algorithm values or texts that `pokerdata.solving.explicit.tree_algorithm` reads. One text may list
            several, separated by commas, such as 'dcfr(beta=0.5),mccfr-outcome(exploration=0.4)'.
        engine: 'vector', 'tree' (an explicit tree, at most 2 million nodes) or 'both'. With 'both', the vector engine
            skips algorithms that it lacks. By default each algorithm runs on the vector engine if that has it, else on
            the tree.
        target: Exploitability at which a run stops, such as '1mb' or '0.01 chips'. Without it, the curves mark 1mb, and
            runs stop there only if neither iterations nor seconds are given.
        iterations: Most iterations of each run.
        seconds: Most seconds of each run; 60 if iterations are not given either.
        on_run: Called with the algorithm and the engine before each run.
        on_curve: Called with each curve as soon as it is complete.
        seed: Seed of sampling algorithms that do not name their own.
        dtype: 'float64' or 'float32', for the vector engine.
        threads: Threads of the vector engine: 0 for all processors, or 1 to 1024.
        progress: Called about twice a second with the iterations done and expected in the current run. The expected
            number is 0 while it is unknown.

    Raises:
        ValueError: For invalid arguments, before any run.
        CapacityError: If the game is too large for an engine, before any run.
    """
    named = load_game(game) if isinstance(game, str) else game
    if named.build is None:
        raise ValueError(
            f"{named.rules.name} needs a card abstraction: expected a smaller game such as 'leduc'"
        )
    chips = target_chips("1mb" if target is None else target, named.rules)
    if iterations is None and seconds is None:
        target, seconds = target or "1mb", _SECONDS
    for name, value in (("iterations", iterations), ("seconds", seconds)):
        bad_type = isinstance(value, bool) or not isinstance(value, int | float)
        if value is not None and (bad_type or not value > 0 or (name == "iterations" and value % 1)):
            raise ValueError(f"{name}: expected a number more than 0, got {value!r}; e.g. 100")
    plan = _plan(read_algorithms(algorithms, seed), engine)
    Solver(kuhn(), algorithm("dcfr"), dtype=dtype, threads=threads)  # refuses invalid values before any run
    engines = {one for _, one in plan}
    tree = _tree_of(named) if "tree" in engines else None
    played = CardGame(named.rules, named.cards) if "vector" in engines else None

    def run(how: TreeAlgorithm, one: str, **limits: Any) -> Any:
        if one == "vector":
            assert played is not None
            assert isinstance(how, Algorithm)
            return solve(played, algorithm=how, dtype=dtype, threads=threads, progress=progress, **limits)
        assert tree is not None
        if limits["target"] is not None:
            limits["target"] = chips
        return solve_tree(tree, how, progress=progress, **limits)

    curves: list[Curve] = []
    for how, one in plan:
        if on_run is not None:
            on_run(str(how), one)
        found = run(how, one, target=target, iterations=iterations, seconds=seconds)
        times = [_times(found)]
        while len(times) < _REPEATS and times[0][-1] < _SHORT:
            times.append(_times(run(how, one, target=None, iterations=found.iterations, seconds=None)))
        fastest = np.cumsum(np.diff(times, axis=1, prepend=0).min(axis=0))
        curves.append(
            Curve(
                str(how),
                one,
                tuple(row.iteration for row in found.log),
                tuple(fastest.tolist()),
                tuple(milliblinds(row.values.exploitability, named.rules) for row in found.log),
                milliblinds(chips, named.rules),
                found.stopped,
            )
        )
        if on_curve is not None:
            on_curve(curves[-1])
    return Comparison(
        named.rules.name,
        unit_text(named.rules),
        str(Scope(BettingTree(named.rules).all_bets)),
        milliblinds(chips, named.rules),
        dtype,
        threads,
        seed,
        tuple(curves),
    )


def _times(found: Any) -> list[float]:
    return [row.seconds for row in found.log]


def unit_text(rules: Rules) -> str:
    """Return the definition of 1 mb/g for these rules, in words."""
    return f"1 mb/g: a thousandth of the {Unit.of(rules)} a game"


def read_algorithms(given: str | Sequence[str | TreeAlgorithm], seed: int) -> list[TreeAlgorithm]:
    """Return the algorithms that the argument of `compare_algorithms` names.

    Args:
        given: Texts or values, or one text with commas between the algorithms.
        seed: Seed of sampling algorithms that do not name their own.

    Raises:
        ValueError: If an algorithm is invalid or repeated, or if there is none.
    """
    texts = split(given) if isinstance(given, str) else given
    found = [tree_algorithm(one, seed=seed) for one in texts]
    if not found or len(set(found)) != len(found):
        raise ValueError(f"algorithms: expected one or more, each once, got {given!r}; e.g. 'cfr+,dcfr'")
    return found


def _plan(algorithms: Sequence[TreeAlgorithm], engine: str | None) -> list[tuple[TreeAlgorithm, str]]:
    if engine is not None and engine not in ENGINES:
        raise ValueError(f"engine: expected one of {', '.join(ENGINES)}, got {engine!r}; e.g. 'vector'")
    plan: list[tuple[TreeAlgorithm, str]] = []
    for how in algorithms:
        vector = _vector_has(how)
        if engine == "vector" and not vector:
            raise ValueError(
                f"algorithm: {how} cannot run on the engine 'vector'; expected the engine 'tree' or 'both'"
            )
        if vector and engine != "tree":
            plan.append((how, "vector"))
        if engine in ("tree", "both") or not vector:
            plan.append((how, "tree"))
    return plan


def _vector_has(how: TreeAlgorithm) -> bool:
    return isinstance(how, Algorithm) and how.pruning == "none"


__all__ = ["Comparison", "Curve", "compare_algorithms", "read_algorithms"]
