"""What a page is written from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pokerdata.reports.pages.references import Reference, find_reference


@dataclass(frozen=True)
class Cards:
    """What a page says of an abstraction.

    Attributes:
        words: E.g. 'history, ehs2_river, 5-5-5-5'.
        counts: Buckets of each street.
        recall: 'perfect' or 'imperfect'.
    """

    words: str
    counts: tuple[int, ...]
    recall: str


@dataclass(frozen=True)
class Valued:
    """A match some of whose agents were valued on real cards.

    Attributes:
        match: The name of its section.
        tables: For each agent that was valued, the table of its values on real cards.
        solved: Its agents with a strategy.
        local: Whether local best response was played against them.
    """

    match: str
    tables: Mapping[str, str]
    solved: tuple[str, ...]
    local: bool

    def parents(self) -> list[str]:
        """All tables that are read."""
        lbr = [f"{self.match}_lbr"] if self.local else []
        return [f"{self.match}_matches", *lbr, *(f"{a}_strategy" for a in self.solved), *self.tables.values()]


@dataclass(frozen=True)
class Played:
    """Series of hands.

    Attributes:
        table: Of what was won.
        picture: The file of their learning curve.
        blocks: Of hands, as for `pokerdata.matches.SeriesResult.curve`.
    """

    table: str
    picture: str
    blocks: int | str | None


@dataclass(frozen=True)
class Sources:
    """A section [page.NAME] with what it points to.

    Attributes:
        name: Of the section.
        title: Of the page.
        matches: Names of [match.NAME], and the files of their pictures.
        abstractions: For each agent with a strategy, that of its cards, or None.
        tables: For each of them, the tables of its abstraction.
        reference_name: Of the publication to set beside, or None.
        published: What agents are called there, where not the same.
        local: By match, the table of local best response.
        valued: Matches some of whose agents were valued on real cards.
        series: Names of [series.NAME], and their tables.
        reduced: For each match that has one, its table with less luck.
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
        """The publication to set beside, if there is one."""
        return None if self.reference_name is None else find_reference(self.reference_name)
