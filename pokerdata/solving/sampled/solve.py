"""Solve hold'em by public chance sampling."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TypeAlias, Unpack

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import html
from pokerdata._support.text import brief, seconds_text
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.cards import BOARD_SIZES
from pokerdata.games import Rules
from pokerdata.games.strategies.strategy_file import PUBLIC_CHANCE_SAMPLING, check_strategy
from pokerdata.solving.algorithms import NEVER
from pokerdata.solving.run import Run, RunOptions, UnknownEngine
from pokerdata.solving.sampled.solver import (
    PrivateStates,
    PublicChanceSolver,
    board_of,
    check_memory,
    numbers_of_states,
)
from pokerdata.solving.sampled.strategy_table import table_parts
from pokerdata.solving.solved import Row, Solved, Storable, TableParts, Unknown


@dataclass(frozen=True)
class SampledResult(Storable, Solved[Unknown]):
    """A strategy from sampled boards. Its exploitability is unknown, even inside its abstraction.

    Attributes:
        rules: Rules of the betting.
        strategy: For each street float32 probabilities [edges of the street, states], in tree order.
        update: As for `PublicChanceSolver`.
        seed: As for `PublicChanceSolver`.
        log: One row, without values.
        information_sets: Decision nodes times states.
        unreached_sets: Information sets that play uniformly because the average has no mass there.
        stopped: 'iterations', 'seconds' or 'cancelled'.
        method: 'pcs', public chance sampling, or 'cfr-br', best responses on sampled boards.
        buckets: The table of buckets that the states come from, if they do.
    """

    rules: Rules
    strategy: tuple[NDArray[np.float32], ...]
    update: str
    seed: int
    log: tuple[Row[Unknown], ...]
    information_sets: int
    unreached_sets: int
    stopped: str
    method: str = PUBLIC_CHANCE_SAMPLING
    buckets: BucketTable | None = field(default=None, repr=False)

    def table(self) -> TableParts:
        """Return the strategy as a table, which `load_strategy` reads; agents look for its buckets in the same folder.

        Raises:
            ValueError: If the states do not come from a table of buckets.
        """
        if self.buckets is None:
            raise ValueError(
                "states: expected a table of buckets to save the strategy with, got other states; e.g. "
                "solve(rules, open_table('history5_buckets'), iterations=1000)"
            )
        return table_parts(self, self.buckets)

    def __repr__(self) -> str:
        done = f"{self.iterations:,} iterations", seconds_text(self.seconds)
        return brief(self, repr(self.rules.name), f"{self.method}, {self.update}, seed {self.seed}", *done)

    def _repr_html_(self) -> str:
        told = {
            "method": self.method,
            "update": self.update,
            "seed": self.seed,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped by": self.stopped,
            "information sets": self.information_sets,
            "of them never reached": self.unreached_sets,
            "exploitability": "not known",
        }
        return html.facts(told, caption=self.rules.name)


#: States of hands on boards, or the table of buckets that holds them.
States: TypeAlias = PrivateStates | BucketTable


def solve(
    rules: Rules,
    states: States,
    *,
    update: str = "lcfr",
    seed: int = 0,
    threads: int = 0,
    **options: Unpack[RunOptions],
) -> SampledResult:
    """Solve hold'em over the states of real hands by public chance sampling.

    Args:
        rules: The betting, one to four streets, as for `PublicChanceSolver`.
        states: A table of buckets, or other states of hands on boards, as for `PublicChanceSolver`.
        update: 'cfr' or 'lcfr', as for `PublicChanceSolver`.
        seed: Seed of the boards, 0 to 2**64 - 1; the same seed gives the same result.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.
        **options: Options of `pokerdata.solving.RunOptions`, without a target; give iterations or seconds.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: If memory would not suffice; raised before any work.
        FloatingPointError: At the first checkpoint with numbers that are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    run = sampled_run(options)
    held = states_of(states)
    check_memory(rules, numbers_of_states(rules, held), threads, saved=run.saves)
    solver = PublicChanceSolver(rules, held, update=update, seed=seed, threads=threads)
    return result_of(run, solver, states)


def sampled_run(options: RunOptions) -> Run[Unknown]:
    """Return a run that is never evaluated.

    Args:
        options: As for `solve`.

    Raises:
        ValueError: If neither iterations nor seconds are given, or an option is invalid.
    """
    for name in ("schedule", "every", "at"):
        if options.get(name) is not None:
            raise ValueError(
                f"{name}: expected none, as exploitability is not known here, got {options[name]!r}"
            )
    return Run(options, needs=("iterations", "seconds"), schedule=NEVER)


def states_of(states: States) -> PrivateStates:
    """Return the states of a table of buckets; return other states unchanged."""
    return states.states() if isinstance(states, BucketTable) else states


def result_of(run: Run[Unknown], solver: PublicChanceSolver, states: States) -> SampledResult:
    """Run a solver to the end of its budget and return the result.

    Args:
        run: A run from `sampled_run`.
        solver: A new solver.
        states: States of the solver's hands.
    """
    run.go(_Engine(solver, states_of(states)))
    strategy = solver.strategy()
    check_strategy(solver.tree, solver.states, strategy)
    return SampledResult(
        rules=solver.rules,
        strategy=strategy,
        update=solver.update,
        seed=solver.seed,
        log=tuple(run.log[-1:]),
        information_sets=solver.information_sets,
        unreached_sets=solver.unreached_sets,
        stopped=run.stopped,
        method=solver.METHOD,
        buckets=states if isinstance(states, BucketTable) else None,
    )


class _Engine(UnknownEngine[PublicChanceSolver]):
    def __init__(self, solver: PublicChanceSolver, states: PrivateStates) -> None:
        super().__init__(solver)
        self.origin = _origin(solver, states)
        rules, update, seed = solver.rules, solver.update, solver.seed
        self.name = f"{solver.WORDS}, {update}, on {rules.name}, seed {seed}"


def _origin(solver: PublicChanceSolver, states: PrivateStates) -> str:
    """Return the SHA-256 of what determines a run's numbers: rules, update, seed, and the states on 64 boards."""
    rules = {key: value for key, value in solver.rules.values().items() if key != "name"}
    told = [rules, solver.states, solver.update, solver.seed, *solver.own_origin()]
    digest = hashlib.sha256(json.dumps(told).encode())
    for number in range(64):
        board = board_of(0, number)
        for size in [*BOARD_SIZES.values()][: solver.rules.streets]:
            digest.update(np.ascontiguousarray(states.of_board(board[:size])).data)
    return digest.hexdigest()
