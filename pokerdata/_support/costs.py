"""Estimated costs of work. Time is within a factor of two, from unit costs and one probe; memory and disk are computed.

Unit costs were fitted to whole stages on two cores of an AMD EPYC (Zen 5, AVX-512). On an Intel Xeon with AVX-512, kinds of
work take 0.7 to 1.5 times as long relative to the probe. `python benchmarks/run.py --estimates` compares them with stages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf
from statistics import median
from time import perf_counter
from typing import Self

from pokerdata._core import strength as _strength
from pokerdata._support.text import bytes_text, seconds_text

#: Bytes of the interpreter, its modules and an open table: the least memory of every stage.
PROCESS_MEMORY = 100_000_000

# All following values are seconds on two cores unless stated otherwise.

# Buckets and joint counts.
THRESHOLDS, THRESHOLDS_RIVER_BUCKET = (
    2.4,
    1 / 160,
)  # quantiles of each street; more for each bucket of the river
HISTORY, HISTORY_SLOT = 4.3, 1 / 490  # the same within each history, for each bucket of the longest
# k-means: reading points, and an iteration, of 50 bins: at least, and for each cluster.
CLUSTERING, CLUSTERING_ITERATION, CLUSTERING_CLUSTER = 10.4, 0.13, 0.00042
# All rivers; more for each sequence of buckets and each pair of sequences.
COUNTING, COUNTING_SEQUENCE, COUNTING_PAIR = 36.5, 0.0416, 3e-6
TRANSITIONS_BYTE = 1e-8

# Games over buckets: a floating-point operation of the leaves' products and an action of an information set, for each
# iteration in float32; the cost of evaluations, in iterations.
OPERATION, ACTION, EVALUATIONS = 1 / 2.5e11, 1.5e-9, 30
# Iterations to 1 mb/g, and minus the exponent with which they fall as the target grows: 4 to 6 buckets a street in limit,
# 3 and 8 in no-limit. A response with probability p to a model needs as many as a target of (1 - p) ^ RESPONSE_FALLING times
# the distance.
ITERATIONS = {"limit": (500, 0.55), "no-limit": (1_050, 0.3)}
RESPONSE_FALLING, RESPONSE_SEATS = 0.8, 3  # an iteration of both seats, relative to one of a strategy
INFORMATION_SET = 6e-9  # for each iteration of a game without buckets
SAMPLED_LEAF, SAMPLED_RESPONSE_LEAF = (
    18e-6,
    1.9e-3,
)  # an iteration on a sampled board takes this for each leaf of its tree
SPOT, SPOT_ACTION = (
    0.2,
    4e-9,
)  # reading ranges; an action of a hand for each iteration in float32, on one thread
SPOT_ITERATIONS, SPOT_EVALUATED = 200, 1.3  # to 0.1 % of the pot; with evaluations
# Re-solving: a board in both seats, each method and each of its iterations; all subgames of a turn, each iteration.
RESOLVING_BOARD, RESOLVING_METHOD, RESOLVING_ITERATION = 9.0, 6.0, 0.045
RESOLVING_RESTS, RESOLVING_RESTS_ITERATION = 6.0, 0.05

# Values on real cards: a river board once and for each seat; a vector of values on it.
REAL_BOARD, REAL_VECTOR = 2.5e-5, 1.35e-6

# Matches: duplicate deals between agents over buckets, without such agents, and where `simple` counts; opening an agent,
# and one over buckets.
DEAL, PLAIN_DEAL, SIMPLE_DEAL, AGENT, BUCKETED_AGENT = 1 / 400_000, 1 / 2_000_000, 1 / 6_000, 0.01, 1.0
# Local best response: a deal with at most one card to come; with more, and then for each hand that may be held.
RESPONSE_DEAL, RESPONSE_RUNOUTS, RESPONSE_HAND = 1.2e-5, 1.2e-4, 1.7e-7
# Luck reduction: a hand by each method, the hands that values are fitted to, and values of joint counts.
REDUCED_HAND = {"all-in": 5e-6, "mivat": 5e-5, "advantage": 3.3e-6, "aivat": 1.25e-4, "divat": 1.25e-4}
FITTING, FITTED_HAND, EXACT_VALUES = 4.0, 1 / 150_000, 12.0
# A decision at a table of any size, and the players' thinking time, on one thread.
DECISION, THOUGHT = 1 / 12_000, 1e-4
THOUGHTS = {
    "miximax": 8e-3,
    "miximix": 1e-2,
    "simulating": 10e-3,
    "check-norris": 4.2e-3,
    "poki": 2e-3,
    "simple": 1e-3,
    "richie-rich": 0.4e-3,
    "break-ivan": 0.3e-3,
}

_TURNS, _PROBE = 20, 0.010  # turn boards evaluated on all rivers; seconds that this takes on two cores
_TIMES = 15  # repetitions for the median: other work slows some of them


@dataclass(frozen=True)
class Cost:
    """Estimated cost of a piece of work.

    Attributes:
        seconds: Time on two cores of the machine that unit costs are fitted to.
        memory_bytes: Peak resident memory of the process.
        disk_bytes: Disk for the result and, during the work, for finished parts.
        threaded: Whether it uses all threads.
        stops_after: Seconds after which it stops on every machine, because of a time limit.
        what_fits: Describes alternatives that need no more than a number of bytes of memory.
    """

    seconds: float
    memory_bytes: int
    disk_bytes: int
    threaded: bool = False
    stops_after: float = inf
    what_fits: Callable[[int], str] | None = field(default=None, compare=False)

    @classmethod
    def of_all(cls, costs: Iterable[Cost]) -> Self:
        """Return the total cost of pieces of work one after another."""
        found = list(costs)
        return cls(
            seconds=sum(e.seconds for e in found),
            memory_bytes=max((e.memory_bytes for e in found), default=0),
            disk_bytes=sum(e.disk_bytes for e in found),
        )

    def __str__(self) -> str:
        return f"about {seconds_text(self.seconds)} on 2 cores, {self.room}"

    @property
    def room(self) -> str:
        """Memory and disk as text: '815.0 MB of memory, 52.6 MB of disk'."""
        return f"{bytes_text(self.memory_bytes)} of memory, {bytes_text(self.disk_bytes)} of disk"


def measure(threads: int = 0) -> Callable[[Cost], float]:
    """Measure the speed of this machine under its current load for half a second, longer if it is busy.

    Args:
        threads: Threads that the work would use; 0 for all processors.

    Returns:
        A function from a cost to the seconds that the work takes here.
    """
    alone, threaded = _probed(1) / (2 * _PROBE), _probed(threads) / _PROBE
    return lambda cost: min(cost.seconds * (threaded if cost.threaded else alone), cost.stops_after)


def _probed(threads: int) -> float:
    times = []
    for _ in range(_TIMES):
        start = perf_counter()
        _strength.potential_one_card(4, threads, None, 0, _TURNS)
        times.append(perf_counter() - start)
    return median(times)
