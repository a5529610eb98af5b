"""Matches between agents on real cards, over duplicate deals, and local best response.

``print(match("always-call", "simple", game="limit-holdem", deals=1000))``
"""

from typing import TYPE_CHECKING, Any

from pokerdata._support.estimates import Estimate
from pokerdata.matches.duplicate_result import seat_orders
from pokerdata.matches.local import LocalBestResponse, local_best_response
from pokerdata.matches.match import Hand, MatchResult, Sums, hands, match
from pokerdata.matches.team import TeamResult, play_team, ucb1

if TYPE_CHECKING:
    from pokerdata.matches.duplicate import SeatedHand, play_hands, play_match
    from pokerdata.matches.duplicate_result import DuplicateResult, Forfeit
    from pokerdata.matches.series import play_series
    from pokerdata.matches.series_result import LearningCurve, SeriesForfeit, SeriesResult

__all__ = [
    "DuplicateResult",
    "Estimate",
    "Forfeit",
    "Hand",
    "LearningCurve",
    "LocalBestResponse",
    "MatchResult",
    "SeatedHand",
    "SeriesForfeit",
    "SeriesResult",
    "Sums",
    "TeamResult",
    "hands",
    "local_best_response",
    "match",
    "play_hands",
    "play_match",
    "play_series",
    "play_team",
    "seat_orders",
    "ucb1",
]


def __getattr__(name: str) -> Any:
    """What tables of players need is imported when it is asked for; matches of two agents start without it."""
    if name not in __all__:
        raise AttributeError(f"module 'pokerdata.matches' has no attribute {name!r}")
    from pokerdata.matches import duplicate, series, series_result

    modules = (duplicate, series, series_result)
    found = globals()[name] = next(vars(module)[name] for module in modules if name in vars(module))
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
