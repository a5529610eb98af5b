"""A page from its parts."""

from collections.abc import Iterator

from pokerdata.cards import STREETS
from pokerdata.pages import beside, bounds, choice, played, solved
from pokerdata.pages.sources import Sources
from pokerdata.pipeline.stage import Context
from pokerdata.tournaments.picture import picture_names
from pokerdata.tournaments.table import MatchesTable


def page(sources: Sources, context: Context) -> str:
    """The Markdown of a page. Its numbers are those of the tables among the stage's parents."""
    return "\n".join(_lines(sources, context)) + "\n"


def _lines(sources: Sources, context: Context) -> Iterator[str]:
    matches: dict[str, MatchesTable] = {name: context.table(f"{name}_matches") for name in sources.matches}
    agents = [
        solved.solved(context, name, sources.abstractions[name], sources.tables[name])
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
        yield from ("", "## Agents", "", *solved.lines(agents, _unit(first)))
    for name, table in matches.items():
        files = [f"{picture}.png" for picture in picture_names(name, len(table.agents))]
        yield from ("", f"## Matches: {name}", "", *played.lines(table, files))
    local = [context.table(name) for name in sources.local]
    if local:
        yield from ("", "## Local best response", "", *bounds.lines(local, agents))
    if sources.reference is not None:
        yield from _beside(sources, context, matches, agents)
    largest = max(matches.values(), key=lambda table: len(table.agents))
    if len(largest.agents) > 2:
        found = choice.lines(largest.cross_table, played.short_unit(largest), agents, bounds.of(local))
        yield from ("", "## Which to choose", "", *found)


def _unit(table: MatchesTable) -> str:
    return f"{table.rules.unit_name} of {table.rules.unit} chips"


def _beside(
    sources: Sources, context: Context, matches: dict[str, MatchesTable], agents: list[solved.Solved]
) -> Iterator[str]:
    reference = sources.reference
    assert reference is not None
    first = next(iter(matches.values()))
    yield from ("", f"## Beside {reference.citation}")
    if reference.extremes:
        strength = {street: context.table(f"{street}_strength") for street in STREETS}
        yield from ("", "### Smallest and largest values of the metrics (his Table 1)", "")
        yield from beside.extremes(strength, reference)
    results = [result for table in matches.values() for result in table.results]
    if compared := beside.compared(results, reference, sources.published):
        yield from ("", "### Matches (his Table 2 and Figure 3), bb/100", "")
        yield from beside.matches(compared, f"{sources.name}_beside.png")
    if reference.solved:
        rows = beside.solved(agents, sources.abstractions, first.rules, reference)
        yield from ("", "### Sizes and solving", "", *rows)
    differences = [*beside.settings(reference, first, sources.abstractions), *reference.differences]
    yield from ("", "### Where ours differs", "", *(f"- {text}" for text in differences))
