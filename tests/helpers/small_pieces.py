"""The real command line with small pieces: python -m helpers.small_pieces COMMAND...

It saves states and flops after a moment instead of minutes, and real cards have only four ranks. A small run
then has many moments at which it can be killed. Nothing else differs.
"""

from __future__ import annotations

from pokerdata.cli import run as run_command
from pokerdata.solving import run
from pokerdata.solving.real_cards import evaluation, seats

SECONDS = 0.02  # from one state to the next
FLOPS = 4  # in a kept part
RANKS = 0b1111000000000  # jacks to aces


if __name__ == "__main__":
    run._EVERY_SECONDS = SECONDS
    evaluation.TEXAS_RANKS = RANKS
    seats.SHARD = FLOPS
    run_command()
