"""Public chance sampling: CFR on real boards, for abstractions too large for joint counts or without perfect recall.

``solve(LIMIT_HOLDEM, card_states("percentile500_buckets"), seconds=3600)`` returns a strategy.
"""

from pokerdata.chance_sampling.solve import SampledResult, solve
from pokerdata.chance_sampling.solver import (
    UPDATES,
    PrivateStates,
    PublicChanceSolver,
    board_of,
    memory_needed,
)

__all__ = [
    "UPDATES",
    "PrivateStates",
    "PublicChanceSolver",
    "SampledResult",
    "board_of",
    "memory_needed",
    "solve",
]
