"""The pipeline's stage that plays local best response against the agents of a section [match.NAME]."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from math import comb
from typing import Any

import numpy as np

from pokerdata._support import costs
from pokerdata._support.costs import Cost
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.games import CardRules, Game, Rules
from pokerdata.games.named import TEXAS
from pokerdata.games.rules import menus_of
from pokerdata.matches.local import DEAL_MEMORY, MENU, SAMPLES, response_in_shards
from pokerdata.pipeline.plan import Context
from pokerdata.players.agents import Agent
from pokerdata.recipes.match_agents import agent_of, without_cards

_LEFT, _FEW_LEFT = 30_000_000, 10_000_000  # bytes that each agent leaves behind until the end; with few cards
COLUMNS = ("both seats", "player 1", "player 2")
_FIELDS = ("mean", "standard_error", "freedom")


def met(agents: Sequence[str], strategies: Collection[str], game: Game) -> list[str]:
    """Return the agents that local best response can play against: those that play strategies, with cards or without.

    Args:
        agents: All agents of the match.
        strategies: Names of the recipe's strategies.
        game: The game.
    """
    return [agent for agent in agents if agent in strategies or agent in without_cards(game)]


def considered(rules: Rules) -> dict[str, Any]:
    """Return the options of local best response: menu (in no-limit games) and samples, the scope of its bound."""
    menu = (
        {} if rules.stack is None else {"menu": menus_of("local best response", [list(MENU)], 1)[0].values()}
    )
    return {**menu, "samples": SAMPLES}


def cost(agents: int, deals: int, cards: CardRules, memory: int) -> Cost:
    """Return the cost of local best response against a number of agents.

    Args:
        agents: Number of agents.
        deals: Deals against each agent.
        cards: Cards of the game.
        memory: Memory of the process with one agent, in bytes.
    """
    hands = comb(cards.deck, cards.hole)
    few = sum(cards.board) < 2
    each = costs.RESPONSE_DEAL if few else costs.RESPONSE_RUNOUTS + costs.RESPONSE_HAND * hands
    return Cost(
        seconds=agents * ((0.5 if cards == TEXAS else 0.02) + deals * each),
        memory_bytes=memory + DEAL_MEMORY * deals + agents * (_FEW_LEFT if few else _LEFT),
        disk_bytes=10_000,
        threaded=True,
    )


def build(
    agents: Sequence[str], game: Game, buckets: Mapping[str, type[BucketTable]], context: Context
) -> None:
    """Write NAME_lbr: winnings of local best response from each agent, in chips a hand."""
    section: dict[str, Any] = dict(context.parameters)
    deals = section["lbr"]
    rows = []
    for number, name in enumerate(agents):

        def progress(done: int, _: int, number: int = number) -> None:
            context.progress(number * deals + done, len(agents) * deals)

        found = response_in_shards(
            _agent(name, game, section["translation"], buckets, context),
            deals=deals,
            seed=section["seed"],
            menu=section.get("menu", MENU),
            samples=section["samples"],
            threads=context.threads,
            progress=progress,
            keep=context,
            key=name,
            anew=partial(_agent, name, game, section["translation"], buckets),
        )
        estimates = (found.won, *found.by_seat)
        rows.append([[getattr(e, field) for e in estimates] for field in _FIELDS])
    axes = {"axes": ["agent", "seat"], "columns": list(COLUMNS)}
    context.write(
        kind="local_best_response",
        arrays={
            "won": np.array([row[0] for row in rows], np.float64),
            "standard_error": np.array([row[1] for row in rows], np.float64),
            "freedom": np.array([row[2] for row in rows], np.float64),
        },
        attributes={
            "title": "What local best response wins from each agent in the real game",
            "agents": list(agents),
            "rules": game.rules.values(),
            "deals": deals,
            "seed": section["seed"],
            "translation": section["translation"],
            "unit_chips": game.rules.unit,
            **considered(game.rules),
            "bound": "a best response wins at least as much: with both seats, a lower bound on exploitability",
            "source": "Lisy and Bowling 2017",
        },
        dataset_attributes={
            "won": {**axes, "units": "chips a hand"},
            "standard_error": {
                **axes,
                "units": "chips a hand, within strata of own hands",
                "doc": "0: all equal",
            },
            "freedom": {**axes, "units": "degrees of freedom of the standard error, for Student's t"},
        },
    )


def _agent(
    name: str, game: Game, translation: str, buckets: Mapping[str, type[BucketTable]], context: Context
) -> Agent:
    """Return an agent, in this or another process; agents without cards as strategies, with known probabilities."""
    known = without_cards(game)
    if name in known:
        return Agent.without_cards(known[name], game, translation=translation)
    return agent_of(context, name, translation, buckets)
