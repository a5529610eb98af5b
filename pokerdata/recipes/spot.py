"""[spot.NAME]: a spot, solved on real cards."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from pokerdata.errors import CapacityError
from pokerdata.pipeline.stage import Context, Stage
from pokerdata.recipes.recipe import Recipe, SectionKind, Stages
from pokerdata.solving.algorithm import Algorithm
from pokerdata.solving.limits import MOST_ITERATIONS
from pokerdata.solving.log import Row
from pokerdata.spots import spot_table
from pokerdata.spots.locks import Lock
from pokerdata.spots.solver import DTYPES, check_algorithm, game_of, memory_needed, sizes_of, spot_algorithm
from pokerdata.spots.solving import DEFAULT_TARGET, SpotState, solve_spot, target_chips_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_file import SpotKeys
from pokerdata.spots.values import SpotValues
from pokerdata.support.arguments import as_count
from pokerdata.support.cost import PROCESS_MEMORY, Cost
from pokerdata.support.sections import key, read_section, values_of

_ITERATIONS = 200  # to 0.1 % of the pot
_ENTRY_SECONDS = 5e-9  # an action of a hand and an iteration in float32, on one thread


@dataclass(frozen=True, kw_only=True)
class SpotSection(SpotKeys):
    """A section [spot.NAME]: the keys of a spot, and how it is solved."""

    locks: list[str] | None = key('play that is given, such as "r10 f=1,c=3" or "cc/@2c AA,KK c=1"', None)
    algorithm: str | None = key("cfr, cfr+, lcfr or dcfr; dcfr(beta=0.25, gamma=4) by default", None)
    target: str = key('exploitability to reach, "0.5%" of the pot or "0.1 chips"', DEFAULT_TARGET)
    iterations: int | None = key("stop here at the latest", None)
    every: int | None = key("evaluate at its multiples, 10 by default", None)
    dtype: str = key("float32 or float64, of regrets and strategy sums", "float32")

    @property
    def spot(self) -> Spot:
        """The spot alone."""
        own = {field.name for field in fields(SpotKeys)}
        return Spot(**{name: value for name, value in values_of(self).items() if name in own})


def read(where: str, given: Mapping[str, Any]) -> SpotSection:
    """A typed section.

    Args:
        where: What errors name first.
        given: Key -> value.

    Raises:
        ValueError: For keys that are unknown, missing or of another type.
    """
    return read_section(SpotSection, where, given)


def stages(name: str, section: SpotSection, _: Recipe, __: Stages) -> list[Stage]:
    """The stage that solves the spot.

    Args:
        name: Of the section.
        section: The section.

    Raises:
        ValueError: If it makes no spot, or for numbers out of their bounds.
        CapacityError: If its betting tree is too large.
    """
    try:
        return [_stage(name, section)]
    except (ValueError, CapacityError) as error:
        raise type(error)(f"[spot.{name}]: {error}") from error


SECTION = SectionKind("spot", read, stages)


def _stage(name: str, section: SpotSection) -> Stage:
    spot, algorithm = section.spot, spot_algorithm(section.algorithm)
    check_algorithm(algorithm)
    target_chips_of(section.target, spot)
    if section.dtype not in DTYPES:
        raise ValueError(f"dtype: expected one of {', '.join(DTYPES)}, got {section.dtype!r}; e.g. 'float32'")
    for number, value in (("iterations", section.iterations), ("every", section.every)):
        if value is not None:
            as_count(value, number, 1, MOST_ITERATIONS, 100)
    for lock in section.locks or []:
        Lock.read(lock)
    return Stage(
        name=f"{name}_spot",
        build=_build,
        cost=_cost(spot, section),
        parameters={
            "spot": spot.toml(),
            "locks": list(section.locks or []),
            "algorithm": asdict(algorithm),
            "target": section.target,
            "iterations": section.iterations,
            "every": section.every,
            "dtype": section.dtype,
        },
        summary=spot_table.summary,
        in_manifest=False,
    )


def _cost(spot: Spot, section: SpotSection) -> Cost:
    game = game_of(spot)
    entries = sum(street.entries for street in sizes_of(game))
    size = 4 if section.dtype == "float32" else 8
    iterations = section.iterations or _ITERATIONS
    seconds = _ENTRY_SECONDS * size / 4 * entries
    return Cost(
        seconds=0.03 + seconds * iterations,
        memory_bytes=PROCESS_MEMORY + memory_needed(game, dtype=section.dtype),
        disk_bytes=50_000 + 3 * size * entries,
        note=f"{1e3 * seconds:.2g} ms an iteration, {iterations:,} iterations",
    )


def _build(context: Context) -> None:
    parameters: Mapping[str, Any] = context.parameters
    saved = context.load_shard("state")
    note = ""

    def on_evaluation(row: Row[SpotValues]) -> None:
        nonlocal note
        note = f"{row.evaluation.percent:.4g} % of the pot at iteration {row.iteration:,}"

    solution = solve_spot(
        Spot(**tomllib.loads(parameters["spot"])),
        locks=[Lock.read(lock) for lock in parameters["locks"]],
        algorithm=Algorithm(**parameters["algorithm"]),
        target=parameters["target"],
        iterations=parameters["iterations"],
        every=parameters["every"],
        resume=None if saved is None else SpotState.from_arrays(saved),
        checkpoint=lambda state: context.save_shard("state", state.arrays()),
        on_evaluation=on_evaluation,
        dtype=parameters["dtype"],
        threads=context.threads,
        progress=lambda done, expected: context.progress(done, expected, note),
    )
    context.write(
        kind=spot_table.KIND,
        arrays=spot_table.arrays(solution),
        attributes=spot_table.attributes(solution),
        dataset_attributes=spot_table.dataset_attributes(solution),
    )
