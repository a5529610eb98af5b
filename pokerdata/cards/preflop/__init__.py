"""Preflop: exact match-ups of all hands, immediate hand rank, and income rates.

>>> from pokerdata.cards.preflop import matchup
>>> matchup("AKs", "TT")
Matchup(wins=18794256, ties=167364, losses=22133676, pairs=24)
"""

from pokerdata.cards.preflop.ihr import preflop_ihr
from pokerdata.cards.preflop.income import IncomeRates, exact_heads_up_rates, income_rates
from pokerdata.cards.preflop.matchups import Matchup, class_equities, class_equities_at_random, matchup

__all__ = [
    "IncomeRates",
    "Matchup",
    "class_equities",
    "class_equities_at_random",
    "exact_heads_up_rates",
    "income_rates",
    "matchup",
    "preflop_ihr",
]
