"""What both players do in a spot, read from the strategy sums of a solver."""

from __future__ import annotations

from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import spots as _core
from pokerdata.isomorphism import combination_maps
from pokerdata.spots.places import DECISION, Place, Walker
from pokerdata.spots.spot import Spot


class Play(NamedTuple):
    """What a player does at a decision.

    Attributes:
        steps: Its actions as histories write them: 'f', 'c' or 'r300', with the chips that the player has then put in.
        combinations: int64 [hands].
        strategy: float64 [hands, actions].
    """

    steps: tuple[str, ...]
    combinations: NDArray[np.int64]
    strategy: NDArray[np.float64]


class SpotStrategy:
    """Both players' strategies in a spot.

    Args:
        spot: The spot.
        game: Betting and cards of it, as kernels take them.
        sums: Strategy sums, as kernels keep them; they are normalised when they are looked at.

    Attributes:
        spot: As of the arguments.
        game: As of the arguments.
        sums: As of the arguments.
        walker: What finds places.
    """

    def __init__(self, spot: Spot, game: _core.SpotGame, sums: NDArray[np.floating[Any]]) -> None:
        self.spot, self.game, self.sums = spot, game, sums
        self.walker = Walker(game, spot.tree, spot.board_cards)

    def find(self, history: str = "", cards: ArrayLike = "") -> Place:
        """The place after a line of betting and cards.

        Args:
            history: f (fold), c (check or call), r and chips (bet or raise: chips that the player has then put in since the
                spot began); slashes between streets may be left out. 'cr120c/' checks, and calls a bet of 120.
            cards: Turn and river as far as they were dealt after the spot's beginning; text or uint8 [n].

        Raises:
            ValueError: If there is no such place.
        """
        return self.walker.find(history, cards)

    def play(self, history: str = "", cards: ArrayLike = "") -> Play:
        """What is done at a decision.

        Args:
            history: As for `find`.
            cards: As for `find`.

        Raises:
            ValueError: If there is no such place, or it is no decision.
        """
        place = self.find(history, cards)
        if place.kind != DECISION:
            raise ValueError(f"history: expected a decision, got none after {history!r}; e.g. ''")
        return self.play_at(place)

    def play_at(self, place: Place) -> Play:
        """What is done at a decision.

        Args:
            place: The decision.
        """
        hands, states = self.hands_on(place, int(self.spot.tree.player[place.node]))
        steps = tuple(self.walker.letter(edge) for edge in self.walker.edges(place))
        return Play(steps, hands, np.ascontiguousarray(_shares(self.sums_at(place))[:, states].T))

    def hands_on(self, place: Place, player: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Hands of a player on the board of a place, int64 [hands], and the state that each of them is there.

        Args:
            place: Any.
            player: 0 out of position, 1 in position.
        """
        game = self.game
        states = game.hands(place.street, place.core_board, player)
        of = np.full(1326, -1, np.int64)
        maps = combination_maps()
        for permutation in game.symmetries(place.street, place.core_board):
            of[maps[permutation][states]] = np.arange(len(states))
        mine = of[maps[place.permutation]]
        hands = np.flatnonzero(mine >= 0)
        return hands, mine[hands]

    def paid(self, node: int) -> tuple[float, float]:
        """Chips that both have put in at a node, in the tree's count.

        Args:
            node: Of the betting tree.
        """
        return self.paid_at(node)[0]

    def paid_at(self, node: int) -> tuple[tuple[float, float], float]:
        """Chips that both have put in at a node, in the tree's count, and those of each when its street began.

        Args:
            node: Of the betting tree.
        """
        tree, begun = self.spot.tree, self.spot.paid
        last, steps = int(tree.street[node]), []
        while tree.parent[node] >= 0:
            parent = int(tree.parent[node])
            edges = tree.edges(parent)
            steps.append((parent, next(e for e in edges if tree.child[e] == node)))
            node = parent
        paid, start, street = [float(begun[0]), float(begun[1])], float(tree.rules.values()["ante"]), 0
        for parent, edge in reversed(steps):
            if int(tree.street[parent]) > street:
                street, start = int(tree.street[parent]), max(paid)
            paid[int(tree.player[parent])] = float(tree.to[edge])
        if last > street:
            start = max(paid)
        return (paid[0], paid[1]), start

    def plays(self, place: Place) -> dict[int, NDArray[np.float64]]:
        """How often each state takes each action, float64 [actions, states], of each decision on the board of a place.

        Args:
            place: Any on the board.

        Returns:
            By node of the betting tree.
        """
        return {node: _shares(sums) for node, sums in self._sums_on(place).items()}

    def sums_at(self, place: Place) -> NDArray[np.floating[Any]]:
        """The strategy sums of a decision, [actions, states], where they lie.

        Args:
            place: The decision.
        """
        return self._sums_on(place)[place.node]

    @cached_property
    def _layout(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Where the sums of each decision on each board lie, and the rising numbers of their streets and boards."""
        index = _core.layout(self.game, self.sums[:0])
        return index, (index[:, 0] << 32) | index[:, 1]

    def _sums_on(self, place: Place) -> dict[int, NDArray[np.floating[Any]]]:
        """Of each decision on the board of a place its sums."""
        index, keys = self._layout
        key = (place.street << 32) | place.core_board
        first, end = np.searchsorted(keys, [key, key + 1])
        return {
            node: self.sums[at : at + actions * width].reshape(actions, width)[:, :states]
            for _, _, node, _, at, actions, states, width in index[first:end].tolist()
        }


def _shares(sums: NDArray[np.floating[Any]]) -> NDArray[np.float64]:
    """Probabilities of sums [actions, states]; uniform where there are none."""
    sums = np.asarray(sums, np.float64)
    total = sums.sum(axis=0)
    shares = np.full(sums.shape, 1 / len(sums))
    np.divide(sums, total, out=shares, where=total > 0)
    return shares
