"""What fits into memory: the largest number of buckets on every street, and what else there is."""

from collections.abc import Sequence
from math import prod
from typing import Any

from pokerdata.abstraction.sizes import (
    IMPERFECT,
    LOSSLESS,
    MOST_BUCKETS,
    MOST_COUNTED,
    MOST_SEQUENCES,
    SAMPLING,
    SAMPLING_OF_IMPERFECT,
    counting_memory,
    fitting_text,
    most_that_fit,
)
from pokerdata.chance_sampling.solver import memory_of_run
from pokerdata.games import NoLimitRules, Rules
from pokerdata.games.bucketed_sizes import private_states
from pokerdata.solvers.costs import bucketed_costs
from pokerdata.support.text import bytes_text


def counted_memory(rules: Rules, buckets: Sequence[int], **how: Any) -> int:
    """Peak memory, in bytes, of making joint counts of buckets and of solving over them.

    Args:
        rules: Of the game.
        buckets: How many each street has.
        **how: As `bucketed_costs` takes it.
    """
    return max(counting_memory(prod(buckets)), bucketed_costs(rules, buckets, **how).peak_bytes)


def most_counted(rules: Rules, memory: int, **how: Any) -> int:
    """The most buckets on every street for which `counted_memory` is at most `memory`; 1 if 2 are too many."""

    def need(buckets: int) -> int:
        if buckets**rules.streets > MOST_COUNTED:
            return memory + 1
        return counted_memory(rules, [buckets] * rules.streets, **how)

    return most_that_fit(need, MOST_COUNTED, memory)


def most_sampled(rules: Rules, recall: str, memory: int) -> int:
    """The same for public chance sampling, with at most the 169 of all hands before the flop."""

    def need(buckets: int) -> int:
        states = private_states([min(buckets, LOSSLESS), *[buckets] * (rules.streets - 1)], recall)
        return memory + 1 if states[-1] > MOST_SEQUENCES else memory_of_run(rules, states)

    return most_that_fit(need, MOST_BUCKETS, memory)


def what_fits_counted(rules: Rules, buckets: Sequence[int], memory: int, **how: Any) -> str:
    """What to do, in words, where `counted_memory` of these buckets is more than `memory`."""
    fitting = [fitting_text(most_counted(rules, memory, **how)), _fewer_bets(rules)]
    single = counted_memory(rules, buckets, **{**how, "dtype": "float32"})
    if how.get("dtype") != "float32" and single <= memory:
        fitting.insert(0, f'dtype = "float32", which takes {bytes_text(single)}, fits')
    for recall, sampling in (("perfect", SAMPLING), ("imperfect", SAMPLING_OF_IMPERFECT)):
        need = memory_of_run(rules, private_states(buckets, recall))
        if need <= memory:
            return "; or ".join([*fitting, f"{sampling}, which takes {bytes_text(need)} with these buckets"])
    return "; or ".join(fitting)


def what_fits_sampled(rules: Rules, recall: str, memory: int) -> str:
    """The same for public chance sampling."""
    fitting = [fitting_text(most_sampled(rules, recall, memory)), _fewer_bets(rules)]
    return "; or ".join([*fitting, IMPERFECT] if recall == "perfect" else fitting)


def _fewer_bets(rules: Rules) -> str:
    no_limit = isinstance(rules, NoLimitRules)
    return "a smaller menu of bets, which may be one a street" if no_limit else "a game with lower caps"
