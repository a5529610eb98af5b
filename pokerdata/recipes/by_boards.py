"""Tables of all canonical boards, made here or by a cluster in stretches of them, and the seconds of hands at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.isomorphism import CANONICAL_BOARDS
from pokerdata.pipeline.plan import Context
from pokerdata.pipeline.store.sharded import Arrays, Job, Shard, nothing

#: Stretches of the boards, where there are workers.
_SHARDS = 32


def stretches(boards: int, workers: int) -> list[Shard]:
    """All boards, or so many stretches of them that workers share them well.

    Args:
        boards: How many there are.
        workers: 1 for this process alone.
    """
    count = 1 if workers == 1 else _SHARDS
    bounds = [boards * k // count for k in range(count + 1)]
    return [Shard(f"boards-{first}-{last}", (first, last), last - first) for first, last in pairwise(bounds)]


def rows_of_boards(
    context: Context,
    size: int,
    run: Callable[..., Arrays],
    prepare: Callable[[Context], Any] = nothing,
) -> dict[str, NDArray[Any]]:
    """Arrays with a row for each canonical board.

    Args:
        context: That of the stage.
        size: Cards on a board.
        run: Called as ``run(state, first, last, threads=..., progress=...)``; gives the rows of the boards [first, last).
        prepare: Makes the state from a context, here and in other processes.
    """
    boards = CANONICAL_BOARDS[size]
    shards = stretches(boards, context.workers)
    job = Job(run, prepare(context), prepare)
    arrays: dict[str, NDArray[Any]] = {}
    for place, part in context.run_shards(job, shards, threads=context.threads, progress=context.progress):
        if len(shards) == 1:
            return dict(part)
        first, last = shards[place].values
        for name, rows in part.items():
            if name not in arrays:
                arrays[name] = np.empty((boards, *rows.shape[1:]), rows.dtype)
            arrays[name][first:last] = rows
    return arrays


_DECISIONS = 12_000  # a second, of players that do little
_THINK = {
    "miximax": 8e-3,
    "miximix": 1e-2,
    "simulating": 10e-3,
    "check-norris": 4.2e-3,
    "poki": 2e-3,
    "simple": 1e-3,
    "richie-rich": 0.4e-3,
    "break-ivan": 0.3e-3,
}


def hand_seconds(agents: Sequence[str], players: int) -> float:
    """Seconds of a hand, on average over the matches: decisions, and what players think.

    Args:
        agents: Who plays, or of whom some play.
        players: How many sit at a table.
    """
    mean = sum(_THINK.get(agent, 0.1e-3) for agent in agents) / len(agents)
    decisions = 3 * players
    return decisions * (1 / _DECISIONS + mean)
