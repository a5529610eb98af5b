"""What solving a game over buckets costs, from its betting tree and numbers of buckets alone."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from pokerdata._core import solvers as _core
from pokerdata._support import html
from pokerdata._support.estimates import slower_with
from pokerdata.games import NoLimitRules, Rules, bucketed_sizes
from pokerdata.games.bucketed import check_sequences
from pokerdata.solving.algorithms import Algorithm, Schedule
from pokerdata.solving.algorithms import algorithm as named
from pokerdata.solving.solved import MOST_ITERATIONS

# Fitted to 2 cores of an AMD EPYC (Zen 5, AVX-512) in float32: floating-point operations a second of the leaves'
# matrix products, and seconds that the nodes take for each action of an information set. AVX2 takes about twice as long.
_OPERATIONS = 3.8e11
_FEW_STATES = 625  # of a street; with more it takes longer
_ACTION_SECONDS = 1.0e-9
# Iterations of the default algorithms to a target of 1 mb/g, and minus the exponent with which they fall as the target
# grows: measured with 4 to 6 buckets a street in limit, 3 and 8 in no-limit, where they differ by a factor of up to 1.5.
_ITERATIONS = {"limit": (500, 0.55), "no-limit": (1_050, 0.3)}
_LEAST_TARGET = 1e-9  # mb/g
_EVALUATION = 3  # takes as long as so many iterations
_BYTE_SECONDS = 4e-9  # for each byte that the run keeps: reading joint counts, writing the strategy

_PROCESS = 150_000_000  # bytes of the interpreter and its modules

_PLAIN = named("dcfr")
_LOG_SPACED = Schedule()


@dataclass(frozen=True)
class Costs:
    """What a run costs.

    Attributes:
        iteration_seconds: Seconds that an iteration takes on 2 cores.
        iterations: Iterations in all: to the first evaluation at the target, or as many as are given, where those are fewer.
        evaluations: How often the strategy is evaluated.
        memory_bytes: What solving takes, besides the interpreter and its modules.
        disk_bytes: The strategy, and while the run goes on its state.
    """

    iteration_seconds: float
    iterations: int
    evaluations: int = field(repr=False)
    memory_bytes: int
    disk_bytes: int

    @property
    def peak_bytes(self) -> int:
        """Of the process that solves."""
        return _PROCESS + self.memory_bytes

    @property
    def seconds(self) -> float:
        """Of the whole run, with its evaluations."""
        rounds = self.iterations + _EVALUATION * self.evaluations
        return _BYTE_SECONDS * self.disk_bytes + rounds * self.iteration_seconds

    def _repr_html_(self) -> str:
        return html.of_fields(self)


def bucketed_costs(
    rules: Rules,
    buckets: Sequence[int],
    *,
    dtype: str = "float64",
    algorithm: Algorithm = _PLAIN,
    iterations: int | None = None,
    target: float = 1.0,
    evaluated: Schedule = _LOG_SPACED,
    threads: int = 2,
) -> Costs:
    """Costs of solving the game of perfect recall over so many buckets a street, by joint counts.

    Time is nearly all in the products of the leaves' matrices with the reach: for each leaf 4 floating-point operations
    for each pair of its street's states.

    Args:
        rules: The rules of the betting.
        buckets: The number of buckets of each street.
        dtype: 'float32' or 'float64'.
        algorithm: Optimistic and simultaneous ones take more memory.
        iterations: Iterations to do at most.
        target: Exploitability to reach, in mb/g.
        evaluated: When.
        threads: 0 for all processors, or up to 1024; each takes some memory.

    Raises:
        ValueError: As for `bucketed_sizes`.
        CapacityError: If there are more sequences than joint counts serve.
    """
    sizes = bucketed_sizes(rules, buckets)
    check_sequences(sizes.sequences[-1])
    bytes_each = 4 if dtype == "float32" else 8
    leaves = [f + s for f, s in zip(sizes.fold_leaves, sizes.showdown_leaves, strict=True)]
    operations = sum(
        4 * count * n**2 * slower_with(n, _FEW_STATES) for count, n in zip(leaves, sizes.states, strict=True)
    )
    seconds = bytes_each / 4 * (operations / _OPERATIONS + _ACTION_SECONDS * sizes.actions)
    core = _core.SolverFloat32 if dtype == "float32" else _core.SolverFloat64
    memory = core.memory_of_states(
        rules.core,
        list(sizes.states),
        threads,
        optimistic=algorithm.optimistic,
        simultaneous=algorithm.simultaneous,
    )
    kept = (1 + algorithm.optimistic) * bytes_each * sizes.actions  # the copy of the state that is saved
    to_one, falling = _ITERATIONS["no-limit" if isinstance(rules, NoLimitRules) else "limit"]
    expected = min(max(1, round(to_one * max(target, _LEAST_TARGET) ** -falling)), MOST_ITERATIONS)
    whole = int(min(iterations or MOST_ITERATIONS, evaluated.after(expected - 1)))
    return Costs(
        iteration_seconds=seconds,
        iterations=whole,
        evaluations=evaluated.evaluations(whole),
        memory_bytes=memory + kept + sizes.joint_count_bytes,
        # the strategy, and while it runs regrets and sums
        disk_bytes=sizes.strategy_bytes + 2 * bytes_each * sizes.actions,
    )
