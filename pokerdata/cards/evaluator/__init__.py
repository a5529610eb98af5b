"""Hand evaluation: 16-bit hand strength codes, their descriptions and comparisons."""

from pokerdata.cards.evaluator.codes import (
    CATEGORIES,
    brecher,
    category,
    class_counts,
    class_to_code,
    code_to_class,
    describe,
    percentile,
    rank_code,
    rank_index,
    ranks,
)
from pokerdata.cards.evaluator.evaluation import (
    best,
    compare,
    count_categories,
    evaluate,
    evaluate_boards,
    places,
    sort_hands,
    winners,
)

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
