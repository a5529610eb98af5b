from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.games import BettingTree

class Responder:
    def __init__(
        self,
        tree: BettingTree,
        deck: int,
        players: Sequence[int],
        states: object,
        rows: Sequence[NDArray[np.float32]],
        own_states: object | None = None,
        own_rows: Sequence[NDArray[np.float32]] | None = None,
    ) -> None: ...
    @property
    def roots(self) -> list[NDArray[np.int32]]: ...
    def values(
        self,
        flops: Sequence[int],
        seats: Sequence[int],
        threads: int = 0,
        progress: Callable[[int, int], None] | None = None,
    ) -> list[NDArray[np.float64]]: ...
    def street_roots(self, street: int) -> NDArray[np.int32]: ...
    def behind(
        self,
        board: Sequence[int],
        root: int,
        threads: int = 0,
        progress: Callable[[int, int], None] | None = None,
    ) -> NDArray[np.float64]: ...

def boards(deck: int, flop: int) -> tuple[int, int]: ...
def memory(
    tree: BettingTree,
    players: Sequence[int],
    states: Sequence[int],
    own_states: Sequence[int],
    threads: int,
) -> int: ...
def river_vectors(tree: BettingTree, player: int, reached: NDArray[np.uint8]) -> int: ...
