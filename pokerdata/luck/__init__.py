"""Less luck: what hands were worth, with the luck of cards and moves taken out of them.

``print(reduced_match("a.h5", "b.h5", method="aivat", deals=10_000))``
"""

from pokerdata.luck.hands import reduced_hands
from pokerdata.luck.judging import JudgedHands, judge_hands, judge_log
from pokerdata.luck.matches import reduced_match
from pokerdata.luck.methods import METHODS
from pokerdata.luck.reduced_result import ReducedResult
from pokerdata.luck.values import FIT_HANDS, Values

__all__ = [
    "FIT_HANDS",
    "METHODS",
    "JudgedHands",
    "ReducedResult",
    "Values",
    "judge_hands",
    "judge_log",
    "reduced_hands",
    "reduced_match",
]
