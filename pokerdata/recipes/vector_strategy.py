"""[strategy.NAME] by counterfactual regret minimisation over all deals, to an exploitability."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.games import Game, NamedGame, Rules, game_of_counts, milliblinds, target_chips
from pokerdata.pipeline.stage import Context, Stage
from pokerdata.recipes.kept_run import kept_run, told_run
from pokerdata.recipes.memory_advice import what_fits_counted
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.solvers import strategy_table
from pokerdata.solvers.costs import bucketed_costs
from pokerdata.solvers.solve import solve
from pokerdata.solvers.solver import DTYPES, check_algorithm, memory_needed
from pokerdata.solving.algorithm import Algorithm, algorithm_for
from pokerdata.solving.limits import MOST_ITERATIONS
from pokerdata.solving.log import LogRow
from pokerdata.solving.run_state import RunState
from pokerdata.solving.schedule import schedule
from pokerdata.store.digest import digests_of
from pokerdata.support.arguments import as_count
from pokerdata.support.cost import PROCESS_MEMORY, Cost, Work
from pokerdata.support.sections import key
from pokerdata.support.text import quoted

_ITERATIONS = 511  # to 1 mb/g with dcfr
_LEFT = 30_000_000  # bytes of what stages before left in one process: solving in 72 MB took 270 MB
_SET_SECONDS = 6e-9  # an iteration takes this for each information set up to suits, on one thread


@dataclass(frozen=True, kw_only=True)
class VectorStrategy(StrategySection):
    """A strategy by counterfactual regret minimisation."""

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
            cost=self.cost_to(self.target_of(game.rules), abstraction),
            parents=() if abstraction is None else (f"{self.abstraction}_counts",),
            parameters={
                # What determines the strategy: names and defaults are resolved, so that they may change.
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
        """The algorithm with all its numbers.

        Args:
            rules: Of the game.

        Raises:
            ValueError: As `algorithm_for`.
        """
        return algorithm_for(
            rules, self.algorithm, alpha=self.alpha, beta=self.beta, gamma=self.gamma, delay=self.delay
        )

    def target_of(self, rules: Rules) -> float:
        """The target in mb/g.

        Args:
            rules: Of the game.
        """
        return milliblinds(target_chips(self.target, rules), rules)

    def cost_to(self, target: float, abstraction: Abstraction | None) -> Cost:
        """What a run costs to a target.

        Args:
            target: In mb/g.
            abstraction: Of the game, where it has one.
        """
        game = self.named_game()
        algorithm = self.chosen_algorithm(game.rules)
        if abstraction is not None:
            how: dict[str, Any] = {"dtype": self.dtype, "algorithm": algorithm}
            costs = bucketed_costs(
                game.rules,
                abstraction.counts,
                iterations=self.iterations,
                target=target,
                evaluated=schedule(every=self.every),
                **how,
            )
            return Cost(
                seconds=costs.seconds,
                memory_bytes=costs.peak_bytes + _LEFT,
                disk_bytes=costs.disk_bytes,
                rounds=(costs.iterations, "iteration"),
                work=Work.MULTIPLYING,
                what_fits=partial(_what_fits, game.rules, abstraction.counts, how),
            )
        assert game.build is not None
        played = game.build()
        iterations = self.iterations or _ITERATIONS
        seconds = _SET_SECONDS * played.information_sets
        size = 4 if self.dtype == "float32" else 8
        return Cost(
            seconds=0.03 + seconds * iterations,
            memory_bytes=PROCESS_MEMORY
            + memory_needed(played, algorithm=algorithm, saved=True, dtype=self.dtype),
            disk_bytes=20_000 + 3 * size * played.information_sets,
            rounds=(iterations, "iteration"),
            work=Work.SOLVING,
        )


def _build(chosen: NamedGame, context: Context) -> None:
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
        **kept_run(context, RunState),
        **told_run(context, lambda row: _words(row, game.rules)),
    )
    context.write(
        kind=strategy_table.KIND,
        arrays=strategy_table.arrays(result),
        attributes=strategy_table.attributes(result) | buckets_counted(context, parameters["abstraction"]),
        dataset_attributes=strategy_table.dataset_attributes(game),
    )


def _words(row: LogRow, rules: Rules) -> str:
    return f"{milliblinds(row.evaluation.exploitability, rules):.4g} mb/g at iteration {row.iteration:,}"


def buckets_counted(context: Context, abstraction: str | None) -> dict[str, object]:
    """The digests of the buckets that were counted: agents of the strategy look cards up in the same ones.

    Args:
        context: Of the stage that solves.
        abstraction: The name of the abstraction, or None.
    """
    if abstraction is None:
        return {}
    parents = context.table(f"{abstraction}_counts").attributes["parents"]
    return {"buckets": digests_of(f"{abstraction}_buckets", parents)}


def played_game(context: Context, game: NamedGame, abstraction: str | None) -> Game:
    """The game that a stage solves, over the joint counts among its parents where it is one of buckets.

    Args:
        context: Of the stage.
        game: Rules and cards.
        abstraction: The name of the abstraction, or None.
    """
    if game.build is not None:
        return game.build()
    return game_of_counts(game.rules, context.table(f"{abstraction}_counts"), str(abstraction))


def _what_fits(rules: Rules, buckets: Sequence[int], how: Mapping[str, Any], memory: int) -> str:
    return what_fits_counted(rules, buckets, memory, **how)
