"""A sampled strategy as a table: that of other solvers, without values that are not known."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.games import ACTIONS, BettingTree, Unit
from pokerdata.games.bucketed import sequence_names
from pokerdata.games.strategies.strategy_file import (
    KIND,
    PUBLIC_CHANCE_SAMPLING,
    SAMPLED_CFR_BR,
    street_arrays,
    street_attributes,
)
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.writing import table_file, write_table
from pokerdata.solving.sampled.solve import SampledResult

__all__ = ["KIND", "arrays", "attributes", "save_sampled", "state_names", "street_attributes", "summary"]

_SOURCES = {
    PUBLIC_CHANCE_SAMPLING: "Johanson et al. 2012, public chance sampling",
    SAMPLED_CFR_BR: "Johanson, Bard, Burch & Bowling 2012, CFR-BR; opponents before the turn learn on sampled boards",
}
_UNKNOWN = {
    False: "not known: best responses to a strategy over states that forget need every board",
    True: "not computed: `pokerdata exploitability` tells it where the table of joint counts (of all boards) is",
}


def arrays(result: SampledResult, names: Sequence[Sequence[str]]) -> dict[str, NDArray[Any]]:
    """Datasets of the table: for each street N (from 1) ``streetN`` and its index.

    Args:
        result: What was solved.
        names: The names of the states of each street.
    """
    return street_arrays(BettingTree(result.rules), result.strategy, names)


def state_names(buckets: Sequence[int], perfect_recall: bool) -> list[list[str]]:
    """Names of the states of each street: bucket sequences, or the bucket alone where recall is imperfect.

    Args:
        buckets: The number of buckets of each street.
        perfect_recall: Whether the states are bucket sequences.
    """
    return sequence_names(buckets) if perfect_recall else [[str(s) for s in range(b)] for b in buckets]


def attributes(result: SampledResult, abstraction: str, perfect_recall: bool) -> dict[str, object]:
    """What a stranger should know of the strategy, with units.

    Args:
        result: What was solved.
        abstraction: The name of the card abstraction.
        perfect_recall: Whether the states are bucket sequences.
    """
    rules = result.rules
    return {
        "game": rules.name,
        "rules": rules.values(),
        "cards": {},
        "abstraction": abstraction,
        "recall": "perfect" if perfect_recall else "imperfect",
        "exploitability": _UNKNOWN[perfect_recall],
        "algorithm": f"{result.method}({result.update})",
        "precision": "float32",
        "seed": result.seed,
        "iterations": result.iterations,
        "seconds": result.seconds,
        "stopped_by": result.stopped,
        "actions": list(ACTIONS),
        "unit_chips": rules.unit,
        "unit": f"1 mb is a thousandth of the {Unit.of(rules)} chips",
        "information_sets": result.information_sets,
        "unreached_information_sets": result.unreached_sets,
        "source": _SOURCES[result.method],
    }


def save_sampled(result: SampledResult, path: str | os.PathLike[str], buckets: BucketTable) -> None:
    """Write a sampled strategy to a file that `load_strategy` reads and agents play.

    Args:
        result: What was solved over the states of the buckets.
        path: Ends in .h5; the name before is that of the table. Folders that are missing are made. The file is replaced
            at once or not at all.
        buckets: The table NAME_buckets; its folder, or one like it, is where the strategy will look for it.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
    """
    path = table_file(path, "least_exploitable.h5")
    abstraction = buckets.name.removesuffix("_buckets")
    made_from = {f"{buckets.name}.{dataset}": digest for dataset, digest in buckets.digests.items()}
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays(result, state_names(buckets.bucket_counts, buckets.perfect_recall)),
        attributes={**attributes(result, abstraction, buckets.perfect_recall), "buckets": made_from},
        dataset_attributes=street_attributes(result.rules.streets),
    )


def summary(table: Table) -> list[str]:
    """The result in words."""
    a = table.attributes
    speed = a["iterations"] / a["seconds"] if a["seconds"] > 0 else np.inf
    lines = [
        f"{a['game']}, {a['algorithm']}, {a['iterations']:,} iterations ({a['precision']}), seed {a['seed']}, "
        f"{speed:,.0f} iterations/s",
        f"exploitability   {a['exploitability']}",
    ]
    if a["unreached_information_sets"]:
        lines.append(
            f"{a['unreached_information_sets']:,} of {a['information_sets']:,} information sets were never dealt, or "
            "never reached by the player's own strategy, and play uniformly"
        )
    return lines
