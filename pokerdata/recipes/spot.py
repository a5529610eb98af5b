"""[spot.NAME]: a spot, solved on real cards, and functions shared by all sections of solved spots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from functools import partial
from math import inf
from typing import Any

import numpy as np

from pokerdata._core.spots import SpotGame
from pokerdata._support import costs
from pokerdata._support.arguments import as_count, key, read_section, values_of
from pokerdata._support.costs import Cost
from pokerdata._support.text import quoted, toml_of
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages, picture_stage
from pokerdata.recipes.vector_strategy import kept_run, told_run
from pokerdata.reports.pictures.figure import save
from pokerdata.reports.pictures.spot_grid import spot_grid
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.solved import MOST_ITERATIONS, Row
from pokerdata.spots import spot_table
from pokerdata.spots.locks import Lock, check_locks
from pokerdata.spots.places import DECISION, Walker
from pokerdata.spots.solver import (
    SpotValues,
    check_algorithm,
    check_dtype,
    game_of,
    spot_algorithm,
    spot_costs,
)
from pokerdata.spots.solving import DEFAULT_TARGET, solve_spot, target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_file import SpotKeys


def spot_of(section: SpotKeys) -> Spot:
    """Return the spot of a section.

    Args:
        section: The keys of a spot, possibly among others.

    Raises:
        ValueError: If they are not a valid spot.
        CapacityError: If its betting tree is too large.
    """
    own = {field.name for field in fields(SpotKeys)}
    return Spot(**{name: value for name, value in values_of(section).items() if name in own})


def check_solving(
    spot: Spot, *, algorithm: str | None, target: str, dtype: str, iterations: int | None
) -> Algorithm:
    """Check the solver options of a spot, and return the algorithm.

    Args:
        spot: The spot.
        algorithm: As for `spot_algorithm`.
        target: As for `target_chips_of`.
        dtype: As for `SpotSolver`.
        iterations: Largest number of iterations, or None.

    Returns:
        The algorithm.

    Raises:
        ValueError: If an option is invalid.
    """
    chosen = spot_algorithm(algorithm)
    check_algorithm(chosen)
    target_chips_of(target, spot)
    check_dtype(dtype)
    if iterations is not None:
        as_count(iterations, "iterations", 1, MOST_ITERATIONS, 100)
    return chosen


@dataclass(frozen=True, kw_only=True)
class SpotSection(SpotKeys):
    """A section [spot.NAME]: the keys of a spot, and solver options."""

    locks: list[str] | None = key('play that is given, such as "r10 f=1,c=3" or "cc/@2c AA,KK c=1"', None)
    algorithm: str | None = key("cfr, cfr+, lcfr or dcfr; dcfr(beta=0.25, gamma=4) by default", None)
    target: str = key('exploitability to reach, "0.5%" of the pot or "0.1 chips"', DEFAULT_TARGET)
    iterations: int | None = key("stop here at the latest", None)
    seconds: float | None = key("stop after so many at the latest", None)
    every: int | None = key("evaluate at its multiples, 10 by default", None)
    dtype: str = key("float32, float64 or int16, of regrets and strategy sums", "float32")
    to: str | None = key("last street to keep in the table, where later ones are left out", None)
    picture: str | None = key(
        'line of a decision to draw as NAME_grid, "/" the first, "cr120c/@2c" one on a later street', None
    )


def stages(name: str, section: SpotSection, recipe: Recipe, made: Stages) -> list[Stage]:
    """Return ``NAME_spot``, and ``NAME_grid`` if a picture is requested.

    Args:
        name: Name of the section.
        section: The section.
        recipe: All sections.
        made: Stages of earlier sections.

    Raises:
        ValueError: If it is not a valid spot, locks or a picture refer to decisions that it does not have, or a number is
            out of range.
        CapacityError: If its betting tree is too large.
    """
    spot = spot_of(section)
    game = game_of(spot)
    check_locks([Lock.read(lock) for lock in section.locks or []], spot, game)
    found = [_stage(name, section, spot, game)]
    if section.picture is not None:
        line, _, cards = section.picture.partition("@")
        if Walker(game, spot.tree, spot.board_cards).find(line, cards).kind != DECISION:
            raise ValueError(
                f"picture: expected a decision, got none after {quoted(section.picture)}; e.g. '/'"
            )
        table = f"{name}_spot"
        at = {"line": line, "cards": cards}
        found.append(
            picture_stage(f"{name}_grid", partial(_picture, table), (table,), at, disk_bytes=500_000)
        )
    return found


SECTION = SectionKind("spot", partial(read_section, SpotSection), stages)


def _stage(name: str, section: SpotSection, spot: Spot, game: SpotGame) -> Stage:
    algorithm = check_solving(
        spot,
        algorithm=section.algorithm,
        target=section.target,
        dtype=section.dtype,
        iterations=section.iterations,
    )
    if section.every is not None:
        as_count(section.every, "every", 1, MOST_ITERATIONS, 100)
    if section.seconds is not None and not 0 < section.seconds <= MOST_ITERATIONS:
        raise ValueError(
            f"seconds: expected more than 0 and at most {MOST_ITERATIONS}, got {section.seconds}; e.g. 60"
        )
    if section.to not in (None, *spot.streets):
        raise ValueError(
            f"to: expected {' or '.join(spot.streets)}, got {quoted(section.to)}; e.g. {quoted(spot.streets[0])}"
        )
    return Stage(
        name=f"{name}_spot",
        build=_build,
        kernels=("spots",),
        cost=_cost(game, section),
        parameters={
            "spot": spot.toml(),
            "locks": list(section.locks or []),
            "algorithm": asdict(algorithm),
            "target": section.target,
            "iterations": section.iterations,
            "seconds": section.seconds,
            "every": section.every,
            "dtype": section.dtype,
            "to": section.to,
        },
        summary=spot_table.summary,
        in_manifest=False,
    )


def _cost(game: SpotGame, section: SpotSection) -> Cost:
    found = spot_costs(game, iterations=section.iterations, dtype=section.dtype, threads=2)
    numbers = found.entries * np.dtype(section.dtype).itemsize
    most = inf if section.seconds is None else section.seconds
    return Cost(
        seconds=costs.SPOT + min(found.seconds, most),
        stops_after=costs.SPOT + most,
        threaded=True,
        memory_bytes=costs.PROCESS_MEMORY + found.memory_bytes,
        disk_bytes=50_000 + 3 * numbers,
        what_fits=_what_fits,
    )


def _what_fits(memory: int) -> str:
    return "fewer sizes of bets, narrower ranges, or a later street"


def _build(context: Context) -> None:
    parameters: Mapping[str, Any] = context.parameters
    solution = solve_spot(
        Spot(**toml_of(parameters["spot"])),
        locks=[Lock.read(lock) for lock in parameters["locks"]],
        algorithm=Algorithm(**parameters["algorithm"]),
        target=parameters["target"],
        iterations=parameters["iterations"],
        seconds=parameters["seconds"],
        every=parameters["every"],
        dtype=parameters["dtype"],
        threads=context.threads,
        **kept_run(context),
        **told_run(context, _words),
    )
    context.write(**solution.table(parameters["to"]))


def _words(row: Row[SpotValues]) -> str:
    return f"{row.values.percent:.4g} % of the pot at iteration {row.iteration:,}"


def _picture(table: str, context: Context) -> None:
    at: dict[str, Any] = dict(context.parameters)
    found = context.table(table, spot_table.SpotTable).solution(threads=context.threads)
    picture = spot_grid(found.at(at["line"], at["cards"]))
    context.write_file(lambda path: save(picture.figure(), path))
