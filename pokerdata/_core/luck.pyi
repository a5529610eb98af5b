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

class Setting:
    def __init__(self, rules: Rules, cards: CardRules, first_edges: NDArray[np.float64] | None) -> None: ...

class Strengths:
    def __init__(
        self,
        flop: NDArray[np.uint32] | None = None,
        turn: NDArray[np.uint32] | None = None,
        river: NDArray[np.uint16] | None = None,
    ) -> None: ...

class Measure:
    @property
    def columns(self) -> int: ...

def reduction(
    setting: Setting, values: Values | None, first: AbstractAgent | None, second: AbstractAgent | None
) -> Measure: ...
def terms(setting: Setting, strengths: Strengths) -> Measure: ...
def divat(
    setting: Setting,
    strengths: Strengths,
    makes: Sequence[Sequence[float]],
    offsets: Sequence[float | None],
) -> Measure: ...
def measure_hands(
    setting: Setting,
    measure: Measure,
    holes: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    histories: Sequence[str],
    threads: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.float64]: ...
def measure_match(
    setting: Setting,
    first: Agent,
    second: Agent,
    as_first: Measure,
    as_second: Measure,
    seed: int,
    begin: int,
    end: int,
    threads: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> NDArray[np.float64]: ...
