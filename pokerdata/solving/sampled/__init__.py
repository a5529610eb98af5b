"""Public chance sampling: CFR on sampled real boards, for abstractions too large for joint counts or without perfect recall.

``solve(LIMIT_HOLDEM, card_states("percentile500_buckets"), seconds=3600)`` returns a strategy.
"""

from pokerdata.solving.sampled.cfr_br import SampledResponseSolver, cfr_br
from pokerdata.solving.sampled.solve import SampledResult, solve
from pokerdata.solving.sampled.solver import (
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
    "SampledResponseSolver",
    "SampledResult",
    "board_of",
    "cfr_br",
    "memory_needed",
    "solve",
]
