"""Algorithms and engines beside each other on one game.

``compare_algorithms("leduc", "cfr+,dcfr", engine="both")`` returns how each converged.
"""

from pokerdata.comparing.algorithms import compare_algorithms, read_algorithms
from pokerdata.comparing.explicit_game import explicit_game
from pokerdata.solving.curves import Comparison, Curve

__all__ = ["Comparison", "Curve", "compare_algorithms", "explicit_game", "read_algorithms"]
