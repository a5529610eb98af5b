"""The least exploitable strategies that a card abstraction holds, by CFR-BR."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import signed
from pokerdata._support.progress import Progress
from pokerdata._support.text import brief
from pokerdata.games import Game, NamedGame, Unit, milliblinds, playable
from pokerdata.games.strategies.simple import pair
from pokerdata.solving.algorithms import Algorithm, algorithm_for
from pokerdata.solving.curves import run_html
from pokerdata.solving.evaluation import Evaluation, Scope
from pokerdata.solving.public.seats import SEATS, ResponseLogRow, ResponseState, ResponseValues, Seats
from pokerdata.solving.public.solve import limits_of, run_origin
from pokerdata.solving.public.solver import (
    Classes,
    Solver,
    StateClasses,
    check_algorithm,
    check_memory,
    classes_of,
)
from pokerdata.solving.public.values import evaluate
from pokerdata.solving.run import Checkpoints, Engine, Run


@dataclass(frozen=True, repr=False)
class CfrBr:
    """The least exploitable strategies of an abstraction that were found, for both seats.

    Attributes:
        game: The game, without an abstraction.
        classes: The abstraction.
        algorithm: What found it.
        dtype: 'float32' or 'float64'.
        strategy: For each street probabilities [edges of the street, states] of dtype, in the order of ``game.tree``;
            equal in all states of a class.
        evaluation: Values of the strategy in the game: its exploitability, and what best responses win against it.
        log: The convergence log; its last row is the result.
        unreached_sets: Information sets that play uniformly because the average never reaches them.
        stopped: 'target', 'iterations', 'seconds' or 'stalled'.
    """

    game: Game
    classes: StateClasses
    algorithm: Algorithm
    dtype: str
    strategy: tuple[NDArray[np.floating[Any]], ...]
    evaluation: Evaluation
    log: tuple[ResponseLogRow, ...]
    unreached_sets: int
    stopped: str

    @property
    def bound(self) -> float:
        """No strategy of the abstraction is less exploitable, on average over both seats: chips a game."""
        return -sum(self.log[-1].evaluation.most) / 2

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    @property
    def seconds(self) -> float:
        """Seconds spent in iterations, without the evaluations."""
        return self.log[-1].seconds

    def __repr__(self) -> str:
        worth = f"exploitability {milliblinds(self.evaluation.exploitability, self.game.rules):.4g} mb/g"
        return brief(self, repr(self.game.label), f"{self.iterations:,} iterations", worth)

    def _repr_html_(self) -> str:
        rules = self.game.rules
        told: dict[str, object] = {"algorithm": str(self.algorithm), "iterations": self.iterations}
        told |= {"stopped by": self.stopped, "precision": self.dtype, "classes": self.classes.counts}
        told["exploitability"] = f"{milliblinds(self.evaluation.exploitability, rules):.4g} mb/g"
        told["of the least exploitable"] = f"{milliblinds(self.bound, rules):.4g} mb/g or more"
        told["1 mb/g"] = f"a thousandth of the {Unit.of(rules)} a game"
        return run_html(self.game.label, told, self.log, "mb/g short of the best", milliblinds(1, rules))

    def to_dict(self) -> dict[str, Any]:
        """All numbers but the strategy, as values that JSON can hold; by seat, that of player 1 first."""
        rules, last = self.game.rules, self.log[-1].evaluation
        value = self.evaluation.exploitability
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
        """What it risks in words, with units, one a line."""
        rules = self.game.rules

        def both(chips: float) -> str:
            return f"{signed(chips, 6)} chips/game = {signed(milliblinds(chips, rules), 4)} mb/g"

        last = self.log[-1].evaluation
        lines = []
        for seat, worst, most in zip(SEATS, last.least, last.most, strict=True):
            lines += [
                f"player {seat} at worst  {both(worst)}",
                f"         at most   {both(most)} in the abstraction",
            ]
        return [
            *lines,
            f"exploitability    {both(self.evaluation.exploitability)}",
            f"         at least  {both(self.bound)} in the abstraction",
            f"                  {Scope.of(self.game)}",
            f"(1 mb/g: a thousandth of the {Unit.of(rules)} a game)",
        ]


def cfr_br(
    game: Game | NamedGame | str,
    classes: Classes,
    *,
    algorithm: str | Algorithm | None = None,
    target: str | None = None,
    iterations: int | None = None,
    seconds: float | None = None,
    schedule: str | None = None,
    every: int | None = None,
    at: Sequence[int] | None = None,
    resume: ResponseState | str | os.PathLike[str] | None = None,
    checkpoint: Callable[[ResponseState], None] | None = None,
    checkpoint_seconds: float = 20.0,
    on_evaluation: Callable[[ResponseLogRow], None] | None = None,
    dtype: str = "float64",
    threads: int = 0,
    progress: Progress | None = None,
) -> CfrBr:
    """The least exploitable strategies that a card abstraction of a game holds, by CFR-BR.

    Regret is minimised over classes of states, which the player cannot tell apart, against an opponent who sees his cards
    and plays a best response in every iteration (Johanson, Bard, Burch & Bowling 2012). An equilibrium of the abstract game,
    in which both players are blind (`solve` with ``classes``), is more exploitable as a rule. Nothing is sampled. The seats
    are independent problems, solved side by side, each in the time and memory of the game itself.

    Where the classes forget nothing the average converges to the least exploitable strategy, and the log has exact bounds
    of how far it is. Where they forget, nothing is promised, the upper bound is that of a player who sees his cards, and a
    target cannot be met; the exploitability that is told is exact all the same.

    >>> from pokerdata.solving.public import cfr_br, classes_by_name
    >>> game = pokerdata.leduc()
    >>> alike = classes_by_name(game, lambda state: state.replace("Q", "J"))  # jacks and queens
    >>> found = cfr_br(game, alike, iterations=1000)
    >>> round(found.evaluation.exploitability, 2)  # 0.75 antes a game in an equilibrium of the abstract game
    0.36

    Args:
        game: A game, or the name or file of one, as for `pokerdata.find_game`.
        classes: The abstraction: `StateClasses`, or for each street whole numbers [states].
        algorithm: As for `solve`, with players in turn.
        target: How much less exploitable the strategy might be at the most, such as '1mb' (thousandths of the big blind or
            ante a game, on average over both seats) or '0.01 chips'; checked at each evaluation.
        iterations: Stop there at the latest.
        seconds: Stop there at the latest; they count from this call and include evaluations.
        schedule: When both seats are evaluated, as for `solve`.
        every: As for `solve`.
        at: As for `solve`.
        resume: The state of a stopped run of the same game, classes, algorithm and dtype, or its file; going on gives
            the same bits as never stopping.
        checkpoint: Called with the state every `checkpoint_seconds`, before Ctrl-C is passed on, and at the end.
        checkpoint_seconds: Seconds from one state to the next; more where saving takes over a tenth of the time.
        on_evaluation: Called with each row of the log.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called about twice a second with iterations done and expected in all, 0 where that is not known yet.

    Raises:
        ValueError: If an argument is invalid, or neither target, iterations nor seconds are given.
        CapacityError: Before any work, if memory would not suffice.
        FloatingPointError: At the first evaluation or checkpoint whose numbers are not finite.
        TableError: If a file is missing, damaged or holds no state.
    """
    game = playable(game)
    tied = classes_of(game, classes)
    if not isinstance(algorithm, Algorithm):
        algorithm = algorithm_for(game.rules, algorithm)
    check_algorithm(algorithm)
    if target is None and iterations is None and seconds is None:
        raise ValueError("limits: expected a target, iterations or seconds, got none; e.g. iterations=1000")
    limits = limits_of(game.rules, target, iterations, seconds, schedule=schedule, every=every, at=at)
    saved = checkpoint is not None or resume is not None
    check_memory(game, dtype, threads, algorithm=algorithm, saved=saved, tied=tied, solvers=2)
    how = {"tied": tied, "dtype": dtype, "threads": threads}
    seats = Seats(
        *(Solver(game, algorithm, tied_players=[seat], responder=3 - seat, **how) for seat in SEATS)  # type: ignore[arg-type]
    )
    engine = _Engine(seats)

    saves = Checkpoints(checkpoint, checkpoint_seconds)
    run = Run(engine, limits, saves, on_evaluation=on_evaluation, progress=progress)
    if resume is not None:
        differing = "another game, classes, algorithm or dtype"
        state = ResponseState.to_resume(resume, engine.origin, engine.name, differing)
        seats.restore(state)
        run.resume(state.seconds, state.log)
        del state, resume  # the solvers have copies of the arrays
    stopped = run.go()
    strategy = pair(game, seats.first.strategy(), seats.second.strategy())
    unreached, log = seats.first.unreached_sets_of(1) + seats.second.unreached_sets_of(2), tuple(run.log)
    del seats, engine, run  # before another is made
    value = evaluate(game, strategy, threads=threads)
    return CfrBr(game, tied, algorithm, dtype, strategy, value, log, unreached, stopped)


class _Engine(Engine[Seats, ResponseValues, ResponseState]):
    def __init__(self, seats: Seats) -> None:
        super().__init__(seats)
        first = seats.first
        assert first.tied is not None
        digest = hashlib.sha256(run_origin(first.game, first.algorithm, first.dtype).encode())
        digest.update(b"cfr-br")
        for street in first.tied.streets:
            digest.update(street.data)
        self.origin = digest.hexdigest()
        self.name = f"cfr-br by {first.algorithm} on {first.game.label} in {first.dtype}"

    def evaluate(self) -> ResponseValues:
        worst, most = [], []
        for seat, solver in zip(SEATS, (self.solver.first, self.solver.second), strict=True):
            best = solver.evaluate().best_response
            worst.append(-best[2 - seat])
            # A player who sees his cards does no worse than one who forgets classes.
            most.append(solver.tied_best_response(seat) if solver.recalls else best[seat - 1])
        return ResponseValues((worst[0], worst[1]), (most[0], most[1]))

    def state(self, seconds: float, log: Sequence[ResponseLogRow]) -> ResponseState:
        return ResponseState(
            self.origin, self.name, self.iteration, seconds, *self.solver.arrays(), tuple(log)
        )
