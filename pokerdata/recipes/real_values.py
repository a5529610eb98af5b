"""Stages of values on real cards: winnings of best responses to strategies, and to agents that ignore cards."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pokerdata.abstraction.bounds import STRENGTH
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.games import Game, Rules
from pokerdata.games.bucketed import private_states
from pokerdata.games.named import TEXAS
from pokerdata.games.strategies import load_strategy
from pokerdata.games.strategies.real_cards import states_of
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes import match_agents
from pokerdata.recipes.recipe import Recipe
from pokerdata.recipes.strategy_section import Dealt, StrategySection
from pokerdata.solving.real_cards import values as real_table
from pokerdata.solving.real_cards.evaluation import TEXAS_RANKS, Contestant, real_cost, values_of_seats
from pokerdata.solving.real_cards.seats import Played, Seats
from pokerdata.solving.real_cards.values import RealValues, cost_of


def stage(name: str, section: StrategySection, recipe: Recipe) -> Stage:
    """Return the stage NAME_real of a section [strategy.NAME] that requests it.

    Raises:
        ValueError: If the game has few cards: its exploitability is already that on real cards.
    """
    game, abstraction, asked = section.named_game(), section.abstraction_of(recipe), section.on_real_cards()
    assert asked is not None
    if game.cards != TEXAS or abstraction is None:
        key = "real: expected true" if asked.flops is None else "real_flops: expected a number"
        raise ValueError(
            f"{key} only for a game over an abstraction, got it for {section.game}, whose exploitability is "
            'that on real cards already; e.g. game = "limit-holdem"'
        )
    buckets = f"{section.abstraction}_buckets"
    states = private_states(abstraction.counts, abstraction.recall)
    return Stage(
        name=f"{name}_real",
        build=partial(_build, f"{name}_strategy", buckets, abstraction.TABLE),
        kernels=("real_cards",),
        cost=cost_of(game.rules, states, flops=asked.flops),
        parents=(f"{name}_strategy", buckets, *STRENGTH),
        parameters=asked.parameters(),
        summary=real_table.summary,
        in_manifest=False,
    )


def without_cards(game: Game) -> Mapping[str, str]:
    """Return the agents of `match_agents.without_cards` with best responses that can be computed on real cards."""
    return match_agents.without_cards(game) if game.cards == TEXAS else {}


def stage_name(match: str, agent: str) -> str:
    """Return the stage name of an agent without a strategy in a match."""
    return f"{match}_{agent.replace('-', '_')}_real"


def stage_without_cards(match: str, agent: str, game: Game, asked: Dealt) -> Stage:
    """Return the stage of an agent of `without_cards` in a match.

    Args:
        match: Name of the match's section.
        agent: The agent.
        game: The game.
        asked: The flops to deal.
    """
    called = without_cards(game)[agent]
    return Stage(
        name=stage_name(match, agent),
        build=partial(_build_without_cards, game.rules, agent, called),
        kernels=("real_cards",),
        cost=real_cost(Contestant.without_cards(called, game.rules), flops=asked.flops),
        parameters={"agent": agent, "plays": called, "rules": game.rules.values(), **asked.parameters()},
        summary=real_table.summary,
        in_manifest=False,
    )


def _build(strategy: str, buckets: str, kind: type[BucketTable], context: Context) -> None:
    _write(_valued(_seats(strategy, buckets, kind, context), strategy, context), context)


def _seats(strategy: str, buckets: str, kind: type[BucketTable], context: Context) -> Seats:
    saved = load_strategy(context.table(strategy).path)
    played = Played(saved.strategy, states_of(saved, context.table(buckets, kind)))
    return Seats(saved.rules, TEXAS_RANKS, (0, 1), played, anew=partial(_seats, strategy, buckets, kind))


def _seats_without_cards(rules: Rules, called: str, _: Context) -> Seats:
    played = Contestant.without_cards(called, rules).play()
    return Seats(rules, TEXAS_RANKS, (0, 1), played, anew=partial(_seats_without_cards, rules, called))


def _build_without_cards(rules: Rules, agent: str, called: str, context: Context) -> None:
    _write(_valued(_seats_without_cards(rules, called, context), agent, context), context)


def _valued(seats: Seats, name: str, context: Context) -> RealValues:
    asked = _asked(context)
    return values_of_seats(
        seats,
        name,
        seats.each[0].tree.rules,
        flops=asked.flops,
        keep=context,
        seed=asked.seed,
        threads=context.threads,
        progress=context.progress,
    )


def _asked(context: Context) -> Dealt:
    given = context.parameters
    flops, seed = given.get("flops"), given.get("seed", 0)
    assert flops is None or isinstance(flops, int)
    assert isinstance(seed, int)
    return Dealt(flops, seed)


def _write(found: RealValues, context: Context) -> None:
    context.write(
        kind=real_table.KIND,
        arrays=real_table.arrays(found),
        attributes=real_table.attributes(found),
        dataset_attributes=real_table.dataset_attributes(found),
    )
