"""Less luck: what hands were worth, with the luck of cards and moves taken out of them.

``print(reduced_match("a.h5", "b.h5", method="aivat", deals=10_000))``
"""

from pokerdata.luck.divat import DivatStreet, DivatTable
from pokerdata.luck.guesses import VALUES
from pokerdata.luck.hands import divat_hands, luck_terms, reduced_hands
from pokerdata.luck.judged_hands import JudgedHands
from pokerdata.luck.judged_table import JudgedTable
from pokerdata.luck.judging import judge_hands, judge_log
from pokerdata.luck.log_hands import log_hands, of_two
from pokerdata.luck.matches import reduced_match
from pokerdata.luck.methods import METHODS
from pokerdata.luck.mivat import fit_features, without_luck
from pokerdata.luck.reduced_result import ReducedResult
from pokerdata.luck.table_judging import TABLE_METHODS, check_table_method, judge_table
from pokerdata.luck.table_matches import reduced_table_match
from pokerdata.luck.values import FIT_HANDS, Values

__all__ = [
    "FIT_HANDS",
    "METHODS",
    "TABLE_METHODS",
    "VALUES",
    "DivatStreet",
    "DivatTable",
    "JudgedHands",
    "JudgedTable",
    "ReducedResult",
    "Values",
    "check_table_method",
    "divat_hands",
    "fit_features",
    "judge_hands",
    "judge_log",
    "judge_table",
    "log_hands",
    "luck_terms",
    "of_two",
    "reduced_hands",
    "reduced_match",
    "reduced_table_match",
    "without_luck",
]
