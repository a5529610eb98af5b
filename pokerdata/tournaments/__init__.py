"""Tournaments: matches between all pairs of agents, their cross-tables, and local best response.

A section [match.NAME] of a recipe makes the tables NAME_matches and NAME_lbr.
"""

from pokerdata.store import register_table_class

register_table_class("matches", "pokerdata.tournaments.table:MatchesTable")
