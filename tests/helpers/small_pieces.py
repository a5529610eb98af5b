"""The real command line with small pieces: python -m helpers.small_pieces COMMAND...

States are saved, and flops kept, after a moment instead of minutes, and real cards are those of four ranks, so that a small
run has many moments at which it can be killed. Nothing else is another.
"""

from __future__ import annotations

from pokerdata.cli import run
from pokerdata.solving.real_cards import evaluation, seats
from pokerdata.solving.run import Checkpoints

SECONDS = 0.02  # from one state to the next
FLOPS = 4  # in a kept part
RANKS = 0b1111000000000  # jacks to aces

_INIT = Checkpoints.__init__


def _often(self: Checkpoints[object], save: object, seconds: float) -> None:
    _INIT(self, save, min(seconds, SECONDS))  # type: ignore[arg-type]


if __name__ == "__main__":
    setattr(Checkpoints, "__init__", _often)  # noqa: B010 - mypy refuses the plain assignment
    evaluation.TEXAS_RANKS = RANKS
    seats.SHARD = FLOPS
    run()
