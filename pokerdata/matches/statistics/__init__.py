"""Statistics of players: how often they take each action, counted from hands, with confidence intervals.

``print(statistics_of_logs("match.log", "limit-holdem")["A"]["vpip"])``
"""

from pokerdata.matches.statistics.collected import Statistics, statistics_of, statistics_of_logs
from pokerdata.matches.statistics.definitions import STATISTICS, Definition, Scope
from pokerdata.matches.statistics.player import TYPE_RULES, PlayerStatistics, PlayerType, TypeRules
from pokerdata.matches.statistics.shown import STRONG, Factor, Share, ShownHands, Sum, wilson

__all__ = [
    "STATISTICS",
    "STRONG",
    "TYPE_RULES",
    "Definition",
    "Factor",
    "PlayerStatistics",
    "PlayerType",
    "Scope",
    "Share",
    "ShownHands",
    "Statistics",
    "Sum",
    "TypeRules",
    "statistics_of",
    "statistics_of_logs",
    "wilson",
]
