"""[response.NAME]: a response to a strategy of the recipe that may be a wrong model; a strategy itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pokerdata._support import costs
from pokerdata._support.arguments import key, read_section
from pokerdata._support.costs import Cost
from pokerdata._support.text import nearest, quoted
from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.games import Game, Rules, SolvableGame, milliblinds
from pokerdata.games.strategies import load_strategy, simple_strategy
from pokerdata.games.strategies.simple import BUILT_IN
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes import real_values
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages, picture_stage
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.recipes.vector_strategy import (
    VectorStrategy,
    buckets_counted,
    kept_run,
    played_game,
    told_run,
    with_attributes,
)
from pokerdata.reports.pictures.exploitability import trade_off_curve
from pokerdata.reports.pictures.figure import save
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.public import trade_off_table
from pokerdata.solving.public.held_player import Model, check_p
from pokerdata.solving.public.restricted_response import restricted_response, summary
from pokerdata.solving.public.seats import ResponseValues
from pokerdata.solving.public.trade_off import rising, trade_off
from pokerdata.solving.solved import Row

_LEAST_FREE = 0.01


@dataclass(frozen=True, kw_only=True)
class ResponseSection(VectorStrategy):
    """A section [response.NAME]: the keys of a strategy, the model it responds to, and the trust in this model."""

    model: str = key(
        f"what the opponent is thought to play: a [strategy.NAME] of the same game, or {', '.join(BUILT_IN)}"
    )
    p: float = key("how likely he plays it, from 0 (an equilibrium) to 1 (a best response)")
    trade_off: list[Any] | None = key(
        "also what is won and what is risked for these p, e.g. [0.5, 0.9]: the table NAME_trade_off and its picture "
        "NAME_curve.png",
        None,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        check_p(self.p)
        rising(self.trade_off or ())

    @property
    def exploitability_target(self) -> str | None:
        return None  # it is not solved to an exploitability


def stages(name: str, section: ResponseSection, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return ``NAME_strategy``; also ``NAME_trade_off`` and ``NAME_curve``, and ``NAME_real``, if requested.

    Args:
        name: Name of the section.
        section: The section.
        recipe: All sections.
        made: Stages of earlier sections.

    Raises:
        ValueError: If a model does not exist or is of another game, or as for a strategy.
        CapacityError: If something is too large; raised before any work.
    """
    _check_model(name, section, recipe)
    abstraction = section.abstraction_of(recipe)
    plain = section.stage(name, abstraction)
    game = section.named_game()
    parents, told = plain.parents, dict(plain.parameters)
    if section.model not in BUILT_IN:
        parents = (*parents, f"{section.model}_strategy")
    found = [
        replace(
            plain,
            build=partial(_build, game),
            cost=_cost(section, game.rules, [section.p], abstraction),
            parents=parents,
            parameters=told | {"model": section.model, "p": section.p},
            summary=summary,
        )
    ]
    if section.trade_off is not None:
        ps = rising(section.trade_off)
        table = replace(
            plain,
            name=f"{name}_trade_off",
            build=partial(_weigh, game),
            cost=_cost(section, game.rules, ps, abstraction),
            parents=parents,
            parameters=told | {"model": section.model, "ps": list(ps)},
            summary=trade_off_table.summary,
        )
        found += [table, picture_stage(f"{name}_curve", partial(_draw, table.name), (table.name,))]
    return [*found, real_values.stage(name, section, recipe)] if section.on_real_cards() else found


SECTION = SectionKind("response", partial(read_section, ResponseSection), stages)


def _check_model(name: str, section: ResponseSection, recipe: Recipe) -> None:
    strategies = recipe.all(StrategySection)
    known = [*(other for other in strategies if other != name), *BUILT_IN]
    if section.model not in known:
        raise ValueError(
            f"model: expected one of {', '.join(known)}, got {quoted(section.model)}{nearest(section.model, known)}"
        )
    if section.model in BUILT_IN:
        return
    other = strategies[section.model]
    mine, theirs = section.named_game(), other.named_game()
    if (mine.rules, mine.cards, section.abstraction) != (theirs.rules, theirs.cards, other.abstraction):
        raise ValueError(
            f"model: expected a strategy of {section.game} with abstraction {section.abstraction or 'none'}, as the "
            f"response is, got {section.model}, which is of {other.game} with {other.abstraction or 'none'}; e.g. "
            f'game = "{other.game}"'
        )


def _cost(
    section: ResponseSection, rules: Rules, ps: Sequence[float], abstraction: Abstraction | None
) -> Cost:
    """Return the cost of both seats of a response for each p, one after another."""
    # The more the opponent is fixed to the model, the less there is to learn, as with a less strict target.
    target = section.target_of(rules)
    free = [max(1 - p, _LEAST_FREE) for p in ps]
    each = [section.cost_to(target / share**costs.RESPONSE_FALLING, abstraction) for share in free]
    first = each[0]
    return replace(
        first,
        seconds=costs.RESPONSE_SEATS * sum(cost.seconds for cost in each),
        memory_bytes=2 * first.memory_bytes,
        disk_bytes=2 * first.disk_bytes,
        what_fits=None,
    )


def _model(context: Context, game: SolvableGame) -> Model:
    name = str(context.parameters["model"])
    if name in BUILT_IN:
        return simple_strategy(game, BUILT_IN[name])
    return load_strategy(context.table(f"{name}_strategy").path)


def _how(context: Context) -> dict[str, Any]:
    told: Mapping[str, Any] = context.parameters
    return {
        "algorithm": Algorithm(**told["algorithm"]),
        "target": told["target"],
        "iterations": told["iterations"],
        "dtype": told["dtype"],
        "threads": context.threads,
    }


def _build(chosen: Game, context: Context) -> None:
    told: Mapping[str, Any] = context.parameters
    game = played_game(context, chosen, told["abstraction"])
    found = restricted_response(
        game,
        _model(context, game),
        told["p"],
        every=told["every"],
        **_how(context),
        **kept_run(context),
        **told_run(context, lambda row: _words(row, game.rules)),
    )
    found = replace(found, made_from={})  # the pipeline records the parents itself
    context.write(**with_attributes(found.table(), buckets_counted(context, told["abstraction"])))


def _words(row: Row[ResponseValues], rules: Rules) -> str:
    short = milliblinds(row.values.exploitability, rules)
    return f"{short:.4g} mb/g short of the best at iteration {row.iteration:,}"


def _weigh(chosen: Game, context: Context) -> None:
    told: Mapping[str, Any] = context.parameters
    game = played_game(context, chosen, told["abstraction"])
    model = _model(context, game)
    found = trade_off(game, model, told["ps"], **_how(context), progress=context.progress)
    context.write(**found.table())


def _draw(table: str, context: Context) -> None:
    found = context.table(table, trade_off_table.TradeOffTable).trade_off()
    context.write_file(lambda path: save(trade_off_curve(found).figure(), path))
