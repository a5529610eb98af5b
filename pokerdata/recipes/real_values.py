"""The stage NAME_real of a strategy with `real = true`: what best responses win from it on real cards."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.abstraction.datasets import STRENGTH
from pokerdata.games import milliblinds
from pokerdata.games.bucketed_sizes import private_states
from pokerdata.games.named import TEXAS
from pokerdata.pipeline.stage import Context, Stage
from pokerdata.real_cards import real_table
from pokerdata.real_cards.costs import cost_of
from pokerdata.real_cards.evaluation import ALL_RANKS, values_of_seats
from pokerdata.real_cards.seat import Played, Seat
from pokerdata.recipes.recipe import Recipe
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.strategies import load_strategy
from pokerdata.strategies.look_ups import states_of


def stage(name: str, section: StrategySection, recipe: Recipe) -> Stage:
    """The stage of a section [strategy.NAME].

    Raises:
        ValueError: For a game of few cards, whose exploitability is that on real cards already.
    """
    game, abstraction = section.named_game(), section.abstraction_of(recipe)
    if game.cards != TEXAS or abstraction is None:
        raise ValueError(
            f"real: expected true only for a game over an abstraction, got it for {section.game}, whose exploitability is "
            'that on real cards already; e.g. game = "limit-holdem"'
        )
    buckets = f"{section.abstraction}_buckets"
    return Stage(
        name=f"{name}_real",
        build=partial(_build, f"{name}_strategy", buckets, abstraction.TABLE),
        cost=cost_of(game.rules, private_states(abstraction.counts, abstraction.recall)),
        parents=(f"{name}_strategy", buckets, *STRENGTH),
        summary=real_table.summary,
        in_manifest=False,
    )


def _build(strategy: str, buckets: str, kind: type[BucketTable], context: Context) -> None:
    saved = load_strategy(context.table(strategy).path)
    played = Played(saved.strategy, states_of(saved, context.table(buckets, kind)))
    found = values_of_seats(
        [Seat(saved.rules, ALL_RANKS, player, played) for player in (0, 1)],
        strategy,
        saved.rules,
        keep=context,
        threads=context.threads,
        progress=context.progress,
    )
    best = np.array([seat.won.mean for seat in found.seats])
    attributes: dict[str, Any] = {
        "title": "What best responses win from a strategy on real cards",
        "strategy": strategy,
        "rules": saved.rules.values(),
        "exploitability_chips_per_game": found.exploitability,
        "exploitability_mb_per_game": milliblinds(found.exploitability, saved.rules),
        "rounding_chips": found.rounding,
        "source": "enumeration of the 2,554,656 dealt river boards up to suits, as Johanson et al. 2011",
    }
    context.write(
        kind=real_table.KIND,
        arrays={"best_response": best},
        attributes=attributes,
        dataset_attributes={
            "best_response": {"axes": ["seat"], "units": "chips a game, of the best response in this seat"}
        },
    )
