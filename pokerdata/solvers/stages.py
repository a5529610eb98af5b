"""The pipeline's stage that solves a game."""

from collections.abc import Mapping
from typing import Any

from pokerdata.games import Game, limit_holdem, named_game
from pokerdata.pipeline.recipe import REQUIRED, Schema
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.solvers import strategy_table
from pokerdata.solvers.algorithm import algorithm
from pokerdata.solvers.run import solve
from pokerdata.solvers.solver import DTYPES, memory_needed
from pokerdata.solvers.state import LogRow, State
from pokerdata.solvers.units import target_chips

SCHEMA: Schema = {
    "game": (
        str,
        REQUIRED,
        "kuhn, leduc, twelve-card, small-island, rhode-island, royal, limit-flop or limit-holdem",
    ),
    "abstraction": (str, None, "name of an [abstraction.NAME]; for limit-holdem"),
    "algorithm": (str, "dcfr", 'such as cfr+, "dcfr(beta=0.5)" or "cfr(simultaneous)"'),
    "alpha": (float, None, "dcfr: exponent of the positive regrets' discount, 1.5 by default"),
    "beta": (float, None, "dcfr: exponent of the negative regrets' discount, 0 by default"),
    "gamma": (float, None, "exponent of the average's weight: dcfr 2, cfr+ 1 by default"),
    "delay": (int, None, "cfr+: iterations before the average begins, 0 by default"),
    "target": (str, "1mb", 'exploitability to reach, "1mb" or "0.01 chips"'),
    "iterations": (int, None, "stop here at the latest"),
    "every": (int, None, "evaluate at its multiples instead of eight times a decade"),
    "dtype": (str, "float32", "float32 or float64"),
}

# Floating-point operations of the terminals' matrix products a second, on 2 cores with AVX2.
_SPEED = 2e11
_ITERATIONS = 511  # to 1 mb/g with dcfr
_RIVER_LEAVES = 9639
_SET_SECONDS = 6e-9  # an iteration takes this for each information set up to suits, on one thread


def stages(
    name: str, section: Mapping[str, Any], abstraction: Mapping[str, Any] | None = None
) -> list[Stage]:
    """The stage ``NAME_strategy`` of a section [strategy.NAME] that was checked against SCHEMA.

    abstraction: the section of the abstraction it uses, for the estimate.

    Raises ValueError, before any work, for values that do not fit together.
    """
    where = f"[strategy.{name}]"
    try:
        game = named_game(section["game"])
        _algorithm(section)
        target_chips(section["target"], game.rules)
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from None
    if section["dtype"] not in DTYPES:
        raise ValueError(f"{where}: bad dtype {section['dtype']!r}: want one of {', '.join(DTYPES)}")
    for key in ("iterations", "every"):
        if section[key] is not None and section[key] < 1:
            raise ValueError(f"{where}: bad {key} {section[key]}: want 1 or more, e.g. 100")
    counts = section["abstraction"]
    if (counts is None) != (game.build is not None):
        want = "no abstraction" if game.build else 'an abstraction, e.g. abstraction = "history5"'
        raise ValueError(f"{where}: bad abstraction {counts!r} for {section['game']}: want {want}")
    stage = Stage(
        name=f"{name}_strategy",
        build=_build,
        kernel="solvers",
        estimate=_estimate(section, abstraction),
        parents=() if counts is None else (f"{counts}_counts",),
        parameters=dict(section),
        summary=strategy_table.summary,
        in_manifest=False,
    )
    return [stage]


def _build(context: Context) -> None:
    section: dict[str, Any] = dict(context.parameters)  # checked by the recipe
    game = _game(context, section)
    saved = context.load_shard("state")

    def on_progress(done: int, expected: int, _: LogRow | None) -> None:
        context.progress(done, expected)

    result = solve(
        game,
        algorithm=_algorithm(section),
        target=section["target"],
        iterations=section["iterations"],
        every=section["every"],
        dtype=section["dtype"],
        threads=context.threads,
        resume=None if saved is None else State.from_arrays(saved),
        checkpoint=lambda state: context.save_shard("state", state.arrays()),
        on_progress=on_progress,
    )
    context.write(
        kind=strategy_table.KIND,
        arrays=strategy_table.arrays(result),
        attributes=strategy_table.attributes(result),
        dataset_attributes=strategy_table.dataset_attributes(game),
    )


def _game(context: Context, section: Mapping[str, Any]) -> Game:
    game = named_game(section["game"])
    if game.build is not None:
        return game.build()
    counts = context.table(f"{section['abstraction']}_counts")
    deals = [counts[street] for street in ("preflop", "flop", "turn", "river")]
    buckets = [int(b) for b in counts.attributes["buckets"]]
    return limit_holdem(buckets, deals, counts["river_wins"], abstraction=section["abstraction"])


def _algorithm(section: Mapping[str, Any]) -> Any:
    return algorithm(
        section["algorithm"], **{key: section[key] for key in ("alpha", "beta", "gamma", "delay")}
    )


def _estimate(section: Mapping[str, Any], abstraction: Mapping[str, Any] | None) -> Estimate:
    """From the cost of the river's matrix products, which is nearly all of it, or from the information sets."""
    size = 4 if section["dtype"] == "float32" else 8
    build = named_game(section["game"]).build
    if build is not None:
        game = build()
        iterations = section["iterations"] or _ITERATIONS
        return Estimate(
            seconds=0.1 + _SET_SECONDS * game.information_sets * iterations,
            memory_bytes=100_000_000
            + memory_needed(game, section["dtype"], algorithm=_algorithm(section), saved=True),
            disk_bytes=1_000_000 + 3 * size * game.information_sets,
        )
    sequences = 1
    for b in (abstraction or {}).get("buckets", [5, 5, 5, 5]):
        sequences *= b
    iteration = 4 * sequences**2 * _RIVER_LEAVES / _SPEED * size / 4
    rows = 16_000 * sequences  # decision nodes times actions, padded, with those of the earlier streets
    matrices = sequences**2 * (16 + 2 * size + 16)  # counts, matrices of the solver, and of the evaluation
    return Estimate(
        seconds=iteration * (section["iterations"] or _ITERATIONS) * 1.1,
        memory_bytes=int(2 * rows * size * 2 + matrices + 150e6),
        disk_bytes=3 * rows * size,
    )
