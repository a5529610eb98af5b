"""One seat at the table or both: what their player wins on real cards, and which nodes a strategy reaches."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import comb
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import real_cards as _core
from pokerdata._core.games import BettingTree as _Tree
from pokerdata._core.support import active_isa
from pokerdata._support.progress import Progress
from pokerdata.games import BettingTree, CardRules, Rules
from pokerdata.games.named import ALL_RANKS
from pokerdata.pipeline.store.digest import give_back
from pokerdata.pipeline.store.sharded import Arrays, Job, Keep, Shard, finished
from pokerdata.solving.real_cards.flops import LEAST_OF_CLASS, Flops, Preflop, value_of_game

#: Of each combination, the place of its class among those of values behind flops.
CLASS_OF = np.searchsorted(np.unique(LEAST_OF_CLASS), LEAST_OF_CLASS)


class PrivateStates(Protocol):
    """What a player takes his hands for; `pokerdata.abstraction.card_states` gives one, and any object will do.

    Boards and hands that differ in their suits alone must have the same states.
    """

    def states(self, street: int, /) -> int:
        """Number of states on a street, 1 to 65,535.

        Args:
            street: The street, 0 preflop.
        """

    def of_board(self, board: NDArray[np.uint8], /) -> NDArray[np.uint16]:
        """States of the 1,326 combinations on a board.

        Args:
            board: uint8 [0|3|4|5], flop first.

        Returns:
            uint16 [1326].
        """


@dataclass(frozen=True, eq=False)
class Played:
    """A strategy over private states.

    Attributes:
        rows: For each street probabilities [edges of the street, states].
        states: What its player takes his hands for.
    """

    rows: Sequence[NDArray[np.floating[Any]]]
    states: PrivateStates

    @cached_property
    def core(self) -> list[NDArray[np.float32]]:
        """As the kernels take it."""
        return [np.ascontiguousarray(row, np.float32) for row in self.rows]

    @cached_property
    def preflop(self) -> NDArray[np.float64]:
        """Of each edge and combination before the flop, float64 [edges, 1326]."""
        return self.on_board(np.zeros(0, np.uint8))

    def on_board(self, board: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Of each edge of a street and each combination on a board, float64 [edges, 1326].

        What stands where a combination shares a card with the board does not matter.

        Args:
            board: uint8 [0|3|4|5], flop first.
        """
        rows = self.core[max(0, len(board) - 2)].astype(np.float64)
        states = self.states.of_board(board).astype(np.int64)
        return np.asarray(rows[:, np.minimum(states, rows.shape[1] - 1)])


def ranks_of(cards: CardRules) -> int:
    """The ranks of a deck as bits, 0 for twos.

    Args:
        cards: The cards of a game.

    Raises:
        ValueError: For cards that are not dealt as in Texas hold'em, from all four suits.
    """
    if (cards.hole, tuple(cards.board), cards.ranking, cards.suits) != (2, (0, 3, 1, 1), "five-card", 4):
        raise ValueError(
            f"cards: expected those of Texas hold'em, all suits of at least three ranks, got {cards}; e.g. TEXAS"
        )
    return sum(1 << ALL_RANKS.index(rank) for rank in cards.ranks)


class Seat:
    """What one player wins on real cards: from values behind flops to those before.

    Args:
        tree: The betting, of four streets.
        ranks: The bits of the deck's ranks, as `ranks_of` gives them.
        player: Who responds, 0 or 1.
        nodes: Where flops are dealt, in the order of values.
        opponent: What the other plays.
        own: What he plays himself; None for a best response.
    """

    def __init__(
        self,
        tree: BettingTree,
        ranks: int,
        player: int,
        nodes: Sequence[int],
        opponent: Played,
        own: Played | None = None,
    ) -> None:
        self.flops = Flops.of(ranks)
        self.tree, self.ranks, self.player, self.nodes, self.opponent = tree, ranks, player, nodes, opponent
        self._preflop = Preflop(tree, player, ranks, opponent.preflop, None if own is None else own.preflop)

    def at_flop(self, behind: NDArray[np.float64], *, drawn: bool) -> dict[int, NDArray[np.float64]]:
        """By node where flops are dealt what hands are worth, mean over the flops that two hands leave: float64 [1326].

        Args:
            behind: As `Seats.behind` gives it, for all flops of the deck or for some.
            drawn: Whether they are some, each as likely.
        """
        return self._means(behind, self._alike(len(behind)) if drawn else self.flops.orbits)

    def value(self, behind: NDArray[np.float64]) -> float:
        """Chips a game, from what hands are worth behind all flops of the deck.

        Args:
            behind: As `Seats.behind` gives it for all of them, in their order.
        """
        return value_of_game(self.hand_values(behind), self.ranks)

    def hand_values(self, behind: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each hand is worth before the flop, summed over the opponent's hands: float64 [1326].

        Args:
            behind: As for `value`.
        """
        return self._preflop.values(self._means(behind, self.flops.orbits))

    def choices(self, behind: NDArray[np.float64]) -> dict[int, NDArray[np.int64]]:
        """The best actions before the flop if it is one of some, each as likely: by node, int64 [1326].

        Args:
            behind: As `Seats.behind` gives it for these flops.
        """
        return self._preflop.choices(self._means(behind, self._alike(len(behind))))

    def value_by(self, behind: NDArray[np.float64], choices: Mapping[int, NDArray[np.int64]] | None) -> float:
        """Chips a game if the flop is one of some, each as likely.

        Args:
            behind: As `Seats.behind` gives it for these flops.
            choices: What he does before the flop; None for what is best.
        """
        means = self._means(behind, self._alike(len(behind)))
        values = self._preflop.values(means) if choices is None else self._preflop.valued(means, choices)
        return value_of_game(values, self.ranks)

    def _alike(self, count: int) -> NDArray[np.float64]:
        return np.full(count, self.flops.orbits.sum() / count)

    def _means(self, behind: NDArray[np.float64], weights: NDArray[Any]) -> dict[int, NDArray[np.float64]]:
        """By node: the mean over all flops that two hands leave, [1326]."""
        flops = comb(4 * self.ranks.bit_count() - 4, 3)
        sums = np.zeros(behind.shape[1:])
        for weight, values in zip(
            weights.tolist(), behind, strict=True
        ):  # one order for any number of threads
            sums += weight * values
        return {node: values[CLASS_OF] / flops for node, values in zip(self.nodes, sums, strict=True)}


#: Flops that are done, and kept, together: few, so that many machines can share the work.
SHARD = 4
_CLASSES = int(CLASS_OF.max()) + 1

Values = NDArray[np.float64]


class MakesSeats(Protocol):
    """Makes seats in another process, from what stands for the stage there."""

    def __call__(self, around: Any, /, *, players: tuple[int, ...]) -> Seats:
        """The seats of these players."""


class Seats:
    """What is won on real cards from a strategy, in one seat or in both, which share the boards that are dealt.

    Args:
        rules: The betting, of four streets.
        ranks: The bits of the deck's ranks, as `ranks_of` gives them.
        players: Where who responds sits: 0, 1 or both.
        opponent: What the other plays.
        own: What he plays himself; None for a best response.
        anew: Makes the same seats in another process, as `Job.prepare` does; None where flops are valued in this one alone.

    Raises:
        ValueError: If these do not fit together.

    Attributes:
        flops: Those of the deck.
        each: The seats, in the order of `players`.
    """

    def __init__(
        self,
        rules: Rules,
        ranks: int,
        players: Sequence[int],
        opponent: Played,
        own: Played | None = None,
        anew: Callable[[Any], Seats] | None = None,
    ) -> None:
        self.flops, self._anew = Flops.of(ranks), anew
        self._deck = sum(0xF << 4 * rank for rank in range(len(ALL_RANKS)) if ranks >> rank & 1)
        given = (None, None) if own is None else (own.states, own.core)
        self._core = _core.Responder(
            _Tree(rules.core), self._deck, list(players), opponent.states, opponent.core, *given
        )
        for row in (*opponent.rows, *(() if own is None else own.rows)):
            give_back(row)  # the kernels have what they need of it
        tree = BettingTree(rules)
        self.each = tuple(
            Seat(tree, ranks, player, nodes.tolist(), opponent, own)
            for player, nodes in zip(players, self._core.roots, strict=True)
        )

    def turns(self, places: Sequence[int]) -> int:
        """Turns up to suits of some flops: what progress counts.

        Args:
            places: Places of flops in `flops`.
        """
        return sum(_core.boards(self._deck, int(self.flops.numbers[p]))[0] for p in places)

    def behind(
        self,
        places: Sequence[int],
        *,
        threads: int = 0,
        keep: Keep | None = None,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[Values]:
        """What hands are worth where flops are dealt, of each seat float64 [flops, histories, classes of hands].

        Means over the hands of a class, each summed over the opponent's hands.

        Args:
            places: Places of flops in `flops`.
            threads: 0 for all processors; the number changes no bit.
            keep: Where finished flops are kept and looked for.
            progress: Called with turns done and in all.
        """
        kept = None if keep is None else _KeptBySeat(keep, [seat.player for seat in self.each])
        shards = []
        for first in range(0, len(places), SHARD):
            part = places[first : first + SHARD]
            flops = tuple(int(self.flops.numbers[place]) for place in part)
            name = hashlib.sha256(repr(flops).encode()).hexdigest()[:8]
            key = f"{flops[0]}-{flops[-1]}-{name}"
            there = {} if kept is None else kept.there(key)
            missing = tuple(seat.player for seat in self.each if str(seat.player) not in there)
            shards.append(Shard(key, (flops, missing), self.turns(part)))
        job = Job(_valued, self, self._anew)
        found = finished(job, shards, keep=kept, threads=threads, progress=progress)
        parts = [
            {**({} if kept is None else kept.there(shard.key)), **arrays}
            for shard, arrays in zip(shards, found, strict=True)
        ]
        return [
            np.concatenate(
                [np.empty((0, len(seat.nodes), _CLASSES)), *(part[str(seat.player)] for part in parts)]
            )
            for seat in self.each
        ]

    def of_flops(
        self,
        flops: Sequence[int],
        players: Sequence[int],
        threads: int = 0,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[Values]:
        """As `behind`, of flops by their numbers and of some of the seats, and nothing is kept.

        Args:
            flops: Their numbers.
            players: Of the seats.
            threads: As for `behind`.
            progress: As for `behind`.
        """
        seats = [[seat.player for seat in self.each].index(player) for player in players]
        return [_by_class(values) for values in self._core.values(list(flops), seats, threads, progress)]

    def behind_board(
        self,
        board: NDArray[np.uint8],
        root: int,
        *,
        threads: int = 0,
        progress: Callable[[int, int], None] | None = None,
    ) -> dict[int, Values]:
        """What hands are worth in the first seat where the next street starts, by node.

        Args:
            board: uint8 [3|4], of the flop or the turn.
            root: The node at which the flop was dealt; behind others nothing is found.
            threads: 0 for all processors; the number changes no bit.
            progress: Called with turns done and in all.

        Returns:
            float64 [1326] each, summed over the opponent's hands.
        """
        roots = self._core.street_roots(len(board) - 1).tolist()
        place = self.each[0].nodes.index(root)
        return dict(zip(roots, self._core.behind(board.tolist(), place, threads, progress), strict=True))


def _valued(
    seats: Seats,
    flops: tuple[int, ...],
    players: tuple[int, ...],
    *,
    threads: int,
    progress: Callable[[int, int], None],
) -> dict[str, NDArray[Any]]:
    """A shard: the values behind some flops, by player."""
    values = seats.of_flops(flops, players, threads, progress)
    return {str(player): found for player, found in zip(players, values, strict=True)}


@dataclass(frozen=True)
class _KeptBySeat:
    """Keeps the values of each seat by themselves, so that runs of one seat and of both serve each other."""

    keep: Keep
    players: Sequence[int]
    _there: dict[str, dict[str, NDArray[Any]]] = field(default_factory=dict)

    def there(self, key: str) -> dict[str, NDArray[Any]]:
        """What was there of a shard when it was asked for first, by player."""
        if key not in self._there:
            loaded = {player: self.keep.load_shard(_key(player, key)) for player in map(str, self.players)}
            self._there[key] = {p: arrays["values"] for p, arrays in loaded.items() if arrays is not None}
        return self._there[key]

    def load_shard(self, key: str) -> Arrays | None:
        """As `Keep.load_shard`: what is there of all seats."""
        there = self.there(key)
        return there if len(there) == len(self.players) else None

    def save_shard(self, key: str, arrays: Arrays) -> None:
        """As `Keep.save_shard`."""
        for player, values in arrays.items():
            self.keep.save_shard(_key(player, key), {"values": values})

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """As `Keep.run_shards`."""
        return self.keep.run_shards(job, shards, threads=threads, progress=progress)


def _key(player: str, key: str) -> str:
    # In float32 values with SSE2 have other bits.
    return f"seat{int(player) + 1}-{active_isa()}-{key}"


def _by_class(values: Values) -> Values:
    """Means over the hands of each class: float64 [flops, histories, classes]."""
    size = np.bincount(CLASS_OF)
    flat = values.reshape(-1, values.shape[-1])
    sums = np.array([np.bincount(CLASS_OF, row, len(size)) for row in flat])
    return np.asarray((sums / size).reshape(*values.shape[:-1], len(size)))


def reached(
    tree: BettingTree, player: int, rows: Sequence[NDArray[np.floating[Any]]] | None, root: int = 0
) -> NDArray[np.uint8]:
    """Whether each node can come up when one player plays a strategy and the other whatever he likes: uint8 [nodes].

    Args:
        tree: The betting tree.
        player: Who plays whatever he likes, 0 or 1.
        rows: For each street the probabilities of the strategy [edges of the street, states]; None for one that may do all.
        root: Only this node and those below it.
    """
    found = np.ones(tree.nodes, bool)
    if rows is not None:
        for street, probabilities in enumerate(rows):
            edges = tree.street_edges(street)
            found[tree.child[edges]] = probabilities.max(axis=1) > 0
        found[tree.child[np.repeat(tree.player == player, np.diff(tree.first_edge))]] = True
    below = np.zeros(tree.nodes, bool)
    below[root] = True
    before = np.maximum(tree.parent, 0)
    while before.any():  # each step doubles how far it looks back
        found &= found[before]
        below |= below[before]
        before = before[before]
    found &= found[0]
    below |= below[0]
    return (found & below).astype(np.uint8)
