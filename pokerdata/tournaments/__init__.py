"""Tournaments: who meets whom, and who won."""

from pokerdata.tournaments.outcome import Outcome
from pokerdata.tournaments.ranking import Ranking, Round, instant_runoff, series_runoff, total_bankroll
from pokerdata.tournaments.standings import Standings

__all__ = [
    "Outcome",
    "Ranking",
    "Round",
    "Standings",
    "instant_runoff",
    "series_runoff",
    "total_bankroll",
]
