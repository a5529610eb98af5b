"""Re-solving: a strategy's play in subgames solved anew, so that nobody wins more against it."""

from pokerdata.resolving.blueprint import Blueprint
from pokerdata.resolving.cut_game import CutGame, cut_games
from pokerdata.resolving.local_gain import LocalGain, TurnSample, local_gain
from pokerdata.resolving.methods import METHODS
from pokerdata.resolving.resolved import ResolvedSpot
from pokerdata.resolving.rests import ResolvedRests, resolve_rests
from pokerdata.resolving.spot_resolving import resolve_spot
from pokerdata.resolving.tree_margins import Margin
from pokerdata.resolving.tree_resolving import ResolvedTree, resolve_subgames, resolve_tree
from pokerdata.resolving.tree_subgames import RootSet, Subgame, subgames

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
