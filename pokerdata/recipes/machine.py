"""How fast this machine is, measured in three seconds: what costs are multiplied by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata import matches
from pokerdata._core import abstraction as _abstraction
from pokerdata._core import strength as _strength
from pokerdata._core import support as _support
from pokerdata._support.estimates import Cost, Work
from pokerdata.cards import COMBINATIONS, parse_cards
from pokerdata.cards.isomorphism import CANONICAL_BOARDS, boards, canonicalize
from pokerdata.games import BettingTree, limit_holdem
from pokerdata.games.named import LIMIT_HOLDEM
from pokerdata.games.strategies.simple import simple_rows
from pokerdata.solving import algorithm
from pokerdata.solving.public import Solver
from pokerdata.solving.real_cards.evaluation import TEXAS_RANKS
from pokerdata.solving.real_cards.seats import Played, Seats

_BOARDS = 100  # counted in a probe
_TURNS = 20  # evaluated in a probe, on all rivers
_PROBE_SECONDS = 0.25  # each probe is repeated for so long, twice at least; the least time counts


Kernel = Callable[[], object]
"""Work that is timed."""
Probe = Callable[[int], Kernel]
"""Makes a kernel ready, for so many threads."""


@dataclass(frozen=True)
class Machine:
    """How long each kind of work takes, as a multiple of the time that costs tell.

    Attributes:
        isa: The instruction set in use, e.g. ``"avx2"``.
        processors: How many it may use.
        factors: For each kind of work; 1 where costs hold as they are: on 2 cores of the machine that they were fitted to.
    """

    isa: str
    processors: int
    factors: Mapping[Work, float]

    def seconds(self, cost: Cost) -> float:
        """The seconds that work of this cost takes here."""
        return min(cost.seconds * self.factors[cost.work], cost.stops_after)


def measure(threads: int = 0, works: Iterable[Work] | None = None) -> Machine:
    """Measure this machine with what else it does now: a quarter to half a second for each kind of work, one and a half for
    joint counts, three for all.

    Args:
        threads: That the work would use; 0 for all processors.
        works: The kinds that costs will be asked of; all if not given.
    """
    factors = {}
    for work in _PROBES if works is None else works:
        probe, reference = _PROBES[work]
        factors[work] = _least_seconds(probe(threads)) / reference
    return Machine(_support.active_isa(), _support.hardware_threads(), factors)


def _least_seconds(work: Kernel) -> float:
    work()  # memory is taken, caches are filled
    began, times = perf_counter(), list[float]()
    while len(times) < 2 or perf_counter() - began < _PROBE_SECONDS:
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return min(times)


def _alone(_: int) -> Kernel:
    return _dealing(1)


def _dealing(threads: int) -> Kernel:
    """Duplicate deals of two agents: branches and look-ups, which most other work is made of."""
    return partial(
        matches.match, "random", "always-call", game="nolimit-holdem", deals=20_000, threads=threads
    )


def _evaluating(threads: int) -> Kernel:
    """Standings of all hands on a few turns, now and on each river."""
    return partial(_strength.potential_one_card, 4, threads, None, 0, _TURNS)


def _counting(threads: int) -> Kernel:
    """Joint counts of buckets that look like real ones, five a street, over a few boards."""
    high, low = COMBINATIONS.max(axis=1) // 4, COMBINATIONS.min(axis=1) // 4
    of_street = [_bins(13 * high + low)]
    for size in (3, 4):
        dealt = np.zeros((CANONICAL_BOARDS[size], 52), np.uint8)
        np.put_along_axis(dealt, boards(size).cards.astype(np.intp), 1, axis=1)
        ranks = dealt.reshape(-1, 13, 4).max(axis=2)
        paired = ranks[:, high] + ranks[:, low]
        dead = dealt[:, COMBINATIONS].any(axis=2)
        of_street.append(np.where(dead, np.uint16(0xFFFF), _bins(13 * paired + high.astype(np.uint8))))
    preflop, flop, turn = of_street
    found = _abstraction.BucketSequences.by_buckets(
        [5] * 4, preflop, flop, turn, river_thresholds=[396, 792, 1188, 1584], threads=threads
    )
    times = boards(5).orbit.astype(np.uint32)
    cells = np.zeros((5**4, 5**4, 2), np.uint64)
    first = CANONICAL_BOARDS[5] // 2
    return partial(_abstraction.add_joint_counts, found, times, first, first + _BOARDS, cells, threads)


class _ByRanks:
    """What a player takes his hands for, by their ranks and those of the board: three buckets a street, and all before."""

    def __init__(self) -> None:
        hands = np.sort(COMBINATIONS // 4, axis=1) @ np.array([17, 31], np.int64)
        self._of_board = []  # by street and what the board adds
        for street in range(4):
            states = self.states(street)
            shifted = (hands + np.arange(states)[:, np.newaxis]) % states
            self._of_board.append(shifted.astype(np.uint16))

    def states(self, street: int, /) -> int:
        return int(3 ** (street + 1))

    def of_board(self, board: NDArray[np.uint8], /) -> NDArray[np.uint16]:
        found = self._of_board[max(0, len(board) - 2)]
        return np.asarray(found[int((board // 4).sum()) * 7 % len(found)])


def _responding(threads: int) -> Kernel:
    """What a best response wins behind one flop of few turns up to suits, in limit hold'em with fewer raises."""
    rules, states = replace(LIMIT_HOLDEM, caps=(4, 2, 2, 2)), _ByRanks()
    rows = simple_rows(BettingTree(rules), [states.states(street) for street in range(4)], "uniform")
    seats = Seats(rules, TEXAS_RANKS, [0], Played(rows, states))
    flop, _ = canonicalize(parse_cards("2c6cQc"))
    return partial(seats.of_flops, [int(flop)], [0], threads)


def _bins(values: NDArray[Any]) -> NDArray[np.uint16]:
    """Five bins of about as many values."""
    edges = np.quantile(values.ravel()[::101], (0.2, 0.4, 0.6, 0.8))
    return np.searchsorted(edges, values).astype(np.uint16)


def _solving(size: int, threads: int) -> Kernel:
    """Iterations of limit hold'em in so many buckets a street, with drawn joint counts."""
    buckets, random = [size] * 4, np.random.default_rng(1)
    river = random.integers(0, 20, (size**4, size**4))
    river += river.T
    wins = random.integers(0, 1000, river.shape) * river // 2000
    deals = [river]
    for _ in range(3):
        before = len(deals[0]) // size
        deals.insert(0, deals[0].reshape(before, size, before, size).sum(axis=(1, 3)))
    game = limit_holdem(buckets, deals, wins, abstraction="drawn")
    return partial(Solver(game, algorithm("dcfr"), dtype="float32", threads=threads).iterate, 1)


# What is timed for each kind of work, and the seconds that it takes on the machine that costs are fitted to.
_PROBES: Mapping[Work, tuple[Probe, float]] = {
    Work.ALONE: (_alone, 0.02),
    Work.DEALING: (_dealing, 0.010),
    Work.EVALUATING: (_evaluating, 0.010),
    Work.COUNTING: (_counting, 0.029),
    Work.SOLVING: (partial(_solving, 4), 0.02),
    Work.MULTIPLYING: (partial(_solving, 5), 0.049),
    Work.RESPONDING: (_responding, 0.116),
}
