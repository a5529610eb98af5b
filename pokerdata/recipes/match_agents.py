"""Agents at play, from the tables of a stage's parents."""

from collections.abc import Iterable, Mapping

from pokerdata.abstraction.datasets import STRENGTH
from pokerdata.agents import BASELINES, Agent
from pokerdata.pipeline.stage import Context
from pokerdata.recipes.strategy_section import Strategy


def parents_of(agents: Iterable[str], strategies: Mapping[str, Strategy]) -> tuple[str, ...]:
    """The tables that agents at play read."""
    found: list[str] = []
    for agent in agents:
        if agent in strategies:
            abstraction = strategies[agent].abstraction
            found += [f"{agent}_strategy"]
            found += [] if abstraction is None else [f"{abstraction}_buckets", *STRENGTH]
    return tuple(dict.fromkeys(found))


def agent_of(context: Context, name: str, translation: str) -> Agent:
    """The agent of a baseline's name, or of a strategy among the parents."""
    if name in BASELINES:
        return Agent.baseline(name)
    table = context.table(f"{name}_strategy")
    return Agent.load(table.name, translation=translation, tables=table.path.parent)
