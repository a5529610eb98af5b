"""Buckets of hands in a spot: which hands a player cannot tell apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import spots as _core
from pokerdata.cards import COMBINATIONS, combinations_with
from pokerdata.evaluator import evaluate
from pokerdata.solving.strength_cuts import cut_by_strength
from pokerdata.spots.spot import Spot
from pokerdata.support import html
from pokerdata.support.arguments import as_count
from pokerdata.support.text import brief

#: The bucket of each of the 1,326 combinations on a board (uint8 [3|4|5], in the order it was dealt): whole numbers [1326],
#: of those that share a card with it anything. It must not depend on which suit is which.
BucketsOfBoard: TypeAlias = Callable[[NDArray[np.uint8]], NDArray[Any]]

_MOST = 2**62  # bucket numbers only tell buckets apart


@dataclass(frozen=True, eq=False, repr=False)
class SpotBuckets:
    """Buckets of all hands of a spot, on every board.

    Attributes:
        streets: For each street and player (out of position first) uint16 [hands on boards], board after board, as kernels
            have them.
        counts: Of each street and player the number of buckets that there are.
    """

    streets: tuple[tuple[NDArray[np.uint16], NDArray[np.uint16]], ...]
    counts: tuple[tuple[int, int], ...]

    def __repr__(self) -> str:
        return brief(self, *(f"{oop:,} and {ip:,} buckets" for oop, ip in self.counts))

    def _repr_html_(self) -> str:
        rows = [(str(r + 1), str(oop), str(ip)) for r, (oop, ip) in enumerate(self.counts)]
        return html.table(rows, head=("street", "out of position", "in position"))


def boards_of(spot: Spot, game: _core.SpotGame) -> list[list[NDArray[np.uint8]]]:
    """Of each street the boards that kernels walk, each in the order in which it was dealt.

    Args:
        spot: The spot.
        game: The same, as `game_of` makes it.
    """
    found = [[spot.board_cards]]
    for street in range(1, game.streets):
        above, before = found[-1], game.board_cards(street - 1).tolist()
        found.append([])
        for bits, parent in zip(
            game.board_cards(street).tolist(), game.board_parents(street).tolist(), strict=True
        ):
            card = (bits & ~before[parent]).bit_length() - 1
            found[-1].append(np.append(above[parent], np.uint8(card)))
    return found


def spot_buckets(spot: Spot, game: _core.SpotGame, of_board: BucketsOfBoard) -> SpotBuckets:
    """The buckets of all hands of a spot.

    Args:
        spot: The spot.
        game: The same, as `game_of` makes it.
        of_board: Gives the buckets of a board.

    Raises:
        ValueError: For other than 1,326 whole numbers of 0 or more, or over 65,536 buckets on a street.
    """
    streets, counts = [], []
    for street, boards in enumerate(boards_of(spot, game)):
        sides: list[list[NDArray[np.int64]]] = [[], []]
        for board, cards in enumerate(boards):
            given = np.asarray(of_board(cards))
            if given.shape != (len(COMBINATIONS),) or not np.issubdtype(given.dtype, np.integer):
                raise ValueError(
                    f"buckets of a board: expected {len(COMBINATIONS):,} whole numbers, got {given.dtype} "
                    f"{list(given.shape)}; e.g. np.zeros(1326, int)"
                )
            for player in (0, 1):
                of_hands = given[game.hands(street, board, player)]
                if of_hands.size and (of_hands.min() < 0 or of_hands.max() > _MOST):
                    worst = of_hands.min() if of_hands.min() < 0 else of_hands.max()
                    raise ValueError(
                        f"bucket of a hand: expected a number from 0 to {_MOST:,}, got {worst}; e.g. 0"
                    )
                sides[player].append(of_hands.astype(np.int64))
        numbered = []
        for side in sides:
            known, numbers = np.unique(np.concatenate(side), return_inverse=True)
            if len(known) > 1 << 16:
                raise ValueError(
                    f"buckets of a street: expected at most 65,536, got {len(known):,}; e.g. 1000"
                )
            numbered.append((numbers.astype(np.uint16), len(known)))
        streets.append((numbered[0][0], numbered[1][0]))
        counts.append((numbered[0][1], numbered[1][1]))
    return SpotBuckets(tuple(streets), tuple(counts))


class StrengthBuckets:
    """Buckets by expected hand strength with perfect recall, of a board and all that may be dealt on it.

    Hand strength is the part of the pot that a hand wins from a random one; on a flop or turn its mean over all boards to
    come. Each bucket of a street is cut into parts of about equal numbers of hands, over all cards of the next street, so
    the buckets know those of earlier streets. From a flop it takes some seconds.

    Args:
        board: The board of a spot, uint8 [3|4|5].
        parts: Into how many buckets are cut, on its street and on each of the later ones.

    Raises:
        ValueError: For other than a number of 1 or more for each street.
    """

    def __init__(self, board: NDArray[np.uint8], parts: Sequence[int]) -> None:
        streets = 6 - len(board)
        if len(parts) != streets:
            raise ValueError(
                f"buckets: expected a number for each of {streets} streets, got {list(parts)}; e.g. {[5] * streets}"
            )
        self.parts = tuple(as_count(n, "buckets", 1, 65_536, 5) for n in parts)
        self.board = tuple(board.tolist())
        strengths: list[dict[tuple[int, ...], NDArray[np.float64]]] = [{} for _ in parts]
        self._strength(self.board, strengths, {})
        self._buckets: dict[tuple[int, ...], NDArray[np.int64]] = {}
        for found, count in zip(strengths, self.parts, strict=True):
            boards = list(found)
            strength = np.stack([found[b] for b in boards])
            above = np.stack(
                [self._buckets.get(b[:-1], np.zeros(strength.shape[1], np.int64)) for b in boards]
            )
            free = ~np.isnan(strength)
            cut = np.zeros(strength.shape, np.int64)
            cut[free] = cut_by_strength(above[free], strength[free], np.ones(int(free.sum())), count)
            self._buckets |= dict(zip(boards, cut, strict=True))

    def __call__(self, board: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The buckets on a board that may be dealt, int64 [1326].

        Args:
            board: Its cards in the order in which they are dealt after the spot's board.
        """
        return self._buckets[tuple(board.tolist())]

    def __repr__(self) -> str:
        return brief(self, f"parts {list(self.parts)}", f"{len(self._buckets):,} boards")

    def _strength(
        self,
        board: tuple[int, ...],
        found: list[dict[tuple[int, ...], NDArray[np.float64]]],
        rivers: dict[frozenset[int], NDArray[np.float64]],
    ) -> NDArray[np.float64]:
        """Of each combination on a board its strength, not a number where they share a card; kept with all below."""
        if len(board) == 5:
            key = frozenset(board)
            if key not in rivers:
                rivers[key] = _river_strength(board)
            strength = rivers[key]
        else:
            sums, counts = np.zeros(len(COMBINATIONS)), np.zeros(len(COMBINATIONS))
            for card in sorted(set(range(52)) - set(board)):
                below = self._strength((*board, card), found, rivers)
                counts += ~np.isnan(below)
                sums += np.nan_to_num(below)
            with np.errstate(invalid="ignore"):
                strength = np.round(sums / counts, 9)  # equal ones differ in their last digits
            strength[combinations_with(np.array(board, np.uint8))] = np.nan
        found[len(board) - len(self.board)][board] = strength
        return strength


def _river_strength(board: tuple[int, ...]) -> NDArray[np.float64]:
    """Of each combination on a river the part of the pot that it wins from a random hand."""
    cards = np.array(board, np.uint8)
    free = np.flatnonzero(~combinations_with(cards))
    holes = COMBINATIONS[free]
    codes = evaluate(np.concatenate([holes, np.broadcast_to(cards, (len(free), 5))], axis=1)).astype(np.int64)

    def beaten(of: NDArray[np.int64], among: NDArray[np.int64]) -> NDArray[np.float64]:
        ranked = np.sort(among)
        return (np.searchsorted(ranked, of, "left") + np.searchsorted(ranked, of, "right")) / 2

    won = beaten(codes, codes) + 0.5  # the hand itself, which is taken off twice below
    for card in range(52):
        mine = (holes == card).any(axis=1)
        if mine.any():
            won[mine] -= beaten(codes[mine], codes[mine])
    found = np.full(len(COMBINATIONS), np.nan)
    found[free] = np.round(won / 990, 9)
    return found
