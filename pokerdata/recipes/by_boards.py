"""Tables of all canonical boards, made locally or in chunks by a cluster, and the estimated time of hands at a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support import costs
from pokerdata.cards.isomorphism import CANONICAL_BOARDS
from pokerdata.pipeline.plan import Context
from pokerdata.pipeline.store.sharded import Arrays, Job, Shard, nothing

#: Number of chunks of the boards, if there are workers.
_SHARDS = 32


def stretches(boards: int, workers: int) -> list[Shard]:
    """Return all boards as one shard, or as enough chunks for workers to share them well.

    Args:
        boards: Number of boards.
        workers: Number of workers; 1 for this process alone.
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
    """Return arrays with a row for each canonical board.

    Args:
        context: Context of the stage.
        size: Cards on a board.
        run: Called as ``run(state, first, last, threads=..., progress=...)``; returns the rows of the boards [first, last).
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


def hand_seconds(agents: Sequence[str], players: int) -> float:
    """Return the seconds of a hand, averaged over the matches: decisions, and the players' thinking time.

    Args:
        agents: Players, or a pool from which each match takes some.
        players: Number of players at a table.
    """
    mean = sum(costs.THOUGHTS.get(agent, costs.THOUGHT) for agent in agents) / len(agents)
    return 3 * players * (costs.DECISION + mean)
