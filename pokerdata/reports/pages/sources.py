"""Sources of a page, and published results to compare with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pokerdata._support.text import nearest


@dataclass(frozen=True)
class PublishedAgent:
    """Published facts about an agent.

    Attributes:
        states: States of its abstract game.
        iterations: Number of iterations.
        hours: Hours of solving.
        exploitability: Inside its abstraction, in mb/g.
    """

    states: float
    iterations: float
    hours: float
    exploitability: float


@dataclass(frozen=True)
class Reference:
    """A publication.

    Attributes:
        citation: The publication in words.
        game: Game that was played.
        buckets: Buckets of each street.
        matches: What the first agent won against the second, in big blinds per 100 hands.
        extremes: Smallest and largest published value by metric and street.
        solved: Agents by number of buckets per street.
        differences: Differences to our results by construction.
    """

    citation: str
    game: str
    buckets: tuple[int, ...]
    matches: Mapping[tuple[str, str], float] = field(default_factory=dict)
    extremes: Mapping[tuple[str, str], tuple[float, float]] = field(default_factory=dict)
    solved: Mapping[int, PublishedAgent] = field(default_factory=dict)
    differences: tuple[str, ...] = ()


REFERENCES: Mapping[str, Reference] = {
    "eriksson-2012": Reference(
        citation="Eriksson 2012, abstraction in heads-up no-limit hold'em",
        game="nolimit-holdem",
        buckets=(8,),
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
            ("ehs", "preflop"): (0.32, 0.85),
            ("ehs", "flop"): (0.11, 1),
            ("ehs", "turn"): (0.04, 1),
            ("ehs", "river"): (0, 1),
            ("ehs2_next", "preflop"): (0.14, 0.73),
            ("ehs2_next", "flop"): (0.02, 1),
            ("ehs2_next", "turn"): (0.01, 1),
            ("ehs2_next", "river"): (0, 1),
        },
        differences=(
            "Our agents are solved to a stated exploitability inside their abstractions, over exact joint counts of the "
            "cards. How close the published agents came to equilibrium is not known, so even equal abstractions need not "
            "play alike.",
            "Our intervals count the chance of cards and of mixed strategies alone. No intervals are known of the "
            "published figures: an overlap is a hint, not a test.",
            "Figure 3 is the course of hhs2 against SimpleBot over 100,000 duplicate deals. Nothing is printed of it but "
            "where it ends, the +10.3 of the table; our picture of the course of that match is its counterpart.",
            "Standard deviations of 6 small blinds a hand, and 1.6 with duplicate deals, are cited there; ours are those "
            "above.",
            "`simple` is written after the description of SimpleBot, not from its program; its thresholds before the flop "
            "are ours.",
            "Tie groups are never split here, so buckets hold equal mass only up to ties; minmax buckets have the exact "
            "extremes of each street as their ends.",
        ),
    ),
    "zinkevich-2007": Reference(
        citation="Zinkevich, Johanson, Bowling and Piccione 2007",
        game="limit-holdem",
        buckets=(5, 6, 8, 10),
        solved={
            5: PublishedAgent(6.45e9, 100e6, 33, 3.4),
            6: PublishedAgent(27.7e9, 200e6, 75, 3.1),
            8: PublishedAgent(276e9, 750e6, 261, 2.7),
            10: PublishedAgent(1646e9, 2000e6, 326, 2.2),
        },
        differences=(
            "The published agents are solved by sampling cards, one deal an iteration (that of 10 buckets on 4 processors); "
            "ours over exact joint counts, every card in every iteration. Iterations and hours are not of one kind.",
            "Published times and iterations of 6 and 8 buckets, and exploitabilities of 5, 6 and 8, are quoted from memory "
            "of the paper and were not checked against it again.",
            "Published states are printed to three digits; ours are counted as they were, with folds where there is "
            "nothing to call.",
            "Exploitability inside an abstraction says how far the solving went, not how good the abstraction is; what the "
            "agents win of each other is in the cross-table.",
        ),
    ),
}


def find_reference(name: str) -> Reference:
    """Return the publication with a name.

    Raises:
        ValueError: If there is no such name; the message lists the names.
    """
    if name not in REFERENCES:
        raise ValueError(
            f"no reference {name!r}{nearest(name, REFERENCES)} Expected one of {', '.join(REFERENCES)}"
        )
    return REFERENCES[name]


@dataclass(frozen=True)
class Cards:
    """Description of an abstraction on a page.

    Attributes:
        words: Text such as 'history, ehs2_river, 5-5-5-5'.
        counts: Buckets of each street.
        recall: 'perfect' or 'imperfect'.
    """

    words: str
    counts: tuple[int, ...]
    recall: str


@dataclass(frozen=True)
class Valued:
    """A match with real-card values for some of its agents.

    Attributes:
        match: Name of the match's section.
        tables: Tables of real-card values by agent.
        solved: Its agents with a strategy.
        local: Whether local best response was played against them.
    """

    match: str
    tables: Mapping[str, str]
    solved: tuple[str, ...]
    local: bool

    def parents(self) -> list[str]:
        """Return all tables that are read."""
        lbr = [f"{self.match}_lbr"] if self.local else []
        return [f"{self.match}_matches", *lbr, *(f"{a}_strategy" for a in self.solved), *self.tables.values()]


@dataclass(frozen=True)
class Played:
    """Series of hands.

    Attributes:
        table: Table of the winnings.
        picture: File of the learning curve.
        blocks: Blocks of hands, as for `pokerdata.matches.SeriesResult.curve`.
    """

    table: str
    picture: str
    blocks: int | str | None


@dataclass(frozen=True)
class Sources:
    """A section [page.NAME] with everything it refers to.

    Attributes:
        name: Name of the section.
        title: Title of the page.
        matches: Names of [match.NAME], and the files of their pictures.
        abstractions: Abstraction of each agent with a strategy, or `None`.
        tables: Tables of the abstraction, for each of these agents.
        reference_name: Name of the publication to compare with, or `None`.
        published: Names of agents in the publication if they differ.
        local: Tables of local best response by match.
        valued: Matches with real-card values for some of their agents.
        series: Names of [series.NAME], and their tables.
        reduced: Variance-reduced table of each match that has one.
    """

    name: str
    title: str
    matches: Mapping[str, Sequence[str]]
    abstractions: Mapping[str, Cards | None]
    tables: Mapping[str, tuple[str, ...]]
    reference_name: str | None
    published: Mapping[str, str]
    local: Mapping[str, str]
    valued: tuple[Valued, ...] = ()
    series: Mapping[str, Played] = field(default_factory=dict)
    reduced: Mapping[str, str] = field(default_factory=dict)

    @property
    def reference(self) -> Reference | None:
        """Publication to compare with, if there is one."""
        return None if self.reference_name is None else find_reference(self.reference_name)
