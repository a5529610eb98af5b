"""The part of a page about real-card values: what best responses win against each agent, compared with match results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import inf

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import plus_minus, signed, with_interval
from pokerdata.games import BettingTree, Unit
from pokerdata.matches.local import LocalBestResponseTable
from pokerdata.matches.matches_table import CrossTable, MatchesTable
from pokerdata.pipeline.plan import Context
from pokerdata.reports.exploited import Exploited, Panel
from pokerdata.reports.pages import local_best_response
from pokerdata.reports.pages.markdown import code, escaped, joined, table
from pokerdata.reports.pages.sources import Valued
from pokerdata.solving.evaluation import Scope
from pokerdata.solving.real_cards import values as real_table

_MOST_NAMED = 8  # maximum number of pairs named in a sentence
_NONE = "not known"


def panel(valued: Valued, context: Context) -> Panel:
    """Return the agents of a match, from the tables of a stage's parents.

    Args:
        valued: The match and the tables of its agents' values.
        context: Context of the stage.
    """
    matches = context.table(f"{valued.match}_matches", MatchesTable)
    found, rules = matches.cross_table, matches.rules
    unit = Unit.of(rules)
    lbr = [context.table(f"{valued.match}_lbr", LocalBestResponseTable)] if valued.local else []
    local = local_best_response.of(lbr)
    solved = [found.agents.index(name) for name in valued.solved]
    mean, mean_half_width = _means(found, solved)
    agents = []
    for i, name in enumerate(found.agents):
        stated = context.table(f"{name}_strategy").attributes if name in valued.solved else {}
        inside = stated.get("exploitability_mb_per_game") if stated.get("abstraction") != "none" else None
        values = real_table.read(context.table(valued.tables[name])) if name in valued.tables else None
        both = None if values is None else values.both
        agents.append(
            Exploited(
                name=name,
                solved=name in valued.solved,
                inside=inside,
                real=None if both is None else both.won.times(unit.milli(1)),
                above=None if both is None or both.above is None else unit.milli(both.above),
                rounding=0.0 if values is None else unit.milli(values.rounding),
                flops=None if values is None else values.flops,
                seed=0 if values is None else values.seed,
                local=local.get(name),
                mean=float(mean[i]),
                mean_half_width=float(mean_half_width[i]),
            )
        )
    order = sorted(agents, key=lambda agent: inf if agent.real is None else agent.real.mean)
    direct = {
        (found.agents[i], found.agents[j]): (float(found.won[i, j]), float(found.half_width[i, j]))
        for i in range(len(agents))
        for j in range(len(agents))
        if i != j
    }
    return Panel(valued.match, rules, tuple(order), direct, among_strategies=1 < len(solved) < len(agents))


def lines(panels: Sequence[Panel], picture: str) -> list[str]:
    """Return a table for each match, the picture of all, and whether matches and exploitability rank agents alike.

    Args:
        panels: The matches.
        picture: File of the picture.
    """
    found = [
        "What a best response that sees its cards wins on average over both seats, in mb/g as above: the exploitability on "
        "real cards. Small is good, and values of one game can be compared, whatever the abstraction. Local best response "
        "finds a part of it, which is told with both intervals counted.",
    ]
    if any(agent.flops is not None for one in panels for agent in one.agents):
        found += [
            "",
            "Of drawn flops: what a best response does before the flop is fitted on one half of them and valued on the "
            "other, a **bound from below** that is on average too low; fitted and valued on the same flops it is on average "
            "too high, the column beside. The part that local best response finds is counted from the one to the other.",
        ]
    for one in panels:
        found += ["", f"### {one.match}: {escaped(one.rules.name)}", "", *_table(one), "", *_scope(one)]
    found += ["", f"![Exploitability on real cards, and what was won in matches]({picture})"]
    found += ["", "### Do matches rank the agents as exploitability does?", ""]
    for one in panels:
        found += [f"- {one.match}: {' '.join(_ranking(one))}"]
    if any(one.rules.stack is None for one in panels):
        found += [
            "",
            "Johanson, Waugh, Bowling and Zinkevich 2011 computed such values first, for agents of limit hold'em. Their "
            "figures were not at hand to be checked, so none is quoted here.",
        ]
    return found


def _means(found: CrossTable, solved: Sequence[int]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each agent's mean winnings over the opponents with a strategy, and half the widths of the 95 % intervals.

    Winnings from agents that ignore their cards would hide how strategies compare. With fewer than two strategies, all
    other agents are opponents.
    """
    if len(solved) < 2:
        return found.mean, found.mean_half_width
    of = CrossTable(found.agents, found.won[:, solved], found.half_width[:, solved])
    return of.mean, of.mean_half_width


def _table(one: Panel) -> list[str]:
    head = [
        "agent",
        "inside its abstraction",
        "on real cards",
        "on average too high",
        "local best response wins",
        "of the truth",
        f"mean of matches{' with strategies' if one.among_strategies else ''}, {Unit.of(one.rules).short}/100",
    ]
    rows = [
        [
            code(agent.name),
            "" if agent.inside is None else f"{agent.inside:.2f}",
            _value(agent),
            "" if agent.above is None else f"{agent.above:.1f}",
            "" if agent.local is None else _local(agent),
            _part(agent),
            with_interval(agent.mean, agent.mean_half_width),
        ]
        for agent in one.agents
    ]
    return table([head, *rows])


def _value(agent: Exploited) -> str:
    if agent.real is None:
        return _NONE
    if agent.flops is None:
        return f"{agent.real.mean:.2f}, exact"
    return f"at least {agent.real.mean:.1f} {plus_minus(agent.real.half_width, 1)}"


def _local(agent: Exploited) -> str:
    assert agent.local is not None
    return with_interval(agent.local.mean, agent.local.half_width, 0)


def _part(agent: Exploited) -> str:
    """Format the share of exploitability that local best response finds, with both intervals: '57 to 60 %'."""
    if agent.part is None:
        return ""
    low, high = (100 * value for value in agent.part)
    return f"{low:.0f} to {high:.0f} %"


def _scope(one: Panel) -> list[str]:
    rounding = max(agent.rounding for agent in one.agents)
    words = [f"Best responses {Scope(BettingTree(one.rules).all_bets)}."]
    exact = [code(agent.name) for agent in one.agents if agent.real is not None and agent.flops is None]
    if exact:
        words.append(f"**Exact**, over all flops: {joined(exact)}.")
    drawn: dict[tuple[int, int], list[str]] = {}
    for agent in one.agents:
        if agent.flops is not None:
            drawn.setdefault((agent.flops, agent.seed), []).append(code(agent.name))
    for (flops, seed), names in drawn.items():
        words.append(
            f"**Bounds from below**, of {flops:,} flops drawn in strata (seed {seed}), with 95 % intervals: {joined(names)}."
        )
    words.append(f"Rounding changes no value by more than {rounding:.2g} mb/g.")
    if one.among_strategies:
        words.append("Means are over the opponents with a strategy.")
    return [" ".join(words)]


def _ranking(one: Panel) -> list[str]:
    known = [agent for agent in one.agents if agent.real is not None]
    solved = [agent for agent in known if agent.solved]
    words = []
    if len(known) > 1:
        least, *others = known
        near = [code(agent.name) for agent in others if not apart(least, agent)]
        words.append(
            f"Least can be won from {code(least.name)}"
            + (f", whose interval overlaps that of {joined(near)}." if near else ".")
        )
    groups = [(known, "all agents that were valued")]
    if 1 < len(solved) < len(known):
        groups.append((solved, "those with a strategy alone"))
    for agents, who in groups:
        pairs = list(combinations(agents, 2))
        if not pairs:
            continue
        tau = sum(_agree(a, b) for a, b in pairs) / len(pairs)
        words.append(f"Kendall's tau of the two orders is {signed(tau, 2)} for {who} ({_pairs(len(pairs))}).")
    pairs = list(combinations(known, 2))
    by_mean = [(a, b) for a, b in pairs if apart(a, b) and means_apart(a, b)]
    words.append(
        _told("The means of the matches", by_mean, [_agree(a, b) > 0 for a, b in by_mean], len(pairs))
    )
    direct = [(a, b) for a, b in pairs if apart(a, b) and one.told(a.name, b.name)]
    wins = [one.direct[a.name, b.name][0] > 0 for a, b in direct]  # the first of a pair is less exploitable
    words.append(_told("The matches of pairs", direct, wins, len(pairs)))
    return words


def _agree(a: Exploited, b: Exploited) -> int:
    """Return 1 if the less exploitable agent has the higher mean, -1 if the lower mean, and 0 if either is equal."""
    assert a.real is not None
    assert b.real is not None
    product = (b.real.mean - a.real.mean) * (a.mean - b.mean)
    return (product > 0) - (product < 0)


def _told(
    what: str, pairs: Sequence[tuple[Exploited, Exploited]], agree: Sequence[bool], all_pairs: int
) -> str:
    if not pairs:
        return f"{what} and exploitability tell none of {_pairs(all_pairs)} apart beyond their intervals."
    others = [
        f"{code(a.name)} v {code(b.name)}" for (a, b), alike in zip(pairs, agree, strict=True) if not alike
    ]
    words = (
        f"{what} and exploitability both tell {len(pairs)} of {_pairs(all_pairs)} apart beyond their intervals, and in "
        f"{sum(agree)} of these the less exploitable agent does better"
    )
    if not others:
        return f"{words}: they agree."
    named = [
        *others[:_MOST_NAMED],
        *([f"{len(others) - _MOST_NAMED} more"] if len(others) > _MOST_NAMED else []),
    ]
    return f"{words}; not in {joined(named)} (the less exploitable one first)."


def _pairs(count: int) -> str:
    return "1 pair" if count == 1 else f"{count} pairs"


def apart(a: Exploited, b: Exploited) -> bool:
    """Return whether the intervals of two exploitabilities do not overlap."""
    return a.most < b.least or b.most < a.least


def means_apart(a: Exploited, b: Exploited) -> bool:
    """Return whether the intervals of two means do not overlap."""
    return abs(a.mean - b.mean) > a.mean_half_width + b.mean_half_width
