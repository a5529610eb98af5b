"""Tables of gains from re-solving, with made-up figures."""

from __future__ import annotations

from pathlib import Path

from pokerdata.games import Unit, load_game
from pokerdata.pipeline.store import write_table
from pokerdata.spots.resolving import CutGame, LocalGain, TurnSample, gains_table

RULES = load_game("limit-holdem").rules


def made_up_gains() -> list[LocalGain]:
    """Return made-up gains of two methods on two boards."""
    samples = (
        TurnSample(1, "2c 3d 4h 5s", "cc/cc/", 0.7, (10.0, 9.0), (12.0, 10.0), 0.5, 0.01),
        TurnSample(2, "2c 3d 4h 5s", "rc/rc/", 0.6, (8.0, 8.5), (9.0, 8.0), -0.25, 0.02),
        TurnSample(1, "9c 9d Kh As", "crc/cc/", 0.5, (7.0, 5.0), (9.0, 5.0), 1.0, 0.03),
        TurnSample(2, "9c 9d Kh As", "cc/crc/", 0.4, (6.0, 6.0), (6.0, 6.0), 0.0, 0.04),
    )
    unit = Unit.of(RULES)
    return [LocalGain("limit5", method, 100, 1, samples, unit) for method in ("unsafe", "gadget")]


def made_up_cut() -> list[CutGame]:
    """Return a made-up cut game of the same methods."""
    where = ("crc/crc/", "9c 9d Kh As")
    return [
        CutGame(*where, "", 0, 0, 60.0, (20.0, 50.0), (0.0, 0.0)),
        CutGame(*where, "unsafe", 100, 10, 60.0, (19.0, 51.0), (1.5, 2.0)),
        CutGame(*where, "gadget", 100, 10, 60.0, (18.0, 49.5), (0.25, 0.0)),
    ]


def save_gains(gains: list[LocalGain], folder: Path) -> None:
    """Write the table made_up_resolving."""
    write_table(
        folder / "made_up_resolving.h5",
        name="made_up_resolving",
        kind=gains_table.KIND,
        arrays=gains_table.arrays(gains, gains_table.cut_rows(made_up_cut())),
        attributes=gains_table.attributes(gains, RULES, ("crc/crc/", "9c 9d Kh As")),
        dataset_attributes=gains_table.dataset_attributes(cut=True),
    )
