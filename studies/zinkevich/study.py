"""Zinkevich et al. 2007: sizes of their abstract games, and our time to the same distance from equilibrium."""

from __future__ import annotations

from pathlib import Path

from pokerdata.games import bucketed_sizes, load_game
from pokerdata.matches.matches_table import MatchesTable
from pokerdata.pipeline.store import Table, open_table
from pokerdata.reports.pictures.figure import TARGET, new_figure, styled
from pokerdata.reports.pictures.tournament import cross_table
from pokerdata.solving.public.strategy_table import log_of
from studies import StudyRun, solved_rows

BUCKETS = (5, 6, 8, 10)
SOLVED = (4, 5, 6)  # buckets per street
SAMPLED = "another algorithm on another machine: theirs plays one sampled deal an iteration, ours every deal"
LATER = "made by the recipes `zinkevich-2007` and `zinkevich-2007-10`, in hours"


def run(run: StudyRun) -> None:
    """Run the study."""
    told_sizes(run)
    recipe, match = (
        ("quick.toml", "quick_buckets_matches") if run.is_quick else ("recipe.toml", "buckets_matches")
    )
    run.say("Games of 4, 5 and 6 buckets, solved and played against each other")
    folder = run.make(recipe, [match])
    told_solving(run, folder)
    told_matches(run, open_table(match, folder, MatchesTable))


def agent(run: StudyRun, buckets: int) -> str:
    """Return the name of the strategy with a number of buckets."""
    return f"{'quick' if run.is_quick else 'buckets'}_{buckets}"


def told_sizes(run: StudyRun) -> None:
    """Compare exact numbers of states and information sets."""
    run.heading("Sizes")
    rows: list[list[object]] = [
        ["buckets a street", "states", "states without free folds", "information sets"]
    ]
    rules = load_game("limit-holdem").rules
    for buckets in BUCKETS:
        found = bucketed_sizes(rules, [buckets] * 4)
        states = found.histories_with_free_folds
        run.compare(f"states_{buckets}", states, digits=0)
        if buckets == 10:
            run.compare("information_sets_10", found.information_sets, digits=0)
        rows.append([buckets, f"{states:,}", f"{found.histories:,}", f"{found.information_sets:,}"])
    run.table(rows)
    run.text(
        "The published sizes come out where one may fold with nothing to call; the games that are solved here have "
        "no such folds, which nobody would choose."
    )


def told_solving(run: StudyRun, folder: Path) -> None:
    """Report exploitability, iterations and time of each solution, and compare them with the printed values."""
    run.heading("As near to equilibrium")
    tables = {name: open_table(f"{name}_strategy", folder) for name in (agent(run, n) for n in SOLVED)}
    run.table(solved_rows(tables, folder), left=2)
    run.text(
        "Exploitability is that inside the abstraction: it says how far the solving went, not how good the "
        "abstraction is. The joint counts of the cards are of all boards, made before and not counted in the time; "
        "float32. [Tournaments](../../docs/tournaments.md#zinkevich-2007-zinkevich-2007-10) has what local best "
        "responses win from agents solved further, and what came out with 8 and 10 buckets."
    )
    for buckets in BUCKETS:
        compare(run, buckets, tables.get(agent(run, buckets)))
    run.picture("course.png", courses(run, tables), "Exploitability over time, both on logarithmic scales")


def compare(run: StudyRun, buckets: int, mine: Table | None) -> None:
    """Compare the printed results of one agent with ours, if it was solved."""
    names = ("exploitability", "iterations", "hours")
    if mine is None:
        for name in names:
            run.claim(f"{name}_{buckets}", None, "not solved here", why=LATER)
        return
    printed = run.figure(f"exploitability_{buckets}")
    milli = milli_of(mine)
    near = next((row for row in log_of(mine) if milli * row.values.exploitability <= printed.value), None)
    if near is None:  # the quick scale stops earlier
        for name in names:
            run.claim(f"{name}_{buckets}", None, "not as near", why="solved less far")
        return
    left = f"{milli * near.values.exploitability:.2f} mb/g, the first below that which was evaluated"
    run.claim(f"exploitability_{buckets}", None, left, why="how far a game is solved is a choice")
    run.claim(f"iterations_{buckets}", False, f"{near.iteration:,} until then, all deals each", why=SAMPLED)
    run.claim(f"hours_{buckets}", False, f"{near.seconds / 3600:.2g} h until then", why=SAMPLED)


def milli_of(table: Table) -> float:
    """Return the factor from chips per game to thousandths of a big blind per game."""
    stated = table.attributes
    return float(stated["exploitability_mb_per_game"] / stated["exploitability_chips_per_game"])


def courses(run: StudyRun, tables: dict[str, Table]) -> object:
    """Plot a line for each agent, with the published exploitabilities dashed."""
    figure = new_figure(7, 4.2)
    with styled():
        axes = figure.subplots()
        for name, table in tables.items():
            log, milli = log_of(table), milli_of(table)
            left = [milli * row.values.exploitability for row in log]
            axes.loglog([row.seconds for row in log], left, label=name)
        for buckets in BUCKETS:
            printed = run.figure(f"exploitability_{buckets}")
            axes.axhline(printed.value, color=TARGET, linewidth=0.8, linestyle="--")
        axes.set_xlabel("seconds of iterations")
        axes.set_ylabel("exploitability inside the abstraction, mb/g")
        axes.legend(frameon=False)
        figure.tight_layout()
    return figure


def told_matches(run: StudyRun, matches: MatchesTable) -> None:
    """Report whether more buckets win."""
    run.heading("More buckets")
    run.picture(
        "cross_table.png",
        cross_table(matches.cross_table, matches),
        "What each agent wins from each other, in big blinds per 100 hands",
    )
    ahead = [result.won[0].mean > result.won[0].half_width for result in matches.results]
    behind = [result.won[0].mean < -result.won[0].half_width for result in matches.results]
    scatter = [r.deviation[0] / r.unit.chips for r in matches.results]
    pairs = [r.deal_deviation[0] / r.unit.chips for r in matches.results]
    run.text(
        f"By more than our intervals, more buckets win in {sum(behind)} of {len(ahead)} matches and fewer in "
        f"{sum(ahead)}. A hand scatters by {min(scatter):.1f} to {max(scatter):.1f} small bets (big "
        f"blinds), the mean of a duplicate pair by {min(pairs):.1f} to {max(pairs):.1f}."
    )
