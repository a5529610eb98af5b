"""The stages of an abstraction: thresholds, joint counts and transition matrices."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pokerdata.abstraction import counts_stage, history_stage, threshold_stage, transitions_stage
from pokerdata.abstraction.bounds import RULES
from pokerdata.abstraction.counts_stage import DRAWING, check_not_drawn
from pokerdata.abstraction.sizes import is_counted
from pokerdata.clustering import stage as kmeans_stage
from pokerdata.errors import CapacityError, located
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.pipeline.stage import Stage
from pokerdata.support.text import nearest

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
    **DRAWING,
    "seed": (int, None, "of the boards that are drawn; 1 if not given"),
}

#: Kind -> function of a name and a checked section that makes the stage NAME_buckets.
KINDS: dict[str, Callable[[str, Mapping[str, Any]], Stage]] = {
    "history": history_stage.stage,
    **dict.fromkeys(RULES, threshold_stage.stage),
    "kmeans": kmeans_stage.stage,
}


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
        check_not_drawn(section)
        counts = counts_stage.stage(name, buckets, section) if is_counted(section) else None
    except (ValueError, CapacityError) as error:
        raise located(where, error) from None
    return [buckets] if counts is None else [buckets, counts, transitions_stage.stage(name, buckets, section)]
