"""[strategy.NAME] by CFR-BR on sampled boards, for a number of iterations or seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.chance_sampling.cfr_br import cfr_br
from pokerdata.chance_sampling.response_solver import deck_of, response_memory, response_seconds
from pokerdata.chance_sampling.solve import SampledResult
from pokerdata.games import Rules
from pokerdata.games.bucketed_sizes import private_states
from pokerdata.games.named import TEXAS
from pokerdata.recipes.sampled_strategy import SampledStrategy
from pokerdata.support.cost import Cost


@dataclass(frozen=True, kw_only=True)
class SampledCfrBr(SampledStrategy):
    """The least exploitable strategy of an abstraction of hold'em, by CFR-BR on sampled boards.

    Raises:
        ValueError: For values that do not fit together.
    """

    def _solver(self) -> Callable[..., SampledResult]:
        return cfr_br

    def _cost(self, rules: Rules, abstraction: Abstraction) -> Cost:
        states = private_states(abstraction.counts, abstraction.recall)
        return self._cost_of(response_seconds(rules), response_memory(rules, states, deck_of(rules, TEXAS)))
