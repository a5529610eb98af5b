"""Assemble a page from its parts."""

from collections.abc import Iterable, Iterator, Sequence

from pokerdata.cards import STREETS
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.games import Rules, Unit
from pokerdata.matches.local import LocalBestResponseTable
from pokerdata.matches.luck.matches import ReducedTable
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.matches.series_result import SeriesTable
from pokerdata.pipeline.plan import Context
from pokerdata.reports.pages import agents as agents_part
from pokerdata.reports.pages import local_best_response, publication, real_cards, series
from pokerdata.reports.pages import matches as matches_part
from pokerdata.reports.pages.markdown import escaped
from pokerdata.reports.pages.sources import Sources


def page(sources: Sources, context: Context) -> str:
    """Return the Markdown of a page; its numbers come from the tables among the stage's parents."""
    return "\n".join(_lines(sources, context)) + "\n"


def _lines(sources: Sources, context: Context) -> Iterator[str]:
    matches = {name: context.table(f"{name}_matches", MatchesTable) for name in sources.matches}
    learned = {name: context.table(one.table, SeriesTable) for name, one in sources.series.items()}
    agents = [
        agents_part.solved(context, name, sources.abstractions[name], sources.tables[name])
        for name in sources.tables
    ]
    yield from (f"# {escaped(sources.title)}", "")
    of = " of the games that were solved" if any(agent.boards for agent in agents) else ""
    unless = ", where it is not said otherwise" if sources.valued else ""
    yield (
        "Written by `pokerdata make` from the tables of this recipe; numbers with ± are sampled, the others are "
        f"exact{of}{unless}."
    )
    if agents:
        yield from (
            "",
            "## Agents",
            "",
            *agents_part.lines(agents, _unit(matches.values(), learned.values())),
        )
    for name, table in matches.items():
        yield from ("", f"## Matches: {name}", "", *matches_part.lines(table, sources.matches[name]))
        if name in sources.reduced:
            yield from ("", *matches_part.less_luck(context.table(sources.reduced[name], ReducedTable)))
    for name, played in sources.series.items():
        yield from ("", f"## Series: {name}", "", *series.lines(learned[name], played))
    local = {match: context.table(name, LocalBestResponseTable) for match, name in sources.local.items()}
    games = list(dict.fromkeys(table.rules.name for table in matches.values()))
    for game in games:
        bounds = {match: table for match, table in local.items() if table.rules.name == game}
        if bounds:
            yield from ("", f"## {_headed('Local best response', game, games)}", "")
            yield from local_best_response.lines(bounds, _those(agents, list(bounds.values())))
    if sources.valued:
        panels = [real_cards.panel(one, context) for one in sources.valued]
        picture = f"{sources.name}_exploitability.png"
        yield from ("", "## On real cards", "", *real_cards.lines(panels, picture))
    if sources.reference is not None:
        yield from _beside(sources, context, matches, agents)
    for game in games:
        of_game = [table for table in matches.values() if table.rules.name == game]
        largest = max(of_game, key=lambda table: len(table.agents))
        if len(largest.agents) > 2:
            alike = [table for table in local.values() if _stakes(table.rules) == _stakes(largest.rules)]
            of_local = local_best_response.of(alike)
            short = Unit.of(largest.rules).short
            found = publication.lines(largest.cross_table, short, agents, of_local)
            yield from ("", f"## {_headed('Which to choose', game, games)}", "", *found)


def _headed(heading: str, game: str, games: Sequence[str]) -> str:
    """Return the heading of a part about one game, which is named if there are several games."""
    return heading if len(games) == 1 else f"{heading}: {escaped(game)}"


def _stakes(rules: Rules) -> tuple[str, int | None, int, tuple[int, int]]:
    """Return a game and its stakes; agents that ignore cards may play it with several stacks."""
    return rules.name, rules.stack, rules.ante, rules.blinds


def _those(
    agents: Sequence[agents_part.AgentFacts], tables: Sequence[LocalBestResponseTable]
) -> list[agents_part.AgentFacts]:
    names = {name for table in tables for name in table.estimates}
    return [agent for agent in agents if agent.name in names]


def _unit(matches: Iterable[MatchesTable], learned: Iterable[SeriesTable] = ()) -> str:
    units = {table.rules.name: Unit.of(table.rules) for table in matches}
    units |= {table.result.game.name: table.result.unit for table in learned}
    if len(set(units.values())) == 1:
        return f"{next(iter(units.values()))} chips"
    return (
        f"unit of its game ({', '.join(f'{unit} chips in {escaped(game)}' for game, unit in units.items())})"
    )


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
