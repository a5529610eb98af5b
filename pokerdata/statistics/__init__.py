"""Statistics of players: what they do, counted from hands, with intervals.

``print(statistics_of_logs("match.log", "limit-holdem")["A"]["vpip"])``
"""

from pokerdata.statistics.collected import Statistics, statistics_of
from pokerdata.statistics.definitions import STATISTICS, Definition, Scope
from pokerdata.statistics.logs import statistics_of_logs
from pokerdata.statistics.player import PlayerStatistics
from pokerdata.statistics.shares import Factor, Share, wilson
from pokerdata.statistics.shown import STRONG, ShownHands, Sum
from pokerdata.statistics.types import TYPE_RULES, PlayerType, TypeRules

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
