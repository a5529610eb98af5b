"""Any finite game as an explicit tree: building, solving, best responses.

``solve(explicit_tree("kuhn"), "cfr+", target=0.001)`` solves Kuhn poker. To solve a game of your own, implement the protocol
`ExtensiveGame`.
"""

from pokerdata.solving.explicit.abstracted_tree import AbstractedTree, abstracted_tree
from pokerdata.solving.explicit.build import ExtensiveGame, GameState, explicit_tree
from pokerdata.solving.explicit.cfr_br import TreeCfrBr, TreeCfrBrValues, cfr_br
from pokerdata.solving.explicit.lp import chance_reach, mixture, own_reach, payoff_matrix
from pokerdata.solving.explicit.restricted_response import TreeResponse, restricted_response, restricted_tree
from pokerdata.solving.explicit.solve import (
    FictitiousPlay,
    MonteCarlo,
    TreeResult,
    TreeSolver,
    solve,
    tree_algorithm,
)
from pokerdata.solving.explicit.states import StateGraph, StateSolution, state_graph
from pokerdata.solving.explicit.tree import (
    GameTree,
    InformationSet,
    TreeEvaluation,
    Unreached,
    best_response,
    evaluate,
    expected_values,
)
from pokerdata.solving.explicit.uct import TreeUct

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
    "TreeCfrBrValues",
    "TreeEvaluation",
    "TreeResponse",
    "TreeResult",
    "TreeSolver",
    "TreeUct",
    "Unreached",
    "abstracted_tree",
    "best_response",
    "cfr_br",
    "chance_reach",
    "evaluate",
    "expected_values",
    "explicit_tree",
    "mixture",
    "own_reach",
    "payoff_matrix",
    "restricted_response",
    "restricted_tree",
    "solve",
    "state_graph",
    "tree_algorithm",
]
