"""Algorithms and engines beside each other on one game.

``compare("leduc", "cfr+,dcfr", engine="both")`` returns how each converged.
"""

from pokerdata.comparing.compare import compare, read_algorithms
from pokerdata.comparing.curves import Comparison, Curve
from pokerdata.comparing.explicit_game import explicit_game

__all__ = ["Comparison", "Curve", "compare", "explicit_game", "read_algorithms"]
