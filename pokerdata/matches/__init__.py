"""Matches between agents on real cards, over duplicate deals, and local best response.

``print(match("always-call", "simple", game="limit-holdem", deals=1000))``
"""

from pokerdata.matches.duplicate import SeatedHand, play_hands, play_match
from pokerdata.matches.duplicate_result import DuplicateResult, Forfeit
from pokerdata.matches.local import LocalBestResponse, local_best_response
from pokerdata.matches.match import Hand, hands, match
from pokerdata.matches.referee import TimeLimits
from pokerdata.matches.result import MatchResult, Sums
from pokerdata.matches.seat_orders import seat_orders
from pokerdata.support.estimates import Estimate

__all__ = [
    "DuplicateResult",
    "Estimate",
    "Forfeit",
    "Hand",
    "LocalBestResponse",
    "MatchResult",
    "SeatedHand",
    "Sums",
    "TimeLimits",
    "hands",
    "local_best_response",
    "match",
    "play_hands",
    "play_match",
    "seat_orders",
]
