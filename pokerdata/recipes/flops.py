"""[flops.NAME]: a spot, solved on many flops."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from pokerdata._support import costs
from pokerdata._support.arguments import key, read_section
from pokerdata._support.costs import Cost
from pokerdata._support.text import quoted, toml_of
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages, picture_stage
from pokerdata.recipes.spot import check_solving, spot_of
from pokerdata.reports.pictures.figure import save
from pokerdata.reports.pictures.spot_grid import flop_chart
from pokerdata.solving.algorithms import Algorithm
from pokerdata.spots import flop_report_table
from pokerdata.spots.flop_report import check_column
from pokerdata.spots.flop_reports import REPORT_TARGET, ReportSize, flop_report, report_size
from pokerdata.spots.solver import game_of, spot_costs
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_file import SpotKeys


@dataclass(frozen=True, kw_only=True)
class FlopsSection(SpotKeys):
    """A section [flops.NAME]: the keys of a spot on the flop with any board, and solver options."""

    flops: str | int = key('"all", 1,755 up to suits, or a number from 5 to 500, a weighted subset', "all")
    line: str = key('betting on the flop that leads to the decision, "c" for ip after a check', "")
    algorithm: str | None = key("cfr, cfr+, lcfr or dcfr; dcfr(beta=0.25, gamma=4) by default", None)
    target: str = key('exploitability to reach on each flop, "0.5%" of the pot or "0.1 chips"', REPORT_TARGET)
    iterations: int | None = key("stop each flop here at the latest", None)
    dtype: str = key("float32, float64 or int16, of regrets and strategy sums", "float32")

    picture: str | None = key('number to draw as NAME_chart.png: "ev_oop", "bets", an action, ...', None)


def stages(name: str, section: FlopsSection, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return ``NAME_flops``, and ``NAME_chart`` if a picture is requested.

    Args:
        name: Name of the section.
        section: The section.
        recipe: All sections.
        made: Stages of earlier sections.

    Raises:
        ValueError: If it is not a spot on the flop, a line leads to no decision, or a number is out of range.
        CapacityError: If its betting tree is too large.
    """
    if isinstance(section.flops, str) and section.flops != "all":
        raise ValueError(
            f"flops: expected all or a number from 5 to 500, got {quoted(section.flops)}; e.g. 25"
        )
    spot = spot_of(section)
    size = report_size(spot, section.flops, section.line)
    algorithm = check_solving(
        spot,
        algorithm=section.algorithm,
        target=section.target,
        dtype=section.dtype,
        iterations=section.iterations,
    )
    table = Stage(
        name=f"{name}_flops",
        build=_build,
        kernels=("spots",),
        cost=_cost(size, section),
        parameters={
            "spot": spot.toml(),
            "flops": section.flops,
            "line": section.line,
            "algorithm": asdict(algorithm),
            "target": section.target,
            "iterations": section.iterations,
            "dtype": section.dtype,
        },
        summary=flop_report_table.summary,
        in_manifest=False,
    )
    if section.picture is None:
        return [table]
    check_column(size.steps, section.picture)
    at = {"by": section.picture}
    build = partial(_picture, table.name)
    return [table, picture_stage(f"{name}_chart", build, (table.name,), at, disk_bytes=200_000)]


SECTION = SectionKind("flops", partial(read_section, FlopsSection), stages)


def _cost(size: ReportSize, section: FlopsSection) -> Cost:
    found = spot_costs(game_of(size.spot), iterations=section.iterations, dtype=section.dtype, threads=2)
    return Cost(
        seconds=costs.SPOT + size.flops * found.seconds,
        threaded=True,
        memory_bytes=costs.PROCESS_MEMORY + found.memory_bytes,
        disk_bytes=50_000 + 3_000 * size.flops,  # finished flops are saved during the run
        what_fits=_what_fits,
    )


def _what_fits(memory: int) -> str:
    return "fewer sizes of bets or narrower ranges"


def _build(context: Context) -> None:
    parameters: Mapping[str, Any] = context.parameters
    report = flop_report(
        Spot(**toml_of(parameters["spot"])),
        parameters["flops"],
        parameters["line"],
        algorithm=Algorithm(**parameters["algorithm"]),
        target=parameters["target"],
        iterations=parameters["iterations"],
        keep=context,
        dtype=parameters["dtype"],
        threads=context.threads,
        progress=context.progress,
    )
    context.write(**report.table())


def _picture(table: str, context: Context) -> None:
    report = context.table(table, flop_report_table.FlopReportTable).report()
    picture = flop_chart(report, str(context.parameters["by"]))
    context.write_file(lambda path: save(picture.figure(), path))
