"""Ctrl-C ends long kernels that only Python calls at once, even with minutes or hours of work.

A timer's signal raises KeyboardInterrupt as SIGINT does, because some shells start jobs that ignore SIGINT.
"""

from __future__ import annotations

import inspect
import signal
import time
from collections.abc import Callable
from functools import partial
from types import ModuleType

import numpy as np
import pytest

from helpers.long_kernels import COMMANDS, LONGEST
from pokerdata import _core
from pokerdata.cards import COMBINATIONS, parse_cards
from pokerdata.games import leduc, load_game, table_rules
from pokerdata.matches.luck.methods import setting_of
from pokerdata.players.search import self_play
from pokerdata.solving import algorithm
from pokerdata.solving.explicit import TreeUct, explicit_tree
from pokerdata.solving.public import Solver
from pokerdata.spots import BucketedSpotSolver, Spot, SpotSolver

pytestmark = pytest.mark.faults

RIVER = Spot(board="Ts8s3cKd2h", oop="66+,A8s+", ip="QQ-22,A2s+", pot=8, limit_bets=4, caps=2)
DCFR = algorithm("dcfr")
FLOP = parse_cards("7s6cAs")
#: Kernels with little work for any arguments: at most some seconds of one core.
BOUNDED = {
    "abstraction.BucketSequences.river_mass",
    "preflop.matchups",
    "strength.present",
    "strength.standings",
}


Call = Callable[[], object]


def random_points(number: int, dimensions: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 1000, (number, dimensions), dtype=np.int32)


def assign() -> Call:
    points = _core.clustering.PointSet(random_points(400_000, 50), True)
    return partial(points.assign, 0, random_points(60_000, 50), np.zeros(400_000, np.uint16))


def start() -> Call:
    points = random_points(400_000, 50)
    return partial(_core.clustering.Start, points, np.ones(len(points), np.uint64), 60_000, False, 1, 0)


def kmeans() -> Call:
    points = random_points(100_000, 50)
    return partial(
        _core.clustering.kmeans, points, np.ones(len(points), np.uint64), 1000, True, 1000, 1000, 1
    )


def by_matchups() -> Call:
    weights, none = np.zeros((4, len(COMBINATIONS))), np.zeros(0, np.uint8)
    weights[:, ::20] = 1  # 16 million match-ups, which are listed first
    return partial(_core.equity.by_matchups, weights, FLOP, none, np.zeros(1, np.uint8))


def known_hands(number: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    none = np.zeros((number, 0), np.uint8)
    return np.tile(parse_cards("AhKhQsQd").reshape(2, 2), (number, 1, 1)), none, none


def counted() -> Call:
    return partial(_core.equity.count_known_hands, *known_hands(1_000_000), False)


def sampled() -> Call:
    return partial(_core.equity.sample_known_hands, *known_hands(1), 10**14, 1, False)


def measured() -> Call:
    number = 1_500_000
    setting = setting_of(load_game("limit-holdem"))
    measure = _core.luck.terms(setting, _core.luck.Strengths())
    holes = known_hands(number)[0]
    boards = np.tile(parse_cards("7s6cAs2d3h"), (number, 1))
    return partial(_core.luck.measure_hands, setting, measure, holes, boards, ["crc/cc/cc/cc"] * number, 1)


def iterated(solver: Solver | SpotSolver | BucketedSpotSolver | TreeUct) -> Call:
    return partial(solver.run if isinstance(solver, TreeUct) else solver.iterate, 10**9)


def spot(dtype: str) -> Call:
    return iterated(SpotSolver(RIVER, DCFR, dtype=dtype))


def bucketed(dtype: str) -> Call:
    def each_hand(_: object) -> np.ndarray:
        return np.arange(len(COMBINATIONS))

    return iterated(BucketedSpotSolver(RIVER, each_hand, DCFR, dtype=dtype))


#: Prepares a call of a kernel that would take minutes or hours.
CALLS: dict[str, Callable[[], Call]] = {
    "clustering.PointSet.assign": assign,
    "clustering.Start.__init__": start,
    "clustering.kmeans": kmeans,
    "equity.by_matchups": by_matchups,
    "equity.count_known_hands": counted,
    "equity.sample_known_hands": sampled,
    "luck.measure_hands": measured,
    "search.self_play": lambda: partial(self_play, table_rules("leduc"), iterations=10**9),
    "solvers.SolverFloat32.iterate": lambda: iterated(Solver(leduc(), DCFR, dtype="float32")),
    "spots.BucketedSolverFloat32.iterate": lambda: bucketed("float32"),
    "spots.BucketedSolverFloat64.iterate": lambda: bucketed("float64"),
    "spots.SpotSolverFloat64.iterate": lambda: spot("float64"),
    "spots.SpotSolverInt16.iterate": lambda: spot("int16"),
    "trees.Uct.run": lambda: iterated(TreeUct(explicit_tree("leduc"), searches=1000)),
}


def progressing() -> set[str]:
    """Return the functions and methods of the extension that report progress, because they may run long."""
    found = set()
    for room, module in inspect.getmembers(_core, lambda member: isinstance(member, ModuleType)):
        for name, member in inspect.getmembers(module):
            called = {name: member}
            if inspect.isclass(member):
                called = {f"{name}.{method}": of for method, of in vars(member).items()}
            found |= {f"{room}.{one}" for one, of in called.items() if "progress: " in (of.__doc__ or "")}
    return found


def test_all_kernels_that_tell_their_progress_are_interrupted() -> None:
    by_command = {kernel for kernel, _ in COMMANDS}
    assert progressing() - by_command - CALLS.keys() == BOUNDED
    assert CALLS.keys() <= progressing()
    assert not by_command & CALLS.keys()


@pytest.mark.slow
@pytest.mark.parametrize("kernel", CALLS)
def test_ctrl_c_in_a_kernel(kernel: str) -> None:
    call = CALLS[kernel]()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    begun = time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            call()
        assert time.monotonic() - begun < LONGEST
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
