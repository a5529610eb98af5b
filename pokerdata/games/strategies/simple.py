"""Strategies that need no solver, and pairs of strategies."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import Use, generator
from pokerdata.games import ACTIONS, BettingTree
from pokerdata.games.solvable import SolvableGame

KINDS = ("uniform", "call", "fold", "raise", "probe", "random")
#: Names of built-in agents and models, and their kind.
BUILT_IN = {"uniform": "uniform"} | {f"always-{kind}": kind for kind in ("call", "fold", "raise")}
_PREFERRED = {
    "call": ("call", "check"),
    "fold": ("fold", "check"),
    "raise": ("raise", "bet", "call", "check"),
}

#: For each street probabilities [edges of the street, states], in the order of ``game.tree``; float32 or float64.
Probabilities = Sequence[NDArray[np.floating[Any]]]


def simple_strategy(game: SolvableGame, kind: str, *, seed: int = 0) -> tuple[NDArray[np.float32], ...]:
    """Return a strategy of both players that ignores the cards.

    Args:
        game: The game.
        kind: 'uniform'; 'call' (checks and calls); 'fold' (checks, and folds to any bet); 'raise' (bets and raises, in
            no-limit games by the smallest amount of the menu, and calls if it may not raise); 'probe' (all actions except
            folds with equal probability, to observe opponents); or 'random': probabilities at every information set,
            sampled uniformly from the simplex.
        seed: Seed for 'random', 0 or more; the same seed gives the same result.

    Returns:
        For each street float32 [edges of the street, states of the street].

    Raises:
        ValueError: If the kind or seed is invalid.
    """
    return simple_rows(game.tree, game.states, kind, seed=seed)


def simple_rows(
    tree: BettingTree, states_of_streets: Sequence[int], kind: str, *, seed: int = 0
) -> tuple[NDArray[np.float32], ...]:
    """Return such a strategy over any states of a betting tree; one per street is enough except for 'random'.

    Args:
        tree: The betting tree.
        states_of_streets: Number of states on each street.
        kind: As for `simple_strategy`.
        seed: Seed for 'random', 0 or more.

    Returns:
        For each street float32 [edges of the street, states of the street].

    Raises:
        ValueError: If the kind or seed is invalid.
    """
    if kind not in KINDS:
        raise ValueError(f"strategy: expected one of {', '.join(KINDS)}, got {kind!r}; e.g. 'call'")
    random = generator(Use.RANDOM_STRATEGY, seed)
    found = []
    for r, states in enumerate(states_of_streets):
        first_rows = tree.first_rows(r)
        shape = int(first_rows[-1]), states
        if kind == "random":  # normalized exponential weights are uniform on the simplex
            weights = random.standard_exponential(shape, dtype=np.float32)
        else:
            weights = np.ones(shape, dtype=np.float32)
        if kind == "probe":
            weights[tree.action[tree.street_edges(r)] == ACTIONS.index("fold")] = 0
        for node in tree.decision_nodes(r).tolist() if kind in _PREFERRED else ():
            names = [ACTIONS[tree.action[edge]] for edge in tree.edges(node)]
            chosen = next(name for name in _PREFERRED[kind] if name in names)
            weights[tree.rows(node)] = 0
            weights[tree.rows(node).start + names.index(chosen)] = 1
        sums = np.add.reduceat(weights, first_rows[:-1], axis=0)
        found.append(weights / np.repeat(sums, np.diff(first_rows), axis=0))
    return tuple(found)


def pair(
    game: SolvableGame, first: Probabilities, second: Probabilities
) -> tuple[NDArray[np.floating[Any]], ...]:
    """Return the strategy in which player 1 plays `first` and player 2 plays `second`.

    Args:
        game: The game.
        first: For each street probabilities [edges of the street, states of the street].
        second: The other strategy, in the same format.
    """
    tree, found = game.tree, []
    for r in range(game.rules.streets):
        player = np.repeat(tree.player[tree.decision_nodes(r)], np.diff(tree.first_rows(r)))
        found.append(np.where((player == 0)[:, None], first[r], second[r]))
    return tuple(found)
