"""A sampled strategy as a table: that of other solvers, without values that are not known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.chance_sampling.solve import SampledResult
from pokerdata.games import ACTIONS, BettingTree, Unit
from pokerdata.games.bucketed import sequence_names
from pokerdata.store import Table
from pokerdata.strategies.street_table import KIND, PUBLIC_CHANCE_SAMPLING, street_arrays, street_attributes

__all__ = ["KIND", "arrays", "attributes", "state_names", "street_attributes", "summary"]

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
        "algorithm": f"{PUBLIC_CHANCE_SAMPLING}({result.update})",
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
        "source": "Johanson et al. 2012, public chance sampling",
    }


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
