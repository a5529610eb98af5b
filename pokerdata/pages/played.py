"""The parts of a page about matches: cross-tables, standard deviations, and which agent to choose."""

import numpy as np

from pokerdata.pages.markdown import joined, table, with_interval
from pokerdata.pages.solved import Solved
from pokerdata.pipeline.text import seconds_text
from pokerdata.tournaments.cross_table import CrossTable
from pokerdata.tournaments.table import MatchesTable


def short_unit(matches: MatchesTable) -> str:
    """'bb' or 'antes'."""
    return "bb" if matches.rules.unit_name == "big blind" else "antes"


def lines(matches: MatchesTable, picture: str | None) -> list[str]:
    """A cross-table, its picture, and the standard deviations of its matches."""
    a = matches.attributes
    return [
        f"{a['game']}, {a['deals']:,} duplicate deals a pair ({2 * a['deals']:,} hands, seats swapped), seed {a['seed']}. "
        f"What the row wins of the column in {short_unit(matches)}/100 hands, with 95 % intervals; 1 {short_unit(matches)}"
        "/100 is 10 mb/hand.",
        "",
        *_cross_table(matches.cross_table),
        *(["", f"![Cross-table as a picture]({picture})"] if picture else []),
        "",
        *_deviations(matches),
    ]


def _cross_table(found: CrossTable) -> list[str]:
    several, order = len(found.agents) > 2, found.order()
    rows = [["", *(f"`{found.agents[i]}`" for i in order), *(["mean"] if several else [])]]
    for i in order:
        cells = [
            "" if np.isnan(found.won[i, j]) else with_interval(found.won[i, j], found.half_width[i, j])
            for j in order
        ]
        mean = [with_interval(found.mean[i], found.mean_half_width[i])] if several else []
        rows.append([f"`{found.agents[i]}`", *cells, *mean])
    return table(rows)


def _deviations(matches: MatchesTable) -> list[str]:
    """How much duplicate deals gain: standard deviations in small blinds (or units), raw and of a pair's mean."""
    rules = matches.rules
    small = min(rules.blinds) or rules.unit
    of = "small blinds" if min(rules.blinds) else f"{rules.unit_name}s"
    rows = [["match", "of a hand", "of a duplicate pair's mean", "hands that tell as much as a pair"]]
    for result in matches.results:
        raw, pair = result.raw_deviation, result.duplicate_deviation
        gain = f"{(raw / pair) ** 2:.1f}" if pair > 0 else "any"
        rows.append(
            [" v ".join(f"`{n}`" for n in result.agents), f"{raw / small:.2f}", f"{pair / small:.2f}", gain]
        )
    return [f"Standard deviations in {of} a hand:", "", *table(rows)]


def choice(found: CrossTable, unit: str, agents: list[Solved]) -> list[str]:
    """Which agent to choose by the mean against the others, and what it costs."""
    by_name = {agent.name: agent for agent in agents}
    rows = [["agent", f"mean, {unit}/100", "time to make", "information sets"]]
    for i in found.order():
        name = found.agents[i]
        known = by_name.get(name)
        cost = [seconds_text(known.seconds), f"{known.information_sets:,}"] if known else ["", ""]
        rows.append([f"`{name}`", with_interval(found.mean[i], found.mean_half_width[i]), *cost])
    best = found.order()[0]
    near = [i for i in found.order() if i == best or not _beaten(found, best, i)]
    words = [
        f"On average over its opponents here, `{found.agents[best]}` wins most: "
        f"{with_interval(found.mean[best], found.mean_half_width[best])} {unit}/100."
    ]
    if len(near) > 1:
        others = joined([f"`{found.agents[i]}`" for i in near[1:]])
        words.append(f"The matches do not tell it from {others}: the 95 % intervals of the means overlap.")
        if priced := [by_name[found.agents[i]] for i in near if found.agents[i] in by_name]:
            least = min(priced, key=lambda agent: agent.seconds)
            words.append(
                f"Of these `{least.name}` took the least time to make, {seconds_text(least.seconds)}."
            )
    else:
        words.append("The 95 % intervals of all other means lie below its own.")
    words.append(
        "A mean depends on who else plays: an agent may win more of weak opponents and lose to a strong one, and none of "
        "these figures says what a best response would win."
    )
    return [*table(rows), "", " ".join(words)]


def _beaten(found: CrossTable, best: int, other: int) -> bool:
    gap = found.mean[best] - found.mean[other]
    return bool(gap > found.mean_half_width[best] + found.mean_half_width[other])
