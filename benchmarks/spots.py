"""Spots: nanoseconds per hand action and iteration, and the time to 0.1 % of the pot, on one thread.

Entries ignore suit symmetry and hands blocked by later cards, because other programs store them that way. If
the environment variable SPOT_SOLVER names a program, both solve in turn. The program is called with a name
below and a target in % of the pot. It solves that spot on one thread, evaluates every ten iterations, and
prints "N iterations S s"; S excludes the evaluations.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from measure import Bench, Threaded, times

from pokerdata import Spot
from pokerdata._core import spots as core
from pokerdata.spots import SpotSolver, game_of, solve_spot
from pokerdata.spots.solver import spot_algorithm

TARGET = "0.1"
SPOTS: dict[str, dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("spots.toml").read_text(encoding="utf-8")
)
_WHAT = {"R1": "river", "R2": "river with rake", "T1": "turn", "F1": "flop of one suit"}
_PEER = re.compile(r"(\d+) iterations ([\d.]+) s")


def run(bench: Bench) -> None:
    peer = os.environ.get("SPOT_SOLVER") if bench.peers else None
    names = ("R1", "T1") if bench.quick else tuple(SPOTS)
    for name in names:
        spot = Spot(**SPOTS[name])
        rounds = 1 if bench.quick else 5
        ours, theirs = [], []
        for _ in range(rounds):
            found = solve_spot(spot, target=f"{TARGET}%", threads=1)
            ours.append(found.seconds)
            if peer:
                told = subprocess.run(
                    [peer, name, TARGET], stdout=subprocess.PIPE, text=True, check=True
                ).stdout
                read = _PEER.search(told)
                if read is None:
                    raise RuntimeError(f"{peer}: expected 'N iterations S s', got {told!r}")
                theirs.append((int(read[1]), float(read[2])))
        seconds = statistics.median(ours)
        each = seconds / found.iterations
        ratios = []
        if theirs:
            whole = statistics.median(s for _, s in theirs)
            one = statistics.median(s / n for n, s in theirs)
            ratios = [f"{times(whole / seconds)} the other solver, {times(one / each)} an iteration"]
        bench.say(
            f"{name} ({_WHAT[name]}) to {TARGET} % of the pot, {found.iterations} iterations, one thread",
            f"{_time(seconds)}, {each / entries(spot) * 1e9:.2f} ns an entry",
            *ratios,
            seconds=each,
        )


def threaded(bench: Bench) -> Threaded:
    for name in ("T1", "F1"):

        @cache
        def solver(threads: int, name: str = name) -> SpotSolver:
            return SpotSolver(Spot(**SPOTS[name]), spot_algorithm(None), threads=threads)

        def work(threads: int, solver: Callable[[int], SpotSolver] = solver) -> None:
            solver(threads).iterate(10)

        yield f"{name} ({_WHAT[name]}), ten iterations", work


def entries(spot: Spot) -> int:
    """Return the number of hand actions at all decisions, with hands of the whole range on boards up to suits."""
    game = game_of(spot)
    hands = [int((spot.weights(player) > 0).sum()) for player in (0, 1)]
    index = core.layout(game, np.empty(0, np.float32))
    return sum(hands[player] * actions for player, actions in index[:, [3, 5]].tolist())


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"
