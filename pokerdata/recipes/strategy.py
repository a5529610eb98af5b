"""[strategy.NAME]: a game solved, by the solver that its algorithm names.

A new solver is a file of its own and a line in `SOLVERS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pokerdata.pipeline.stage import Stage
from pokerdata.recipes import real_values
from pokerdata.recipes.class_strategy import ClassStrategy
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages
from pokerdata.recipes.sampled_cfr_br import SampledCfrBr
from pokerdata.recipes.sampled_strategy import SampledStrategy
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.recipes.vector_strategy import VectorStrategy
from pokerdata.strategies.street_table import PUBLIC_CHANCE_SAMPLING, SAMPLED_CFR_BR
from pokerdata.support.sections import check_known, keys_of, read_section
from pokerdata.support.text import quoted

#: Algorithm -> the section that asks for it; any other is one of counterfactual regret minimisation.
SOLVERS: Mapping[str, type[StrategySection]] = {
    PUBLIC_CHANCE_SAMPLING: SampledStrategy,
    SAMPLED_CFR_BR: SampledCfrBr,
}
_ANY_OTHER = VectorStrategy
_BUCKETS = (
    "buckets"  # the key that classes of hands in games of few cards are asked for by, whatever the algorithm
)


def read(where: str, given: Mapping[str, Any]) -> StrategySection:
    """A section [strategy.NAME], of the class that its algorithm names.

    Raises:
        ValueError: For what is not one; the message begins with `where`.
    """
    algorithm = given.get("algorithm")
    kind = SOLVERS.get(algorithm, _ANY_OTHER) if isinstance(algorithm, str) else _ANY_OTHER
    if _BUCKETS in given:
        kind = ClassStrategy
    own = keys_of(kind)
    others: dict[str, str] = {}  # key -> the algorithms that have it
    for name, solver in SOLVERS.items():
        others |= {
            key: f'{others[key]} or "{name}"' if key in others else f'"{name}"' for key in keys_of(solver)
        }
    check_known([kind, _ANY_OTHER, *SOLVERS.values(), ClassStrategy], where, given)
    for key in given:
        if key not in own:
            of = f"algorithm = {others[key]} alone" if key in others else "algorithms such as dcfr and cfr+"
            if key not in others and key not in keys_of(_ANY_OTHER):
                of = f"games of few cards with {_BUCKETS} alone"
            chosen = "no algorithm" if algorithm is None else f"algorithm = {quoted(algorithm)}"
            chosen += f" with {_BUCKETS}" if kind is ClassStrategy else ""
            raise ValueError(
                f"{where}: {key} = {quoted(given[key])} is a key of {of}, and here is {chosen}: expected some of "
                f"{', '.join(own)}"
            )
    return read_section(kind, where, given)


def stages(name: str, section: StrategySection, recipe: Recipe, made: Stages) -> list[Stage]:
    """The stage NAME_strategy, and NAME_real where that is asked for."""
    found = [section.stage(name, section.abstraction_of(recipe))]
    return [*found, real_values.stage(name, section, recipe)] if section.on_real_cards() else found


SECTION = SectionKind("strategy", read, stages)
