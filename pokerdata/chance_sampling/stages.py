"""The pipeline's stage that solves by public chance sampling."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from pokerdata.abstraction.datasets import STRENGTH
from pokerdata.abstraction.sizes import bucket_counts
from pokerdata.chance_sampling import strategy_table
from pokerdata.chance_sampling.solve import solve
from pokerdata.chance_sampling.solver import UPDATES, iteration_seconds, memory_needed, memory_of_run
from pokerdata.games import NamedGame
from pokerdata.games.bucketed_sizes import private_states
from pokerdata.games.named import TEXAS
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.recipes.memory_advice import what_fits_sampled
from pokerdata.solving.limits import MOST_ITERATIONS
from pokerdata.solving.run_state import RunState
from pokerdata.support.arguments import as_count

_LIMIT = "want iterations or seconds, e.g. seconds = 3600"
_EXACT = ("alpha", "beta", "gamma", "delay", "every")


def stages(
    name: str, section: Mapping[str, Any], game: NamedGame, abstraction: Mapping[str, Any] | None
) -> list[Stage]:
    """The stage ``NAME_strategy`` of a section [strategy.NAME] with algorithm = "pcs".

    game: of the section; abstraction: the section of the abstraction it uses.

    Raises ValueError, before any work, for values that do not fit together.
    """
    if game.cards != TEXAS or abstraction is None:
        raise ValueError(
            f"bad game {section['game']!r} with the abstraction {section['abstraction']!r} for pcs: want hold'em "
            'with 52 cards over an abstraction, e.g. game = "limit-holdem" and abstraction = "percentile500"'
        )
    for key in _EXACT:
        if section[key] is not None:
            raise ValueError(
                f"bad {key} {section[key]} for pcs: want update, iterations, seconds and seed alone"
            )
    if section["dtype"] != "float32":
        raise ValueError(f"bad dtype {section['dtype']!r} for pcs: want 'float32', the one there is")
    if section["update"] not in UPDATES:
        raise ValueError(f"bad update {section['update']!r}: want one of {', '.join(UPDATES)}, e.g. 'lcfr'")
    if section["target"] != "1mb":  # the default of other algorithms
        raise ValueError(f"bad target {section['target']!r} for pcs, which knows no exploitability: {_LIMIT}")
    if section["iterations"] is None and section["seconds"] is None:
        raise ValueError(f"no limit for pcs: {_LIMIT}")
    if section["iterations"] is not None:
        as_count(section["iterations"], "iterations", 1, MOST_ITERATIONS, 1000)
    if section["seconds"] is not None and not 0 < section["seconds"] <= MOST_ITERATIONS:
        raise ValueError(
            f"bad seconds {section['seconds']}: want more than 0 and at most {MOST_ITERATIONS}, e.g. seconds = 3600"
        )
    as_count(section["seed"], "seed", 0, 2**63 - 1, 7)
    used = section["abstraction"]
    return [
        Stage(
            name=f"{name}_strategy",
            build=partial(_build, game, f"{used}_buckets"),
            estimate=_estimate(game, section, abstraction),
            parents=(f"{used}_buckets", *STRENGTH),
            parameters=_parameters(section, game),
            summary=strategy_table.summary,
            in_manifest=False,
        )
    ]


def _parameters(section: Mapping[str, Any], game: NamedGame) -> dict[str, Any]:
    keys = ("abstraction", "algorithm", "update", "iterations", "seconds", "seed")
    return {"rules": game.rules.values(), "cards": game.cards.values(), **{key: section[key] for key in keys}}


def _build(game: NamedGame, buckets: str, context: Context) -> None:
    section: dict[str, Any] = dict(context.parameters)  # checked by the recipe
    found = context.table(buckets)
    saved = context.load_shard("state")

    def on_progress(done: int, expected: int, speed: float) -> None:
        context.progress(done, expected, f"{speed:,.0f} iterations/s" if speed > 0 else "")

    result = solve(
        game.rules,
        found.states(),
        iterations=section["iterations"],
        seconds=section["seconds"],
        update=section["update"],
        seed=section["seed"],
        threads=context.threads,
        resume=None if saved is None else RunState.from_arrays(saved),
        checkpoint=lambda state: context.save_shard("state", state.arrays()),
        on_progress=on_progress,
    )
    context.write(
        kind=strategy_table.KIND,
        arrays=strategy_table.arrays(
            result, strategy_table.state_names(found.bucket_counts, found.perfect_recall)
        ),
        attributes=strategy_table.attributes(result, section["abstraction"], found.perfect_recall),
        dataset_attributes=strategy_table.street_attributes(game.rules.streets),
    )


def _estimate(game: NamedGame, section: Mapping[str, Any], abstraction: Mapping[str, Any]) -> Estimate:
    recall = abstraction.get("recall", "perfect")
    states = private_states(bucket_counts(abstraction), recall)
    iteration = iteration_seconds(game.rules)
    seconds = min(
        section["iterations"] * iteration if section["iterations"] else float("inf"),
        section["seconds"] or float("inf"),
    )
    return Estimate(
        seconds=seconds,
        memory_bytes=memory_of_run(game.rules, states),
        disk_bytes=2 * memory_needed(game.rules, states),
        note=f"{iteration:.2g} s an iteration",
        what_fits=partial(what_fits_sampled, game.rules, recall),
    )
