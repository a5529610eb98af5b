"""Search: what a player should do against players of whom he has a model."""

from pokerdata.search.chances import Chances, chances
from pokerdata.search.likely import likely_hands
from pokerdata.search.models import PLAYOUT, Counts, DecisionTriple, Model, called, fixed, table
from pokerdata.search.self_play import Seen, self_play
from pokerdata.search.strategies import average_strategy, of_strategy
from pokerdata.search.uct import SearchResult, Visited, bound_visits, search

__all__ = [
    "PLAYOUT",
    "Chances",
    "Counts",
    "DecisionTriple",
    "Model",
    "SearchResult",
    "Seen",
    "Visited",
    "average_strategy",
    "bound_visits",
    "called",
    "chances",
    "fixed",
    "likely_hands",
    "of_strategy",
    "search",
    "self_play",
    "table",
]
