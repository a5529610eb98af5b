from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.agents import AbstractAgent, Agent
from pokerdata._core.games import CardRules, Rules

class MatchSums:
    @property
    def deals(self) -> int: ...
    @property
    def first(self) -> int: ...
    @property
    def second(self) -> int: ...
    @property
    def first_squares(self) -> int: ...
    @property
    def second_squares(self) -> int: ...
    @property
    def products(self) -> int: ...
    @property
    def moves(self) -> int: ...

def largest_loss(rules: Rules) -> int: ...
def most_deals(rules: Rules) -> int: ...
def play_match(
    rules: Rules,
    cards: CardRules,
    first: Agent,
    second: Agent,
    seed: int,
    begin: int,
    end: int,
    threads: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> MatchSums: ...
def played_hand(
    rules: Rules, cards: CardRules, first: Agent, second: Agent, seed: int, number: int, swapped: bool
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8], str, int]: ...
def local_best_response(
    agent: AbstractAgent,
    bets: Sequence[tuple[int, int]],
    all_in: bool,
    samples: int,
    first_edges: NDArray[np.float64] | None,
    seed: int,
    begin: int,
    end: int,
    strata: int,
    threads: int = 0,
    progress: Callable[[int, int], None] | None = None,
    rare: float = 0.01,
) -> NDArray[np.float64]: ...
