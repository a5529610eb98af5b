"""Variance reduction: results of hands with the luck of cards and actions removed.

``print(match("a.h5", "b.h5", reduce="aivat").reduced)``
"""

from pokerdata.matches.luck.divat import DivatStreet, DivatTable
from pokerdata.matches.luck.hands import VALUES, divat_hands, luck_terms, reduced_hands
from pokerdata.matches.luck.judging import JudgedHands, judge_hands, judge_log, log_hands, of_two
from pokerdata.matches.luck.matches import ReducedResult
from pokerdata.matches.luck.methods import METHODS, fit_features, without_luck
from pokerdata.matches.luck.table_judging import (
    TABLE_METHODS,
    JudgedTable,
    check_table_method,
    judge_table,
)
from pokerdata.matches.luck.values import FIT_HANDS, Values

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
    "without_luck",
]
