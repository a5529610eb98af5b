"""The pipeline's stages that draw pictures of a strategy."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from pokerdata.games import milliblinds, section_game, target_chips
from pokerdata.pipeline.stage import Context, Estimate, Stage
from pokerdata.plots.convergence import convergence
from pokerdata.plots.figure import save
from pokerdata.plots.preflop import preflop_grid

PLOTS = ("convergence", "preflop")
_ESTIMATE = Estimate(seconds=2, memory_bytes=200_000_000, disk_bytes=500_000)


def check_plots(plots: Sequence[object]) -> None:
    """Raise ValueError, naming the pictures there are, for one that is unknown or named twice."""
    for plot in plots:
        if plot not in PLOTS or plots.count(plot) > 1:
            fault = "bad plot" if plot not in PLOTS else "twice the plot"
            raise ValueError(
                f"[report]: {fault} {plot!r}: want some of {', '.join(PLOTS)}, each once, e.g. plots = ['preflop']"
            )


def stages(name: str, section: Mapping[str, Any], plots: Sequence[str]) -> list[Stage]:
    """The stages ``NAME_PLOT`` of a strategy's section [strategy.NAME].

    plots: some of 'convergence' and 'preflop'; the latter only where there is a card abstraction.

    Raises ValueError as `check_plots` does.
    """
    check_plots(plots)
    found = []
    for plot in plots:
        if plot == "convergence":
            if section["algorithm"] == "pcs":  # whose exploitability is not known
                continue
            build = partial(_convergence, name)
            parents: tuple[str, ...] = (f"{name}_strategy",)
            parameters = {"target_mb": _target(section)}
        else:
            if section["abstraction"] is None:
                continue
            parents = (f"{name}_strategy", f"{section['abstraction']}_buckets")
            build, parameters = partial(_preflop, *parents), {}
        found.append(
            Stage(
                name=f"{name}_{plot}",
                build=build,
                estimate=_ESTIMATE,
                parents=parents,
                parameters=parameters,
                suffix=".png",
                in_manifest=False,
                modules=("matplotlib",),
            )
        )
    return found


def _target(section: Mapping[str, Any]) -> float:
    """The exploitability to reach, in thousandths of the big blind or ante."""
    rules = section_game(section).rules
    return milliblinds(target_chips(section["target"], rules), rules)


def _convergence(name: str, context: Context) -> None:
    parameters: dict[str, Any] = dict(context.parameters)
    figure = convergence(context.table(f"{name}_strategy"), target_mb=parameters["target_mb"])
    context.write_file(partial(save, figure))


def _preflop(strategy: str, buckets: str, context: Context) -> None:
    figure = preflop_grid(context.table(strategy), context.table(buckets))
    context.write_file(partial(save, figure))
