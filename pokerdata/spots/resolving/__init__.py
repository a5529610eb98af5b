"""Re-solving: solve a strategy's subgames again without raising its exploitability."""

from pokerdata.spots.resolving.blueprint import Blueprint
from pokerdata.spots.resolving.local_gain import LocalGain, TurnSample, local_gain
from pokerdata.spots.resolving.rests import CutGame, ResolvedRests, cut_games, resolve_rests
from pokerdata.spots.resolving.spot_resolving import METHODS, ResolvedSpot, resolve_spot
from pokerdata.spots.resolving.tree_gadgets import Margin, RootSet, Subgame, subgames
from pokerdata.spots.resolving.tree_resolving import ResolvedTree, resolve_subgames, resolve_tree

__all__ = [
    "METHODS",
    "Blueprint",
    "CutGame",
    "LocalGain",
    "Margin",
    "ResolvedRests",
    "ResolvedSpot",
    "ResolvedTree",
    "RootSet",
    "Subgame",
    "TurnSample",
    "cut_games",
    "local_gain",
    "resolve_rests",
    "resolve_spot",
    "resolve_subgames",
    "resolve_tree",
    "subgames",
]
