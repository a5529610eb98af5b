"""Games over buckets, from joint counts, and the sizes of large games, over buckets or with all their cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from math import comb, prod, sqrt
from operator import mul

import numpy as np
from numpy.typing import ArrayLike

from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.abstraction.abstraction import MOST_COUNTED, instead_of_counts
from pokerdata.cards import STREETS
from pokerdata.errors import CapacityError
from pokerdata.games.betting_tree import ACTIONS, DECISION, FOLD, SHOWDOWN, BettingTree
from pokerdata.games.named import LIMIT_HOLDEM
from pokerdata.games.rules import CardRules, Rules
from pokerdata.games.solvable import JointCountGame
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import Layout, check_attribute, check_count, layout_of

RECALLS = ("perfect", "imperfect")


class CountsTable(Table):
    """Joint counts of bucket sequences."""

    KIND = "joint_counts"


@layout_of(CountsTable, buckets=list[int], parents=dict)
def _layout(table: CountsTable) -> Layout:
    check_count(table, "buckets", len(STREETS))
    if "boards" in table.attributes:
        check_attribute("boards", table.attributes["boards"], int)
    buckets: list[int] = table.attributes["buckets"]
    sequences = [prod(buckets[: street + 1]) for street in range(len(STREETS))]
    found: Mapping[str, int] = dict(zip(STREETS, sequences, strict=True)) | {"river_wins": sequences[-1]}
    return {name: ("<u8", (count, count)) for name, count in found.items()}


@dataclass(frozen=True)
class BucketedSizes:
    """Exact sizes of a betting tree over a card abstraction, as integers.

    Attributes:
        states: Private states on each street: bucket sequences so far, or with imperfect recall current buckets.
        sequences: Bucket sequences on each street, whatever the recall.
        decisions: Decision nodes of the betting tree on each street.
        information_sets: Decision nodes times states, of both players.
        histories: Nodes below the deals of hole cards, for every pair of bucket sequences: decisions, terminal nodes, and a
            chance node before each later street.
        histories_with_free_folds: The same, also counting folds with nothing to call. Zinkevich et al. 2007 call these the
            states of their abstract games.
        actions: Actions of all information sets; regrets and average-strategy sums have one number for each.
        fold_leaves: Leaves of the betting tree on each street that end by a fold.
        showdown_leaves: Leaves of the betting tree on each street that end by a showdown; a showdown before the last street
            is a called all-in.
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
        """Bytes of a strategy in float32."""
        return 4 * self.actions

    @property
    def joint_count_bytes(self) -> int:
        """Bytes of the joint counts and showdown counts that perfect recall needs, in uint64."""
        return 8 * (sum(n**2 for n in self.sequences) + self.sequences[-1] ** 2)

    def __repr__(self) -> str:
        states = f"{'-'.join(map(str, self.states))} states"
        return brief(self, states, f"{self.information_sets:,} information sets", f"{self.actions:,} actions")

    def _repr_html_(self) -> str:
        return html.of_fields(self)


def bucketed_sizes(rules: Rules, buckets: Sequence[int], *, recall: str = "perfect") -> BucketedSizes:
    """Return the sizes of a game with these numbers of buckets.

    It takes about a millisecond for a thousand betting nodes.

    Args:
        rules: The rules of the betting.
        buckets: The number of buckets of each street, 1 to 10^9.
        recall: 'perfect' (states are bucket sequences) or 'imperfect' (states are current buckets).

    Raises:
        ValueError: If the numbers of buckets do not fit the rules, or the recall is unknown.
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
    # A called all-in is settled on the last street, after a chance node for each street in between.
    chance = [sum(showdowns[: r + 1]) + len(tree.street_roots[r + 1]) for r in streets[:-1]] + [0]
    ends = [*[0] * (rules.streets - 1), sum(showdowns)]
    histories = sum(
        p * (len(n) + f + e + c) for p, n, f, e, c in zip(pairs, nodes, folds, ends, chance, strict=True)
    )
    # Every node with something to call already has a fold.
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
    """Return the number of private states on each street: bucket sequences, or with imperfect recall current buckets.

    Args:
        buckets: The number of buckets of each street.
        recall: 'perfect' or 'imperfect'.
    """
    counts = [int(b) for b in buckets]
    return tuple(accumulate(counts, mul) if recall == "perfect" else counts)


def check_bucket_numbers(rules: Rules, buckets: Sequence[int]) -> None:
    """Raise ValueError unless each street has a valid number of buckets.

    Args:
        rules: The rules of the betting.
        buckets: The number of buckets of each street.

    Raises:
        ValueError: If the numbers are not one per street, 1 to 10^9.
    """
    if len(buckets) != rules.streets or any(
        not isinstance(b, int | np.integer) or not 1 <= b <= 10**9 for b in buckets
    ):
        raise ValueError(
            f"buckets: expected one number, 1 to 10^9, for each of the {rules.streets} streets of {rules.name}, got "
            f"{list(buckets)}; e.g. {[5] * rules.streets}"
        )


def bucketed_game(
    rules: Rules,
    buckets: Sequence[int],
    deals: Sequence[ArrayLike],
    wins: ArrayLike,
    *,
    abstraction: str,
    boards: int | None = None,
) -> JointCountGame:
    """Return a game of perfect recall over bucket sequences.

    The sequence of buckets b0, b1, ... is the state ``(b0 * B1 + b1) * B2 + ...``, so a state's parent is
    ``state // B``.

    Args:
        rules: The rules of the betting.
        buckets: The number of buckets B of each street.
        deals: As for `JointCountGame`, over these states.
        wins: As for `JointCountGame`, over these states.
        abstraction: Name of the card abstraction.
        boards: As for `JointCountGame`.

    Raises:
        CapacityError: If there are more than 10,000 sequences.
        ValueError: If the counts have the wrong shape or do not fit together, or the numbers of buckets do not fit the
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
    """Return names of the bucket sequences of each street, e.g. '3-0-4' on the turn.

    Args:
        buckets: The number of buckets of each street.
    """
    counts = accumulate(buckets, mul)
    return [[_sequence(s, buckets[: r + 1]) for s in range(n)] for r, n in enumerate(counts)]


def check_sequences(sequences: int) -> None:
    """Raise CapacityError if there are too many sequences for joint counts.

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
    """Return heads-up limit Texas hold'em, blinds 5/10, over the bucket sequences of a card abstraction.

    Args:
        buckets: As for `bucketed_game`.
        deals: As for `bucketed_game`.
        wins: As for `bucketed_game`.
        abstraction: Name of the card abstraction.

    Raises:
        CapacityError: If there are more than 10,000 sequences.
        ValueError: If the counts have the wrong shape or do not fit together, or there are not four numbers of buckets.
    """
    return bucketed_game(LIMIT_HOLDEM, buckets, deals, wins, abstraction=abstraction)


def _sequence(state: int, buckets: Sequence[int]) -> str:
    digits: list[str] = []
    for b in reversed(buckets):
        state, digit = divmod(state, b)
        digits.append(str(digit))
    return "-".join(reversed(digits))


def game_of_counts(rules: Rules, counts: Table, abstraction: str) -> JointCountGame:
    """Return the game with these rules over the bucket sequences of a table NAME_counts.

    Args:
        rules: The rules of the betting.
        counts: The table NAME_counts.
        abstraction: Name of the card abstraction.

    Raises:
        ValueError: If the table's buckets do not fit the rules.
        CapacityError: If there are more than 10,000 sequences.
    """
    return bucketed_game(
        rules,
        [int(b) for b in counts.attributes["buckets"]],
        [counts[street] for street in STREETS],
        counts["river_wins"],
        abstraction=abstraction,
        boards=counts.attributes.get("boards"),
    )


@dataclass(frozen=True)
class Sizes:
    """Exact sizes of a game's explicit tree.

    Attributes:
        nodes: Decisions, terminal nodes and chance nodes. Player 1's hole cards, player 2's, and the cards of each street
            are dealt one after another. Deals that no player can tell apart (copies of a rank, the order of cards in one
            deal) count as one.
        information_sets: Information sets of both players.
        m_values: For each player, the sum over its own action sequences of the square root of the number of its information
            sets with that sequence (Lanctot et al. 2009). Regret bounds grow with it.
    """

    nodes: int
    information_sets: int
    m_values: tuple[float, float]

    def _repr_html_(self) -> str:
        return html.of_fields(self)


def sizes(rules: Rules, cards: CardRules) -> Sizes:
    """Return the sizes of a game of real cards, as exact integers, without building it.

    It takes about a millisecond for a thousand betting nodes.

    Args:
        rules: The rules of the betting.
        cards: The cards, and how hands rank.

    Raises:
        CapacityError: If the betting tree has more than 20 million nodes.
    """
    tree = BettingTree(rules)
    hole, board = cards.hole, cards.board
    views = [_deals(cards, (hole, *board[: r + 1])) for r in range(rules.streets)]
    deals = [_deals(cards, (hole, hole, *board[: r + 1])) for r in range(rules.streets)]
    nodes = 1 + _deals(cards, (hole,)) + (_deals(cards, (hole, hole)) if board[0] else 0)
    all_in = tree.street[tree.all_in()]
    sets = 0
    for r in range(rules.streets):
        last = r + 1 == rules.streets
        below = int(np.count_nonzero(all_in <= r))  # after these, cards are dealt until the last street
        betting = int(np.count_nonzero(tree.street == r)) - int(np.count_nonzero(all_in == r))
        if last:
            betting += below
        elif board[r + 1]:
            betting += len(tree.street_roots[r + 1]) + below  # one chance node before each
        nodes += deals[r] * betting
        sets += views[r] * len(tree.decision_nodes(r))
    return Sizes(nodes, sets, _m_values(tree, views))


def _deals(cards: CardRules, counts: tuple[int, ...]) -> int:
    """Return the number of distinguishable ways to deal groups of these sizes one after another."""
    if cards.suits is not None:
        ways, left = 1, cards.deck
        for count in counts:
            ways *= comb(left, count)
            left -= count
        return ways

    @cache
    def below(ranks: int, open_: tuple[int, ...]) -> int:
        """Return the ways to fill the groups from this many ranks: each rank gives some copies to each group."""
        if ranks == 0:
            return int(not any(open_))
        return sum(below(ranks - 1, rest) for rest in _shares(open_, cards.per_rank))

    return below(len(cards.ranks), counts)


def _shares(open_: tuple[int, ...], copies: int) -> list[tuple[int, ...]]:
    """Return what the groups may still need after a rank gave up to `copies` cards to them."""
    if not open_:
        return [()]
    return [
        (open_[0] - given, *rest)
        for given in range(min(open_[0], copies) + 1)
        for rest in _shares(open_[1:], copies - given)
    ]


def _choice(tree: BettingTree, edge: int) -> str:
    """Return what a player remembers of an action: its kind, and in no-limit games the chips over the whole hand."""
    name, to, stack = ACTIONS[tree.action[edge]], int(tree.to[edge]), tree.rules.stack
    if stack is None or name not in ("bet", "raise"):
        return name
    return "all-in" if to == stack else f"{name} to {to}"


def _m_values(tree: BettingTree, views: list[int]) -> tuple[float, float]:
    sets: tuple[Counter[tuple[str, ...]], Counter[tuple[str, ...]]] = (Counter(), Counter())
    acted: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {0: ((), ())}
    for node in np.flatnonzero(tree.kind == DECISION).tolist():
        own, player = acted.pop(node), int(tree.player[node])
        sets[player][own[player]] += views[tree.street[node]]
        for edge in tree.edges(node):
            after = (*own[player], _choice(tree, edge))
            acted[int(tree.child[edge])] = (after, own[1]) if player == 0 else (own[0], after)
    return sum(sqrt(n) for n in sets[0].values()), sum(sqrt(n) for n in sets[1].values())
