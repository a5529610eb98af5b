"""Hand evaluation: 16-bit hand strength codes, what they say, and how they compare."""

from pokerdata.evaluator.codes import (
    CATEGORIES,
    brecher,
    category,
    class_to_code,
    code_to_class,
    describe,
    ranks,
)
from pokerdata.evaluator.comparing import best, compare, places, sort_hands, winners
from pokerdata.evaluator.evaluation import count_categories, evaluate, evaluate_boards
from pokerdata.evaluator.percentiles import class_counts, percentile
from pokerdata.evaluator.rank_numbers import rank_code, rank_index

__all__ = [
    "CATEGORIES",
    "best",
    "brecher",
    "category",
    "class_counts",
    "class_to_code",
    "code_to_class",
    "compare",
    "count_categories",
    "describe",
    "evaluate",
    "evaluate_boards",
    "percentile",
    "places",
    "rank_code",
    "rank_index",
    "ranks",
    "sort_hands",
    "winners",
]
