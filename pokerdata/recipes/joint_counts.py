"""The stage NAME_counts: joint counts of both players' bucket sequences, on all boards or on sampled boards."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from itertools import pairwise
from math import exp
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata._support import costs
from pokerdata._support.costs import Cost
from pokerdata._support.progress import Progress
from pokerdata.abstraction.abstraction import (
    MOST_COUNTED,
    Abstraction,
    counting_memory,
    earlier_counts,
    fitting_text,
    most_that_fit,
    ways_to_deal,
)
from pokerdata.abstraction.bounds import STRENGTH
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.cards import BOARD_SIZES, STREETS
from pokerdata.cards.isomorphism import CANONICAL_BOARDS
from pokerdata.cards.isomorphism import boards as canonical_boards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.errors import PokerdataError
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.pipeline.store.arrays import narrowest
from pokerdata.pipeline.store.sharded import Job, Shard

_SHARDS, _SHARDS_OF_MANY = 64, 16  # numbers of shards of the boards
_MANY = 2_000  # sequences: sums of 64 MB, which are saved and sent
_SAVE_EVERY, _SAVING_SHARE = 2.0, 20.0  # least seconds, and least multiple of the time for saving
_STRENGTH = STRENGTH[:3]
_BOARDS = CANONICAL_BOARDS[BOARD_SIZES["river"]]


def stage(name: str, abstraction: Abstraction) -> Stage:
    """Return NAME_counts of an abstraction with joint counts."""
    sequences = abstraction.sequences
    matrix = 8 * sequences**2
    return Stage(
        name=f"{name}_counts",
        build=partial(_build, f"{name}_buckets", abstraction.TABLE),
        kernels=("abstraction",),
        parents=(f"{name}_buckets", *_STRENGTH),
        parameters={**abstraction.parameters, **abstraction.drawn},
        cost=Cost(
            seconds=_share_of_rivers(abstraction.boards)
            * (
                costs.COUNTING
                + abstraction.SPREAD
                * (costs.COUNTING_SEQUENCE * sequences + costs.COUNTING_PAIR * sequences**2)
            ),
            memory_bytes=counting_memory(sequences),
            disk_bytes=8_000 + 4 * matrix + matrix // 8,
            threaded=True,
            what_fits=_what_fits,
        ),
    )


def _what_fits(memory: int) -> str:
    streets = len(STREETS)
    limit = round(MOST_COUNTED ** (1 / streets))
    return fitting_text(most_that_fit(lambda buckets: counting_memory(buckets**streets), limit, memory))


def _share_of_rivers(drawn: int | None) -> float:
    """Return the approximate share of the canonical boards, as if they were sampled evenly."""
    return 1 if drawn is None else 1 - exp(-drawn / _BOARDS)


def _build(buckets: str, kind: type[BucketTable], context: Context) -> None:
    table = context.table(buckets, kind)
    found = _sequences(buckets, kind, context)
    sequences = found.sequences(3)
    parameters: Mapping[str, Any] = context.parameters
    boards = parameters.get("boards")
    cells = _cells(context, buckets, kind, found)
    counts, wins = _abstraction.finish_joint_counts(cells, sequences, context.threads)
    del cells
    deals = ways_to_deal(parameters)
    river = counts
    turn = earlier_counts(river, found.buckets[3], deals["river"])
    flop = earlier_counts(turn, found.buckets[2], deals["turn"])
    preflop = earlier_counts(flop, found.buckets[1], deals["flop"])
    streets = dict(zip(STREETS, (preflop, flop, turn, river), strict=True))
    axes = {"axes": ["own sequence", "opponent's sequence"], "units": "deals"}
    context.write(
        kind="joint_counts",
        arrays={**streets, "river_wins": wins},
        attributes={
            **{key: str(parameters[key]) for key in ("metric", "points") if key in parameters},
            "buckets": list(found.buckets),
            "totals": {street: int(a.sum()) for street, a in streets.items()},
            "ties": "river - river_wins - transpose of river_wins",
            **(_of_all() if boards is None else _of_drawn(context, table, streets)),
        },
        dataset_attributes={
            **{street: {**axes, "doc": f"deals with these sequences on the {street}"} for street in STREETS},
            "river_wins": {**axes, "doc": "deals with these sequences in which the row's hand wins"},
        },
    )


class _Counting(NamedTuple):
    """Input of shards: sequences of all hands, weights of the boards, and in this process the total sums."""

    found: _abstraction.BucketSequences
    times: NDArray[np.uint32]
    cells: NDArray[np.uint64] | None


def _sequences(buckets: str, kind: type[BucketTable], context: Context) -> _abstraction.BucketSequences:
    strength = [context.table(name, StrengthTable) for name in _STRENGTH]
    return context.table(buckets, kind).sequences(strength, context.threads)


def _times(parameters: Mapping[str, Any]) -> NDArray[np.uint32]:
    drawn = parameters.get("boards")
    if drawn is None:
        return canonical_boards(5).orbit.astype(np.uint32)
    return _abstraction.drawn_boards(drawn, parameters["boards_seed"])


def _prepare(buckets: str, kind: type[BucketTable], context: Context) -> _Counting:
    return _Counting(_sequences(buckets, kind, context), _times(context.parameters), None)


def _count(
    state: _Counting, first: int, last: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    """Count some boards: add to the total sums, or return what to add to them."""
    sequences = state.found.sequences(3)
    cells = np.zeros((sequences, sequences, 2), np.uint64) if state.cells is None else state.cells
    _abstraction.add_joint_counts(state.found, state.times, first, last, cells, threads, progress)
    return {} if state.cells is not None else {"cells": narrowest(cells)}


def _cells(
    context: Context, buckets: str, kind: type[BucketTable], found: _abstraction.BucketSequences
) -> NDArray[np.uint64]:
    """Return the sums of all boards, saved from time to time; continues an interrupted run."""
    shards = _shards(found.sequences(3))
    cells, done = _resumed(context, found.sequences(3), len(shards))
    left = np.flatnonzero(~done)
    before = int(done.sum())

    def progress(now: int, of: int) -> None:
        context.progress(before * _BOARDS // len(shards) + now, before * _BOARDS // len(shards) + of)

    job = Job(_count, _Counting(found, _times(context.parameters), cells), partial(_prepare, buckets, kind))
    saved, took = time.monotonic(), 0.0
    unsaved = False  # sums of whole shards; an interrupted local shard is added in part
    try:
        for place, part in context.run_shards(
            job, [shards[k] for k in left], threads=context.threads, progress=progress
        ):
            unsaved = False
            if part:  # from another process
                cells += part["cells"]
            done[left[place]] = True
            unsaved = bool(part)
            begun = time.monotonic()
            if not done.all() and begun - saved >= max(_SAVE_EVERY, _SAVING_SHARE * took):
                context.save_shard("cells", {"cells": cells, "done": done})
                unsaved = False
                saved = time.monotonic()
                took = saved - begun
    except BaseException:
        if unsaved:
            with suppress(PokerdataError):  # the disk is full
                context.save_shard("cells", {"cells": cells, "done": done})
        raise
    return cells


def _shards(sequences: int) -> list[Shard]:
    """Return chunks of the boards: enough to share among machines, few enough that sending sums takes less time."""
    count = _SHARDS if sequences <= _MANY else _SHARDS_OF_MANY
    bounds = [_BOARDS * k // count for k in range(count + 1)]
    return [Shard(f"boards-{first}-{last}", (first, last), last - first) for first, last in pairwise(bounds)]


def _resumed(context: Context, sequences: int, shards: int) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Return the running sums of an interrupted run and the shards they include, or zeros."""
    kept = context.load_shard("cells")
    if kept is None:
        return np.zeros((sequences, sequences, 2), np.uint64), np.zeros(shards, bool)
    return kept["cells"], kept["done"]


def _of_all() -> dict[str, object]:
    return {
        "title": "Exact joint counts of both players' bucket sequences",
        "units": "raw deals of both hands and the board so far: hole cards, flop as a set, turn, river",
        "source": "enumeration of the 2,554,656 dealt river boards up to suit permutations",
    }


def _of_drawn(
    context: Context, table: BucketTable, streets: Mapping[str, NDArray[np.uint64]]
) -> dict[str, object]:
    parameters: Mapping[str, Any] = context.parameters
    boards = parameters["boards"]
    shares = {
        street: (_shares(a.sum(axis=1)), _shares(table[f"{street}_mass"])) for street, a in streets.items()
    }
    return {
        "title": "Joint counts of both players' bucket sequences on boards drawn",
        "units": "deals of both hands on the boards drawn, each in its 20 orders of flop, turn and river; on every street",
        "boards": boards,
        "seed": parameters["boards_seed"],
        "largest_error_of_a_share": {
            street: float(np.abs(own - exact).max()) for street, (own, exact) in shares.items()
        },
        "undealt_share": {street: float(exact[own == 0].sum()) for street, (own, exact) in shares.items()},
        "shares_are": "of all deals, those in which a player has a sequence: on the boards drawn against exact, from the "
        "table of buckets; undealt: with sequences that no board drawn deals",
        "source": f"all hands on {boards:,} raw boards, drawn evenly with replacement from all 2,598,960",
    }


def _shares(deals: NDArray[np.uint64]) -> NDArray[np.float64]:
    shares: NDArray[np.float64] = deals / deals.sum()
    return shares
