"""[strategy.NAME] by public chance sampling or by CFR-BR on sampled boards, for a number of iterations or seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Any

from pokerdata._support import costs
from pokerdata._support.arguments import as_count, key
from pokerdata._support.costs import Cost
from pokerdata._support.text import quoted
from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.abstraction.bounds import STRENGTH
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.games import Game, Rules
from pokerdata.games.bucketed import private_states
from pokerdata.games.named import TEXAS
from pokerdata.games.strategies.strategy_file import SAMPLED_CFR_BR
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.recipes.vector_strategy import kept_run, what_fits_sampled
from pokerdata.solving.sampled import strategy_table
from pokerdata.solving.sampled.cfr_br import cfr_br, deck_of, response_memory
from pokerdata.solving.sampled.solve import SampledResult, solve
from pokerdata.solving.sampled.solver import UPDATES, leaf_visits, memory_needed, peak_of_run
from pokerdata.solving.solved import MOST_ITERATIONS


@dataclass(frozen=True, kw_only=True)
class SampledStrategy(StrategySection):
    """A strategy by public chance sampling, over an abstraction of hold'em.

    Raises:
        ValueError: If values exclude each other.
    """

    iterations: int | None = key("stop here at the latest", None)
    seconds: float | None = key("stop after so many at the latest", None)
    update: str = key("lcfr or cfr, how samples are weighted", "lcfr")
    seed: int = key("of the boards", 0)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.update not in UPDATES:
            raise ValueError(
                f"update: expected one of {', '.join(UPDATES)}, got {quoted(self.update)}; e.g. 'lcfr'"
            )
        if self.iterations is None and self.seconds is None:
            raise ValueError(
                f"limit of {self.algorithm}: expected iterations or seconds, got neither; e.g. seconds = 3600"
            )
        if self.iterations is not None:
            as_count(self.iterations, "iterations", 1, MOST_ITERATIONS, 1000)
        if self.seconds is not None and not 0 < self.seconds <= MOST_ITERATIONS:
            raise ValueError(
                f"seconds: expected more than 0 and at most {MOST_ITERATIONS}, got {self.seconds}; e.g. 3600"
            )
        as_count(self.seed, "seed", 0, 2**63 - 1, 7)

    def stage(self, name: str, abstraction: Abstraction | None) -> Stage:
        game = self.named_game()
        if game.cards != TEXAS or abstraction is None:
            raise ValueError(
                f"game: expected for {self.algorithm} hold'em with 52 cards over an abstraction, got "
                f"{quoted(self.game)} with the abstraction {quoted(self.abstraction)}; e.g. "
                f'game = "limit-holdem" and abstraction = "percentile500"'
                + (", or in a game of few cards buckets = [2, 2]" if self.algorithm == SAMPLED_CFR_BR else "")
            )
        buckets = f"{self.abstraction}_buckets"
        keys = ("abstraction", "algorithm", "update", "iterations", "seconds", "seed")
        return Stage(
            name=f"{name}_strategy",
            build=partial(_build, self._solver(), game, buckets, abstraction.TABLE),
            kernels=("chance_sampling",),
            cost=self._cost(game.rules, abstraction),
            parents=(buckets, *STRENGTH),
            parameters={
                "rules": game.rules.values(),
                "cards": game.cards.values(),
                **{key: getattr(self, key) for key in keys},
            },
            summary=strategy_table.summary,
            in_manifest=False,
        )

    @property
    def exploitability_target(self) -> None:
        return None

    def _solver(self) -> Callable[..., SampledResult]:
        """Return the solver."""
        return solve

    def _cost(self, rules: Rules, abstraction: Abstraction) -> Cost:
        states = private_states(abstraction.counts, abstraction.recall)
        return replace(
            self._cost_of(costs.SAMPLED_LEAF * leaf_visits(rules), memory_needed(rules, states)),
            what_fits=partial(what_fits_sampled, rules, abstraction.recall),
        )

    def _cost_of(self, iteration: float, need: int) -> Cost:
        """Return the cost, given seconds per iteration and bytes of the solver; adds lookups and a checkpoint's copy."""
        return Cost(
            seconds=min((self.iterations or inf) * iteration, self.seconds or inf),
            stops_after=self.seconds or inf,
            threaded=True,
            memory_bytes=peak_of_run(need),
            disk_bytes=2 * need,
        )


def _build(
    solver: Callable[..., SampledResult],
    game: Game,
    buckets: str,
    kind: type[BucketTable],
    context: Context,
) -> None:
    section: dict[str, Any] = dict(context.parameters)  # the recipe has checked it
    result = solver(
        game.rules,
        context.table(buckets, kind),
        iterations=section["iterations"],
        seconds=section["seconds"],
        update=section["update"],
        seed=section["seed"],
        threads=context.threads,
        progress=context.progress,
        **kept_run(context),
    )
    context.write(**result.table())


@dataclass(frozen=True, kw_only=True)
class SampledCfrBr(SampledStrategy):
    """The least exploitable strategy of an abstraction of hold'em, by CFR-BR on sampled boards.

    Raises:
        ValueError: If values exclude each other.
    """

    def _solver(self) -> Callable[..., SampledResult]:
        return cfr_br

    def _cost(self, rules: Rules, abstraction: Abstraction) -> Cost:
        states = private_states(abstraction.counts, abstraction.recall)
        need = response_memory(rules, states, deck_of(rules, TEXAS))
        return self._cost_of(costs.SAMPLED_RESPONSE_LEAF * leaf_visits(rules), need)
