"""Solve a game by counterfactual regret minimisation in vector form."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import signed
from pokerdata._support.text import brief
from pokerdata.games import Game, Rules, SolvableGame, Unit, milliblinds, playable, target_chips
from pokerdata.solving.algorithms import Algorithm, algorithm_for
from pokerdata.solving.curves import run_html
from pokerdata.solving.evaluation import Evaluation, Scope
from pokerdata.solving.public.solver import Classes, Solver, check_memory, classes_of
from pokerdata.solving.public.strategy_table import table_parts
from pokerdata.solving.run import Engine, Run, RunOptions
from pokerdata.solving.solved import LogRow, Solved, Storable, TableParts


def target_of(rules: Rules) -> Callable[[str], float]:
    """Return a function that converts a target such as '1mb' to chips.

    Args:
        rules: Rules of the game, which define the unit of the target.
    """
    return lambda target: target_chips(target, rules)


@dataclass(frozen=True)
class Result(Storable, Solved[Evaluation]):
    """A solved game.

    Attributes:
        game: The game.
        algorithm: The algorithm that solved it.
        dtype: 'float32' or 'float64'.
        strategy: For each street probabilities [edges of the street, states] of dtype, in the order of ``game.tree``.
        log: The convergence log; its last row is the result.
        unreached_sets: Information sets that play uniformly because the average never reaches them.
        stopped: 'target', 'iterations', 'seconds', 'cancelled', or 'stalled' (a run with no other limit stopped improving).
    """

    game: SolvableGame
    algorithm: Algorithm
    dtype: str
    strategy: tuple[NDArray[np.floating[Any]], ...]
    log: tuple[LogRow, ...]
    unreached_sets: int
    stopped: str

    def table(self) -> TableParts:
        """Return the strategy as a table, which `load_strategy` reads from a file."""
        return table_parts(self)

    def __repr__(self) -> str:
        worth = f"exploitability {milliblinds(self.values.exploitability, self.game.rules):.4g} mb/g"
        return brief(
            self, repr(self.game.label), str(self.algorithm), f"{self.iterations:,} iterations", worth
        )

    def _repr_html_(self) -> str:
        value, rules = self.values, self.game.rules
        chips = f"{value.exploitability:.6g} chips/game = {milliblinds(value.exploitability, rules):.4g} mb/g"
        told = {
            "algorithm": str(self.algorithm),
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped by": self.stopped,
            "exploitability": chips,
            "": str(Scope.of(self.game)),
            "expected value of player 1": f"{signed(value.expected_value, 6)} chips/game",
            "information sets": self.game.information_sets,
            "of them never reached": self.unreached_sets,
            "precision": self.dtype,
            "1 mb/g": f"a thousandth of the {Unit.of(rules)} a game",
        }
        return run_html(self.game.label, told, self.log, "mb/g", milliblinds(1, rules))


def solve(
    game: SolvableGame | Game | str,
    *,
    algorithm: str | Algorithm | None = None,
    classes: Classes | None = None,
    dtype: str = "float64",
    threads: int = 0,
    **options: Unpack[RunOptions],
) -> Result:
    """Solve a game until a target exploitability, or for a number of iterations or seconds.

    Args:
        game: A game, or the name or file of one, as for `pokerdata.load_game`.
        algorithm: A name or text such as 'dcfr(beta=0.5)', or an `Algorithm`. None means 'dcfr', and in no-limit games
            'dcfr(beta=0.5)'.
        classes: An abstraction inside the game, as for `pokerdata.solving.public.cfr_br`: both players play the same in
            all states of a class. The result is an equilibrium of that abstract game. Its values are in the full game,
            where it remains exploitable, so give iterations or seconds.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.
        **options: Options of `pokerdata.solving.RunOptions`; the target is '1mb' if neither target, iterations nor seconds
            are given.

    Raises:
        ValueError: If an argument is invalid, or `seconds` do not suffice.
        CapacityError: If memory would not suffice; raised before any work.
        FloatingPointError: At the first evaluation or checkpoint with numbers that are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    game = playable(game)
    needs = ("target", "iterations", "seconds") if classes is None else ("iterations", "seconds")
    run = Run[Evaluation](
        options, target=target_of(game.rules), default="1mb" if classes is None else None, needs=needs
    )
    if not isinstance(algorithm, Algorithm):
        algorithm = algorithm_for(game.rules, algorithm)
    tied = None if classes is None else classes_of(game, classes)
    check_memory(game, dtype, threads, algorithm=algorithm, saved=run.saves, tied=tied)
    solver = Solver(game, algorithm, tied=tied, dtype=dtype, threads=threads)
    run.go(_Engine(solver))
    return Result(
        game, algorithm, dtype, solver.strategy(), tuple(run.log), solver.unreached_sets, run.stopped
    )


class _Engine(Engine[Solver, Evaluation]):
    NUMBERS = 3
    values = staticmethod(Evaluation.of)

    def __init__(self, solver: Solver) -> None:
        super().__init__(solver)
        self.origin = run_origin(solver.game, solver.algorithm, solver.dtype)
        if solver.tied is not None:
            digest = hashlib.sha256(self.origin.encode())
            for street in solver.tied.streets:
                digest.update(street.data)
            self.origin = digest.hexdigest()
        self.name = f"{solver.algorithm} on {solver.game.label} in {solver.dtype}"

    def evaluate(self) -> Evaluation:
        return self.solvers[0].evaluate()


def run_origin(game: SolvableGame, algorithm: Algorithm, dtype: str) -> str:
    """Return the SHA-256 of everything that determines a run's numbers, except the instruction set in float32.

    Args:
        game: The game.
        algorithm: The algorithm.
        dtype: The dtype of regrets and strategy sums.
    """
    rules = {key: value for key, value in game.rules.values().items() if key != "name"}
    cards, arrays = game.parts()
    digest = hashlib.sha256(json.dumps([rules, cards, asdict(algorithm), dtype], sort_keys=True).encode())
    for array in arrays:
        digest.update(array.data)
    return digest.hexdigest()
