"""A killed run resumes from the flops that it kept, to the same bits."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import pytest

from helpers import environment

RUN = """
import sys
from pathlib import Path

import numpy as np

from helpers.short_decks import LIMIT, small_game
from pokerdata.solving.real_cards import KeptFlops
from pokerdata.solving.real_cards import seats as module
from pokerdata.solving.real_cards.evaluation import values_of_seats

module.SHARD = 4
game = small_game(LIMIT, "9JQA")
plays = module.Played(game.strategy(1), game.states)
seats = module.Seats(game.rules, game.ranks, (0, 1), plays)
print("ready", flush=True)
found = values_of_seats(seats, "made up", game.rules, keep=KeptFlops(sys.argv[1], {}), threads=2)
print(*(seat.won.mean.hex() for seat in found.seats))
"""


def _start(kept: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", RUN, str(kept)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment())


def _files(kept: Path) -> list[Path]:
    return sorted(kept.rglob("[!.]*.npz"))  # others were half written


@pytest.mark.slow
def test_killed_in_the_middle_of_a_shard(tmp_path: Path) -> None:
    whole = _start(tmp_path / "whole")
    expected = whole.communicate()[0]
    assert whole.returncode == 0
    kept = tmp_path / "kept"
    all_files = len(_files(tmp_path / "whole"))
    for wanted in (1, 3):
        process = _start(kept)
        while len(_files(kept)) < wanted and process.poll() is None:
            time.sleep(0.001)
        time.sleep(0.005)  # wait for the next shard to start
        process.kill()
        process.communicate()
    before = {path: path.stat().st_mtime_ns for path in _files(kept)}
    assert 3 <= len(before) < all_files, "killed between the first shard and the last"
    again = _start(kept)
    assert again.communicate()[0] == expected
    assert {path: path.stat().st_mtime_ns for path in before} == before, "what was kept is not made again"
    assert len(_files(kept)) == all_files
