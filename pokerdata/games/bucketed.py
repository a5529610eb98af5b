"""Games whose private states are sequences of card buckets."""

from collections.abc import Sequence
from itertools import accumulate
from operator import mul

import numpy as np
from numpy.typing import ArrayLike

from pokerdata.abstraction.sizes import MOST_COUNTED, instead_of_counts
from pokerdata.errors import CapacityError
from pokerdata.games.bucketed_sizes import check_bucket_numbers, private_states
from pokerdata.games.game import JointCountGame
from pokerdata.games.named import LIMIT_HOLDEM
from pokerdata.games.rules import Rules


def bucketed_game(
    rules: Rules,
    buckets: Sequence[int],
    deals: Sequence[ArrayLike],
    wins: ArrayLike,
    *,
    abstraction: str,
    boards: int | None = None,
) -> JointCountGame:
    """A game of perfect recall over bucket sequences.

    The sequence of buckets b0, b1, ... is the state ``(b0 * B1 + b1) * B2 + ...``, so a state's parent is
    ``state // B``.

    Args:
        rules: The rules of the betting.
        buckets: The number of buckets B of each street.
        deals: As for `JointCountGame`, over these states.
        wins: As for `JointCountGame`, over these states.
        abstraction: The name of the card abstraction.
        boards: As for `JointCountGame`.

    Raises:
        CapacityError: If there are more than 10,000 sequences.
        ValueError: If the counts have another shape or do not fit together, or the numbers of buckets do not fit the
            rules.
    """
    check_bucket_numbers(rules, buckets)
    states = private_states(buckets, "perfect")
    check_sequences(states[-1])
    parents = [np.arange(n) // b for n, b in zip(states[1:], buckets[1:], strict=True)]
    shapes = [np.shape(d) for d in deals]
    if shapes != [(n, n) for n in states]:
        raise ValueError(
            f"joint counts: expected shapes {[(n, n) for n in states]} for buckets {list(buckets)}, got {shapes}"
        )
    names = sequence_names(buckets)
    return JointCountGame(
        rules, deals, wins, parents, state_names=names, abstraction=abstraction, boards=boards
    )


def sequence_names(buckets: Sequence[int]) -> list[list[str]]:
    """Names of the bucket sequences of each street, e.g. '3-0-4' on the turn.

    Args:
        buckets: The number of buckets of each street.
    """
    counts = accumulate(buckets, mul)
    return [[_sequence(s, buckets[: r + 1]) for s in range(n)] for r, n in enumerate(counts)]


def check_sequences(sequences: int) -> None:
    """Check that joint counts serve so many sequences.

    Args:
        sequences: Bucket sequences on the river.

    Raises:
        CapacityError: If there are more than 10,000.
    """
    if sequences > MOST_COUNTED:
        raise CapacityError(
            f"{sequences:,} bucket sequences on the last street need {16 * sequences**2 / 1e9:,.1f} GB "
            f"of joint counts alone; up to {MOST_COUNTED:,} are solved exactly, so many take "
            f"{instead_of_counts(sequences)}"
        )


def limit_holdem(
    buckets: Sequence[int], deals: Sequence[ArrayLike], wins: ArrayLike, *, abstraction: str = "buckets"
) -> JointCountGame:
    """Heads-up limit Texas hold'em, blinds 5/10, over the bucket sequences of a card abstraction.

    Args:
        buckets: As for `bucketed_game`.
        deals: As for `bucketed_game`.
        wins: As for `bucketed_game`.
        abstraction: The name of the card abstraction.

    Raises:
        CapacityError: If there are more than 10,000 sequences.
        ValueError: If the counts have another shape or do not fit together, or if there are not four numbers of buckets.
    """
    return bucketed_game(LIMIT_HOLDEM, buckets, deals, wins, abstraction=abstraction)


def _sequence(state: int, buckets: Sequence[int]) -> str:
    digits: list[str] = []
    for b in reversed(buckets):
        state, digit = divmod(state, b)
        digits.append(str(digit))
    return "-".join(reversed(digits))
