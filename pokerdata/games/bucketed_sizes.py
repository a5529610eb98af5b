"""How large a game over buckets is, from its betting tree and the numbers of buckets alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from operator import mul

import numpy as np

from pokerdata.games.betting_tree import FOLD, SHOWDOWN, BettingTree
from pokerdata.games.rules import Rules
from pokerdata.support import html
from pokerdata.support.text import brief

RECALLS = ("perfect", "imperfect")


@dataclass(frozen=True)
class BucketedSizes:
    """Exact sizes of a betting tree over a card abstraction, as integers.

    Attributes:
        states: Private states on each street: bucket sequences so far, or with imperfect recall present buckets.
        sequences: Bucket sequences on each street, whatever the recall.
        decisions: Decision nodes of the betting tree on each street.
        information_sets: Decision nodes times states, of both players.
        histories: Nodes below the deals of hole cards, for every pair of bucket sequences: decisions, ends, and a chance
            node before each later street.
        histories_with_free_folds: The same with folds where there is nothing to call, too: what Zinkevich et al. 2007
            call the states of their abstract games.
        actions: Actions of all information sets; regrets and sums of the average take one number each.
        fold_leaves: Leaves of the betting tree on each street that end by a fold.
        showdown_leaves: Leaves of the betting tree on each street that end by a showdown; one before the last street is
            an all-in that was called.
    """

    states: tuple[int, ...]
    sequences: tuple[int, ...]
    decisions: tuple[int, ...]
    information_sets: int
    histories: int
    histories_with_free_folds: int
    actions: int
    fold_leaves: tuple[int, ...]
    showdown_leaves: tuple[int, ...]

    @property
    def strategy_bytes(self) -> int:
        """Of a strategy in float32."""
        return 4 * self.actions

    @property
    def joint_count_bytes(self) -> int:
        """Of the joint counts and showdown counts that perfect recall takes, in uint64."""
        return 8 * (sum(n**2 for n in self.sequences) + self.sequences[-1] ** 2)

    def __repr__(self) -> str:
        states = f"{'-'.join(map(str, self.states))} states"
        return brief(self, states, f"{self.information_sets:,} information sets", f"{self.actions:,} actions")

    def _repr_html_(self) -> str:
        return html.of_fields(self)


def bucketed_sizes(rules: Rules, buckets: Sequence[int], *, recall: str = "perfect") -> BucketedSizes:
    """Sizes of a game over so many buckets a street.

    About a millisecond for a thousand betting nodes.

    Args:
        rules: The rules of the betting.
        buckets: The number of buckets of each street, 1 to 10^9.
        recall: 'perfect' (states are bucket sequences) or 'imperfect' (states are present buckets).

    Raises:
        ValueError: If the numbers of buckets do not fit the rules, or for an unknown recall.
        CapacityError: If the betting tree has more than 20 million nodes.
    """
    check_bucket_numbers(rules, buckets)
    if recall not in RECALLS:
        raise ValueError(f"recall: expected one of {', '.join(RECALLS)}, got {recall!r}; e.g. 'perfect'")
    tree = BettingTree(rules)
    streets = range(rules.streets)
    sequences = private_states(buckets, "perfect")
    states = private_states(buckets, recall)
    pairs = [n**2 for n in sequences]
    nodes = [tree.decision_nodes(r) for r in streets]
    of_street = [tree.street == r for r in streets]
    folds = [int(np.count_nonzero(s & (tree.kind == FOLD))) for s in of_street]
    showdowns = [int(np.count_nonzero(s & (tree.kind == SHOWDOWN))) for s in of_street]
    # An all-in that is called is settled on the last street, after a chance node for each in between.
    chance = [sum(showdowns[: r + 1]) + len(tree.street_roots[r + 1]) for r in streets[:-1]] + [0]
    ends = [*[0] * (rules.streets - 1), sum(showdowns)]
    histories = sum(
        p * (len(n) + f + e + c) for p, n, f, e, c in zip(pairs, nodes, folds, ends, chance, strict=True)
    )
    # Where there is something to call, one of the actions is a fold.
    free = sum(p * (len(n) - f) for p, n, f in zip(pairs, nodes, folds, strict=True))
    edges = [tree.street_edges(r).stop - tree.street_edges(r).start for r in streets]
    return BucketedSizes(
        states=states,
        sequences=sequences,
        decisions=tuple(len(n) for n in nodes),
        information_sets=sum(len(n) * s for n, s in zip(nodes, states, strict=True)),
        histories=histories,
        histories_with_free_folds=histories + free,
        actions=sum(e * s for e, s in zip(edges, states, strict=True)),
        fold_leaves=tuple(folds),
        showdown_leaves=tuple(showdowns),
    )


def private_states(buckets: Sequence[int], recall: str) -> tuple[int, ...]:
    """Private states on each street: bucket sequences so far, or with imperfect recall present buckets.

    Args:
        buckets: The number of buckets of each street.
        recall: 'perfect' or 'imperfect'.
    """
    counts = [int(b) for b in buckets]
    return tuple(accumulate(counts, mul) if recall == "perfect" else counts)


def check_bucket_numbers(rules: Rules, buckets: Sequence[int]) -> None:
    """Check that there is a number of buckets for each street.

    Args:
        rules: The rules of the betting.
        buckets: The number of buckets of each street.

    Raises:
        ValueError: If there is not one, 1 to 10^9, for each street.
    """
    if len(buckets) != rules.streets or any(
        not isinstance(b, int | np.integer) or not 1 <= b <= 10**9 for b in buckets
    ):
        raise ValueError(
            f"buckets: expected one number, 1 to 10^9, for each of the {rules.streets} streets of {rules.name}, got "
            f"{list(buckets)}; e.g. {[5] * rules.streets}"
        )
