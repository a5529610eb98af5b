"""Any finite game as an explicit tree: building, solving, best responses.

``solve(game_tree(Kuhn()), "cfr+", target=0.001)`` solves Kuhn poker. `protocol` says what a game must offer;
``pokerdata.trees.examples`` has some to read.
"""

from pokerdata.trees.abstracted_tree import AbstractedTree, abstracted_tree
from pokerdata.trees.algorithms import FictitiousPlay, MonteCarlo, tree_algorithm
from pokerdata.trees.build import game_tree
from pokerdata.trees.cfr_br import TreeCfrBr, cfr_br
from pokerdata.trees.cfr_br_values import TreeCfrBrState, TreeCfrBrValues
from pokerdata.trees.evaluation import (
    TreeEvaluation,
    Unreached,
    best_response,
    evaluate,
    expected_values,
)
from pokerdata.trees.payoffs import chance_reach, mixture, own_reach, payoff_matrix
from pokerdata.trees.protocol import ExtensiveGame, GameState
from pokerdata.trees.restricted_response import TreeResponse, restricted_response, restricted_tree
from pokerdata.trees.run_state import TreeRunState
from pokerdata.trees.solve import TreeLogRow, TreeResult, solve
from pokerdata.trees.solver import TreeSolver
from pokerdata.trees.states import StateGraph, StateSolution, state_graph
from pokerdata.trees.tree import GameTree, InformationSet
from pokerdata.trees.uct import TreeUct

__all__ = [
    "AbstractedTree",
    "ExtensiveGame",
    "FictitiousPlay",
    "GameState",
    "GameTree",
    "InformationSet",
    "MonteCarlo",
    "StateGraph",
    "StateSolution",
    "TreeCfrBr",
    "TreeCfrBrState",
    "TreeCfrBrValues",
    "TreeEvaluation",
    "TreeLogRow",
    "TreeResponse",
    "TreeResult",
    "TreeRunState",
    "TreeSolver",
    "TreeUct",
    "Unreached",
    "abstracted_tree",
    "best_response",
    "cfr_br",
    "chance_reach",
    "evaluate",
    "expected_values",
    "game_tree",
    "mixture",
    "own_reach",
    "payoff_matrix",
    "restricted_response",
    "restricted_tree",
    "solve",
    "state_graph",
    "tree_algorithm",
]
