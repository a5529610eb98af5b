"""The last part of a page: which agent to choose, by what it wins, what it loses at least, and what it costs."""

from collections.abc import Mapping, Sequence

from pokerdata.matches.cross_table import CrossTable
from pokerdata.reports.pages.agents import AgentFacts
from pokerdata.reports.pages.local_best_response import bound_text
from pokerdata.reports.pages.markdown import joined, table
from pokerdata.support.estimates import Estimate, with_interval
from pokerdata.support.text import bytes_text, seconds_text


def lines(
    found: CrossTable, unit: str, agents: Sequence[AgentFacts], bounds: Mapping[str, Estimate]
) -> list[str]:
    """A table of what decides, and the decision in words.

    Args:
        found: The cross-table.
        unit: Of the cross-table.
        agents: What is known of each.
        bounds: As `local_best_response.of` gives them.
    """
    by_name = {agent.name: agent for agent in agents}
    head = ["agent", f"mean, {unit}/100", "time to make", "information sets", "disk"]
    rows = [[*head, "local best response, mb/hand"] if bounds else head]
    for i in found.order():
        name = found.agents[i]
        cells = [
            f"`{name}`",
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
        f"On average over its opponents here, `{found.agents[best]}` wins most: "
        f"{with_interval(found.mean[best], found.mean_half_width[best])} {unit}/100."
    ]
    near = [i for i in others if not _apart(found, best, i)]
    if not near:
        return [*words, "The 95 % intervals of all other means lie below its own."]
    names = joined([f"`{found.agents[i]}`" for i in near])
    words.append(f"The matches do not tell it from {names}: the 95 % intervals of the means overlap.")
    if priced := [by_name[found.agents[i]] for i in (best, *near) if found.agents[i] in by_name]:
        least = min(priced, key=lambda agent: agent.seconds)
        words.append(f"Of these `{least.name}` took the least time to make, {seconds_text(least.seconds)}.")
    return words


def _apart(found: CrossTable, best: int, other: int) -> bool:
    gap = found.mean[best] - found.mean[other]
    return bool(gap > found.mean_half_width[best] + found.mean_half_width[other])


def _by_bounds(bounds: Mapping[str, Estimate]) -> list[str]:
    if not bounds:
        return []
    least = min(bounds, key=lambda name: bounds[name].mean)
    most = bounds[least].mean + bounds[least].half_width
    words = f"Local best response wins least of `{least}`, {bound_text(bounds, least)} mb/hand"
    near = [f"`{n}`" for n, v in bounds.items() if n != least and v.mean - v.half_width <= most]
    return [f"{words}; its interval overlaps that of {joined(near)}." if near else f"{words}."]
