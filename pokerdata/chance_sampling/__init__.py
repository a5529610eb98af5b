"""Public chance sampling: CFR on real boards for abstractions too large for joint counts."""

from pokerdata.chance_sampling.solver import UPDATES, PublicChanceSolver, States, board_of, memory_needed

__all__ = ["UPDATES", "PublicChanceSolver", "States", "board_of", "memory_needed"]
