"""Made-up values on real cards, and their table."""

from __future__ import annotations

from pathlib import Path

from pokerdata._support.estimates import Estimate
from pokerdata.games.named import LIMIT_HOLDEM
from pokerdata.pipeline.store import write_table
from pokerdata.solving.real_cards import RealValues, SeatValue
from pokerdata.solving.real_cards import values as real_table


def made_up_values(flops: int | None) -> RealValues:
    """Return values without errors for all flops, or with a standard error of 0.25 chips for sampled flops."""
    errors = (0.0, float("inf")) if flops is None else (0.25, 12.0)
    above = (None, None) if flops is None else (3.0, 5.5)
    seats = tuple(SeatValue(k + 1, Estimate(2.0 * k + 1, *errors), above[k]) for k in (0, 1))
    both = SeatValue(0, Estimate(2.0, *errors), None if flops is None else 4.25)
    return RealValues("mine", LIMIT_HOLDEM, seats, None, both, flops, 0 if flops is None else 7)


def written(folder: Path, found: RealValues) -> Path:
    """Write the file of the table mine_real."""
    path = folder / "mine_real.h5"
    write_table(
        path,
        name="mine_real",
        kind=real_table.KIND,
        arrays=real_table.arrays(found),
        attributes=real_table.attributes(found),
        dataset_attributes=real_table.dataset_attributes(found),
    )
    return path
