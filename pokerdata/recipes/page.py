"""[page.NAME]: a Markdown page about matches, series and their agents, with pictures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from pokerdata._support.arguments import key, read_section, values_of
from pokerdata._support.costs import Cost
from pokerdata._support.text import nearest, quoted
from pokerdata.cards import STREETS
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes import real_values
from pokerdata.recipes.match import Match, picture_names
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages, picture_stage
from pokerdata.recipes.series import Series, picture_name
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.reports.pages import real_cards
from pokerdata.reports.pages.page import page
from pokerdata.reports.pages.publication import compared, published_match
from pokerdata.reports.pages.sources import Cards, Played, Reference, Sources, Valued, find_reference
from pokerdata.reports.pictures.convergence import published
from pokerdata.reports.pictures.exploitability import exploitability
from pokerdata.reports.pictures.figure import save

# A page reads other stages' results. Next to a publication that names the weakest and strongest hands: all strength tables.
_PAGE = Cost(seconds=0.1, memory_bytes=150_000_000, disk_bytes=10_000)
_PAGE_OF_HANDS = Cost(seconds=0.8, memory_bytes=900_000_000, disk_bytes=100_000)


@dataclass(frozen=True, kw_only=True)
class Page:
    """A section [page.NAME]."""

    title: str = key("first line of the page")
    matches: list[Any] = key('names of [match.NAME] sections, e.g. ["all"]', [])
    series: list[Any] = key("names of [series.NAME] sections", [])
    reference: str | None = key("published results to set beside: eriksson-2012 or zinkevich-2007", None)
    published: dict[str, Any] = key(
        'what agents are called there, where not the same, e.g. {phs8 = "phs"}', {}
    )

    def publication(self, matches: Mapping[str, Match], series: Mapping[str, Series]) -> Reference | None:
        """Return the publication to compare with, if there is one.

        Args:
            matches: Matches of the recipe.
            series: Series of the recipe.

        Raises:
            ValueError: If a match or reference does not exist, or lacks a name; raised before any work.
        """
        if not self.matches and not self.series:
            raise ValueError('matches, series: expected at least one; e.g. matches = ["all"]')
        _check_known("match", self.matches, matches)
        _check_known("series", self.series, series)
        if self.reference is not None and not self.matches:
            raise ValueError(
                f"reference: expected with matches alone, which it has, got {quoted(self.reference)} without"
            )
        reference = None if self.reference is None else find_reference(self.reference)
        agents = [agent for match in self.matches for agent in matches[match].agents]
        _check_published(self.published, reference, agents)
        return reference


def stages(name: str, section: Page, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return ``NAME_page`` and its pictures; ``NAME_beside`` compares published values with ours.

    Args:
        name: Name of the section.
        section: The section.
        recipe: All sections.
        made: Stages of earlier sections, for the tables that its agents are made from.
    """
    all_matches, strategies = recipe.all(Match), recipe.all(StrategySection)
    all_series = recipe.all(Series)
    reference = section.publication(all_matches, all_series)
    matches = {match: all_matches[match] for match in section.matches}
    tables = tuple(f"{match}_matches" for match in matches)
    drawn_of = {match: picture_names(match, len(found.agents)) for match, found in matches.items()}
    pictures = [picture for found in drawn_of.values() for picture in found]
    drawn = []
    played = [pair for match in matches.values() for pair in combinations(match.agents, 2)]
    if reference is not None and any(published_match(pair, reference, section.published) for pair in played):
        pictures.append(f"{name}_beside")
        drawn.append(
            picture_stage(
                pictures[-1],
                partial(_beside, tables, str(section.reference), section.published),
                tables,
                {"reference": section.reference, "published": section.published},
            )
        )
    valued = [found for match in section.matches if (found := _valued(match, recipe)).tables]
    if valued:
        pictures.append(f"{name}_exploitability")
        parents_of_picture = tuple(dict.fromkeys(parent for found in valued for parent in found.parents()))
        drawn.append(picture_stage(pictures[-1], partial(_exploitability, tuple(valued)), parents_of_picture))
    series = {one: all_series[one] for one in section.series}
    pictures += [picture_name(one) for one in series]
    played_by = [found.agents for found in matches.values()] + [found.agents for found in series.values()]
    agents = dict.fromkeys(a for each in played_by for a in each if a in list(strategies))
    abstractions = {a: strategies[a].abstraction_of(recipe) for a in agents}
    sources = Sources(
        name=name,
        title=section.title,
        matches={match: [f"{picture}.png" for picture in found] for match, found in drawn_of.items()},
        abstractions={
            a: None if s is None else Cards(s.describe(), s.counts, s.recall) for a, s in abstractions.items()
        },
        tables={a: _tables(a, strategies[a].abstraction, made) for a in agents},
        reference_name=section.reference,
        published=section.published,
        local={name: f"{name}_lbr" for name, match in matches.items() if match.lbr > 0},
        valued=tuple(valued),
        series={
            one: Played(f"{one}_series", f"{picture_name(one)}.png", found.blocks)
            for one, found in series.items()
        },
        reduced={name: f"{name}_reduced" for name, match in matches.items() if match.reduce is not None},
    )
    strength = [f"{s}_strength" for s in STREETS] if reference is not None and reference.extremes else []
    parents = [*tables, *(f"{a}_strategy" for a in agents), *pictures, *strength, *sources.local.values()]
    parents += [*sources.reduced.values(), *(played.table for played in sources.series.values())]
    parents += [table for found in sources.tables.values() for table in found]
    parents += [table for found in valued for table in found.tables.values()]
    written = Stage(
        name=f"{name}_page",
        build=partial(_page, sources),
        cost=_PAGE_OF_HANDS if strength else _PAGE,
        parents=tuple(dict.fromkeys(parents)),
        parameters={
            **values_of(section),
            "blocks": [found.blocks for found in series.values()],
            "abstractions": {a: None if s is None else values_of(s) for a, s in abstractions.items()},
        },
        suffix=".md",
        in_manifest=False,
    )
    return [*drawn, written]


SECTION = SectionKind("page", partial(read_section, Page), stages)


def _check_known(kind: str, wanted: Sequence[Any], sections: Mapping[str, Any]) -> None:
    known = list(sections)  # a list allows any value in `in`
    for one in wanted:
        if one not in known or wanted.count(one) > 1:
            fault = "twice the" if one in known else "no"
            raise ValueError(
                f"{fault} {kind} {quoted(one)}{nearest(one, known)} Expected some of "
                f"{', '.join(known) or f'(the recipe has no [{kind}.NAME])'}, each once"
            )


def _check_published(
    published: Mapping[str, Any], reference: Reference | None, agents: Sequence[str]
) -> None:
    known = sorted({name for names in reference.matches for name in names}) if reference is not None else []
    for ours, theirs in published.items():
        if ours not in agents:
            raise ValueError(
                f"published: no agent {quoted(ours)}{nearest(ours, agents)} Expected one of the matches'"
            )
        if theirs not in known:
            raise ValueError(
                f"published: no name {quoted(theirs)}{nearest(theirs, known)} Expected one of "
                f"{', '.join(known) or '(the reference has no matches)'}"
            )


def _tables(agent: str, abstraction: str | None, made: Mapping[str, Stage]) -> tuple[str, ...]:
    """Return the tables of an agent's abstraction that its strategy was made from or is played with."""
    if abstraction is None:
        return ()
    needed = made[f"{agent}_strategy"].parents if f"{agent}_strategy" in made else ()
    return tuple(
        dict.fromkeys([f"{abstraction}_buckets", *(p for p in needed if p.startswith(f"{abstraction}_"))])
    )


def _valued(match: str, recipe: Recipe) -> Valued:
    """Return the agents of a match with values on real cards, and their tables."""
    section, strategies = recipe.all(Match)[match], recipe.all(StrategySection)
    solved = tuple(agent for agent in section.agents if agent in strategies)
    tables = {agent: f"{agent}_real" for agent in solved if strategies[agent].on_real_cards() is not None}
    tables |= {
        agent: real_values.stage_name(match, agent) for agent in section.valued(section.game_of(strategies))
    }
    return Valued(match, tables, solved, section.lbr > 0)


def _exploitability(valued: Sequence[Valued], context: Context) -> None:
    figure = exploitability([real_cards.panel(one, context) for one in valued])
    context.write_file(partial(save, figure))


def _beside(tables: tuple[str, ...], name: str, names: Mapping[str, str], context: Context) -> None:
    reference = find_reference(name)
    results = [result for table in tables for result in context.table(table, MatchesTable).results]
    figure = published(compared(results, reference, names), reference.citation)
    context.write_file(partial(save, figure))


def _page(sources: Sources, context: Context) -> None:
    text = page(sources, context).encode()

    def write(path: Path) -> None:
        path.write_bytes(text)

    context.write_file(write)
