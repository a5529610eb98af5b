"""One or both seats of a game on real cards: what their players win, and which nodes a strategy reaches."""

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

#: Index of each combo's hand class in the arrays of values after the flop.
CLASS_OF = np.searchsorted(np.unique(LEAST_OF_CLASS), LEAST_OF_CLASS)


class PrivateStates(Protocol):
    """Card abstraction of a player; `pokerdata.abstraction.card_states` returns one, and any object works.

    Boards and hands that differ only in their suits must have the same states.
    """

    def states(self, street: int, /) -> int:
        """Return the number of states on a street, 1 to 65,535.

        Args:
            street: The street, 0 preflop.
        """

    def of_board(self, board: NDArray[np.uint8], /) -> NDArray[np.uint16]:
        """Return the states of the 1,326 combos on a board.

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
        states: The card abstraction of its player.
    """

    rows: Sequence[NDArray[np.floating[Any]]]
    states: PrivateStates

    @cached_property
    def core(self) -> list[NDArray[np.float32]]:
        """The probabilities in the form that the kernels accept."""
        return [np.ascontiguousarray(row, np.float32) for row in self.rows]

    @cached_property
    def preflop(self) -> NDArray[np.float64]:
        """Probability of each edge before the flop for each combo, float64 [edges, 1326]."""
        return self.on_board(np.zeros(0, np.uint8))

    def on_board(self, board: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return the probability of each edge of a street for each combo on a board, float64 [edges, 1326].

        Values of combos that share a card with the board are arbitrary.

        Args:
            board: uint8 [0|3|4|5], flop first.
        """
        rows = self.core[max(0, len(board) - 2)].astype(np.float64)
        states = self.states.of_board(board).astype(np.int64)
        return np.asarray(rows[:, np.minimum(states, rows.shape[1] - 1)])


def ranks_of(cards: CardRules) -> int:
    """Return the ranks of a deck as bits, bit 0 for twos.

    Args:
        cards: The cards of a game.

    Raises:
        ValueError: Unless the cards are dealt as in Texas hold'em, from all four suits.
    """
    if (cards.hole, tuple(cards.board), cards.ranking, cards.suits) != (2, (0, 3, 1, 1), "five-card", 4):
        raise ValueError(
            f"cards: expected those of Texas hold'em, all suits of at least three ranks, got {cards}; e.g. TEXAS"
        )
    return sum(1 << ALL_RANKS.index(rank) for rank in cards.ranks)


class Seat:
    """One player's seat on real cards, which turns values after the flop into values before it.

    Args:
        tree: The betting tree, of four streets.
        ranks: Bits of the deck's ranks, from `ranks_of`.
        player: The responding player, 0 or 1.
        nodes: Nodes where flops are dealt, in the order of the values.
        opponent: Strategy of the other player.
        own: Strategy of the player; None for a best response.
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
        """Return the values of hands where flops are dealt, averaged over possible flops: by node, float64 [1326].

        Args:
            behind: Values from `Seats.behind`, for all flops of the deck or for sampled ones.
            drawn: Whether the flops are sampled, each with equal weight.
        """
        return self._means(behind, self._alike(len(behind)) if drawn else self.flops.orbits)

    def value(self, behind: NDArray[np.float64]) -> float:
        """Return chips per game from the values of hands after all flops of the deck.

        Args:
            behind: Values from `Seats.behind` for all flops, in their order.
        """
        return value_of_game(self.hand_values(behind), self.ranks)

    def hand_values(self, behind: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the value of each hand before the flop, summed over the opponent's hands: float64 [1326].

        Args:
            behind: As for `value`.
        """
        return self._preflop.values(self._means(behind, self.flops.orbits))

    def choices(self, behind: NDArray[np.float64]) -> dict[int, NDArray[np.int64]]:
        """Return the best actions before the flop for equally likely flops: by node, int64 [1326].

        Args:
            behind: Values from `Seats.behind` for these flops.
        """
        return self._preflop.choices(self._means(behind, self._alike(len(behind))))

    def value_by(self, behind: NDArray[np.float64], choices: Mapping[int, NDArray[np.int64]] | None) -> float:
        """Return chips per game for equally likely flops.

        Args:
            behind: Values from `Seats.behind` for these flops.
            choices: Decisions before the flop; None for the best ones.
        """
        means = self._means(behind, self._alike(len(behind)))
        values = self._preflop.values(means) if choices is None else self._preflop.valued(means, choices)
        return value_of_game(values, self.ranks)

    def _alike(self, count: int) -> NDArray[np.float64]:
        return np.full(count, self.flops.orbits.sum() / count)

    def _means(self, behind: NDArray[np.float64], weights: NDArray[Any]) -> dict[int, NDArray[np.float64]]:
        """Return the mean over all flops that two hands leave possible: by node, [1326]."""
        flops = comb(4 * self.ranks.bit_count() - 4, 3)
        sums = np.zeros(behind.shape[1:])
        for weight, values in zip(
            weights.tolist(), behind, strict=True
        ):  # summed in one order for any number of threads
            sums += weight * values
        return {node: values[CLASS_OF] / flops for node, values in zip(self.nodes, sums, strict=True)}


#: Flops that are computed and saved together: few, so that many machines can share the work.
SHARD = 4
_CLASSES = int(CLASS_OF.max()) + 1

Values = NDArray[np.float64]


class MakesSeats(Protocol):
    """Function that makes seats in another process, from the context of the stage there."""

    def __call__(self, around: Any, /, *, players: tuple[int, ...]) -> Seats:
        """Return the seats of these players."""


class Seats:
    """One seat or both seats against a strategy on real cards; both share the dealt boards.

    Args:
        rules: The betting, of four streets.
        ranks: Bits of the deck's ranks, from `ranks_of`.
        players: Seats of the responding players: 0, 1 or both.
        opponent: Strategy of the other player.
        own: Strategy of the responding player; None for a best response.
        anew: Function that makes the same seats in another process, as `Job.prepare` does; None to value flops only in this
            process.

    Raises:
        ValueError: If the arguments do not fit together.

    Attributes:
        flops: The flops of the deck.
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
            give_back(row)  # the kernels have copied what they need
        tree = BettingTree(rules)
        self.each = tuple(
            Seat(tree, ranks, player, nodes.tolist(), opponent, own)
            for player, nodes in zip(players, self._core.roots, strict=True)
        )

    def turns(self, places: Sequence[int]) -> int:
        """Return the number of turns of some flops up to suit isomorphism, which progress counts.

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
        """Return the values of hands where flops are dealt, for each seat float64 [flops, histories, hand classes].

        Values are means over the hands of a class, each summed over the opponent's hands.

        Args:
            places: Places of flops in `flops`.
            threads: 0 for all processors; the number changes no bit.
            keep: Store in which finished flops are saved and looked up.
            progress: Called with turns done and in total.
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
        """Return the values of `behind` for numbered flops and some of the seats, without saving anything.

        Args:
            flops: Numbers of the flops.
            players: Players of the seats.
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
        """Return the values of hands in the first seat where the next street starts, by node.

        Args:
            board: uint8 [3|4], of the flop or the turn.
            root: The node at which the flop was dealt; only nodes after it get values.
            threads: 0 for all processors; the number changes no bit.
            progress: Called with turns done and in total.

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
    """Compute a shard: the values after some flops, by player."""
    values = seats.of_flops(flops, players, threads, progress)
    return {str(player): found for player, found in zip(players, values, strict=True)}


@dataclass(frozen=True)
class _KeptBySeat:
    """Store that saves each seat separately, so that runs of one seat and of both can reuse each other's flops."""

    keep: Keep
    players: Sequence[int]
    _there: dict[str, dict[str, NDArray[Any]]] = field(default_factory=dict)

    def there(self, key: str) -> dict[str, NDArray[Any]]:
        """Return the saved values of a shard by player, as they were at the first call."""
        if key not in self._there:
            loaded = {player: self.keep.load_shard(_key(player, key)) for player in map(str, self.players)}
            self._there[key] = {p: arrays["values"] for p, arrays in loaded.items() if arrays is not None}
        return self._there[key]

    def load_shard(self, key: str) -> Arrays | None:
        """Return a saved shard if all seats have it, as `Keep.load_shard`."""
        there = self.there(key)
        return there if len(there) == len(self.players) else None

    def save_shard(self, key: str, arrays: Arrays) -> None:
        """Save a shard, as `Keep.save_shard`."""
        for player, values in arrays.items():
            self.keep.save_shard(_key(player, key), {"values": values})

    def run_shards(
        self, job: Job[Any], shards: Sequence[Shard], *, threads: int, progress: Progress | None
    ) -> Iterator[tuple[int, Arrays]]:
        """Run shards, as `Keep.run_shards`."""
        return self.keep.run_shards(job, shards, threads=threads, progress=progress)


def _key(player: str, key: str) -> str:
    # The instruction set is part of the key because SSE2 gives other bits in float32.
    return f"seat{int(player) + 1}-{active_isa()}-{key}"


def _by_class(values: Values) -> Values:
    """Return means over the hands of each class: float64 [flops, histories, classes]."""
    size = np.bincount(CLASS_OF)
    flat = values.reshape(-1, values.shape[-1])
    sums = np.array([np.bincount(CLASS_OF, row, len(size)) for row in flat])
    return np.asarray((sums / size).reshape(*values.shape[:-1], len(size)))


def reached(
    tree: BettingTree, player: int, rows: Sequence[NDArray[np.floating[Any]]] | None, root: int = 0
) -> NDArray[np.uint8]:
    """Return whether play can reach each node if one player follows a strategy and the other is free: uint8 [nodes].

    Args:
        tree: The betting tree.
        player: The free player, 0 or 1.
        rows: For each street the probabilities of the strategy [edges of the street, states]; None if every action is
            possible.
        root: Only this node and its descendants count.
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
    while before.any():  # each step doubles the look-back distance
        found &= found[before]
        below |= below[before]
        before = before[before]
    found &= found[0]
    below |= below[0]
    return (found & below).astype(np.uint8)
