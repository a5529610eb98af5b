"""Before the flop: exact match-ups of all hands, immediate hand rank, and income rates.

>>> from pokerdata.preflop import matchup
>>> matchup("AKs", "TT")
Matchup(wins=18794256, ties=167364, losses=22133676, pairs=24)
"""

from pokerdata.preflop.ihr import preflop_ihr
from pokerdata.preflop.income import IncomeRates, exact_heads_up_rates, income_rates
from pokerdata.preflop.packaged import Matchup, class_equities, class_equities_at_random, matchup

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
