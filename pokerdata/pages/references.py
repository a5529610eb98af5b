"""Published results that pages are set beside."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pokerdata.pipeline.text import nearest


@dataclass(frozen=True)
class Reference:
    """A publication.

    citation: in words. matches: what the first agent won of the second, in big blinds per 100 hands. extremes: for
    metric and street, the smallest and the largest value as printed, NaN where none was. solved: for a number of
    buckets a street, what was said of the agent. differences: what differs from ours by construction.
    """

    citation: str
    matches: Mapping[tuple[str, str], float] = field(default_factory=dict)
    extremes: Mapping[tuple[str, str], tuple[float, float]] = field(default_factory=dict)
    solved: Mapping[int, str] = field(default_factory=dict)
    differences: tuple[str, ...] = ()


_NAN = float("nan")

REFERENCES: Mapping[str, Reference] = {
    "eriksson-2012": Reference(
        citation="Eriksson 2012, abstraction in heads-up no-limit hold'em",
        matches={
            ("phs", "mmhs"): -4.2,
            ("phs", "mmhs2"): -7.2,
            ("phs", "hhs"): -13.4,
            ("phs", "hhs2"): -10.2,
            ("mmhs", "mmhs2"): -3.2,
            ("mmhs", "hhs"): 1.6,
            ("mmhs", "hhs2"): -2.7,
            ("mmhs2", "hhs"): -4.5,
            ("mmhs2", "hhs2"): -1.3,
            ("hhs", "hhs2"): -0.5,
            ("hhs2", "simple"): 10.3,
        },
        extremes={
            ("ehs2_next", "preflop"): (0.14, 0.73),
            ("ehs2_next", "flop"): (0.02, _NAN),
            ("ehs2_next", "turn"): (0.01, _NAN),
        },
        differences=(
            "Our agents are solved to a stated exploitability inside their abstractions, over exact joint counts of the "
            "cards. How close the published agents came to equilibrium is not known, so even equal abstractions need not "
            "play alike.",
            "Our intervals count the chance of cards and of mixed strategies alone. No intervals are known of the "
            "published figures: an overlap is a hint, not a test.",
            "`simple` is written after the description of SimpleBot, not from its program; its thresholds before the flop "
            "are ours.",
            "Tie groups are never split here, so buckets hold equal mass only up to ties; minmax buckets have the exact "
            "extremes of each street as their ends.",
        ),
    ),
    "zinkevich-2007": Reference(
        citation="Zinkevich, Johanson, Bowling and Piccione 2007",
        solved={
            5: "100 million sampled iterations in 33 hours",
            10: "2,000 million sampled iterations in under 14 days on 4 processors; 2.2 mb/g inside its own abstraction; "
            "57.3 million information sets, 1.65e12 states",
        },
        differences=(
            "The published agents nest percentiles of E[HS^2] and are solved by sampling cards; ours take the same kind of "
            "bucket sequences, and are solved over exact joint counts by the algorithm named above.",
            "Exploitability inside an abstraction says how far the solving went, not how good the abstraction is; what the "
            "agents win of each other is in the cross-table.",
        ),
    ),
}


def find_reference(name: str) -> Reference:
    """The publication of a name. Raises ValueError that lists the names."""
    if name not in REFERENCES:
        raise ValueError(
            f"bad reference {name!r}{nearest(name, REFERENCES)} Want one of {', '.join(REFERENCES)}"
        )
    return REFERENCES[name]
