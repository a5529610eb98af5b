"""The pipeline's stage that solves a game."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from importlib import import_module
from typing import Any

from pokerdata.abstraction.sizes import bucket_counts, check_counted
from pokerdata.errors import CapacityError, located
from pokerdata.games import Game, NamedGame, Rules, game_of_counts, milliblinds, section_game, target_chips
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.solvers import strategy_table
from pokerdata.solvers.costs import bucketed_costs
from pokerdata.solvers.solve import solve
from pokerdata.solvers.solver import DTYPES, memory_needed
from pokerdata.solving.algorithm import Algorithm, algorithm_for
from pokerdata.solving.limits import MOST_ITERATIONS
from pokerdata.solving.log import LogRow
from pokerdata.solving.run_state import RunState
from pokerdata.store.digest import digests_of
from pokerdata.support.arguments import as_count

SCHEMA: Schema = {
    "game": (str, REQUIRED, "a name that `pokerdata games` lists, or a TOML file with rules"),
    "stack": (
        (float, str),
        None,
        'no-limit: chips of each player, in big blinds or as "20000 chips"; the game\'s own by default',
    ),
    "menu": (list, None, 'no-limit: bets on all streets, e.g. ["pot", "all-in"], or a list a street'),
    "abstraction": (str, None, "name of an [abstraction.NAME]; for limit-holdem and nolimit-holdem"),
    "algorithm": (
        str,
        None,
        'such as cfr+, "dcfr(beta=0.5)" or "cfr(simultaneous)"; or pcs, public chance sampling; where none is named dcfr, '
        'in no-limit games "dcfr(beta=0.5)"',
    ),
    "alpha": (float, None, "dcfr: exponent of the positive regrets' discount, 1.5 by default"),
    "beta": (
        float,
        None,
        "dcfr: exponent of the negative regrets' discount, 0 by default; 0.5 in a no-limit game without algorithm",
    ),
    "gamma": (float, None, "exponent of the average's weight: dcfr 2, cfr+ 1 by default"),
    "delay": (int, None, "cfr+: iterations before the average begins, 0 by default"),
    "target": (str, "1mb", 'exploitability to reach, "1mb" or "0.01 chips"'),
    "iterations": (int, None, "stop here at the latest"),
    "seconds": (float, None, "pcs: stop after so many at the latest"),
    "update": (str, "lcfr", "pcs: lcfr or cfr, how samples are weighted"),
    "seed": (int, 0, "pcs: of the boards"),
    "every": (int, None, "evaluate at its multiples instead of eight times a decade"),
    "dtype": (str, "float32", "float32 or float64"),
}

_ITERATIONS = 511  # to 1 mb/g with dcfr
_SET_SECONDS = 6e-9  # an iteration takes this for each information set up to suits, on one thread


def stages(
    name: str, section: Mapping[str, Any], abstraction: Mapping[str, Any] | None = None
) -> list[Stage]:
    """The stage ``NAME_strategy`` of a section [strategy.NAME] that was checked against SCHEMA.

    abstraction: the section of the abstraction it uses, for the estimate.

    Raises, before any work, ValueError for values that do not fit together and CapacityError for what is too large.
    """
    try:
        return _stages(name, section, abstraction)
    except (ValueError, CapacityError) as error:
        raise located(f"[strategy.{name}]", error) from None


def _stages(name: str, section: Mapping[str, Any], abstraction: Mapping[str, Any] | None) -> list[Stage]:
    game = section_game(section)
    if section["algorithm"] == "pcs":
        sampled: list[Stage] = import_module("pokerdata.chance_sampling.stages").stages(
            name, section, game, abstraction
        )
        return sampled
    _algorithm(section, game.rules)
    target_chips(section["target"], game.rules)
    if section["dtype"] not in DTYPES:
        raise ValueError(f"bad dtype {section['dtype']!r}: want one of {', '.join(DTYPES)}")
    for key in ("iterations", "every"):
        if section[key] is not None:
            as_count(section[key], key, 1, MOST_ITERATIONS, 100)
    counts = section["abstraction"]
    if (counts is None) != (game.build is not None):
        want = "no abstraction" if game.build else 'an abstraction, e.g. abstraction = "history5"'
        raise ValueError(f"bad abstraction {counts!r} for {section['game']}: want {want}")
    if abstraction is not None:
        check_counted(counts, abstraction)
    stage = Stage(
        name=f"{name}_strategy",
        build=partial(_build, game),
        estimate=_estimate(game, section, abstraction),
        parents=() if counts is None else (f"{counts}_counts",),
        parameters=_parameters(section, game),
        summary=strategy_table.summary,
        in_manifest=False,
    )
    return [stage]


def _build(chosen: NamedGame, context: Context) -> None:
    parameters: Mapping[str, Any] = context.parameters
    game = _game(context, chosen, parameters["abstraction"])
    saved = context.load_shard("state")

    def on_progress(done: int, expected: int, last: LogRow | None) -> None:
        context.progress(done, expected, "" if last is None else _words(last, game.rules))

    result = solve(
        game,
        algorithm=Algorithm(**parameters["algorithm"]),
        target=parameters["target"],
        iterations=parameters["iterations"],
        every=parameters["every"],
        dtype=parameters["dtype"],
        threads=context.threads,
        resume=None if saved is None else RunState.from_arrays(saved),
        checkpoint=lambda state: context.save_shard("state", state.arrays()),
        on_progress=on_progress,
    )
    context.write(
        kind=strategy_table.KIND,
        arrays=strategy_table.arrays(result),
        attributes=strategy_table.attributes(result) | _buckets(context, parameters["abstraction"]),
        dataset_attributes=strategy_table.dataset_attributes(game),
    )


def _words(row: LogRow, rules: Rules) -> str:
    return f"{milliblinds(row.evaluation.exploitability, rules):.4g} mb/g at iteration {row.iteration:,}"


def _buckets(context: Context, abstraction: str | None) -> dict[str, object]:
    """The digests of the buckets that were counted: agents of the strategy look cards up in the same ones."""
    if abstraction is None:
        return {}
    parents = context.table(f"{abstraction}_counts").attributes["parents"]
    return {"buckets": digests_of(f"{abstraction}_buckets", parents)}


def _parameters(section: Mapping[str, Any], game: NamedGame) -> dict[str, Any]:
    """What determines the strategy besides its parents: names and defaults are resolved, so that they may change."""
    return {
        "rules": game.rules.values(),
        "cards": game.cards.values(),
        "algorithm": asdict(_algorithm(section, game.rules)),
        **{key: section[key] for key in ("abstraction", "target", "iterations", "every", "dtype")},
    }


def _game(context: Context, game: NamedGame, abstraction: str | None) -> Game:
    if game.build is not None:
        return game.build()
    return game_of_counts(game.rules, context.table(f"{abstraction}_counts"), str(abstraction))


def _algorithm(section: Mapping[str, Any], rules: Rules) -> Algorithm:
    given = {key: section[key] for key in ("alpha", "beta", "gamma", "delay")}
    return algorithm_for(rules, section["algorithm"], **given)


def _estimate(game: NamedGame, section: Mapping[str, Any], abstraction: Mapping[str, Any] | None) -> Estimate:
    if game.build is None:
        buckets = (5, 5, 5, 5) if abstraction is None else bucket_counts(abstraction)
        how = {"dtype": section["dtype"], "algorithm": _algorithm(section, game.rules)}
        costs = bucketed_costs(game.rules, buckets, iterations=section["iterations"], **how)
        return Estimate(
            seconds=costs.seconds,
            memory_bytes=costs.peak_bytes,
            disk_bytes=costs.disk_bytes,
            note=f"{costs.iteration_seconds:.2g} s an iteration, {costs.iterations:,} iterations",
            what_fits=partial(_what_fits, game.rules, buckets, how),
        )
    played = game.build()
    iterations = section["iterations"] or _ITERATIONS
    seconds = _SET_SECONDS * played.information_sets
    size = 4 if section["dtype"] == "float32" else 8
    return Estimate(
        seconds=0.1 + seconds * iterations,
        memory_bytes=100_000_000
        + memory_needed(played, section["dtype"], algorithm=_algorithm(section, game.rules), saved=True),
        disk_bytes=1_000_000 + 3 * size * played.information_sets,
        note=f"{seconds:.2g} s an iteration, {iterations:,} iterations",
    )


def _what_fits(rules: Rules, buckets: Sequence[int], how: Mapping[str, Any], memory: int) -> str:
    from pokerdata.recipes.memory_advice import what_fits_counted

    return what_fits_counted(rules, buckets, memory, **how)
