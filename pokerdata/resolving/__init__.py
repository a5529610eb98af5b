"""Re-solving: a strategy's play in subgames solved anew, so that nobody wins more against it."""

from pokerdata.resolving.tree_margins import Margin
from pokerdata.resolving.tree_resolving import METHODS, ResolvedTree, resolve_subgames, resolve_tree
from pokerdata.resolving.tree_subgames import RootSet, Subgame, subgames

__all__ = [
    "METHODS",
    "Margin",
    "ResolvedTree",
    "RootSet",
    "Subgame",
    "resolve_subgames",
    "resolve_tree",
    "subgames",
]
