"""Solve a spot until it is accurate enough, and warn about legal spots that may not be intended."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from typing import Unpack

import numpy as np

from pokerdata.games.betting_tree import ACTIONS, DECISION
from pokerdata.solving.algorithms import Algorithm, schedule
from pokerdata.solving.run import Engine, Run, RunOptions
from pokerdata.spots.betting import PLAYERS
from pokerdata.spots.locks import Lock
from pokerdata.spots.solution import SpotSolution
from pokerdata.spots.solver import SpotSolver, SpotValues, check_algorithm, spot_algorithm
from pokerdata.spots.spot import Spot

#: Default target exploitability, a tenth of the usual target of such programs.
DEFAULT_TARGET = "0.1%"
_TARGET = re.compile(r"\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*(%|chips?)\s*")
# An evaluation takes about as long as three iterations, so this limits how often it happens.
_SCHEDULE = schedule(every=10)


class _Engine(Engine[SpotSolver, SpotValues]):
    NUMBERS = 5
    EVALUATION = 3.0
    values = staticmethod(SpotValues.of)

    def __init__(self, solver: SpotSolver) -> None:
        super().__init__(solver)
        locks = "\n".join(lock.text() for lock in solver.locks)
        told = f"{solver.spot.toml()}\n{solver.algorithm}\n{solver.dtype}\n{locks}"
        self.origin = hashlib.sha256(told.encode()).hexdigest()
        self.name = f"{solver.algorithm} on {solver.spot} in {solver.dtype}"

    def evaluate(self) -> SpotValues:
        return self.solvers[0].evaluate()


def target_chips_of(target: str, spot: Spot) -> float:
    """Return the chips of a target such as '0.5%' (of the pot at the spot's start) or '0.1 chips'.

    Raises:
        ValueError: If the text is invalid, or the amount is not above 0.
    """
    found = _TARGET.fullmatch(target) if isinstance(target, str) else None
    amount = float(found[1]) if found and found[1].count(".") < 2 and found[1].strip(".") else 0.0
    if found is None or not amount > 0:
        raise ValueError(
            f"target: expected an exploitability above 0 in % of the pot or in chips, got {target!r}; e.g. 0.5%"
        )
    return amount * float(spot.pot) / 100 if found[2] == "%" else amount


def spot_run(spot: Spot, options: RunOptions) -> Run[SpotValues]:
    """Return the run of `solve_spot`.

    Args:
        spot: The spot.
        options: As for `solve_spot`.

    Raises:
        ValueError: If an option is invalid.
    """
    return Run(
        options,
        target=lambda target: target_chips_of(target, spot),
        default=DEFAULT_TARGET,
        schedule=_SCHEDULE,
    )


def solve_spot(
    spot: Spot,
    *,
    locks: Sequence[Lock] = (),
    algorithm: str | Algorithm | None = None,
    dtype: str = "float32",
    threads: int = 0,
    **options: Unpack[RunOptions],
) -> SpotSolution:
    """Solve a spot until its exploitability is below a target, or for a number of iterations or seconds.

    Args:
        spot: What to solve.
        locks: Fixed strategies at some decisions; the rest is solved around them. Best responses keep a player's own locks.
        algorithm: 'cfr', 'cfr+', 'lcfr' or 'dcfr', optionally with parameters; `None` is 'dcfr(beta=0.25, gamma=4)'.
        dtype: 'float32', 'float64' or 'int16', type of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        **options: Options of every run, see `pokerdata.solving.RunOptions`. The target is '0.1%' if neither target,
            iterations nor seconds are given. Evaluations happen every 10 iterations.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If there is not enough memory; raised before any work.
        FloatingPointError: If the numbers of an evaluation or checkpoint are not finite; the run stops at the first one.
        TableError: If the file to resume from is missing or has no saved state.
    """
    run = spot_run(spot, options)
    chosen = spot_algorithm(algorithm)
    check_algorithm(chosen)
    # A solution has a copy of the sums; a saved state also has a copy of the regrets.
    copies = 2 if run.saves else 1
    solver = SpotSolver(spot, chosen, locks=locks, dtype=dtype, threads=threads, copies=copies)
    run.go(_Engine(solver))
    return SpotSolution(
        spot,
        solver.sums(),
        tuple(run.log),
        str(chosen),
        run.stopped,
        locks=locks,
        game=solver.game,
        threads=threads,
    )


def warnings_of(spot: Spot) -> list[str]:
    """Return sentences about what may not be intended in a spot; this builds the betting tree.

    Raises:
        CapacityError: If the betting tree is too large.
    """
    return list(_found(spot))


def _found(spot: Spot) -> Iterator[str]:
    if spot.stacks is not None and spot.stacks[0] != spot.stacks[1] and spot.game is None:
        yield f"only the smaller stack counts: {min(spot.stacks):,} chips"
    tree = spot.tree
    bets = np.isin(tree.action, [ACTIONS.index("bet"), ACTIONS.index("raise")])
    owner = np.repeat(np.arange(tree.nodes), np.diff(tree.first_edge))[bets]
    for p, player in enumerate(PLAYERS):
        for street, name in enumerate(spot.streets):
            acts = (tree.kind == DECISION) & (tree.street == street) & (tree.player == p)
            if np.any(acts) and not np.any((tree.player[owner] == p) & (tree.street[owner] == street)):
                yield f"{player} can neither bet nor raise on the {name}"
    if not np.any(tree.action == ACTIONS.index("raise")):
        yield "nobody can raise"
    if spot.limit and spot.minimum_bet > 1 and spot.game is None:
        yield "with limits the smallest bet does not count"
    if spot.rake:
        yield "with a rake the players' gains do not add up to 0, and no algorithm is sure to converge"
