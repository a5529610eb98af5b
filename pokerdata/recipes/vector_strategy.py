"""[strategy.NAME] by CFR over all deals to an exploitability, with runs that resume, and what fits into memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from math import prod
from typing import Any

from pokerdata._support import costs
from pokerdata._support.arguments import as_count, key
from pokerdata._support.costs import Cost
from pokerdata._support.text import bytes_text, quoted
from pokerdata.abstraction.abstraction import (
    IMPERFECT,
    LOSSLESS,
    MOST_BUCKETS,
    MOST_COUNTED,
    MOST_SEQUENCES,
    SAMPLING,
    SAMPLING_OF_IMPERFECT,
    Abstraction,
    counting_memory,
    fitting_text,
    most_that_fit,
)
from pokerdata.games import Game, NoLimitRules, Rules, SolvableGame, game_of_counts, milliblinds, target_chips
from pokerdata.games.bucketed import CountsTable, private_states
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.pipeline.store.digest import digests_of
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.solving.algorithms import Algorithm, algorithm_for
from pokerdata.solving.public import strategy_table
from pokerdata.solving.public.costs import bucketed_cost
from pokerdata.solving.public.solve import solve
from pokerdata.solving.public.solver import DTYPES, check_algorithm, memory_needed
from pokerdata.solving.sampled.solver import memory_of_run
from pokerdata.solving.solved import MOST_ITERATIONS, LogRow, Row, TableParts


def kept_run(context: Context) -> dict[str, Any]:
    """Return the options for saving and resuming a run. The run reads its state itself, so memory holds it only once.

    Args:
        context: Context of the stage.
    """
    return {
        "resume": context.shard_file("state"),
        "checkpoint": lambda state: context.save_shard("state", state.contents()),
    }


def told_run(context: Context, words: Callable[[Row[Any]], str]) -> dict[str, Any]:
    """Return the solver arguments for reporting progress with the last evaluation.

    Args:
        context: Context of the stage.
        words: Describes an evaluation.
    """
    note = ""

    def on_evaluation(row: Row[Any]) -> None:
        nonlocal note
        note = words(row)

    return {
        "on_evaluation": on_evaluation,
        "progress": lambda done, expected: context.progress(done, expected, note),
    }


def counted_memory(rules: Rules, buckets: Sequence[int], **how: Any) -> int:
    """Return the peak memory, in bytes, of making joint counts of buckets and of solving over them.

    Args:
        rules: Rules of the game.
        buckets: Number of buckets on each street.
        **how: Options of `bucketed_cost`.
    """
    return max(counting_memory(prod(buckets)), bucketed_cost(rules, buckets, **how).memory_bytes)


def most_counted(rules: Rules, memory: int, **how: Any) -> int:
    """Return the most buckets on every street with `counted_memory` of at most `memory`; 1 if 2 need more."""

    def need(buckets: int) -> int:
        if buckets**rules.streets > MOST_COUNTED:
            return memory + 1
        return counted_memory(rules, [buckets] * rules.streets, **how)

    return most_that_fit(need, MOST_COUNTED, memory)


def most_sampled(rules: Rules, recall: str, memory: int) -> int:
    """Return the same for public chance sampling, with at most the 169 hand classes preflop."""

    def need(buckets: int) -> int:
        states = private_states([min(buckets, LOSSLESS), *[buckets] * (rules.streets - 1)], recall)
        return memory + 1 if states[-1] > MOST_SEQUENCES else memory_of_run(rules, states)

    return most_that_fit(need, MOST_BUCKETS, memory)


def what_fits_counted(rules: Rules, buckets: Sequence[int], memory: int, **how: Any) -> str:
    """Return advice in words if `counted_memory` of these buckets is more than `memory`."""
    fitting = [fitting_text(most_counted(rules, memory, **how)), _fewer_bets(rules)]
    single = counted_memory(rules, buckets, **{**how, "dtype": "float32"})
    if how.get("dtype") != "float32" and single <= memory:
        fitting.insert(0, f'dtype = "float32", which takes {bytes_text(single)}, fits')
    for recall, sampling in (("perfect", SAMPLING), ("imperfect", SAMPLING_OF_IMPERFECT)):
        need = memory_of_run(rules, private_states(buckets, recall))
        if need <= memory:
            return "; or ".join([*fitting, f"{sampling}, which takes {bytes_text(need)} with these buckets"])
    return "; or ".join(fitting)


def what_fits_sampled(rules: Rules, recall: str, memory: int) -> str:
    """Return the same for public chance sampling."""
    fitting = [fitting_text(most_sampled(rules, recall, memory)), _fewer_bets(rules)]
    return "; or ".join([*fitting, IMPERFECT] if recall == "perfect" else fitting)


def _fewer_bets(rules: Rules) -> str:
    no_limit = isinstance(rules, NoLimitRules)
    return "a smaller menu of bets, which may be one a street" if no_limit else "a game with lower caps"


_LEFT = 30_000_000  # bytes that earlier stages left in one process: solving in 72 MB took 270 MB


@dataclass(frozen=True, kw_only=True)
class VectorStrategy(StrategySection):
    """A strategy by counterfactual regret minimization."""

    alpha: float | None = key("dcfr: exponent of the positive regrets' discount, 1.5 by default", None)
    beta: float | None = key(
        "dcfr: exponent of the negative regrets' discount, 0 by default; 0.5 in a no-limit game without algorithm",
        None,
    )
    gamma: float | None = key("exponent of the average's weight: dcfr 2, cfr+ 1 by default", None)
    delay: int | None = key("cfr+: iterations before the average begins, 0 by default", None)
    target: str = key('exploitability to reach, "1mb" or "0.01 chips"', "1mb")
    iterations: int | None = key("stop here at the latest", None)
    every: int | None = key("evaluate at its multiples instead of eight times a decade", None)
    dtype: str = key("float64 or float32, of regrets and strategy sums", "float64")

    def stage(self, name: str, abstraction: Abstraction | None) -> Stage:
        game = self.named_game()
        algorithm = self.chosen_algorithm(game.rules)
        check_algorithm(algorithm)
        target_chips(self.target, game.rules)
        if self.dtype not in DTYPES:
            raise ValueError(f"dtype: expected one of {', '.join(DTYPES)}, got {quoted(self.dtype)}")
        for number, value in (("iterations", self.iterations), ("every", self.every)):
            if value is not None:
                as_count(value, number, 1, MOST_ITERATIONS, 100)
        if (self.abstraction is None) != (game.build is not None):
            rule, example = ("none", "") if game.build else ("one", '; e.g. abstraction = "history5"')
            raise ValueError(
                f"abstraction: expected {rule} for {self.game}, got {quoted(self.abstraction)}{example}"
            )
        if abstraction is not None:
            abstraction.check_counted(str(self.abstraction))
        return Stage(
            name=f"{name}_strategy",
            build=partial(_build, game),
            kernels=("solvers",),
            cost=self.cost_to(self.target_of(game.rules), abstraction),
            parents=() if abstraction is None else (f"{self.abstraction}_counts",),
            parameters={
                # What determines the strategy, with names and defaults resolved, so that these may change.
                "rules": game.rules.values(),
                "cards": game.cards.values(),
                "algorithm": asdict(algorithm),
                "abstraction": self.abstraction,
                "target": self.target,
                "iterations": self.iterations,
                "every": self.every,
                "dtype": self.dtype,
            },
            summary=strategy_table.summary,
            in_manifest=False,
        )

    @property
    def exploitability_target(self) -> str | None:
        return self.target

    def chosen_algorithm(self, rules: Rules) -> Algorithm:
        """Return the algorithm with all its parameters.

        Args:
            rules: Rules of the game.

        Raises:
            ValueError: As `algorithm_for`.
        """
        return algorithm_for(
            rules, self.algorithm, alpha=self.alpha, beta=self.beta, gamma=self.gamma, delay=self.delay
        )

    def target_of(self, rules: Rules) -> float:
        """Return the target in mb/g.

        Args:
            rules: Rules of the game.
        """
        return milliblinds(target_chips(self.target, rules), rules)

    def cost_to(self, target: float, abstraction: Abstraction | None) -> Cost:
        """Return the cost of a run to a target.

        Args:
            target: Target in mb/g.
            abstraction: Abstraction of the game, if it has one.
        """
        game = self.named_game()
        algorithm = self.chosen_algorithm(game.rules)
        if abstraction is not None:
            how: dict[str, Any] = {"dtype": self.dtype, "algorithm": algorithm}
            cost = bucketed_cost(
                game.rules, abstraction.counts, iterations=self.iterations, target=target, **how
            )
            return replace(
                cost,
                memory_bytes=cost.memory_bytes + _LEFT,
                what_fits=partial(_what_fits, game.rules, abstraction.counts, how),
            )
        assert game.build is not None
        played = game.build()
        iterations = self.iterations or costs.ITERATIONS["limit"][0]
        size = 4 if self.dtype == "float32" else 8
        return Cost(
            seconds=0.03 + costs.INFORMATION_SET * played.information_sets * (iterations + costs.EVALUATIONS),
            memory_bytes=costs.PROCESS_MEMORY
            + memory_needed(played, algorithm=algorithm, saved=True, dtype=self.dtype),
            disk_bytes=20_000 + 3 * size * played.information_sets,
            threaded=True,
        )


def _build(chosen: Game, context: Context) -> None:
    parameters: Mapping[str, Any] = context.parameters
    game = played_game(context, chosen, parameters["abstraction"])
    result = solve(
        game,
        algorithm=Algorithm(**parameters["algorithm"]),
        target=parameters["target"],
        iterations=parameters["iterations"],
        every=parameters["every"],
        dtype=parameters["dtype"],
        threads=context.threads,
        **kept_run(context),
        **told_run(context, lambda row: words_of(row, game.rules)),
    )
    context.write(**with_attributes(result.table(), buckets_counted(context, parameters["abstraction"])))


def with_attributes(table: TableParts, more: Mapping[str, object]) -> TableParts:
    """Return a table with more attributes."""
    return {**table, "attributes": {**table["attributes"], **more}}


def words_of(row: LogRow, rules: Rules) -> str:
    """Describe an evaluation in words."""
    return f"{milliblinds(row.values.exploitability, rules):.4g} mb/g at iteration {row.iteration:,}"


def buckets_counted(context: Context, abstraction: str | None) -> dict[str, object]:
    """Return the digests of the counted buckets: agents of the strategy must look up cards in the same ones.

    Args:
        context: Context of the stage that solves.
        abstraction: Name of the abstraction, or None.
    """
    if abstraction is None:
        return {}
    parents = context.table(f"{abstraction}_counts", CountsTable).attributes["parents"]
    return {"buckets": digests_of(f"{abstraction}_buckets", parents)}


def played_game(context: Context, game: Game, abstraction: str | None) -> SolvableGame:
    """Return the game that a stage solves, over the joint counts among its parents if it has buckets.

    Args:
        context: Context of the stage.
        game: Rules and cards.
        abstraction: Name of the abstraction, or None.
    """
    if game.build is not None:
        return game.build()
    return game_of_counts(game.rules, context.table(f"{abstraction}_counts", CountsTable), str(abstraction))


def _what_fits(rules: Rules, buckets: Sequence[int], how: Mapping[str, Any], memory: int) -> str:
    return what_fits_counted(rules, buckets, memory, **how)
