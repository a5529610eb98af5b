"""Spots: nanoseconds for an action of a hand and an iteration, and the time to 0.1 % of the pot, on one thread.

Entries are counted without regard to suits and to hands that later cards take away, as other programs store them. Where
the environment variable SPOT_SOLVER names a program, both solve in turn: called with a name below and a target in % of the
pot, it solves that spot on one thread, evaluates every ten iterations, and prints "N iterations S s", S without evaluations.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from measure import Bench, Threaded, times

from pokerdata import Spot
from pokerdata._core import spots as core
from pokerdata.spots import SpotSolver, game_of, solve_spot
from pokerdata.spots.solver import spot_algorithm

TARGET = "0.1"
SPOTS: dict[str, dict[str, Any]] = {
    "R1": {
        "board": "Kd9h6h4c2s",
        "pot": 100,
        "stack": 300,
        "oop": "99-22,AJs,AQs:0.5,KTs+,KJo+,QJs,JTs,T9s,98s,87s,76s,65s,A9s,A6s,A4s-A2s,T8s,97s,86s,75s",
        "ip": "KK,TT-44,AK,KTs+,KQo,K9s,ATs-A9s,A6s-A5s,QTs+,JTs,T9s,98s,87s,76s,65s,54s,AhJh",
        "bets": "33%,75%,150%",
        "raises": "60%,a",
    },
    "R2": {
        "board": "QsQd7c5h3d",
        "pot": 80,
        "stack": 240,
        "oop": "AA:0.25,KK:0.5,JJ-77,66:0.75,AQs,AQo:0.5,KQ,QTs+,Q9s,A7s,87s,76s,54s,JTs,T9s,98s,A5s-A3s,KJs:0.3,KTs:0.3",
        "ip": "AA,KK,TT-33,AQ,KQs,KQo:0.6,QJs,QTs,Q8s,A8s-A2s:0.5,K7s,97s,87s,86s,76s,65s,54s,AKs:0.4,AKo:0.2,KJs,JTs:0.8",
        "bets": "oop: 50%,100%; ip: 50%,100%,e",
        "raises": "oop: 2.5x,a; ip: 3x",
        "add_all_in": 1.2,
        "force_all_in": 0.2,
        "merge": 0.1,
        "rake": "5%",
        "rake_cap": 12,
    },
    "T1": {
        "board": "Td9d6hQc",
        "pot": 200,
        "stack": 900,
        "oop": "66+,A8s+,A5s-A4s,AJo+,K9s+,KQo,QTs+,JTs,96s+,85s+,75s+,65s,54s",
        "ip": "QQ-22,AQs-A2s,ATo+,K5s+,KJo+,Q8s+,J8s+,T7s+,96s+,86s+,75s+,64s+,53s+",
        "bets": "60%,e,a",
        "raises": "2.5x",
        "donks": "river: 50%",
        "add_all_in": 1.5,
        "force_all_in": 0.15,
        "merge": 0.1,
    },
    "F1": {
        "board": "Jh8h4h",
        "pot": 60,
        "stack": 150,
        "oop": "99-22,AJs-A2s,KTs+,QTs+,J9s+,T8s+,97s+,86s+,75s+,65s,54s,KQo,QJo,AJo:0.5",
        "ip": "AA-55,AK,AQs-A7s,A5s-A4s,KTs+,QTs+,JTs,T9s,98s,87s,76s,KQo,AQo-AJo",
        "bets": "50%; turn: 66%; river: 75%",
        "raises": "60%; turn: a; river: a",
        "add_all_in": 1,
        "force_all_in": 0.2,
        "merge": 0.1,
    },
}
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
    """Actions of hands at all decisions, hands of the whole range on boards up to suits."""
    game = game_of(spot)
    hands = [int((spot.weights(player) > 0).sum()) for player in (0, 1)]
    index = core.layout(game, np.empty(0, np.float32))
    return sum(hands[player] * actions for player, actions in index[:, [3, 5]].tolist())


def _time(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1e3:.3g} ms"
