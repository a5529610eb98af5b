from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS
from pokerdata.games import LimitRules, NoLimitRules


@dataclass(frozen=True)
class ByRanks:
    """Suit-independent states: the hand's higher rank, and whether it pairs the board."""

    numbers: tuple[int, ...] = (13, 26, 26, 26)

    def states(self, street: int) -> int:
        return self.numbers[street]

    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]:
        ranks = COMBINATIONS // 4
        pairs = np.isin(ranks, board // 4).any(axis=1)
        return (ranks[:, 1] + 13 * pairs).astype(np.uint16)


@pytest.fixture(scope="session")
def by_ranks() -> ByRanks:
    return ByRanks()


LIMIT = LimitRules(
    name="small limit",
    blinds=(5, 10),
    blind_counts_as_bet=True,
    bets=(10, 10, 20, 20),
    caps=(1, 1, 1, 1),
    first_to_act=(1, 2, 2, 2),
)
# All-in before the river, and more than 16 histories with the same continuation.
NO_LIMIT = NoLimitRules(
    name="small no-limit",
    blinds=(50, 100),
    stacks=(800, 800),
    menu=("pot", "all-in"),
    first_to_act=(1, 2, 2, 2),
)


@pytest.fixture(scope="session", params=[LIMIT, NO_LIMIT], ids=["limit", "no-limit"])
def rules(request: pytest.FixtureRequest) -> Any:
    return request.param
