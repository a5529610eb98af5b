"""Before the flop: exact match-ups of all hands, immediate hand rank, and income rates.

>>> from pokerdata.preflop import matchup
>>> matchup("AKs", "TT")
Matchup(wins=18794256, ties=167364, losses=22133676, pairs=24)
"""

from pokerdata.preflop.ihr import preflop_ihr
from pokerdata.preflop.income import IncomeRates, exact_heads_up_rates, income_rates
from pokerdata.preflop.jamming.playing import play_jam_fold
from pokerdata.preflop.jamming.refining import refine_jam_fold
from pokerdata.preflop.jamming.solving import JamFold, jam_fold
from pokerdata.preflop.jamming.strategy import JamFoldChances, JamFoldStrategy, Opponent
from pokerdata.preflop.jamming.table import load_jam_fold, save_jam_fold
from pokerdata.preflop.jamming.tournament import JamFoldTournament
from pokerdata.preflop.packaged import Matchup, class_equities, class_equities_at_random, matchup

__all__ = [
    "IncomeRates",
    "JamFold",
    "JamFoldChances",
    "JamFoldStrategy",
    "JamFoldTournament",
    "Matchup",
    "Opponent",
    "class_equities",
    "class_equities_at_random",
    "exact_heads_up_rates",
    "income_rates",
    "jam_fold",
    "load_jam_fold",
    "matchup",
    "play_jam_fold",
    "preflop_ihr",
    "refine_jam_fold",
    "save_jam_fold",
]
