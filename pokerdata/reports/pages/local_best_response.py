"""The part of a page about local best response: what agents lose in the real game, at least."""

from collections.abc import Mapping, Sequence

from pokerdata.games import Unit
from pokerdata.matches.local_best_response_table import LocalBestResponseTable
from pokerdata.reports.pages.agents import AgentFacts
from pokerdata.reports.pages.markdown import table, with_interval
from pokerdata.solving.scope import TO_COMPARE
from pokerdata.support.estimates import Estimate


def of(tables: Sequence[LocalBestResponseTable]) -> dict[str, Estimate]:
    """What local best response wins from each agent, in thousandths of the unit a hand."""
    found: dict[str, Estimate] = {}
    for one in tables:
        mb = Unit.of(one.rules).milli(1)
        for name, value in one.estimates.items():
            found[name] = value.times(mb)
    return found


def lines(tables: Sequence[LocalBestResponseTable], agents: Sequence[AgentFacts]) -> list[str]:
    """The bounds, least first, with the exploitability inside the abstraction beside each."""
    bounds = of(tables)
    inside = {agent.name: agent.exploitability for agent in agents}
    rows = [["agent", "local best response wins", "exploitability of its solution"]]
    for name in sorted(bounds, key=lambda name: bounds[name].mean):
        value = inside.get(name)
        known = "not known" if value is None else f"{value:.2f} mb/hand"
        solution = known if name in inside else ""  # others were not solved
        rows.append([f"`{name}`", f"{bound_text(bounds, name)} mb/hand", solution])
    scopes = list(dict.fromkeys(a.scope for a in agents if a.scope is not None))
    beside = f" The exploitability beside it is exact {' or '.join(map(str, scopes))}" if scopes else ""
    beside += f"; {TO_COMPARE}" if any(scope.abstraction for scope in scopes) else ""
    deals = ", ".join(sorted({f"{one.attributes['deals']:,}" for one in tables}))
    considered = " or ".join(dict.fromkeys(one.considered for one in tables))
    return [
        *table(rows),
        "",
        f"In {deals} deals, each in both seats, with 95 % intervals; {considered}. It knows the chances of all hands the "
        "agent may hold, and takes what wins most if both only checked and called from then on (Lisy and Bowling 2017). A "
        f"best response in the real game wins at least as much, so small is good.{beside and beside + '.'}",
    ]


def bound_text(bounds: Mapping[str, Estimate], name: str) -> str:
    """'+512 ± 40', or nothing where no bound is known."""
    return with_interval(bounds[name].mean, bounds[name].half_width, 0) if name in bounds else ""
