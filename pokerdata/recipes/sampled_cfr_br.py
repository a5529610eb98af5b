"""[strategy.NAME] by CFR-BR on sampled boards, for a number of iterations or seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Any

from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.chance_sampling.cfr_br import cfr_br
from pokerdata.chance_sampling.response_solver import deck_of, response_memory, response_seconds
from pokerdata.games import NamedGame, Rules
from pokerdata.games.bucketed_sizes import private_states
from pokerdata.games.named import TEXAS
from pokerdata.pipeline.stage import Context
from pokerdata.recipes.kept_run import kept_run
from pokerdata.recipes.sampled_strategy import SampledStrategy, write_result
from pokerdata.solving.run_state import RunState
from pokerdata.support.cost import Cost, Work

_LOOK_UPS = 1_000_000_000  # bytes


@dataclass(frozen=True, kw_only=True)
class SampledCfrBr(SampledStrategy):
    """The least exploitable strategy of an abstraction of hold'em, by CFR-BR on sampled boards.

    Raises:
        ValueError: For values that do not fit together.
    """

    def _build(self, game: NamedGame, buckets: str, kind: type[BucketTable]) -> Callable[[Context], None]:
        return partial(_build, game, buckets, kind)

    def _cost(self, rules: Rules, abstraction: Abstraction) -> Cost:
        deck = deck_of(rules, TEXAS)
        need = response_memory(rules, private_states(abstraction.counts, abstraction.recall), deck)
        iteration = response_seconds(rules)
        return Cost(
            seconds=min((self.iterations or inf) * iteration, self.seconds or inf),
            stops_after=self.seconds or inf,
            work=Work.SOLVING,
            memory_bytes=_LOOK_UPS + 2 * need,
            disk_bytes=2 * need,
            rounds=None if self.iterations is None else (self.iterations, "iteration"),
        )


def _build(game: NamedGame, buckets: str, kind: type[BucketTable], context: Context) -> None:
    section: dict[str, Any] = dict(context.parameters)  # checked by the recipe
    found = context.table(buckets, kind)
    result = cfr_br(
        game.rules,
        found.states(),
        iterations=section["iterations"],
        seconds=section["seconds"],
        update=section["update"],
        seed=section["seed"],
        threads=context.threads,
        progress=context.progress,
        **kept_run(context, RunState),
    )
    write_result(context, result, found)
