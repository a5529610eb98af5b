"""What a player does in a spot, read from the strategy sums of a solver."""

from __future__ import annotations

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
        sums: Strategy sums, as kernels keep them.
    """

    def __init__(self, spot: Spot, game: _core.SpotGame, sums: NDArray[np.floating[Any]]) -> None:
        self.spot, self.game, self.sums = spot, game, sums
        self.walker = Walker(game, spot.tree, spot.board_cards)

    def play(self, history: str = "", cards: ArrayLike = "") -> Play:
        """What is done at a decision.

        Args:
            history: As for `SpotSolution.find`.
            cards: As for `SpotSolution.find`.

        Raises:
            ValueError: If there is no such place, or it is no decision.
        """
        place = self.walker.find(history, cards)
        if place.kind != DECISION:
            raise ValueError(f"history: expected a decision, got none after {history!r}; e.g. ''")
        return self.play_at(place)

    def play_at(self, place: Place) -> Play:
        """What is done at a decision.

        Args:
            place: The decision.
        """
        first, actions, width = _core.place(
            self.game, self.sums[:0], place.street, place.core_board, place.item
        )
        player = int(self.spot.tree.player[place.node])
        states = self.game.hands(place.street, place.core_board, player)
        block = self.sums[first : first + actions * width].reshape(actions, width)[:, : len(states)]
        played = block.astype(np.float64)
        total = played.sum(axis=0)
        shares = np.where(total > 0, played / np.where(total > 0, total, 1), 1 / actions)
        of = np.full(1326, -1, np.int64)
        maps = combination_maps()
        for permutation in self.game.symmetries(place.street, place.core_board):
            of[maps[permutation][states]] = np.arange(len(states))
        state = of[maps[place.permutation]]
        hands = np.flatnonzero(state >= 0)
        steps = tuple(self.walker.letter(edge) for edge in self.walker.edges(place))
        return Play(steps, hands, np.ascontiguousarray(shares[:, state[hands]].T))
