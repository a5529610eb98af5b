"""Search: what a player should do against players of whom he has a model."""

from pokerdata.search.chances import Chances, chances
from pokerdata.search.expectimax import Expectimax, Opponent, expectimax, legal_shares
from pokerdata.search.final_strength import LookAhead, final_strengths, look_ahead
from pokerdata.search.likely import likely_hands
from pokerdata.search.limit_tree import LimitTree, limit_tree
from pokerdata.search.models import PLAYOUT, Counts, DecisionTriple, Model, called, fixed, table
from pokerdata.search.self_play import Seen, self_play
from pokerdata.search.strategies import average_strategy, of_strategy
from pokerdata.search.tree_values import CELLS, preference, tree_values
from pokerdata.search.uct import SearchResult, Visited, bound_visits, search

__all__ = [
    "CELLS",
    "PLAYOUT",
    "Chances",
    "Counts",
    "DecisionTriple",
    "Expectimax",
    "LimitTree",
    "LookAhead",
    "Model",
    "Opponent",
    "SearchResult",
    "Seen",
    "Visited",
    "average_strategy",
    "bound_visits",
    "called",
    "chances",
    "expectimax",
    "final_strengths",
    "fixed",
    "legal_shares",
    "likely_hands",
    "limit_tree",
    "look_ahead",
    "of_strategy",
    "preference",
    "search",
    "self_play",
    "table",
    "tree_values",
]
