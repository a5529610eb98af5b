"""The parts of a page that compare with a publication, and the last part: which agent to choose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pokerdata._support.estimates import Estimate, signed, with_interval
from pokerdata._support.text import bytes_text, seconds_text
from pokerdata.cards import STREETS
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.cards.strength.strength_table import extremes as ends_of
from pokerdata.games import Rules, bucketed_sizes, load_game
from pokerdata.matches import MatchResult
from pokerdata.matches.matches_table import CrossTable, MatchesTable
from pokerdata.reports.pages.agents import AgentFacts
from pokerdata.reports.pages.local_best_response import bound_text
from pokerdata.reports.pages.markdown import code, joined, table
from pokerdata.reports.pages.sources import Cards, Reference

METRICS = ("ehs", "ehs2_river", "ehs2_next")
METRIC_NAMES = {"ehs": "EHS", "ehs2_river": "E[HS^2], river", "ehs2_next": "E[HS^2], next street"}


def extremes(strength: Mapping[str, StrengthTable], reference: Reference) -> list[str]:
    """Return the smallest and largest value of each metric on each street, ours (exact) and published."""
    rows = [["street", *(METRIC_NAMES[m] for m in METRICS), "printed"]]
    for street in STREETS:
        cells = []
        for metric in METRICS:
            low, high = map(float, ends_of(strength[street], metric))
            cells.append(f"{low:.6f} .. {high:.6f}")
        printed = [
            f"{METRIC_NAMES[metric]}: {_printed(reference.extremes[metric, street])}"
            for metric in METRICS
            if (metric, street) in reference.extremes
        ]
        rows.append([street, *cells, "; ".join(printed)])
    return table(rows)


def _printed(ends: tuple[float, float]) -> str:
    return " .. ".join(f"{end:g}" for end in ends)


def published_match(
    agents: tuple[str, str], reference: Reference, names: Mapping[str, str]
) -> tuple[tuple[str, str], int] | None:
    """Return a published match and its sign, -1 if the agents are in reverse order; `None` if it was not published.

    Args:
        agents: First and second agent.
        reference: The publication.
        names: Names of agents in the publication if they differ.
    """
    first, second = (names.get(agent, agent) for agent in agents)
    for pair, sign in (((first, second), 1), ((second, first), -1)):
        if pair in reference.matches:
            return pair, sign
    return None


def compared(
    results: Sequence[MatchResult], reference: Reference, names: Mapping[str, str]
) -> list[tuple[str, str, float, float, float]]:
    """Return our results for matches that were published too.

    Each row has both agents, the published value, our value and its half width; values are in big blinds per 100 hands.
    """
    found = []
    for result in results:
        if match := published_match((result.players[0], result.players[1]), reference, names):
            pair, sign = match
            won = result.won[0].times(result.unit.per_hundred(1))
            found.append((*pair, reference.matches[pair], sign * won.mean, won.half_width))
    order = list(reference.matches)
    return sorted(found, key=lambda row: order.index((row[0], row[1])))


def matches(rows: Sequence[tuple[str, str, float, float, float]], picture: str) -> list[str]:
    """Return published matches next to ours, and a text about where they differ."""
    cells = [["match", "published", "ours", "difference", "in our 95 % interval", "same winner"]]
    for first, second, published, ours, half_width in rows:
        cells.append(
            [
                f"{code(first)} v {code(second)}",
                signed(published),
                with_interval(ours, half_width),
                signed(ours - published),
                "yes" if abs(ours - published) <= half_width else "no",
                _same_winner(published, ours, half_width),
            ]
        )
    inside = sum(abs(row[3] - row[2]) <= row[4] for row in rows)
    verdicts = [_same_winner(*row[2:]) for row in rows]
    return [
        *table(cells),
        "",
        f"![Published values beside ours]({picture})",
        "",
        f"Of {len(rows)} published values {inside} lie in our 95 % intervals. The winner is the same in "
        f"{verdicts.count('yes')} matches and another in {verdicts.count('no')}; in {verdicts.count('not told')} our "
        "interval holds 0.",
    ]


def _same_winner(published: float, ours: float, half_width: float) -> str:
    if abs(ours) <= half_width:
        return "not told"
    return "yes" if published * ours > 0 else "no"


def solved(
    agents: Sequence[AgentFacts],
    abstractions: Mapping[str, Cards | None],
    rules: Rules,
    reference: Reference,
) -> list[str]:
    """Return size, iterations, time and exploitability of each agent, and of the published one with as many buckets."""
    head = [
        "agent",
        "states",
        "published",
        "iterations",
        "published",
        "time",
        "published",
        "mb/g inside",
        "published",
    ]
    rows = [head]
    for agent in agents:
        section = abstractions[agent.name]
        if section is None:
            continue
        counts = section.counts
        states = bucketed_sizes(rules, counts, recall=section.recall).histories_with_free_folds
        theirs = reference.solved.get(counts[0]) if len(set(counts)) == 1 else None
        printed = ["", "", "", ""]
        if theirs is not None:
            printed = [
                _three_digits(theirs.states),
                f"{theirs.iterations / 1e6:,.0f} million",
                f"{theirs.hours:g} h",
                f"{theirs.exploitability:g}",
            ]
        value = "not known" if agent.exploitability is None else f"{agent.exploitability:.2f}"
        ours = [f"{states:,}", f"{agent.iterations:,}", seconds_text(agent.seconds), value]
        rows.append([code(agent.name), *(cell for both in zip(ours, printed, strict=True) for cell in both)])
    return table(rows)


def _three_digits(number: float) -> str:
    """Format a number with three digits and an exponent that is a multiple of 3, as in 27.7e9."""
    digits, _, power = f"{number:.2e}".partition("e")  # rounded first: 999,700 is 1e6
    exponent = 3 * (int(power) // 3)
    return f"{float(digits) * 10 ** (int(power) - exponent):.3g}e{exponent}"


def settings(
    reference: Reference, played: MatchesTable, abstractions: Mapping[str, Cards | None]
) -> list[str]:
    """Return how this recipe differs from the published experiment: the game, and the numbers of buckets."""
    found = []
    theirs = load_game(reference.game).rules.name
    if played.rules.name != theirs:
        found.append(f"**Another game**: the published agents play {theirs}, ours {played.rules.name}.")
    used = {section.counts for section in abstractions.values() if section is not None}
    if other := sorted(counts for counts in used if set(counts) - set(reference.buckets)):
        ours = joined(["-".join(map(str, counts)) for counts in other])
        buckets = joined([str(count) for count in reference.buckets])
        found.append(
            f"**Other buckets**: the published agents have {buckets} buckets a street, ours {ours} (preflop to river). "
            "Figures beside each other are those of different agents."
        )
    return found


def lines(
    found: CrossTable, unit: str, agents: Sequence[AgentFacts], bounds: Mapping[str, Estimate]
) -> list[str]:
    """Return a table of the deciding numbers, and the decision in words.

    Args:
        found: The cross-table.
        unit: Unit of the cross-table.
        agents: Facts of each agent.
        bounds: Bounds from `local_best_response.of`.
    """
    by_name = {agent.name: agent for agent in agents}
    head = ["agent", f"mean, {unit}/100", "time to make", "information sets", "disk"]
    rows = [[*head, "local best response, mb/hand"] if bounds else head]
    for i in found.order():
        name = found.agents[i]
        cells = [
            code(name),
            with_interval(found.mean[i], found.mean_half_width[i]),
            *_cost(by_name.get(name)),
        ]
        rows.append([*cells, bound_text(bounds, name)] if bounds else cells)
    words = [*_by_matches(found, unit, by_name), *_by_bounds(bounds)]
    words.append(
        "A mean depends on who else plays: an agent may win more of weak opponents and lose to a strong one."
    )
    return [*table(rows), "", " ".join(words)]


def _cost(agent: AgentFacts | None) -> list[str]:
    if agent is None:
        return ["", "", ""]
    return [seconds_text(agent.seconds), f"{agent.information_sets:,}", bytes_text(agent.disk)]


def _by_matches(found: CrossTable, unit: str, by_name: Mapping[str, AgentFacts]) -> list[str]:
    best, *others = found.order()
    words = [
        f"On average over its opponents here, {code(found.agents[best])} wins most: "
        f"{with_interval(found.mean[best], found.mean_half_width[best])} {unit}/100."
    ]
    near = [i for i in others if not _apart(found, best, i)]
    if not near:
        return [*words, "The 95 % intervals of all other means lie below its own."]
    names = joined([code(found.agents[i]) for i in near])
    words.append(f"The matches do not tell it from {names}: the 95 % intervals of the means overlap.")
    if priced := [by_name[found.agents[i]] for i in (best, *near) if found.agents[i] in by_name]:
        least = min(priced, key=lambda agent: agent.seconds)
        words.append(
            f"Of these {code(least.name)} took the least time to make, {seconds_text(least.seconds)}."
        )
    return words


def _apart(found: CrossTable, best: int, other: int) -> bool:
    gap = found.mean[best] - found.mean[other]
    return bool(gap > found.mean_half_width[best] + found.mean_half_width[other])


def _by_bounds(bounds: Mapping[str, Estimate]) -> list[str]:
    if not bounds:
        return []
    least = min(bounds, key=lambda name: bounds[name].mean)
    most = bounds[least].mean + bounds[least].half_width
    words = f"Local best response wins least of {code(least)}, {bound_text(bounds, least)} mb/hand"
    near = [code(n) for n, v in bounds.items() if n != least and v.mean - v.half_width <= most]
    return [f"{words}; its interval overlaps that of {joined(near)}." if near else f"{words}."]
