"""One seat at the table or both: what their player wins on real cards behind every flop."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import real_cards as _core
from pokerdata._core.games import BettingTree as _Tree
from pokerdata.games import BettingTree, Rules
from pokerdata.games.named import ALL_RANKS
from pokerdata.real_cards.flops import Flops
from pokerdata.real_cards.seat import CLASS_OF, Played, Seat
from pokerdata.store.sharded import Job, Keep, Shard, finished

#: Flops that are done, and kept, together: few, so that many machines can share the work.
SHARD = 4
_CLASSES = int(CLASS_OF.max()) + 1

Values = NDArray[np.float64]


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
        shards = []
        for first in range(0, len(places), SHARD):
            part = places[first : first + SHARD]
            flops = tuple(int(self.flops.numbers[place]) for place in part)
            name = hashlib.sha256(repr(flops).encode()).hexdigest()[:8]
            key = "-".join([*map(_name, self.each), str(flops[0]), str(flops[-1]), name])
            shards.append(Shard(key, (flops,), self.turns(part)))
        job = Job(_valued, self, self._anew)
        found = list(finished(job, shards, keep=keep, threads=threads, progress=progress))
        return [
            np.concatenate([np.empty((0, len(seat.nodes), _CLASSES)), *(part[_name(seat)] for part in found)])
            for seat in self.each
        ]

    def of_flops(
        self, flops: Sequence[int], threads: int = 0, progress: Callable[[int, int], None] | None = None
    ) -> list[Values]:
        """As `behind`, of flops by their numbers, and nothing is kept.

        Args:
            flops: Their numbers.
            threads: As for `behind`.
            progress: As for `behind`.
        """
        return [_by_class(values) for values in self._core.values(list(flops), threads, progress)]

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


def _name(seat: Seat) -> str:
    return f"seat{seat.player + 1}"


def _valued(
    seats: Seats, flops: tuple[int, ...], *, threads: int, progress: Callable[[int, int], None]
) -> dict[str, NDArray[Any]]:
    """A shard: the values behind some flops, by seat."""
    values = seats.of_flops(flops, threads, progress)
    return {_name(seat): found for seat, found in zip(seats.each, values, strict=True)}


def _by_class(values: Values) -> Values:
    """Means over the hands of each class: float64 [flops, histories, classes]."""
    size = np.bincount(CLASS_OF)
    flat = values.reshape(-1, values.shape[-1])
    sums = np.array([np.bincount(CLASS_OF, row, len(size)) for row in flat])
    return np.asarray((sums / size).reshape(*values.shape[:-1], len(size)))
