"""Tournaments: pairings, standings and rankings."""

from pokerdata.matches.tournaments.ranking import (
    Ranking,
    Round,
    instant_runoff,
    series_runoff,
    total_bankroll,
)
from pokerdata.matches.tournaments.standings import Outcome, Standings

__all__ = [
    "Outcome",
    "Ranking",
    "Round",
    "Standings",
    "instant_runoff",
    "series_runoff",
    "total_bankroll",
]
