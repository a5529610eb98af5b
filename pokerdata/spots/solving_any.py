"""Solve whole games, and spots from the middle of a hand on, with one function."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Unpack, overload

from pokerdata._support.resources import within_memory
from pokerdata.games import Game, SolvableGame
from pokerdata.solving import Algorithm, RunOptions
from pokerdata.solving import public as solvers
from pokerdata.solving.public import Result
from pokerdata.solving.public.solver import Classes
from pokerdata.solving.solved import StateFile
from pokerdata.spots import Lock, Spot, SpotSolution, solve_spot


class _ToFile(RunOptions, total=False):
    out: str | os.PathLike[str] | None


class GameOptions(_ToFile, total=False):
    """Options of `solve` for a game: those of `pokerdata.solving.public.solve`, and `out`."""

    algorithm: str | Algorithm | None
    classes: Classes | None
    dtype: str
    threads: int


class SpotOptions(_ToFile, total=False):
    """Options of `solve` for a spot: those of `pokerdata.spots.solve_spot`, and `out`."""

    algorithm: str | Algorithm | None
    locks: Sequence[Lock]
    dtype: str
    threads: int


@overload
def solve(what: Spot, **options: Unpack[SpotOptions]) -> SpotSolution: ...


@overload
def solve(what: SolvableGame | Game | str, **options: Unpack[GameOptions]) -> Result: ...


@within_memory()
def solve(
    what: SolvableGame | Game | str | Spot, *, out: str | os.PathLike[str] | None = None, **options: Any
) -> Result | SpotSolution:
    """Solve a game or a spot until its exploitability is below a target, or for a number of iterations or seconds.

    >>> import pokerdata
    >>> river = pokerdata.Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    >>> solution = pokerdata.solve(river, target="0.01%")
    >>> round(solution.values.expected[0], 2)  # chips; 40/3
    13.33

    Args:
        what: A game, its name or its file, as for `pokerdata.load_game`, or a `Spot`.
        out: Save the result to this .h5 file. During the run the state is saved next to it as OUT.state, so that
            ``resume=True`` continues a stopped run. The state is removed once the target is reached.
        **options: As for `pokerdata.solving.public.solve`, or for a spot as for `pokerdata.spots.solve_spot`: algorithm,
            dtype, threads, and the options of every run (`pokerdata.solving.RunOptions`), such as target, iterations,
            seconds, resume, checkpoint and progress.

    Raises:
        ValueError: If an argument is invalid, or `seconds` is too short.
        CapacityError: If there is not enough memory; raised before any work.
        FloatingPointError: If the numbers of an evaluation or checkpoint are not finite; the run stops at the first one.
        TableError: If the file to resume from is missing or has no saved state.
    """
    if out is None:
        return solve_spot(what, **options) if isinstance(what, Spot) else solvers.solve(what, **options)
    if options.get("checkpoint") is not None or options.get("resume") not in (None, False, True):
        raise ValueError(
            "out: expected neither a checkpoint nor a state with it, as it has its own; e.g. out='leduc.h5', resume=True"
        )
    state = StateFile(out, resume=options.pop("resume", None) is True)
    result = solve(what, **options, **state.options())
    result.save(out)
    if result.stopped == "target":
        state.remove()
    return result
