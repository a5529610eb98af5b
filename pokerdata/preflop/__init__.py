"""Before the flop: exact match-ups of all hands, immediate hand rank, and income rates.

>>> from pokerdata.preflop import matchup
>>> matchup("AKs", "TT")
"""

from pokerdata.preflop.ihr import preflop_ihr
from pokerdata.preflop.packaged import Matchup, class_equities, matchup
from pokerdata.store import register_table_class

register_table_class("preflop_matchups", "pokerdata.preflop.table:MatchupTable")

__all__ = ["Matchup", "class_equities", "matchup", "preflop_ihr"]
