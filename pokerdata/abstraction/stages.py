"""The stages of an abstraction: thresholds, joint counts and transition matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import abstraction as _abstraction
from pokerdata.abstraction import history_stage, threshold_stage
from pokerdata.abstraction.bounds import RULES
from pokerdata.abstraction.datasets import STRENGTH
from pokerdata.abstraction.kernel import kernel_buckets
from pokerdata.abstraction.sizes import (
    MOST_COUNTED,
    bucket_counts,
    counting_memory,
    fitting_text,
    is_counted,
    most_that_fit,
)
from pokerdata.abstraction.transitions import DEALS, earlier_counts, joint_transitions, player_transitions
from pokerdata.clustering import stage as kmeans_stage
from pokerdata.errors import CapacityError, located
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.pipeline.stage import Estimate, Stage
from pokerdata.pipeline.text import nearest
from pokerdata.strength.metrics import STREETS

if TYPE_CHECKING:
    from pokerdata.pipeline.context import Context
    from pokerdata.strength.table import StrengthTable

SCHEMA: Schema = {
    "kind": (
        str,
        REQUIRED,
        "how hands are put into buckets: history, uniform, minmax, percentile, nested or kmeans",
    ),
    "recall": (str, "perfect", "perfect: the state is the sequence of buckets; imperfect: the last bucket"),
    "metric": (str, "ehs2_river", "ehs, ehs2_river or ehs2_next"),
    "buckets": (
        list,
        REQUIRED,
        'buckets of preflop, flop, turn and river, e.g. [5, 5, 5, 5], ["lossless", 5, 5, 5] or, nested, ["5x2", ...]',
    ),
}

#: Kind -> function of a name and a checked section that makes the stage NAME_buckets.
KINDS: dict[str, Callable[[str, Mapping[str, Any]], Stage]] = {
    "history": history_stage.stage,
    **dict.fromkeys(RULES, threshold_stage.stage),
    "kmeans": kmeans_stage.stage,
}

_STRENGTH = STRENGTH[:3]
_BOARDS = 134_459


def schema(section: Mapping[str, Any]) -> Schema:
    """The keys of a section, by its kind."""
    return kmeans_stage.SCHEMA if section.get("kind") == "kmeans" else SCHEMA


def stages(name: str, section: Mapping[str, Any]) -> list[Stage]:
    """NAME_buckets and, with perfect recall of at most 10,000 river sequences, NAME_counts and NAME_transitions.

    Raises ValueError for bad values in the section, CapacityError for more sequences than can be numbered.
    """
    where, kind = f"[abstraction.{name}]", section["kind"]
    if kind not in KINDS:
        raise ValueError(
            f"{where}: bad kind {kind!r}{nearest(kind, KINDS)} Want one of {', '.join(KINDS)}, e.g. 'history'"
        )
    try:
        buckets = KINDS[kind](name, section)
    except (ValueError, CapacityError) as error:
        raise located(where, error) from None
    return [buckets, *(_counted(name, buckets, section) if is_counted(section) else ())]


def _what_fits(memory: int) -> str:
    streets = len(STREETS)
    limit = round(MOST_COUNTED ** (1 / streets))
    return fitting_text(most_that_fit(lambda buckets: counting_memory(buckets**streets), limit, memory))


def _counted(name: str, buckets: Stage, section: Mapping[str, Any]) -> list[Stage]:
    sequences = prod(bucket_counts(section))
    matrix = 8 * sequences**2
    return [
        Stage(
            name=f"{name}_counts",
            build=partial(_counts, name),
            kernel="abstraction",
            parents=(buckets.name, *_STRENGTH),
            parameters=buckets.parameters,
            estimate=Estimate(
                seconds=_count_seconds(sequences),
                memory_bytes=counting_memory(sequences),
                disk_bytes=4 * matrix + matrix // 8,
                what_fits=_what_fits,
            ),
        ),
        Stage(
            name=f"{name}_transitions",
            build=partial(_transitions, name),
            kernel="",
            parents=(f"{name}_counts",),
            parameters=buckets.parameters,
            estimate=Estimate(
                seconds=0.1 + matrix / 1e8, memory_bytes=100_000_000 + 3 * matrix, disk_bytes=matrix * 5 // 4
            ),
        ),
    ]


def _count_seconds(sequences: int) -> float:
    # Classes in use on a board grow slower than the sequences; fitted to 24, 625 and 10,000 of them.
    return 20 + 0.06 * sequences + 3.5e-6 * sequences**2


def _strength_tables(context: Context) -> list[StrengthTable]:
    return [context.table(name) for name in _STRENGTH]


def _counts(name: str, context: Context) -> None:
    found = kernel_buckets(context.table(f"{name}_buckets"), _strength_tables(context), context.threads)
    sequences = found.sequences(3)
    cells, first = _resumed(context, sequences)
    shard = _shard_boards(sequences)
    for start in range(first, _BOARDS, shard):
        end = min(_BOARDS, start + shard)

        def progress(done: int, total: int, start: int = start) -> None:
            context.progress(start + done, _BOARDS)

        _abstraction.add_joint_counts(found, start, end, cells, context.threads, progress)
        if end < _BOARDS:
            context.save_shard("cells", {"cells": cells, "boards": np.array([end])})
    counts, wins = _abstraction.finish_joint_counts(cells, sequences, context.threads)
    del cells
    river = counts
    turn = earlier_counts(river, found.buckets[3], DEALS["river"])
    flop = earlier_counts(turn, found.buckets[2], DEALS["turn"])
    preflop = earlier_counts(flop, found.buckets[1], DEALS["flop"])
    axes = {"axes": ["own sequence", "opponent's sequence"], "units": "deals"}
    context.write(
        kind="joint_counts",
        arrays={"preflop": preflop, "flop": flop, "turn": turn, "river": river, "river_wins": wins},
        attributes={
            "title": "Exact joint counts of both players' bucket sequences",
            **{
                key: str(context.parameters[key]) for key in ("metric", "points") if key in context.parameters
            },
            "buckets": list(found.buckets),
            "units": "raw deals of both hands and the board so far: hole cards, flop as a set, turn, river",
            "totals": {
                street: int(a.sum()) for street, a in zip(STREETS, (preflop, flop, turn, river), strict=True)
            },
            "ties": "river - river_wins - transpose of river_wins",
            "source": "enumeration of the 2,554,656 dealt river boards up to suit permutations",
        },
        dataset_attributes={
            **{street: {**axes, "doc": f"deals with these sequences on the {street}"} for street in STREETS},
            "river_wins": {**axes, "doc": "deals with these sequences in which the row's hand wins"},
        },
    )


def _resumed(context: Context, sequences: int) -> tuple[NDArray[np.uint64], int]:
    """The running sums of an interrupted run and how many boards they hold, or zeros."""
    shard = context.load_shard("cells")
    if shard is None:
        return np.zeros((sequences, sequences, 2), np.uint64), 0
    return shard["cells"], int(shard["boards"][0])


def _shard_boards(sequences: int) -> int:
    # A shard takes some 5 s at least, and saving the sums should stay a small part of that.
    return _BOARDS // (16 if sequences <= 2000 else 4) + 1


def _transitions(name: str, context: Context) -> None:
    counts = context.table(f"{name}_counts")
    arrays: dict[str, NDArray[Any]] = {}
    docs: dict[str, dict[str, object]] = {}
    for before, street in pairwise(STREETS):
        now, earlier = counts[street], counts[before]
        arrays[f"{street}_joint"] = joint_transitions(now, earlier, DEALS[street])
        arrays[f"{street}_player"] = player_transitions(now, earlier, DEALS[street])
        docs[f"{street}_joint"] = {
            "axes": ["own sequence", "opponent's sequence"],
            "units": "probability, given both players' sequences on the street before",
            "doc": f"N[sc, s'c'] / ({DEALS[street]} N[s, s']); 0 where no deal leads to the parents",
        }
        docs[f"{street}_player"] = {
            "axes": [f"sequence on the {before}", f"{street} bucket"],
            "units": "probability, given the own sequence on the street before",
            "doc": f"n[sc] / ({DEALS[street]} n[s]), n = sums of N over the opponent",
        }
    context.write(
        kind="transitions",
        arrays=arrays,
        attributes={
            "title": "Transition matrices of bucket sequences",
            "buckets": list(counts.attributes["buckets"]),
            "units": "probability",
            "exactness": "each cell is one correctly rounded division of exact counts",
            "source": "the joint counts of the same abstraction",
        },
        dataset_attributes=docs,
    )
