"""Solving whatever can be solved: whole games, and spots from the middle of a hand on."""

from __future__ import annotations

from typing import Any, overload

from pokerdata._support.resources import within_memory
from pokerdata.games import Game, NamedGame
from pokerdata.solving import public as solvers
from pokerdata.solving.public import Result
from pokerdata.spots import Spot, SpotSolution, solve_spot


@overload
def solve(what: Spot, **how: Any) -> SpotSolution: ...


@overload
def solve(what: Game | NamedGame | str, **how: Any) -> Result: ...


@within_memory()
def solve(what: Game | NamedGame | str | Spot, **how: Any) -> Result | SpotSolution:
    """Solve a game or a spot until its exploitability is below a target, or to a number of iterations or seconds.

    >>> import pokerdata
    >>> river = pokerdata.Spot(board="2s3h4d6c7c", oop="AsAh,QsQh", ip="KsKh", pot=20, stack=10, bets="a")
    >>> solution = pokerdata.solve(river, target="0.01%")
    >>> round(solution.values.expected[0], 2)  # chips; 40/3
    13.33

    Args:
        what: A game, the name or file of one, as for `pokerdata.find_game`, or a `Spot`.
        **how: As for `pokerdata.solving.public.solve`, of a spot as for `pokerdata.spots.solve_spot`: among them algorithm,
            target ('1mb', of a spot '0.5%'), iterations, seconds, resume, checkpoint, dtype, threads and progress.

    Raises:
        ValueError: If an argument is invalid.
        CapacityError: Before any work, if memory would not suffice.
        FloatingPointError: At the first evaluation or checkpoint whose numbers are not finite.
        TableError: If the file to resume from is missing or holds no state.
    """
    return solve_spot(what, **how) if isinstance(what, Spot) else solvers.solve(what, **how)
