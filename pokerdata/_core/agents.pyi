from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.abstraction import CardStates
from pokerdata._core.games import CardRules, Game, Rules

def share_of_lower(translation: str, low: float, high: float, size: float) -> float: ...

class BettingState:
    def __init__(self, rules: Rules, history: str = "") -> None: ...
    @property
    def finished(self) -> bool: ...
    @property
    def street(self) -> int: ...
    @property
    def player(self) -> int: ...
    @property
    def folded(self) -> int: ...
    @property
    def paid(self) -> list[int]: ...
    @property
    def to_call(self) -> int: ...
    @property
    def may_raise(self) -> bool: ...
    @property
    def least_raise(self) -> int: ...
    @property
    def largest_raise(self) -> int: ...
    def won(self, standing: int) -> int: ...

class PrivateStates:
    def states(self, street: int) -> int: ...
    def of(self, street: int, hole: NDArray[np.uint8], board: NDArray[np.uint8]) -> int: ...

class BucketStates(PrivateStates):
    def __init__(self, states: CardStates) -> None: ...

class OneState(PrivateStates):
    def __init__(self) -> None: ...

class HandsOnBoards(PrivateStates):
    def __init__(self, game: Game, cards: CardRules) -> None: ...

class Agent:
    def check_game(self, rules: Rules, cards: CardRules) -> None: ...

class AbstractAgent(Agent):
    def __init__(
        self,
        rules: Rules,
        cards: CardRules,
        states: PrivateStates,
        rows: Sequence[NDArray[np.float32]],
        translation: str,
    ) -> None: ...
    def batch(
        self, holes: NDArray[np.uint8], boards: NDArray[np.uint8], history: str
    ) -> tuple[list[str], NDArray[np.float64]]: ...

class SimpleAgent(Agent):
    def __init__(
        self,
        flop: NDArray[np.uint16] | None,
        turn: NDArray[np.uint16] | None,
        river: NDArray[np.uint16] | None,
    ) -> None: ...

def baseline(name: str) -> Agent: ...
def baseline_move(
    agent: Agent,
    rules: Rules,
    cards: CardRules,
    hole: NDArray[np.uint8],
    board: NDArray[np.uint8],
    history: str,
    key: int,
) -> str: ...
def baselines() -> dict[str, str]: ...
