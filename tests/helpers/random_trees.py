"""Random games in the protocol of explicit trees, sensible or not."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Literal

import numpy as np
from hypothesis import strategies as st


class RandomGame:
    """A random zero-sum game for two: in every layer acts chance, or a player that sees some of the earlier moves."""

    players = 2

    def __init__(self, layers: list[tuple[int, int, int]], seed: int) -> None:
        self.layers = (
            layers  # (player 0 or 1, or 2 for chance; number of actions; visible moves of the others)
        )
        self.seed = seed

    def root(self) -> RandomState:
        return RandomState(self, ())


class RandomState:
    def __init__(self, game: RandomGame, moves: tuple[int, ...]) -> None:
        self.game, self.moves = game, moves

    def random(self) -> np.random.Generator:
        return np.random.default_rng([self.game.seed, *self.moves])

    def over(self) -> bool:
        stop = len(self.moves) == len(self.game.layers)
        return stop or (len(self.moves) > 1 and self.moves[-1] == 2)  # the third action ends the game early

    @property
    def player(self) -> int | Literal["chance"] | None:
        if self.over():
            return None
        who: tuple[int | Literal["chance"], ...] = (0, 1, "chance")
        return who[self.game.layers[len(self.moves)][0]]

    def legal_actions(self) -> list[int]:
        return list(range(self.game.layers[len(self.moves)][1]))

    def chance(self) -> list[tuple[int, float]]:
        weights = self.random().random(len(self.legal_actions()))
        return list(zip(self.legal_actions(), weights / weights.sum(), strict=True))

    def apply(self, action: int) -> RandomState:
        return RandomState(self.game, (*self.moves, action))

    def information_set(self) -> tuple[object, ...]:
        me = self.game.layers[len(self.moves)][0]
        # Players have perfect recall.
        seen = reduce(or_, (mask for who, _, mask in self.game.layers[: len(self.moves) + 1] if who == me))
        past = list(zip(self.moves, self.game.layers, strict=False))
        return (
            len(self.moves),
            *(m if who == me or seen >> i & 1 else None for i, (m, (who, _, _)) in enumerate(past)),
        )

    def returns(self) -> list[float]:
        won = float(self.random().integers(-5, 6))
        return [won, -won]


LAYERS = st.lists(st.tuples(st.integers(0, 2), st.integers(2, 3), st.integers(0, 63)), min_size=1, max_size=6)
