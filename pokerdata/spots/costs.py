"""What solving a spot costs: its size, memory and time, as told before it starts."""

from __future__ import annotations

from typing import NamedTuple

from pokerdata._core import spots as _core
from pokerdata._core import support
from pokerdata.spots.solver import memory_needed, sizes_of

#: An action of a hand and an iteration, on one thread, in float32.
_SECONDS = 4e-9
#: Iterations to 0.1 % of the pot.
USUAL_ITERATIONS = 200
#: An evaluation is worth about three iterations, and comes every ten.
_WITH_EVALUATIONS = 1.3


class SpotCosts(NamedTuple):
    """What solving a spot costs.

    Attributes:
        boards: Boards up to the suits that board and ranges do not tell apart.
        decisions: Decisions on all of them.
        entries: Actions of hands at all of them: the numbers of a strategy.
        memory_bytes: What solving and evaluating take, with copies of the solution, and of a state where one is kept.
        iteration_seconds: An iteration, about.
        seconds: All iterations and their evaluations, about.
    """

    boards: int
    decisions: int
    entries: int
    memory_bytes: int
    iteration_seconds: float
    seconds: float


def spot_costs(
    game: _core.SpotGame,
    *,
    iterations: int | None = None,
    copies: int = 2,
    dtype: str = "float32",
    threads: int = 0,
) -> SpotCosts:
    """What solving a spot costs.

    Args:
        game: The spot, as `game_of` makes it.
        iterations: How many; None is as many as 0.1 % of the pot usually take.
        copies: As for `memory_needed`: 1 for a solution alone, 2 where a state is kept, too.
        dtype: 'float32', 'float64' or 'int16', of regrets and strategy sums, as for `SpotSolver`.
        threads: 0 for all processors, or up to 1024.

    Raises:
        ValueError: For another dtype or number of threads.
    """
    memory = memory_needed(game, dtype=dtype, threads=threads, copies=copies)
    rows = sizes_of(game)
    boards, decisions, entries = (
        sum(getattr(row, name) for row in rows) for name in ("boards", "decisions", "entries")
    )
    wide = 2 if dtype == "float64" else 1
    each = wide * entries * _SECONDS / (threads or support.hardware_threads())
    return SpotCosts(
        boards, decisions, entries, memory, each, _WITH_EVALUATIONS * each * (iterations or USUAL_ITERATIONS)
    )
