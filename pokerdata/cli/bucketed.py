"""What `pokerdata games GAME --buckets` says: how large a game over buckets is, before anything is built."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pokerdata.abstraction.sizes import fitting_text
from pokerdata.cli.say import say
from pokerdata.games import Rules
from pokerdata.support.text import bytes_text


def bucket_numbers(text: str, rules: Rules) -> list[int]:
    """Numbers of buckets, one for all streets ("10") or one a street ("169,50,50,50"). Raises ValueError."""
    try:
        given = [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(
            f"--buckets: expected whole numbers, got {text!r}; e.g. --buckets 10 or --buckets 8,8,8,8"
        ) from None
    return given * rules.streets if len(given) == 1 else given


def describe(rules: Rules, buckets: list[int], recall: str) -> None:
    """Print the sizes, and what solving takes."""
    from pokerdata.abstraction.sizes import MOST_COUNTED, MOST_SEQUENCES, counting_memory, instead_of_counts
    from pokerdata.chance_sampling.solver import memory_of_run
    from pokerdata.games import bucketed_sizes
    from pokerdata.recipes.memory_advice import counted_memory, most_counted, most_sampled
    from pokerdata.solvers.costs import bucketed_costs
    from pokerdata.support.resources import available_memory

    free = available_memory()
    found = bucketed_sizes(rules, buckets, recall=recall)
    say(f"{rules.name}, {_row(buckets)} buckets on the streets, {recall} recall")
    say(f"private states      {_row(found.states)}")
    say(f"decision nodes      {_row(found.decisions)} of the betting tree")
    say(f"information sets    {found.information_sets:,}, {found.actions:,} actions")
    say(
        f"legal histories     {found.histories:,} over bucket sequences "
        f"({found.histories_with_free_folds:,} with folds where there is nothing to call)"
    )
    say(f"strategy            {bytes_text(found.strategy_bytes)} in float32; regrets and sums as much each")
    if recall == "imperfect" or found.sequences[-1] > MOST_COUNTED:
        states = found.states[-1]
        why = "imperfect recall" if recall == "imperfect" else f"{states:,} river sequences"
        say(f"solver              for {why}: {instead_of_counts(states)} in a recipe")
        if states <= MOST_SEQUENCES:
            need = memory_of_run(rules, found.states)
            most = partial(most_sampled, rules, recall)
            say(f"to solve            {bytes_text(need)}{_room(need, free, most)}")
        return
    say(
        f"joint counts        {bytes_text(found.joint_count_bytes)}, "
        f"{bytes_text(counting_memory(found.sequences[-1]))} while they are made"
    )
    for dtype in ("float32", "float64"):
        costs = bucketed_costs(rules, buckets, dtype=dtype)
        room = _room(
            counted_memory(rules, buckets, dtype=dtype), free, partial(most_counted, rules, dtype=dtype)
        )
        say(
            f"to solve            {bytes_text(costs.memory_bytes)} and {costs.iteration_seconds:.2g} s an iteration "
            f"on 2 cores in {dtype}{room}"
        )


def _room(need: int, free: int, most: Callable[[int], int]) -> str:
    """Whether that fits into this machine's memory, or else what would."""
    has = f"{bytes_text(free)} available here"
    return f": fits the {has}" if need <= free else f": more than the {has}, where {fitting_text(most(free))}"


def _row(numbers: tuple[int, ...] | list[int]) -> str:
    return " / ".join(f"{n:,}" for n in numbers)
