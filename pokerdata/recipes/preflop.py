"""The tables of match-ups and of immediate hand rank preflop."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import preflop as _preflop
from pokerdata._support.costs import Cost
from pokerdata._support.progress import Progress
from pokerdata.cards import HEADS_UP_BOARDS
from pokerdata.cards.combinations import CLASS_OF_COMBINATION, disjoint, sums_by_class
from pokerdata.cards.isomorphism import CANONICAL_BOARDS
from pokerdata.cards.preflop.ihr import DENOMINATORS, all_hands
from pokerdata.cards.preflop.matchups import MatchupTable
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.pipeline.store.sharded import Job, nothing
from pokerdata.recipes.by_boards import stretches

_COMMON = {
    "cards": "card = 4*rank + suit, rank 0..12 = 2..A, suit 0..3 = c d h s",
    "combinations": "hole cards a < b have the number b*(b-1)/2 + a",
    "classes": "169 classes row by row through the 13 x 13 grid: ranks fall from the ace, suited above the diagonal; "
    "AA 0, AKs 1, AKo 13, 22 168",
}


def stages() -> list[Stage]:
    """Return the stages of the preflop tables."""
    return [
        Stage(
            name="preflop_matchups",
            build=_matchups,
            kernels=("preflop",),
            cost=Cost(seconds=3, memory_bytes=150_000_000, disk_bytes=15_000_000, threaded=True),
        ),
        Stage(
            name="preflop_ihr",
            build=_ihr,
            kernels=("cards",),
            parents=("preflop_matchups",),
            cost=Cost(seconds=0.2, memory_bytes=210_000_000, disk_bytes=30_000),
        ),
    ]


def _sums(_: None, first: int, last: int, *, threads: int, progress: Progress) -> dict[str, NDArray[Any]]:
    return {"sums": _preflop.matchup_sums(first, last, threads, progress)}


def _matchups(context: Context) -> None:
    shards = stretches(CANONICAL_BOARDS[5], context.workers)
    job = Job(_sums, None, nothing)
    sums: NDArray[Any] | None = None
    for _, part in context.run_shards(job, shards, threads=context.threads, progress=context.progress):
        sums = part["sums"] if sums is None else np.add(sums, part["sums"], out=sums)
    assert sums is not None
    wins, ties = _preflop.finish_matchups(sums, context.threads)
    pairs = ["combination", "opposing combination"]
    classes = ["class", "opposing class"]
    context.write(
        kind="preflop_matchups",
        arrays={
            "wins": wins,
            "ties": ties,
            "class_wins": sums_by_class(wins),
            "class_ties": sums_by_class(ties),
            "class_pairs": sums_by_class(disjoint()).astype(np.uint8),
        },
        attributes={
            "title": "Match-ups before the flop: every pair of hands over every board",
            "units": "deals; losses are the rest of 1,712,304 boards, for classes times class_pairs",
            "denominator": HEADS_UP_BOARDS,
            "source": "full enumeration",
            **_COMMON,
        },
        dataset_attributes={
            "wins": {
                "axes": pairs,
                "denominator": HEADS_UP_BOARDS,
                "doc": "boards won; 0 where a card is shared",
            },
            "ties": {
                "axes": pairs,
                "denominator": HEADS_UP_BOARDS,
                "doc": "boards tied; 0 where a card is shared",
            },
            "class_wins": {"axes": classes, "doc": "sum of wins over the pairs of combinations"},
            "class_ties": {"axes": classes, "doc": "sum of ties over the pairs of combinations"},
            "class_pairs": {"axes": classes, "doc": "pairs of combinations that share no card"},
        },
    )


def _ihr(context: Context) -> None:
    table = context.table("preflop_matchups", MatchupTable)
    # Suit permutations change no value, so the value of a class is the value of its first combo.
    _, first = np.unique(CLASS_OF_COMBINATION, return_index=True)
    arrays, of_datasets = {}, {}
    for opponents, words in ((1, "one_opponent"), (2, "two_opponents")):
        values = all_hands(table, opponents)
        for name, axis, array in (
            (words, "combination", values),
            (f"class_{words}", "class", values[first]),
        ):
            arrays[name] = array
            of_datasets[name] = {"axes": [axis], "denominator": DENOMINATORS[opponents]}
    context.write(
        kind="preflop_ihr",
        arrays=arrays,
        attributes={
            "title": "Immediate hand rank before the flop against one and two opponents",
            "units": "integer numerators; divide by the denominator",
            "opponents": "uniformly random cards",
            "stronger": "equity above 55 %: 20 * (2*wins + ties) > 11 * 2 * 1,712,304",
            "source": "Zopf 2010, 6.2; the reading for two opponents is pokerdata's own",
            **_COMMON,
        },
        dataset_attributes=of_datasets,
    )
