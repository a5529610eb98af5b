"""Tournaments: matches between all pairs of agents, and their cross-tables.

A section [match.NAME] of a recipe makes the table NAME_matches.
"""

from pokerdata.store import register_table_class
from pokerdata.tournaments.cross_table import CrossTable

__all__ = ["CrossTable"]

register_table_class("matches", "pokerdata.tournaments.table:MatchesTable")
