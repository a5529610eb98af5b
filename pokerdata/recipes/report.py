"""[report]: pictures of every strategy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from pokerdata._support.arguments import key, read_section
from pokerdata._support.text import quoted
from pokerdata.games import milliblinds, target_chips
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages, picture_stage
from pokerdata.recipes.strategy_section import StrategySection
from pokerdata.reports.pictures.convergence import convergence
from pokerdata.reports.pictures.figure import save
from pokerdata.reports.pictures.occupancy import preflop_grid


@dataclass(frozen=True, kw_only=True)
class Report:
    """The section [report].

    Raises:
        ValueError: If a picture is unknown or named twice; the message lists the pictures.
    """

    plots: list[Any] = key('pictures of every strategy, e.g. ["convergence", "preflop"]', [])

    def __post_init__(self) -> None:
        known = list(PLOTS)  # a list allows any value in `in`
        for plot in self.plots:
            if plot not in known or self.plots.count(plot) > 1:
                fault = "no plot" if plot not in known else "twice the plot"
                raise ValueError(
                    f"{fault} {quoted(plot)}: expected some of {', '.join(known)}, each once; e.g. plots = ['preflop']"
                )


def stages(name: str, report: Report, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return the stages ``NAME_PLOT`` of every strategy.

    'preflop' exists for strategies over a card abstraction, 'convergence' for strategies with computed exploitability.
    """
    drawn = (
        PLOTS[plot](strategy, section)
        for strategy, section in recipe.all(StrategySection).items()
        for plot in report.plots
    )
    return [stage for stage in drawn if stage is not None]


def _convergence_stage(strategy: str, section: StrategySection) -> Stage | None:
    if section.exploitability_target is None:
        return None
    rules = section.named_game().rules
    target_mb = milliblinds(target_chips(section.exploitability_target, rules), rules)
    return _drawn(f"{strategy}_convergence", _convergence, (f"{strategy}_strategy",), target_mb=target_mb)


def _preflop_stage(strategy: str, section: StrategySection) -> Stage | None:
    if section.abstraction is None:
        return None
    return _drawn(f"{strategy}_preflop", _preflop, (f"{strategy}_strategy", f"{section.abstraction}_buckets"))


def _drawn(name: str, build: Callable[..., None], parents: tuple[str, ...], **parameters: object) -> Stage:
    return picture_stage(name, partial(build, *parents), parents, parameters, disk_bytes=500_000)


def _convergence(strategy: str, context: Context) -> None:
    parameters: dict[str, Any] = dict(context.parameters)
    figure = convergence(context.table(strategy), target_mb=parameters["target_mb"])
    context.write_file(partial(save, figure))


def _preflop(strategy: str, buckets: str, context: Context) -> None:
    figure = preflop_grid(context.table(strategy), context.table(buckets))
    context.write_file(partial(save, figure))


#: Picture -> its stage for a strategy, None if it has no such picture. A new one is a function and a line here.
PLOTS: Mapping[str, Callable[[str, StrategySection], Stage | None]] = {
    "convergence": _convergence_stage,
    "preflop": _preflop_stage,
}

SECTION = SectionKind("report", partial(read_section, Report), stages, is_named=False)
