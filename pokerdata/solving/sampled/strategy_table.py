"""Tables of sampled strategies: like those of other solvers, without the unknown values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.games import ACTIONS, BettingTree, Rules, Unit
from pokerdata.games.bucketed import sequence_names
from pokerdata.games.strategies.strategy_file import (
    KIND,
    PUBLIC_CHANCE_SAMPLING,
    SAMPLED_CFR_BR,
    street_arrays,
    street_attributes,
)
from pokerdata.pipeline.store import Table
from pokerdata.solving.solved import TableParts

_SOURCES = {
    PUBLIC_CHANCE_SAMPLING: "Johanson et al. 2012, public chance sampling",
    SAMPLED_CFR_BR: "Johanson, Bard, Burch & Bowling 2012, CFR-BR; opponents before the turn learn on sampled boards",
}
_UNKNOWN = {
    False: "not known: best responses to a strategy over states that forget need every board",
    True: "not computed: `pokerdata exploitability` tells it where the table of joint counts (of all boards) is",
}


class Sampled(Protocol):
    """A sampled strategy with the facts that its table records, such as `SampledResult`."""

    @property
    def rules(self) -> Rules: ...
    @property
    def strategy(self) -> tuple[NDArray[np.float32], ...]: ...
    @property
    def update(self) -> str: ...
    @property
    def seed(self) -> int: ...
    @property
    def iterations(self) -> int: ...
    @property
    def seconds(self) -> float: ...
    @property
    def information_sets(self) -> int: ...
    @property
    def unreached_sets(self) -> int: ...
    @property
    def stopped(self) -> str: ...
    @property
    def method(self) -> str: ...


def table_parts(result: Sampled, buckets: BucketTable) -> TableParts:
    """Return a sampled strategy as a table: for each street N (from 1) ``streetN`` and its index.

    Args:
        result: Result over the states of the buckets.
        buckets: The table NAME_buckets. The strategy later looks for it in that folder or a similar one.
    """
    names = state_names(buckets.bucket_counts, buckets.perfect_recall)
    digests = {f"{buckets.name}.{dataset}": digest for dataset, digest in buckets.digests.items()}
    abstraction = buckets.name.removesuffix("_buckets")
    return {
        "kind": KIND,
        "arrays": street_arrays(BettingTree(result.rules), result.strategy, names),
        "attributes": {**_attributes(result, abstraction, buckets.perfect_recall), "buckets": digests},
        "dataset_attributes": street_attributes(result.rules.streets),
    }


def state_names(buckets: Sequence[int], perfect_recall: bool) -> list[list[str]]:
    """Return the names of the states of each street: bucket sequences, or buckets alone with imperfect recall.

    Args:
        buckets: Number of buckets on each street.
        perfect_recall: Whether the states are bucket sequences.
    """
    return sequence_names(buckets) if perfect_recall else [[str(s) for s in range(b)] for b in buckets]


def _attributes(result: Sampled, abstraction: str, perfect_recall: bool) -> dict[str, object]:
    """Return the attributes that describe the strategy to a reader of the file, with units."""
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


def summary(table: Table) -> list[str]:
    """Return the result in words."""
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
