"""The least exploitable strategies of a card abstraction, found by CFR-BR."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import signed
from pokerdata._support.text import brief
from pokerdata.games import Game, SolvableGame, Unit, milliblinds, playable
from pokerdata.games.strategies.simple import pair
from pokerdata.pipeline.store import Table
from pokerdata.solving.algorithms import Algorithm, algorithm_for
from pokerdata.solving.curves import run_html
from pokerdata.solving.evaluation import Evaluation, Scope
from pokerdata.solving.public.seats import COLUMNS, RESPONSE_LOG, SEATS, ResponseEngine, ResponseValues
from pokerdata.solving.public.solve import run_origin, target_of
from pokerdata.solving.public.solver import (
    Classes,
    Solver,
    StateClasses,
    check_algorithm,
    check_memory,
    classes_of,
)
from pokerdata.solving.public.strategy_table import summary as strategy_summary
from pokerdata.solving.public.strategy_table import table_parts
from pokerdata.solving.public.values import evaluate
from pokerdata.solving.run import Run, RunOptions
from pokerdata.solving.solved import Row, Solved, Storable, TableParts

#: Value of the attribute `found_by` of a table.
FOUND_BY = "cfr-br"


@dataclass(frozen=True, repr=False)
class CfrBr(Storable, Solved[Any]):
    """The least exploitable strategies of an abstraction that were found, for both seats.

    Attributes:
        game: The game, without an abstraction.
        classes: The abstraction.
        algorithm: Algorithm that found them.
        dtype: 'float32' or 'float64'.
        strategy: For each street probabilities [edges of the street, states] of dtype, in the order of ``game.tree``;
            equal in all states of a class.
        in_game: Values of the strategy in the game: its exploitability, and what best responses win against it.
        log: The convergence log; its last row is the result.
        unreached_sets: Information sets that play uniformly because the average never reaches them.
        stopped: 'target', 'iterations', 'seconds', 'cancelled' or 'stalled'.
    """

    game: SolvableGame
    classes: StateClasses
    algorithm: Algorithm
    dtype: str
    strategy: tuple[NDArray[np.floating[Any]], ...]
    in_game: Evaluation
    log: tuple[Row[ResponseValues], ...]
    unreached_sets: int
    stopped: str

    @property
    def bound(self) -> float:
        """Lower bound of the exploitability of the abstraction's strategies, averaged over both seats, in chips per game."""
        return -sum(self.log[-1].values.most) / 2

    @property
    def values(self) -> Evaluation:
        """The same as `in_game`."""
        return self.in_game

    def table(self) -> TableParts:
        """Return the strategy, which plays the game with its real cards, as a table that `load_strategy` reads."""
        return table_parts(
            self,
            log=RESPONSE_LOG,
            columns=COLUMNS,
            units="what the strategy wins at worst as player 1 and 2, and the most that any of the abstraction could, in "
            "chips a game",
            more={
                "found_by": FOUND_BY,
                "classes": list(self.classes.counts),
                "exploitability_bound_mb_per_game": milliblinds(self.bound, self.game.rules),
            },
        )

    def __repr__(self) -> str:
        worth = f"exploitability {milliblinds(self.values.exploitability, self.game.rules):.4g} mb/g"
        return brief(self, repr(self.game.label), f"{self.iterations:,} iterations", worth)

    def _repr_html_(self) -> str:
        rules = self.game.rules
        told: dict[str, object] = {"algorithm": str(self.algorithm), "iterations": self.iterations}
        told |= {"stopped by": self.stopped, "precision": self.dtype, "classes": self.classes.counts}
        told["exploitability"] = f"{milliblinds(self.values.exploitability, rules):.4g} mb/g"
        told["of the least exploitable"] = f"{milliblinds(self.bound, rules):.4g} mb/g or more"
        told["1 mb/g"] = f"a thousandth of the {Unit.of(rules)} a game"
        return run_html(self.game.label, told, self.log, "mb/g short of the best", milliblinds(1, rules))

    def to_dict(self) -> dict[str, Any]:
        """Return all numbers except the strategy as values for JSON; seat lists begin with player 1."""
        rules, last = self.game.rules, self.log[-1].values
        value = self.values.exploitability
        return {
            "game": rules.name,
            "classes": list(self.classes.counts),
            "algorithm": str(self.algorithm),
            "dtype": self.dtype,
            "iterations": self.iterations,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "at_worst_chips": list(last.least),
            "at_most_chips": list(last.most),
            "exploitability_chips": value,
            "exploitability_mb_per_game": milliblinds(value, rules),
            "least_exploitability_chips": self.bound,
            "least_exploitability_mb_per_game": milliblinds(self.bound, rules),
            **Scope.of(self.game).attributes(),
        }

    def lines(self) -> list[str]:
        """Return what the strategy risks as lines of text, with units."""
        rules = self.game.rules

        def both(chips: float) -> str:
            return f"{signed(chips, 6)} chips/game = {signed(milliblinds(chips, rules), 4)} mb/g"

        last = self.log[-1].values
        lines = []
        for seat, worst, most in zip(SEATS, last.least, last.most, strict=True):
            lines += [
                f"player {seat} at worst  {both(worst)}",
                f"         at most   {both(most)} in the abstraction",
            ]
        return [
            *lines,
            f"exploitability    {both(self.values.exploitability)}",
            f"         at least  {both(self.bound)} in the abstraction",
            f"                  {Scope.of(self.game)}",
            f"(1 mb/g: a thousandth of the {Unit.of(rules)} a game)",
        ]


def cfr_br(
    game: SolvableGame | Game | str,
    classes: Classes,
    *,
    algorithm: str | Algorithm | None = None,
    dtype: str = "float64",
    threads: int = 0,
    **options: Unpack[RunOptions],
) -> CfrBr:
    """Find the least exploitable strategies of a card abstraction by CFR-BR.

    CFR-BR minimises regret over classes of states, which the player cannot tell apart. The opponent sees its cards and plays
    a best response in every iteration (Johanson, Bard, Burch & Bowling 2012). An equilibrium of the abstract game, in which
    both players are restricted (`solve` with ``classes``), is usually more exploitable. Nothing is sampled. The seats are
    independent problems, solved side by side, each with the time and memory of the game itself.

    If the classes have perfect recall, the average converges to the least exploitable strategy, and the log bounds its
    distance exactly. With imperfect recall, convergence is not guaranteed and a target cannot be met: the upper bound is
    then that of a player who sees its cards. The reported exploitability is exact in both cases.

    >>> from pokerdata.solving.public import cfr_br, classes_by_name
    >>> game = pokerdata.leduc()
    >>> alike = classes_by_name(game, lambda state: state.replace("Q", "J"))  # jacks and queens
    >>> found = cfr_br(game, alike, iterations=1000)
    >>> round(found.values.exploitability, 2)  # 0.75 antes a game in an equilibrium of the abstract game
    0.36

    Args:
        game: A game, or the name or file of one, as for `pokerdata.load_game`.
        classes: The abstraction: `StateClasses`, or for each street whole numbers [states].
        algorithm: As for `solve`, with updates in turn.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.
        **options: Options of `pokerdata.solving.RunOptions`. The target bounds how much less exploitable another strategy of
            the abstraction might be, averaged over both seats.

    Raises:
        ValueError: If an argument is invalid, or neither target, iterations nor seconds are given.
        CapacityError: If memory would not suffice; raised before any work.
        FloatingPointError: At the first evaluation or checkpoint with numbers that are not finite.
        TableError: If a file is missing, damaged or holds no state.
    """
    game = playable(game)
    run = Run[ResponseValues](options, target=target_of(game.rules))
    tied = classes_of(game, classes)
    if not isinstance(algorithm, Algorithm):
        algorithm = algorithm_for(game.rules, algorithm)
    check_algorithm(algorithm)
    check_memory(game, dtype, threads, algorithm=algorithm, saved=run.saves, tied=tied, solvers=2)
    how: dict[str, Any] = {"tied": tied, "dtype": dtype, "threads": threads}
    seats = [Solver(game, algorithm, tied_players=[seat], responder=3 - seat, **how) for seat in SEATS]
    run.go(_Engine(*seats))
    strategy = pair(game, seats[0].strategy(), seats[1].strategy())
    unreached, log = seats[0].unreached_sets_of(1) + seats[1].unreached_sets_of(2), tuple(run.log)
    stopped = run.stopped
    del seats, run  # frees their memory before another solver is made
    value = evaluate(game, strategy, threads=threads)
    return CfrBr(game, tied, algorithm, dtype, strategy, value, log, unreached, stopped)


class _Engine(ResponseEngine):
    AFTER = 1

    def __init__(self, *seats: Solver) -> None:
        super().__init__(*seats)
        first = seats[0]
        assert first.tied is not None
        digest = hashlib.sha256(run_origin(first.game, first.algorithm, first.dtype).encode())
        digest.update(b"cfr-br")
        for street in first.tied.streets:
            digest.update(street.data)
        self.origin = digest.hexdigest()
        self.name = f"cfr-br by {first.algorithm} on {first.game.label} in {first.dtype}"

    def evaluate(self) -> ResponseValues:
        worst, most = [], []
        for seat, solver in zip(SEATS, self.solvers, strict=True):
            best = solver.evaluate().best_response
            worst.append(-best[2 - seat])
            # A player who sees its cards does at least as well as one who forgets classes.
            most.append(solver.tied_best_response(seat) if solver.recalls else best[seat - 1])
        return ResponseValues((worst[0], worst[1]), (most[0], most[1]))


def summary(table: Table) -> list[str]:
    """Return the result in words, with its units and its scope.

    Args:
        table: Table of the strategy.
    """
    bound = table.attributes["exploitability_bound_mb_per_game"]
    first, *lines = strategy_summary(table)
    classes = ", ".join(f"{count:,}" for count in table.attributes["classes"])
    return [
        f"CFR-BR: {first}",
        f"over {classes} classes of hands on the streets; nothing over them is exploitable by less than {bound:.4f} mb/g",
        *lines,
    ]
