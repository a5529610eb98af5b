"""Less luck: what hands were worth, with the luck of cards and moves taken out of them.

``print(reduced_match("a.h5", "b.h5", method="aivat", deals=10_000))``
"""

from pokerdata.luck.divat import DivatStreet, DivatTable
from pokerdata.luck.guesses import VALUES
from pokerdata.luck.hands import divat_hands, luck_terms, reduced_hands
from pokerdata.luck.judged_hands import JudgedHands
from pokerdata.luck.judging import judge_hands, judge_log
from pokerdata.luck.matches import reduced_match
from pokerdata.luck.methods import METHODS
from pokerdata.luck.mivat import fit_features, without_luck
from pokerdata.luck.reduced_result import ReducedResult
from pokerdata.luck.values import FIT_HANDS, Values

__all__ = [
    "FIT_HANDS",
    "METHODS",
    "VALUES",
    "DivatStreet",
    "DivatTable",
    "JudgedHands",
    "ReducedResult",
    "Values",
    "divat_hands",
    "fit_features",
    "judge_hands",
    "judge_log",
    "luck_terms",
    "reduced_hands",
    "reduced_match",
    "without_luck",
]
