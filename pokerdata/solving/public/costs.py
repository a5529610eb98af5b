"""Cost of solving a game over buckets, estimated from its betting tree and numbers of buckets alone."""

from collections.abc import Sequence

from pokerdata._core import solvers as _core
from pokerdata._support import costs
from pokerdata._support.costs import Cost
from pokerdata.games import NoLimitRules, Rules, bucketed_sizes
from pokerdata.games.bucketed import check_sequences
from pokerdata.solving.algorithms import Algorithm
from pokerdata.solving.algorithms import algorithm as named
from pokerdata.solving.solved import MOST_ITERATIONS

_LEAST_TARGET = 1e-9  # mb/g
_PROCESS = 150_000_000  # bytes of the interpreter and its modules

_PLAIN = named("dcfr")


def bucketed_cost(
    rules: Rules,
    buckets: Sequence[int],
    *,
    dtype: str = "float64",
    algorithm: Algorithm = _PLAIN,
    iterations: int | None = None,
    target: float = 1.0,
    threads: int = 2,
) -> Cost:
    """Estimate the cost of solving a bucketed game with perfect recall by joint counts.

    Nearly all time goes into multiplying the leaves' matrices by reach probabilities. Each leaf costs 4 floating-point
    operations for each pair of its street's states.

    Args:
        rules: Rules of the betting.
        buckets: Number of buckets on each street.
        dtype: 'float32' or 'float64'.
        algorithm: Algorithm of the solver; optimistic and simultaneous ones need more memory.
        iterations: Most iterations.
        target: Exploitability to reach, in mb/g.
        threads: 0 for all processors, or 1 to 1024; each thread needs some memory.

    Raises:
        ValueError: As for `bucketed_sizes`.
        CapacityError: If there are more sequences than joint counts support.
    """
    sizes = bucketed_sizes(rules, buckets)
    check_sequences(sizes.sequences[-1])
    bytes_each = 4 if dtype == "float32" else 8
    leaves = [f + s for f, s in zip(sizes.fold_leaves, sizes.showdown_leaves, strict=True)]
    operations = sum(4 * count * n**2 for count, n in zip(leaves, sizes.states, strict=True))
    iteration = bytes_each / 4 * (operations * costs.OPERATION + sizes.actions * costs.ACTION)
    core = _core.SolverFloat32 if dtype == "float32" else _core.SolverFloat64
    memory = core.memory_of_states(
        rules.core,
        list(sizes.states),
        threads,
        optimistic=algorithm.optimistic,
        simultaneous=algorithm.simultaneous,
    )
    kept = (1 + algorithm.optimistic) * bytes_each * sizes.actions  # the copy of the state while it is saved
    to_one, falling = costs.ITERATIONS["no-limit" if isinstance(rules, NoLimitRules) else "limit"]
    expected = to_one * max(target, _LEAST_TARGET) ** -falling
    return Cost(
        seconds=(min(max(1, expected), iterations or MOST_ITERATIONS) + costs.EVALUATIONS) * iteration,
        memory_bytes=_PROCESS + memory + kept + sizes.joint_count_bytes,
        # the strategy, and during the run also regrets and sums
        disk_bytes=sizes.strategy_bytes + 2 * bytes_each * sizes.actions,
        threaded=True,
    )
