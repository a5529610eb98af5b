"""Matches between agents on real cards, over duplicate deals, and local best response.

``print(match("always-call", "simple", game="limit-holdem", deals=1000))``
"""

from pokerdata.matches.local import LocalBestResponse, local_best_response
from pokerdata.matches.match import Hand, hands, match
from pokerdata.matches.result import MatchResult, Sums
from pokerdata.support.estimates import Estimate

__all__ = [
    "Estimate",
    "Hand",
    "LocalBestResponse",
    "MatchResult",
    "Sums",
    "hands",
    "local_best_response",
    "match",
]
