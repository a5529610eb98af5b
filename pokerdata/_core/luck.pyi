from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.agents import AbstractAgent, Agent
from pokerdata._core.games import CardRules, Rules

class Values:
    def __init__(self, reference: AbstractAgent) -> None: ...
    @property
    def size(self) -> int: ...
    def assign(self, first: NDArray[np.float32], second: NDArray[np.float32], threads: int = 0) -> None: ...
    def fit(
        self,
        rules: Rules,
        first: Agent,
        second: Agent,
        seed: int,
        hands: int,
        threads: int = 0,
        progress: Callable[[int, int], None] | None = None,
    ) -> None: ...

def reduce_hands(
    rules: Rules,
    cards: CardRules,
    values: Values | None,
    first: AbstractAgent | None,
    second: AbstractAgent | None,
    first_edges: NDArray[np.float64] | None,
    holes: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    histories: Sequence[str],
    threads: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.float64]: ...
def reduce_match(
    rules: Rules,
    cards: CardRules,
    first: Agent,
    second: Agent,
    values: tuple[Values | None, Values | None],
    known_first: bool,
    known_second: bool,
    first_edges: NDArray[np.float64] | None,
    seed: int,
    begin: int,
    end: int,
    threads: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.float64]: ...
