"""Table 2 and Figure 3: results of the matches."""

from __future__ import annotations

from pokerdata.games import Unit
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.store import open_table
from pokerdata.reports.pages.publication import compared
from pokerdata.reports.pages.sources import find_reference
from pokerdata.reports.pictures.convergence import published
from pokerdata.reports.pictures.tournament import course, cross_table
from studies import StudyRun, solved_rows

FULL = ("recipe.toml", ("agents_matches", "agents_simple_matches"))
QUICK = ("quick.toml", ("quick_matches", "quick_simple_matches"))
OTHERS = (
    "ours are other agents, solved to within 5 mb/g inside their abstractions; how far his were, and how his matches "
    "scatter, is not known"
)
SIMPLE = (
    "both players are others: ours are as above, and `simple` is written after the description of SimpleBot"
)
CITED = "cited there; nearer to limit hold'em counted in small bets, of which the study `zinkevich` has ours"


def their_name(agent: str) -> str:
    """Return Eriksson's name of one of our agents."""
    return {"always-call": "simple"}.get(agent, agent.removeprefix("quick_").removeprefix("agent_"))


def told(run: StudyRun) -> None:
    """Compare all matches with the published ones."""
    run.heading("Table 2: five agents, each against each other")
    recipe, targets = QUICK if run.is_quick else FULL
    run.say("Matches: five agents, and the best of them against a rule of thumb")
    folder = run.make(recipe, targets)
    tables = [open_table(name, folder, MatchesTable) for name in targets]
    pairs, simple = tables
    results = [result for table in tables for result in table.results]
    reference = find_reference("eriksson-2012")
    agents = {agent for result in results for agent in result.players}
    rows = compared(results, reference, {agent: their_name(agent) for agent in agents})
    for first, second, _, ours, half_width in rows:
        why = SIMPLE if second == "simple" else OTHERS
        run.compare(f"{first}_{second}", ours, half_width=half_width, why=why)
    run.table(solved_rows(pairs.agents, folder), left=2)
    run.picture(
        "beside.png",
        published(rows, reference.citation),
        "Published values and ours with 95 % intervals, a line for each match",
    )
    run.picture(
        "cross_table.png",
        cross_table(pairs.cross_table, pairs),
        "What each agent wins from each other, in big blinds per 100 hands, and the means",
    )
    certain = [(theirs, ours) for *_, theirs, ours, half_width in rows if abs(ours) > half_width]
    same = sum(theirs * ours > 0 for theirs, ours in certain)
    run.text(
        f"Of {len(rows)} matches our intervals tell who wins in {len(certain)}, and in {same} of those it is whom he "
        "found. All boards are counted. [Tournaments](../../docs/tournaments.md#eriksson-2012) has agents that are solved "
        "further, and what local best responses win from each."
    )
    run.heading("Figure 3: the course against SimpleBot")
    run.picture(
        "course.png",
        course(simple),
        "What our agent has won so far against the rule of thumb, with its 95 % interval, over duplicate deals",
    )
    run.text(
        "Figure 3 is the course of hhs2 against SimpleBot over 100,000 duplicate deals, which ends at +10.3 bb/100. "
        "Nothing else of it is printed in numbers: this is its counterpart, of as many deals, not a copy. `simple` "
        "is written after the description of SimpleBot, not from its program."
    )
    deviations(run, tables)


def deviations(run: StudyRun, tables: list[MatchesTable]) -> None:
    """Report the standard deviations of hands and duplicate pairs, in small blinds."""
    run.heading("How far hands scatter")
    found = [result for table in tables for result in table.results]
    small = Unit.small(tables[0].rules).chips
    for name, values in (
        ("deviation", [result.deviation[0] / small for result in found]),
        ("duplicate_deviation", [result.deal_deviation[0] / small for result in found]),
    ):
        low, high, figure = min(values), max(values), run.figure(name)
        holds = low - figure.half_unit <= figure.value <= high + figure.half_unit
        run.claim(name, holds, f"{low:.1f} to {high:.1f} small blinds", why=CITED)
    run.text(
        f"Over the {len(found)} matches; that of a duplicate pair is of its mean, the two hands of a deal with the seats "
        "swapped."
    )
