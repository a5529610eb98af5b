"""The stage NAME_transitions: transition matrices of bucket sequences."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from numpy.typing import NDArray

from pokerdata._support import costs
from pokerdata._support.costs import Cost
from pokerdata.abstraction.abstraction import Abstraction, joint_transitions, player_transitions, ways_to_deal
from pokerdata.cards import STREETS
from pokerdata.games.bucketed import CountsTable
from pokerdata.pipeline.plan import Context, Stage


def stage(name: str, abstraction: Abstraction) -> Stage:
    """Return NAME_transitions of an abstraction with joint counts."""
    matrix = 8 * abstraction.sequences**2
    return Stage(
        name=f"{name}_transitions",
        build=partial(_build, name),
        parents=(f"{name}_counts",),
        parameters=abstraction.parameters,
        cost=Cost(
            seconds=0.02 + matrix * costs.TRANSITIONS_BYTE,
            memory_bytes=130_000_000 + 3 * matrix,
            disk_bytes=8_000 + matrix * 5 // 4,
        ),
    )


def _build(name: str, context: Context) -> None:
    counts = context.table(f"{name}_counts", CountsTable)
    given = counts.attributes
    deals = ways_to_deal(given)
    of_drawn: dict[str, object] = {key: given[key] for key in ("boards", "seed") if key in given}
    drawn = f", on {given['boards']:,} drawn boards" if of_drawn else ""
    arrays: dict[str, NDArray[Any]] = {}
    docs: dict[str, dict[str, object]] = {}
    for before, street in pairwise(STREETS):
        now, earlier = counts[street], counts[before]
        arrays[f"{street}_joint"] = joint_transitions(now, earlier, deals[street])
        arrays[f"{street}_player"] = player_transitions(now, earlier, deals[street])
        docs[f"{street}_joint"] = {
            "axes": ["own sequence", "opponent's sequence"],
            "units": f"probability, given both players' sequences on the street before{drawn}",
            "doc": f"N[sc, s'c'] / ({deals[street]} N[s, s']); 0 where no deal leads to the parents",
        }
        docs[f"{street}_player"] = {
            "axes": [f"sequence on the {before}", f"{street} bucket"],
            "units": f"probability, given the own sequence on the street before{drawn}",
            "doc": f"n[sc] / ({deals[street]} n[s]), n = sums of N over the opponent",
        }
    context.write(
        kind="transitions",
        arrays=arrays,
        attributes={
            "title": "Transition matrices of bucket sequences",
            "buckets": list(given["buckets"]),
            **of_drawn,
            "units": f"probability{drawn}",
            "exactness": "each cell is one correctly rounded division of the counts",
            "source": "the joint counts of the same abstraction",
        },
        dataset_attributes=docs,
    )
