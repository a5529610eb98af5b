"""One seat at the table: what its player wins on real cards behind every flop, and before it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import real_cards as _core
from pokerdata._core.games import BettingTree as _Tree
from pokerdata.games import BettingTree, CardRules, Rules
from pokerdata.games.named import ALL_RANKS
from pokerdata.real_cards.flops import Flops
from pokerdata.real_cards.preflop import LEAST_OF_CLASS, Preflop, value_of_game
from pokerdata.store.sharded import Job, Keep, Shard, finished

#: Flops that are done, and kept, together: few, so that many machines can share the work.
SHARD = 4
_CLASSES = np.unique(LEAST_OF_CLASS)
_PLACE = np.searchsorted(_CLASSES, LEAST_OF_CLASS)


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
    """What one player wins on real cards from a strategy of the other.

    Args:
        rules: The betting, of four streets.
        ranks: The bits of the deck's ranks, as `ranks_of` gives them.
        player: Who responds, 0 or 1.
        opponent: What the other plays.
        own: What he plays himself; None for a best response.
        anew: Makes the same seat in another process, as `Job.prepare` does; None where flops are valued in this one alone.

    Raises:
        ValueError: If these do not fit together.
    """

    def __init__(
        self,
        rules: Rules,
        ranks: int,
        player: int,
        opponent: Played,
        own: Played | None = None,
        anew: Callable[[Any], Seat] | None = None,
    ) -> None:
        self.flops = Flops.of(ranks)
        self.player, self.ranks, self._anew = player, ranks, anew
        self.tree, self.opponent = BettingTree(rules), opponent
        self._deck = sum(0xF << 4 * rank for rank in range(len(ALL_RANKS)) if ranks >> rank & 1)
        given = (None, None) if own is None else (own.states, own.core)
        self._core = _core.Responder(
            _Tree(rules.core), self._deck, player, opponent.states, opponent.core, *given
        )
        self._nodes = self._core.roots.tolist()
        self._preflop = Preflop(
            self.tree, player, ranks, opponent.preflop, None if own is None else own.preflop
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
    ) -> NDArray[np.float64]:
        """What hands are worth where flops are dealt, float64 [flops, histories, classes of hands].

        Means over the hands of a class, each summed over the opponent's hands.

        Args:
            places: Places of flops in `flops`.
            threads: 0 for all processors; the number changes no bit.
            keep: Where finished flops are kept and looked for.
            progress: Called with turns done and in all.
        """
        shards = []
        for first in range(0, len(places), SHARD):
            part = places[first : first + SHARD]
            flops = tuple(int(self.flops.numbers[place]) for place in part)
            name = hashlib.sha256(repr(flops).encode()).hexdigest()[:8]
            key = f"seat{self.player + 1}-{flops[0]}-{flops[-1]}-{name}"
            shards.append(Shard(key, (flops,), self.turns(part)))
        job = Job(_valued, self, self._anew)
        found = finished(job, shards, keep=keep, threads=threads, progress=progress)
        empty = np.empty((0, len(self._nodes), len(_CLASSES)))
        return np.concatenate([empty, *(part["values"] for part in found)])

    def of_flops(
        self, flops: Sequence[int], threads: int = 0, progress: Callable[[int, int], None] | None = None
    ) -> NDArray[np.float64]:
        """As `behind`, of flops by their numbers, and nothing is kept.

        Args:
            flops: Their numbers.
            threads: As for `behind`.
            progress: As for `behind`.
        """
        return _by_class(self._core.values(list(flops), threads, progress))

    def behind_board(
        self,
        board: NDArray[np.uint8],
        root: int,
        *,
        threads: int = 0,
        progress: Callable[[int, int], None] | None = None,
    ) -> dict[int, NDArray[np.float64]]:
        """What hands are worth where the next street starts, by node: float64 [1326], summed over the opponent's hands.

        Args:
            board: uint8 [3|4], of the flop or the turn.
            root: The node at which the flop was dealt; behind others nothing is found.
            threads: 0 for all processors; the number changes no bit.
            progress: Called with turns done and in all.
        """
        roots = self._core.roots_of(len(board) - 1).tolist()
        place = self._nodes.index(root)
        return dict(zip(roots, self._core.behind(board.tolist(), place, threads, progress), strict=True))

    def at_flop(self, behind: NDArray[np.float64], *, drawn: bool) -> dict[int, NDArray[np.float64]]:
        """By node where flops are dealt what hands are worth, mean over the flops that two hands leave: float64 [1326].

        Args:
            behind: As `behind` gives it, for all flops of the deck or for some.
            drawn: Whether they are some, each as likely.
        """
        return self._means(behind, self._alike(len(behind)) if drawn else self.flops.orbits)

    def value(self, behind: NDArray[np.float64]) -> float:
        """Chips a game, from what hands are worth behind all flops of the deck.

        Args:
            behind: As `behind` gives it for all of them, in their order.
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
            behind: As `behind` gives it for these flops.
        """
        return self._preflop.choices(self._means(behind, self._alike(len(behind))))

    def value_by(self, behind: NDArray[np.float64], choices: Mapping[int, NDArray[np.int64]] | None) -> float:
        """Chips a game if the flop is one of some, each as likely.

        Args:
            behind: As `behind` gives it for these flops.
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
        return {node: values[_PLACE] / flops for node, values in zip(self._nodes, sums, strict=True)}


def _valued(
    seat: Seat, flops: tuple[int, ...], *, threads: int, progress: Callable[[int, int], None]
) -> dict[str, NDArray[Any]]:
    """A shard: the values behind some flops."""
    return {"values": seat.of_flops(flops, threads, progress)}


def _by_class(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Means over the hands of each class: float64 [flops, histories, classes]."""
    size = np.bincount(_PLACE)
    flat = values.reshape(-1, values.shape[-1])
    sums = np.array([np.bincount(_PLACE, row, len(size)) for row in flat])
    return np.asarray((sums / size).reshape(*values.shape[:-1], len(size)))
