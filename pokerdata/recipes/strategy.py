"""[strategy.NAME]: a solved game, by the solver of its algorithm, or over strength classes in small games.

A new solver is a class in its own file and a line in `SOLVERS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pokerdata._support.arguments import as_count, check_known, key, keys_of, read_section
from pokerdata._support.text import quoted
from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.games import Game, Rules, milliblinds
from pokerdata.games.strategies.strategy_file import PUBLIC_CHANCE_SAMPLING, SAMPLED_CFR_BR
from pokerdata.games.strategies.strategy_file import SAMPLED_CFR_BR as CFR_BR
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes import real_values
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages
from pokerdata.recipes.sampled_strategy import SampledCfrBr, SampledStrategy
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.recipes.vector_strategy import (
    VectorStrategy,
    kept_run,
    played_game,
    told_run,
    with_attributes,
    words_of,
)
from pokerdata.solving.algorithms import Algorithm, algorithm_for
from pokerdata.solving.public import strategy_table
from pokerdata.solving.public.cfr_br import cfr_br, summary
from pokerdata.solving.public.seats import ResponseValues
from pokerdata.solving.public.solve import solve
from pokerdata.solving.public.solver import MOST_BUCKETS, strength_classes
from pokerdata.solving.solved import Row

_TARGET = "1mb"


@dataclass(frozen=True, kw_only=True)
class ClassStrategy(VectorStrategy):
    """A strategy that distinguishes hands by strength only, in a game that is solved with all its cards.

    Raises:
        ValueError: If values exclude each other.
    """

    buckets: list[Any] = key(
        "into how many each bucket of the street before is cut, by hand strength, e.g. [3, 2]; for games of few cards"
    )
    by: str | None = key('of cfr-br: what minimises regret, such as cfr+ or "dcfr(beta=0.5)"', None)
    target: str = key(
        'of cfr-br: how near to the least exploitable, on average, "1mb" or "0.01 chips"', _TARGET
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for count in self.buckets:
            as_count(count, "buckets", 1, MOST_BUCKETS, 2)
        if self.by is not None and not self.responds:
            raise ValueError(
                f'by: expected algorithm = "cfr-br" with it, got {quoted(self.by)} with {self.algorithm or "none"}'
            )
        if not self.responds and self.iterations is None:
            raise ValueError(
                "iterations: expected with buckets, as no exploitability in the game is sure to be reached, got none; "
                "e.g. iterations = 1000"
            )
        if not self.responds and self.target != _TARGET:
            raise ValueError(
                f'target: expected algorithm = "cfr-br" with it, as an equilibrium of buckets comes to none, got '
                f"{quoted(self.target)}"
            )

    @property
    def responds(self) -> bool:
        """Whether the opponent sees its cards and plays a best response: CFR-BR."""
        return self.algorithm == CFR_BR

    def chosen_algorithm(self, rules: Rules) -> Algorithm:
        """Return the regret minimizer, with all its parameters.

        Args:
            rules: Rules of the game.

        Raises:
            ValueError: As `algorithm_for`.
        """
        name = self.by if self.responds else self.algorithm
        return algorithm_for(
            rules, name, alpha=self.alpha, beta=self.beta, gamma=self.gamma, delay=self.delay
        )

    def stage(self, name: str, abstraction: Abstraction | None) -> Stage:
        game = self.named_game()
        if self.abstraction is not None or game.build is None:
            raise ValueError(
                f"buckets: expected a game of few cards without an abstraction, got {self.game} with the abstraction "
                f'{self.abstraction or "none"}; e.g. game = "leduc", or in whole hold\'em an abstraction without buckets'
            )
        if len(self.buckets) != (streets := game.rules.streets):
            raise ValueError(
                f"buckets: expected a number for each of {streets} streets of {self.game}, got {self.buckets}; e.g. "
                f"{[2] * streets}"
            )
        plain = super().stage(name, abstraction)
        times = 2 if self.responds else 1
        return replace(
            plain,
            build=partial(_build if self.responds else _equilibrium, game),
            parameters=dict(plain.parameters)
            | {"buckets": self.buckets, "cfr_br": self.responds}
            | ({} if self.responds else {"target": None}),
            summary=summary if self.responds else strategy_table.summary,
            cost=replace(
                plain.cost,
                seconds=times * plain.cost.seconds,
                memory_bytes=times * plain.cost.memory_bytes,
                disk_bytes=times * plain.cost.disk_bytes,
            ),
        )

    @property
    def exploitability_target(self) -> None:
        return None  # neither reaches a given exploitability


def _how(context: Context) -> dict[str, Any]:
    told: Mapping[str, Any] = context.parameters
    return {
        "algorithm": Algorithm(**told["algorithm"]),
        "iterations": told["iterations"],
        "every": told["every"],
        "dtype": told["dtype"],
        "threads": context.threads,
    }


def _build(chosen: Game, context: Context) -> None:
    """Solve by CFR-BR."""
    told: Mapping[str, Any] = context.parameters
    game = played_game(context, chosen, None)
    found = cfr_br(
        game,
        strength_classes(game, told["buckets"]),  # type: ignore[arg-type]
        target=told["target"],
        **_how(context),
        **kept_run(context),
        **told_run(context, lambda row: _short(row, game.rules)),
    )
    context.write(**found.table())


def _equilibrium(chosen: Game, context: Context) -> None:
    """Solve the game in which both players see buckets."""
    told: Mapping[str, Any] = context.parameters
    game = played_game(context, chosen, None)
    classes = strength_classes(game, told["buckets"])  # type: ignore[arg-type]
    found = solve(
        game,
        classes=classes,
        **_how(context),
        **kept_run(context),
        **told_run(context, lambda row: words_of(row, game.rules)),
    )
    context.write(**with_attributes(found.table(), {"classes": list(classes.counts)}))


def _short(row: Row[ResponseValues], rules: Rules) -> str:
    short = milliblinds(row.values.exploitability, rules)
    return f"{short:.4g} mb/g from the least exploitable at iteration {row.iteration:,}"


#: Algorithm -> class of its section; any other algorithm is counterfactual regret minimization.
SOLVERS: Mapping[str, type[StrategySection]] = {
    PUBLIC_CHANCE_SAMPLING: SampledStrategy,
    SAMPLED_CFR_BR: SampledCfrBr,
}
_ANY_OTHER = VectorStrategy
_BUCKETS = "buckets"  # key that requests strength classes in games of few cards, whatever the algorithm


def read(where: str, given: Mapping[str, Any]) -> StrategySection:
    """Read a section [strategy.NAME], as the class of its algorithm.

    Raises:
        ValueError: If it is not valid; the message starts with `where`.
    """
    algorithm = given.get("algorithm")
    kind = SOLVERS.get(algorithm, _ANY_OTHER) if isinstance(algorithm, str) else _ANY_OTHER
    if _BUCKETS in given:
        kind = ClassStrategy
    own = keys_of(kind)
    others: dict[str, str] = {}  # key -> algorithms that have it
    for name, solver in SOLVERS.items():
        others |= {
            key: f'{others[key]} or "{name}"' if key in others else f'"{name}"' for key in keys_of(solver)
        }
    check_known([kind, _ANY_OTHER, *SOLVERS.values(), ClassStrategy], where, given)
    for name in given:
        if name not in own:
            of = f"algorithm = {others[name]} alone" if name in others else "algorithms such as dcfr and cfr+"
            if name not in others and name not in keys_of(_ANY_OTHER):
                of = f"games of few cards with {_BUCKETS} alone"
            chosen = "no algorithm" if algorithm is None else f"algorithm = {quoted(algorithm)}"
            chosen += f" with {_BUCKETS}" if kind is ClassStrategy else ""
            raise ValueError(
                f"{where}: {name} = {quoted(given[name])} is a key of {of}, and here is {chosen}: expected some of "
                f"{', '.join(own)}"
            )
    return read_section(kind, where, given)


def stages(name: str, section: StrategySection, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return the stage NAME_strategy, and NAME_real if requested."""
    found = [section.stage(name, section.abstraction_of(recipe))]
    return [*found, real_values.stage(name, section, recipe)] if section.on_real_cards() else found


SECTION = SectionKind("strategy", read, stages)
