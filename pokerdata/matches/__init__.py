"""Matches between agents on real cards, over duplicate deals.

``print(match("always-call", "simple", game="limit-holdem", deals=1000))``
"""

from pokerdata.matches.match import Hand, hands, match
from pokerdata.matches.result import Estimate, MatchResult, Sums

__all__ = ["Estimate", "Hand", "MatchResult", "Sums", "hands", "match"]
