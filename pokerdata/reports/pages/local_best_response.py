"""The part of a page about local best response: a lower bound of what agents lose in the real game."""

from collections import Counter
from collections.abc import Mapping, Sequence

from pokerdata._support.estimates import Estimate, with_interval
from pokerdata.games import Unit
from pokerdata.matches.local import LocalBestResponseTable
from pokerdata.reports.pages.agents import AgentFacts
from pokerdata.reports.pages.markdown import code, table
from pokerdata.solving.evaluation import TO_COMPARE


def of(tables: Sequence[LocalBestResponseTable]) -> dict[str, Estimate]:
    """Return what local best response wins against each agent, in thousandths of the unit per hand.

    Args:
        tables: Tables of one game with the same stacks. If an agent is in several, the one with the most deals counts.
    """
    found: dict[str, Estimate] = {}
    for one in sorted(tables, key=lambda table: int(table.attributes["deals"])):
        found |= _milli(one)
    return found


def lines(tables: Mapping[str, LocalBestResponseTable], agents: Sequence[AgentFacts]) -> list[str]:
    """Return the bounds as a table, smallest first, next to the exploitability of each solution inside its abstraction.

    Args:
        tables: Tables by match; an agent in several matches has a row for each.
        agents: Agents with a strategy.
    """
    inside = {agent.name: agent.exploitability for agent in agents}
    bounds = [(name, match, value) for match, one in tables.items() for name, value in _milli(one).items()]
    met = Counter(name for name, _, _ in bounds)
    solved = any(name in inside for name in met)
    rows = [["agent", "local best response wins", *["exploitability of its solution"] * solved]]
    for name, match, value in sorted(bounds, key=lambda bound: bound[2].mean):
        known = inside.get(name)
        solution = "not known" if known is None else f"{known:.2f} mb/hand"
        rows.append(
            [
                code(name) + (f" in {match}" if met[name] > 1 else ""),
                f"{with_interval(value.mean, value.half_width, 0)} mb/hand",
                *[solution if name in inside else ""] * solved,  # other agents have no solution
            ]
        )
    scopes = list(dict.fromkeys(a.scope for a in agents if a.scope is not None))
    beside = f" The exploitability beside it is exact {' or '.join(map(str, scopes))}" if scopes else ""
    beside += f"; {TO_COMPARE}" if any(scope.abstraction for scope in scopes) else ""
    deals = ", ".join(sorted({f"{one.attributes['deals']:,}" for one in tables.values()}))
    considered = " or ".join(dict.fromkeys(one.considered for one in tables.values()))
    return [
        *table(rows),
        "",
        f"In {deals} deals, each in both seats, with 95 % intervals; {considered}. It knows the chances of all hands the "
        "agent may hold, and takes what wins most if both only checked and called from then on (Lisy and Bowling 2017). A "
        f"best response in the real game wins at least as much, so small is good.{beside and beside + '.'}",
    ]


def _milli(one: LocalBestResponseTable) -> dict[str, Estimate]:
    mb = Unit.of(one.rules).milli(1)
    return {name: value.times(mb) for name, value in one.estimates.items()}


def bound_text(bounds: Mapping[str, Estimate], name: str) -> str:
    """Format the bound of an agent, as in '+512 ± 40'; empty if there is no bound."""
    return with_interval(bounds[name].mean, bounds[name].half_width, 0) if name in bounds else ""
