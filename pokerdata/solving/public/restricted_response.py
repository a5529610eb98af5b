"""Responses to a model of the opponent that are hard to exploit in return."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
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
from pokerdata.solving.public.held_player import HeldPlayer, Model, Trust, check_trust, model_of_game
from pokerdata.solving.public.seats import SEATS, ResponseLogRow, ResponseState, ResponseValues, Seats
from pokerdata.solving.public.solve import limits_of, run_origin
from pokerdata.solving.public.solver import Solver, check_algorithm, check_memory
from pokerdata.solving.public.values import evaluate, expected_value
from pokerdata.solving.run import Checkpoints, Engine, Run


@dataclass(frozen=True)
class Response:
    """A response to a model of the opponent, for both seats.

    Attributes:
        game: The game.
        model: What the opponent is thought to play: for each street probabilities [edges of the street, states].
        p: How likely he was held to it; for each street [decisions, states] where it was settled at each information set.
        algorithm: What found it.
        dtype: 'float32' or 'float64'.
        strategy: For each street probabilities [edges of the street, states] of dtype, in the order of ``game.tree``.
        win: What it wins against the model as player 1 and as player 2, in chips a game.
        evaluation: Values of the strategy: its exploitability, and what best responses win against it.
        log: The convergence log; its last row is the result.
        unreached_sets: Information sets that play uniformly because the average never reaches them.
        stopped: 'target', 'iterations' or 'seconds'.
        made_from: What the model's file says of the tables of its card abstraction, in which agents look cards up.
    """

    game: Game
    model: tuple[NDArray[np.floating[Any]], ...]
    p: float | tuple[NDArray[np.float64], ...]
    algorithm: Algorithm
    dtype: str
    strategy: tuple[NDArray[np.floating[Any]], ...]
    win: tuple[float, float]
    evaluation: Evaluation
    log: tuple[ResponseLogRow, ...]
    unreached_sets: int
    stopped: str
    made_from: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def worst(self) -> tuple[float, float]:
        """What it wins as player 1 and as player 2 against whoever plays best against it, in chips a game."""
        first, second = self.evaluation.best_response
        return -second, -first

    @property
    def iterations(self) -> int:
        """Iterations done."""
        return self.log[-1].iteration

    @property
    def seconds(self) -> float:
        """Seconds spent in iterations, without the evaluations."""
        return self.log[-1].seconds

    def __repr__(self) -> str:
        rules = self.game.rules
        told = (
            trust_text(self.p),
            f"wins {milliblinds(sum(self.win) / 2, rules):.4g} mb/g",
            f"exploitability {milliblinds(self.evaluation.exploitability, rules):.4g} mb/g",
        )
        return brief(self, repr(self.game.label), *told)

    def _repr_html_(self) -> str:
        rules = self.game.rules
        told: dict[str, object] = {"p": trust_text(self.p), "algorithm": str(self.algorithm)}
        told |= {"iterations": self.iterations, "stopped by": self.stopped, "precision": self.dtype}
        for seat, win, worst in zip(SEATS, self.win, self.worst, strict=True):
            told[f"player {seat} wins"] = (
                f"{signed(win, 6)} chips/game from the model, {signed(worst, 6)} at worst"
            )
        told["exploitability"] = f"{milliblinds(self.evaluation.exploitability, rules):.4g} mb/g"
        told[""] = str(Scope.of(self.game))
        told["1 mb/g"] = f"a thousandth of the {Unit.of(rules)} a game"
        return run_html(self.game.label, told, self.log, "mb/g short of the best", milliblinds(1, rules))

    def lines(self) -> list[str]:
        """What it wins and risks in words, with units, one a line."""
        rules = self.game.rules

        def both(chips: float) -> str:
            return f"{signed(chips, 6)} chips/game = {signed(milliblinds(chips, rules), 4)} mb/g"

        lines = []
        for seat, win, worst in zip(SEATS, self.win, self.worst, strict=True):
            lines += [f"player {seat} wins    {both(win)} from the model", f"         at worst {both(worst)}"]
        lines += [
            f"both seats       {both(sum(self.win) / 2)} from the model",
            f"exploitability   {both(self.evaluation.exploitability)}",
            f"                 {Scope.of(self.game)}",
            f"(1 mb/g: a thousandth of the {Unit.of(rules)} a game)",
        ]
        return lines


def trust_text(p: float | tuple[NDArray[np.float64], ...]) -> str:
    """How likely a model is played, in words.

    Args:
        p: One number, or one for each decision and state.
    """
    if isinstance(p, tuple):
        return f"p by information set, {min(s.min() for s in p):g} to {max(s.max() for s in p):g}"
    return f"p = {p:g}"


def restricted_response(
    game: Game | NamedGame | str,
    model: Model,
    p: Trust,
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
) -> Response:
    """What to play against a model of the opponent that may be wrong, in both seats.

    With one number p it is a restricted Nash response (Johanson, Zinkevich & Bowling 2007): an equilibrium of the game in
    which the opponent plays the model with probability p and is free otherwise. So it maximises p times what it wins from
    the model plus 1 - p times what it wins at worst; p = 0 is an equilibrium, p = 1 a best response. With a number for each
    information set it is a data-biased response (Johanson & Bowling 2009), whose opponent is held to the model anew at each
    of his decisions, so that he is free where little is known of him.

    >>> from pokerdata.solving import public as solvers
    >>> from pokerdata.games import strategies
    >>> game = pokerdata.kuhn()
    >>> uniform = strategies.simple_strategy(game, "uniform")
    >>> found = solvers.restricted_response(game, uniform, 0.5, target="0.1mb")
    >>> [round(win, 3) for win in found.win]  # 7/18 and 1/3, where a best response has 1/2 and 5/12
    [0.389, 0.333]
    >>> [round(worst, 3) for worst in found.worst]  # -1/9 and -1/18, where a best response has -1/3 twice
    [-0.111, -0.056]

    Both seats are solved side by side, each iteration being one of each. It takes the time of two iterations of
    `pokerdata.solving.public.solve` and twice its memory and more, for the model.

    Args:
        game: A game, or the name or file of one, as for `pokerdata.find_game`.
        model: What the opponent is thought to play, in both seats: what `solve` returned, a `pokerdata.Strategy` or its
            file, or for each street probabilities [edges of the street, states].
        p: How likely he plays it: a number from 0 to 1, or for each street an array [decisions of the street, states].
        algorithm: As for `solve`.
        target: How far what p asks for may be from the most that can be had of it, such as '1mb' (thousandths of the big
            blind or ante a game, on average over both seats) or '0.01 chips'; '1mb' if neither iterations nor seconds are
            given. It is checked at each evaluation.
        iterations: Stop there at the latest.
        seconds: Stop there at the latest; they count from this call and include evaluations.
        schedule: When both seats are evaluated, as for `solve`.
        every: As for `solve`.
        at: As for `solve`.
        resume: The state of a stopped run of the same game, model, p, algorithm and dtype, or its file; going on gives the
            same bits as never stopping.
        checkpoint: Called with the state every `checkpoint_seconds`, before Ctrl-C is passed on, and at the end.
        checkpoint_seconds: Seconds from one state to the next; more where saving takes over a tenth of the time.
        on_evaluation: Called with each row of the log.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called about twice a second with iterations done and expected in all, 0 where that is not known yet.

    Raises:
        ValueError: If an argument is invalid, or the model is one of another game.
        CapacityError: Before any work, if memory would not suffice.
        FloatingPointError: At the first evaluation or checkpoint whose numbers are not finite.
        TableError: If a file is missing, damaged or holds no state.
    """
    game = playable(game)
    (played, made_from), probability = model_of_game(model, game), check_trust(p, game)
    if not isinstance(algorithm, Algorithm):
        algorithm = algorithm_for(game.rules, algorithm)
    check_algorithm(algorithm)
    if target is None and iterations is None and seconds is None:
        target = "1mb"
    limits = limits_of(game.rules, target, iterations, seconds, schedule=schedule, every=every, at=at)
    saved = checkpoint is not None or resume is not None
    check_memory(game, dtype, threads, algorithm=algorithm, saved=saved, held=True, solvers=2)
    seats = Seats(
        *(
            Solver(
                game, algorithm, held=HeldPlayer(3 - seat, played, probability), dtype=dtype, threads=threads
            )
            for seat in SEATS
        )
    )
    engine = _Engine(seats)

    saves = Checkpoints(checkpoint, checkpoint_seconds)
    run = Run(engine, limits, saves, on_evaluation=on_evaluation, progress=progress)
    if resume is not None:
        differing = "another game, model, p, algorithm or dtype"
        state = ResponseState.to_resume(resume, engine.origin, engine.name, differing)
        seats.restore(state)
        run.resume(state.seconds, state.log)
        del state, resume  # the solvers have copies of the arrays
    stopped = run.go()
    strategy = pair(game, seats.first.strategy(), seats.second.strategy())
    unreached, log = seats.first.unreached_sets_of(1) + seats.second.unreached_sets_of(2), tuple(run.log)
    del seats, engine, run  # before others are made
    first = expected_value(game, strategy, played, threads=threads)
    second = -expected_value(game, played, strategy, threads=threads)
    value = evaluate(game, strategy, threads=threads)
    found = game, played, probability, algorithm, dtype, strategy
    return Response(*found, (first, second), value, log, unreached, stopped, made_from)


class _Engine(Engine[Seats, ResponseValues, ResponseState]):
    def __init__(self, seats: Seats) -> None:
        super().__init__(seats)
        first = seats.first
        assert first.held is not None
        p = first.held.p
        digest = hashlib.sha256(run_origin(first.game, first.algorithm, first.dtype).encode())
        for array in (*first.held.model, *(p if isinstance(p, tuple) else (np.array([p]),))):
            digest.update(np.ascontiguousarray(array).data)
        self.origin = digest.hexdigest()
        self.name = (
            f"{first.algorithm} on {first.game.label} against a model with {trust_text(p)} in {first.dtype}"
        )

    def evaluate(self) -> ResponseValues:
        one, two = (seat.evaluate().best_response for seat in (self.solver.first, self.solver.second))
        return ResponseValues((-one[1], -two[0]), (one[0], two[1]))

    def state(self, seconds: float, log: Sequence[ResponseLogRow]) -> ResponseState:
        return ResponseState(
            self.origin, self.name, self.iteration, seconds, *self.solver.arrays(), tuple(log)
        )
