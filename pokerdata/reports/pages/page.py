"""A page from its parts."""

from collections.abc import Iterator

from pokerdata.cards import STREETS
from pokerdata.games import Unit
from pokerdata.matches.local_best_response_table import LocalBestResponseTable
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.stage import Context
from pokerdata.reports.pages import agents as agents_part
from pokerdata.reports.pages import local_best_response, publication, recommendation
from pokerdata.reports.pages import matches as matches_part
from pokerdata.reports.pages.sources import Sources
from pokerdata.strength.strength_table import StrengthTable


def page(sources: Sources, context: Context) -> str:
    """The Markdown of a page. Its numbers are those of the tables among the stage's parents."""
    return "\n".join(_lines(sources, context)) + "\n"


def _lines(sources: Sources, context: Context) -> Iterator[str]:
    matches = {name: context.table(f"{name}_matches", MatchesTable) for name in sources.matches}
    agents = [
        agents_part.solved(context, name, sources.abstractions[name], sources.tables[name])
        for name in sources.tables
    ]
    first = next(iter(matches.values()))
    yield from (f"# {sources.title}", "")
    of = " of the games that were solved" if any(agent.boards for agent in agents) else ""
    yield (
        "Written by `pokerdata make` from the tables of this recipe; numbers with ± are sampled, the others are "
        f"exact{of}."
    )
    if agents:
        yield from ("", "## Agents", "", *agents_part.lines(agents, _unit(first)))
    for name, table in matches.items():
        yield from ("", f"## Matches: {name}", "", *matches_part.lines(table, sources.matches[name]))
    local = [context.table(name, LocalBestResponseTable) for name in sources.local]
    if local:
        yield from ("", "## Local best response", "", *local_best_response.lines(local, agents))
    if sources.reference is not None:
        yield from _beside(sources, context, matches, agents)
    largest = max(matches.values(), key=lambda table: len(table.agents))
    if len(largest.agents) > 2:
        found = recommendation.lines(
            largest.cross_table, Unit.of(largest.rules).short, agents, local_best_response.of(local)
        )
        yield from ("", "## Which to choose", "", *found)


def _unit(table: MatchesTable) -> str:
    return f"{Unit.of(table.rules)} chips"


def _beside(
    sources: Sources, context: Context, matches: dict[str, MatchesTable], agents: list[agents_part.AgentFacts]
) -> Iterator[str]:
    reference = sources.reference
    assert reference is not None
    first = next(iter(matches.values()))
    yield from ("", f"## Beside {reference.citation}")
    if reference.extremes:
        strength = {street: context.table(f"{street}_strength", StrengthTable) for street in STREETS}
        yield from ("", "### Smallest and largest values of the metrics (his Table 1)", "")
        yield from publication.extremes(strength, reference)
    results = [result for table in matches.values() for result in table.results]
    if compared := publication.compared(results, reference, sources.published):
        yield from ("", "### Matches (his Table 2 and Figure 3), bb/100", "")
        yield from publication.matches(compared, f"{sources.name}_beside.png")
    if reference.solved:
        rows = publication.solved(agents, sources.abstractions, first.rules, reference)
        yield from ("", "### Sizes and solving", "", *rows)
    differences = [*publication.settings(reference, first, sources.abstractions), *reference.differences]
    yield from ("", "### Where ours differs", "", *(f"- {text}" for text in differences))
