"""Duplicate matches of agents, bots and programs, and local best response.

``print(match("always-call", "simple", game="limit-holdem", deals=1000))``
"""

from typing import TYPE_CHECKING, Any

from pokerdata._support.estimates import Estimate
from pokerdata.matches.duel import Hand, hands
from pokerdata.matches.local import LocalBestResponse, local_best_response
from pokerdata.matches.result import Forfeit, MatchResult, Sums, seat_orders
from pokerdata.matches.team import TeamResult, play_team, ucb1

if TYPE_CHECKING:
    from pokerdata.matches.match import Reduction, match
    from pokerdata.matches.series import play_series
    from pokerdata.matches.series_result import LearningCurve, SeriesForfeit, SeriesResult
    from pokerdata.matches.table import SeatedHand, play_hands

__all__ = [
    "Estimate",
    "Forfeit",
    "Hand",
    "LearningCurve",
    "LocalBestResponse",
    "MatchResult",
    "Reduction",
    "SeatedHand",
    "SeriesForfeit",
    "SeriesResult",
    "Sums",
    "TeamResult",
    "hands",
    "local_best_response",
    "match",
    "play_hands",
    "play_series",
    "play_team",
    "seat_orders",
    "ucb1",
]


def __getattr__(name: str) -> Any:
    """Import the parts for tables of players on first use."""
    if name not in __all__:
        raise AttributeError(f"module 'pokerdata.matches' has no attribute {name!r}")
    from pokerdata.matches import series, series_result, table
    from pokerdata.matches.match import Reduction, match

    found = {"match": match, "Reduction": Reduction}
    for module in (series, series_result, table):
        found.update({key: value for key, value in vars(module).items() if key in __all__})
    globals().update(found)
    return found[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
