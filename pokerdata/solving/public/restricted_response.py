"""Robust responses to an opponent model: they win from it, but are hard to exploit."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Unpack

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import signed
from pokerdata._support.text import brief
from pokerdata.games import Game, SolvableGame, Unit, milliblinds, playable, rules_of
from pokerdata.games.strategies.simple import pair
from pokerdata.pipeline.store import Table
from pokerdata.solving.algorithms import Algorithm, algorithm_for
from pokerdata.solving.curves import run_html
from pokerdata.solving.evaluation import Evaluation, Scope
from pokerdata.solving.public.held_player import HeldPlayer, Model, Trust, check_trust, model_of_game
from pokerdata.solving.public.seats import COLUMNS, RESPONSE_LOG, SEATS, ResponseEngine, ResponseValues
from pokerdata.solving.public.solve import run_origin, target_of
from pokerdata.solving.public.solver import Solver, check_algorithm, check_memory
from pokerdata.solving.public.strategy_table import summary as strategy_summary
from pokerdata.solving.public.strategy_table import table_parts
from pokerdata.solving.public.values import evaluate, expected_value
from pokerdata.solving.run import Run, RunOptions
from pokerdata.solving.solved import Row, Solved, Storable, TableParts


@dataclass(frozen=True)
class Response(Storable, Solved[Any]):
    """A response to a model of the opponent, for both seats.

    Attributes:
        game: The game.
        model: Assumed strategy of the opponent: for each street probabilities [edges of the street, states].
        p: Probability that the opponent was held to the model. For a data-biased response, [decisions, states] per street.
        algorithm: Algorithm that found the response.
        dtype: 'float32' or 'float64'.
        strategy: For each street probabilities [edges of the street, states] of dtype, in the order of ``game.tree``.
        win: What the response wins against the model as player 1 and as player 2, in chips per game.
        in_game: Values of the strategy: its exploitability, and what best responses win against it.
        log: The convergence log; its last row is the result.
        unreached_sets: Information sets that play uniformly because the average never reaches them.
        stopped: 'target', 'iterations', 'seconds', 'cancelled' or 'stalled'.
        made_from: Attributes of the model's file that name the tables of its card abstraction; agents need them to look
            up cards.
    """

    game: SolvableGame
    model: tuple[NDArray[np.floating[Any]], ...]
    p: float | tuple[NDArray[np.float64], ...]
    algorithm: Algorithm
    dtype: str
    strategy: tuple[NDArray[np.floating[Any]], ...]
    win: tuple[float, float]
    in_game: Evaluation
    log: tuple[Row[ResponseValues], ...]
    unreached_sets: int
    stopped: str
    made_from: Mapping[str, Any] = field(default_factory=dict, repr=False)

    @property
    def worst(self) -> tuple[float, float]:
        """What it wins as player 1 and as player 2 against a best-responding opponent, in chips per game."""
        first, second = self.values.best_response
        return -second, -first

    @property
    def values(self) -> Evaluation:
        """The same as `in_game`."""
        return self.in_game

    def table(self) -> TableParts:
        """Return the response as the table of a strategy, which `load_strategy` reads from a file."""
        wins = {f"win_{seat}_chips_per_game": win for seat, win in zip(SEATS, self.win, strict=True)}
        return table_parts(
            self,
            log=RESPONSE_LOG,
            columns=COLUMNS,
            units="p times the win plus 1 - p times the worst case, as player 1 and 2: what ours makes of it, and what "
            "could be made of it at the most, in chips a game",
            more={
                "response_to": digest_of(self.model),
                "p": "by information set" if isinstance(self.p, tuple) else self.p,
                **wins,
                **self.made_from,
            },
        )

    def __repr__(self) -> str:
        rules = self.game.rules
        told = (
            trust_text(self.p),
            f"wins {milliblinds(sum(self.win) / 2, rules):.4g} mb/g",
            f"exploitability {milliblinds(self.values.exploitability, rules):.4g} mb/g",
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
        told["exploitability"] = f"{milliblinds(self.values.exploitability, rules):.4g} mb/g"
        told[""] = str(Scope.of(self.game))
        told["1 mb/g"] = f"a thousandth of the {Unit.of(rules)} a game"
        return run_html(self.game.label, told, self.log, "mb/g short of the best", milliblinds(1, rules))

    def lines(self) -> list[str]:
        """Return what the response wins and risks as lines of text, with units."""
        rules = self.game.rules

        def both(chips: float) -> str:
            return f"{signed(chips, 6)} chips/game = {signed(milliblinds(chips, rules), 4)} mb/g"

        lines = []
        for seat, win, worst in zip(SEATS, self.win, self.worst, strict=True):
            lines += [f"player {seat} wins    {both(win)} from the model", f"         at worst {both(worst)}"]
        lines += [
            f"both seats       {both(sum(self.win) / 2)} from the model",
            f"exploitability   {both(self.values.exploitability)}",
            f"                 {Scope.of(self.game)}",
            f"(1 mb/g: a thousandth of the {Unit.of(rules)} a game)",
        ]
        return lines


def trust_text(p: float | tuple[NDArray[np.float64], ...]) -> str:
    """Return the probability of a model in words.

    Args:
        p: One number, or one for each decision and state.
    """
    if isinstance(p, tuple):
        return f"p by information set, {min(s.min() for s in p):g} to {max(s.max() for s in p):g}"
    return f"p = {p:g}"


def restricted_response(
    game: SolvableGame | Game | str,
    model: Model,
    p: Trust,
    *,
    algorithm: str | Algorithm | None = None,
    dtype: str = "float64",
    threads: int = 0,
    **options: Unpack[RunOptions],
) -> Response:
    """Return a robust response to a model of the opponent that may be wrong, for both seats.

    With a single number p this is a restricted Nash response (Johanson, Zinkevich & Bowling 2007). It is an equilibrium of
    the game in which the opponent plays the model with probability p and is free otherwise. So it maximises p times what it
    wins from the model plus 1 - p times what it wins at worst. p = 0 gives an equilibrium, p = 1 a best response.

    With a number per information set it is a data-biased response (Johanson & Bowling 2009). Chance then holds the opponent
    to the model independently at each decision, so you can leave it free where you know little about it.

    >>> from pokerdata.solving import public as solvers
    >>> from pokerdata.games import strategies
    >>> game = pokerdata.kuhn()
    >>> uniform = strategies.simple_strategy(game, "uniform")
    >>> found = solvers.restricted_response(game, uniform, 0.5, target="0.1mb")
    >>> [round(win, 3) for win in found.win]  # 7/18 and 1/3, where a best response has 1/2 and 5/12
    [0.389, 0.333]
    >>> [round(worst, 3) for worst in found.worst]  # -1/9 and -1/18, where a best response has -1/3 twice
    [-0.111, -0.056]

    Both seats are solved side by side; an iteration is one iteration of each. It costs the time of two iterations of
    `pokerdata.solving.public.solve`, and over twice the memory because of the model.

    Args:
        game: A game, or the name or file of one, as for `pokerdata.load_game`.
        model: Assumed strategy of the opponent in both seats: a result of `solve`, a `pokerdata.Strategy` or its file, or
            for each street probabilities [edges of the street, states].
        p: Probability that the opponent plays the model: a number from 0 to 1, or for each street an array [decisions of
            the street, states].
        algorithm: As for `solve`.
        dtype: 'float32' or 'float64', of regrets and strategy sums.
        threads: 0 for all processors, or 1 to 1024; the result does not depend on it.
        **options: Options of `pokerdata.solving.RunOptions`. The target bounds how far the objective may be from its
            maximum, averaged over both seats. It is '1mb' if neither target, iterations nor seconds are given.

    Raises:
        ValueError: If an argument is invalid, or the model belongs to another game.
        CapacityError: If memory would not suffice; raised before any work.
        FloatingPointError: At the first evaluation or checkpoint with numbers that are not finite.
        TableError: If a file is missing, damaged or holds no state.
    """
    game = playable(game)
    run = Run[ResponseValues](options, target=target_of(game.rules), default="1mb")
    (played, made_from), probability = model_of_game(model, game), check_trust(p, game)
    if not isinstance(algorithm, Algorithm):
        algorithm = algorithm_for(game.rules, algorithm)
    check_algorithm(algorithm)
    check_memory(game, dtype, threads, algorithm=algorithm, saved=run.saves, held=True, solvers=2)
    seats = [
        Solver(game, algorithm, held=HeldPlayer(3 - seat, played, probability), dtype=dtype, threads=threads)
        for seat in SEATS
    ]
    run.go(_Engine(*seats))
    strategy = pair(game, seats[0].strategy(), seats[1].strategy())
    unreached, log = seats[0].unreached_sets_of(1) + seats[1].unreached_sets_of(2), tuple(run.log)
    stopped = run.stopped
    del seats, run  # frees their memory before new solvers are made
    first = expected_value(game, strategy, played, threads=threads)
    second = -expected_value(game, played, strategy, threads=threads)
    value = evaluate(game, strategy, threads=threads)
    found = game, played, probability, algorithm, dtype, strategy
    return Response(*found, (first, second), value, log, unreached, stopped, made_from)


class _Engine(ResponseEngine):
    AFTER = 3

    def __init__(self, *seats: Solver) -> None:
        super().__init__(*seats)
        first = seats[0]
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
        one, two = (seat.evaluate().best_response for seat in self.solvers)
        return ResponseValues((-one[1], -two[0]), (one[0], two[1]))


def digest_of(model: Sequence[NDArray[np.floating[Any]]]) -> str:
    """Return the SHA-256 of a strategy's probabilities, street by street, which identifies a model.

    Args:
        model: For each street probabilities [edges of the street, states].
    """
    digest = hashlib.sha256()
    for street in model:
        digest.update(np.ascontiguousarray(street).data)
    return digest.hexdigest()


def summary(table: Table) -> list[str]:
    """Return the response in words, with its units and its scope.

    Args:
        table: Table of a response.
    """
    a = table.attributes
    rules = rules_of(a["rules"])
    win = sum(a[f"win_{seat}_chips_per_game"] for seat in SEATS) / len(SEATS)
    p = a["p"] if isinstance(a["p"], str) else f"{a['p']:g}"
    return [
        f"wins {signed(milliblinds(win, rules), 4)} mb/g from its model, on average over both seats; p {p}",
        *strategy_summary(table),
    ]
