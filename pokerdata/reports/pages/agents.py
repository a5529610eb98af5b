"""The part of a page about the agents: their abstraction, distance to equilibrium and cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pokerdata._support.text import bytes_text, seconds_text
from pokerdata.pipeline.plan import Context
from pokerdata.reports.pages.markdown import code, joined, table
from pokerdata.reports.pages.sources import Cards
from pokerdata.solving.evaluation import TO_COMPARE, Scope
from pokerdata.solving.public import strategy_table
from pokerdata.solving.public.cfr_br import FOUND_BY


@dataclass(frozen=True)
class AgentFacts:
    """Facts about an agent with a strategy.

    Attributes:
        name: Name of the agent.
        cards: Its abstraction in words.
        algorithm: Algorithm that solved it.
        iterations: Number of iterations.
        information_sets: Number of information sets of its game.
        exploitability: In milli-units per game, or `None` if it is unknown.
        made_in: Seconds to compute the abstraction.
        solved_in: Seconds of the iterations.
        memory: Peak memory of computing the agent, in bytes.
        disk: Bytes of the tables that it plays from or was solved from.
        scope: Scope of the exploitability.
        boards: Note on the boards sampled for its joint counts, if any.
    """

    name: str
    cards: str
    algorithm: str
    iterations: int
    information_sets: int
    exploitability: float | None
    made_in: float
    solved_in: float
    memory: int
    disk: int
    scope: Scope | None
    boards: str = ""

    @property
    def seconds(self) -> float:
        """Total seconds of the abstraction and the iterations."""
        return self.made_in + self.solved_in


def solved(context: Context, name: str, abstraction: Cards | None, parents: Sequence[str]) -> AgentFacts:
    """Collect the facts of an agent from the tables of its strategy and abstraction, and from their records.

    Args:
        context: Context of the stage that writes the page.
        name: Name of the agent.
        abstraction: The abstraction's section in the recipe.
        parents: Tables of the abstraction.
    """
    found = context.table(f"{name}_strategy")
    stated = found.attributes
    records = [context.record(p) for p in (*parents, found.name)]
    counted = [given for p in parents if "largest_error_of_a_share" in (given := context.table(p).attributes)]
    drawn = [f"{given['boards']:,} drawn boards (seed {given['seed']})" for given in counted]
    return AgentFacts(
        name=name,
        cards=_classes(stated) if abstraction is None else ", ".join([abstraction.words, *drawn]),
        algorithm=f"CFR-BR by {stated['algorithm']}"
        if stated.get("found_by") == FOUND_BY
        else stated["algorithm"],
        iterations=stated["iterations"],
        information_sets=stated["information_sets"],
        exploitability=stated.get("exploitability_mb_per_game"),
        made_in=sum(record.seconds for record in records[:-1] if record),
        solved_in=strategy_table.solving_seconds(found),
        memory=max((record.peak_memory for record in records if record), default=0),
        disk=sum(context.table(p).path.stat().st_size for p in parents) + found.path.stat().st_size,
        scope=Scope.stated(stated) if "exploitability_mb_per_game" in stated else None,
        boards="; ".join(_errors(found) for found in counted),
    )


def lines(agents: list[AgentFacts], unit: str) -> list[str]:
    """Return the agents as a table, with notes on its numbers.

    Args:
        agents: Facts of each agent.
        unit: Unit of which 1 mb/g is a thousandth.
    """
    rows = [
        [
            "agent",
            "cards",
            "solved by",
            "information sets",
            "exploitability",
            "abstraction",
            "solving",
            "disk",
        ]
    ]
    for agent in agents:
        value = "not known" if agent.exploitability is None else f"{agent.exploitability:.2f} mb/g"
        rows.append(
            [
                code(agent.name),
                agent.cards,
                f"{agent.algorithm}, {agent.iterations:,} iterations",
                f"{agent.information_sets:,}",
                value,
                seconds_text(agent.made_in) if agent.made_in else "none",
                seconds_text(agent.solved_in),
                bytes_text(agent.disk),
            ]
        )
    peak = max(agent.memory for agent in agents)
    found = [
        *table(rows, left=3),
        "",
        "Seconds are those of the run that made the tables: of the abstraction with its joint counts, and of the "
        f"iterations. Peak memory was {bytes_text(peak)}. 1 mb/g is a thousandth of the {unit} a game.",
    ]
    for scope in dict.fromkeys(a.scope for a in agents if a.scope is not None):
        there = joined([code(a.name) for a in agents if a.scope == scope])
        compare = f" It says how far the solving went; {TO_COMPARE}." if scope.abstraction else ""
        found += ["", f"Exploitability of {there}: **{scope}**.{compare}"]
    if any(a.boards for a in agents):
        found += [
            "",
            "Where boards are drawn, the game that was solved deals from those alone and is an estimate of the abstraction; "
            "matches and local best response are on all cards. Largest errors of a bucket sequence's share of all deals, on "
            "any street: " + "; ".join(f"{code(a.name)} {a.boards}" for a in agents if a.boards) + ".",
        ]
    return found


def _classes(stated: Mapping[str, Any]) -> str:
    """Describe what a player sees of its cards in a game with few cards."""
    if "classes" not in stated:
        return "all cards"
    return f"hands by strength, {'-'.join(map(str, stated['classes']))} classes"


def _errors(counts: Mapping[str, Any]) -> str:
    error = 100 * max(counts["largest_error_of_a_share"].values())
    undealt = 100 * max(counts["undealt_share"].values())
    never = (
        f" ({undealt:.2g} % of the deals have sequences that are never dealt, and play evenly)"
        if undealt
        else ""
    )
    return f"{error:.2g} percentage points{never}"
