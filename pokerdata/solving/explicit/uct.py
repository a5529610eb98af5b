"""Upper confidence bounds applied to an explicit tree: independent searches side by side."""

from __future__ import annotations

from math import isfinite, sqrt
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import trees as _core
from pokerdata._support import html
from pokerdata._support.arguments import Use, as_count, generator
from pokerdata._support.progress import Progress
from pokerdata._support.resources import available_memory, with_margin
from pokerdata._support.text import brief, bytes_text, quoted
from pokerdata.errors import CapacityError
from pokerdata.solving.explicit.tree import GameTree

#: What the players of a search see: their own information, or everything.
Sight: TypeAlias = Literal["own", "all"]
_MOST = 10**9


class TreeUct:
    """Searches of a tree by upper confidence bounds (UCT; Kocsis and Szepesvari 2006), for all players at once.

    An iteration begins at a node sampled from the starts of its search and goes down the tree. Chance samples its events. An
    acting player takes the action with the largest mean + C sqrt(ln(visits of the decision) / passes of the action) of its
    own utility; actions without passes go first. From the first unvisited decision on, all actions are equally likely. The
    outcome updates all actions above.

    With ``sees="own"`` a decision is an information set (information-set UCT; Cowling, Powley and Whitehouse 2012, with a
    tree for each player). With ``sees="all"`` it is a node: players see hidden information. If it starts in the nodes of
    one information set, ``"all"`` is root sampling: each sample of the hidden cards has its own tree, in which every player
    knows them. In perfect-information games both are the same. UCT does not converge to an equilibrium.

    An iteration takes about 0.1 microseconds per search and move, on one thread. Each search has its own random numbers, so
    its result does not depend on the other searches.

    Args:
        tree: The game.
        searches: Number of searches.
        sees: ``"own"`` or ``"all"``.
        starts: Weights of the nodes where searches begin, [searches, nodes], or [nodes] for all searches; by default the
            root.
        exploration: C, in units of utility; by default sqrt(2) times the range of the utilities.
        seed: Seed of the random numbers, 0 or more.

    Attributes:
        tree: The game.
        searches: Number of searches.
        sees: What players see.
        exploration: C.

    Raises:
        ValueError: For invalid numbers, weights or ``sees``.
        CapacityError: If memory would not suffice.
    """

    def __init__(
        self,
        tree: GameTree,
        *,
        searches: int = 1,
        sees: Sight = "own",
        starts: ArrayLike | None = None,
        exploration: float | None = None,
        seed: int = 0,
    ) -> None:
        self.tree = tree
        self.searches = as_count(searches, "searches", 1, _MOST, 1)
        if sees not in ("own", "all"):
            raise ValueError(f"sees: expected own or all, got {quoted(sees)}; e.g. 'own'")
        self.sees = sees
        spread = float(np.ptp(tree.utilities))
        self.exploration = float(sqrt(2) * spread if exploration is None else exploration)
        if not (isfinite(self.exploration) and self.exploration >= 0):
            raise ValueError(f"exploration: expected a number from 0 on, got {quoted(exploration)}; e.g. 1.4")
        seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
        numbers = 3 * tree.nodes if sees == "all" else 2 * tree.edges + len(tree.information_sets)
        _check_memory(self.searches * numbers * 8)
        counts, nodes, weights = _starts(tree, self.searches, starts)
        self._core = _core.Uct(
            tree.core,
            sees_all=sees == "all",
            exploration=self.exploration,
            counts=counts,
            nodes=nodes,
            weights=weights,
            seed=int(generator(Use.SEARCH, seed).integers(2**63)),
        )

    def __repr__(self) -> str:
        return brief(
            self, f"{self.searches:,} searches", f"sees {self.sees}", f"{self.iterations:,} iterations"
        )

    def _repr_html_(self) -> str:
        told = {
            "searches": self.searches,
            "players see": self.sees,
            "exploration": self.exploration,
            "iterations": self.iterations,
        }
        return html.facts(told, caption="TreeUct")

    @property
    def iterations(self) -> int:
        """Iterations done by each search."""
        return self._core.iterations

    @property
    def passes(self) -> NDArray[np.int64]:
        """How often each action was taken over all nodes of its information set, int64 [searches, edges]."""
        return self._core.passes()

    @property
    def means(self) -> NDArray[np.float64]:
        """Average winnings of each player over all iterations, float64 [searches, players]; NaN before the first."""
        if not self.iterations:
            return np.full((self.searches, self.tree.players), np.nan)
        found: NDArray[np.float64] = self._core.won() / self.iterations
        return found

    def run(self, iterations: int, progress: Progress | None = None) -> None:
        """Run more iterations of each search. Ctrl-C stops between two of them; the searches can continue.

        Args:
            iterations: Number of iterations.
            progress: Called with done and total iterations.

        Raises:
            ValueError: If the number is invalid.
        """
        self._core.run(as_count(iterations, "iterations", 0, _MOST, 1000), progress)


def _starts(
    tree: GameTree, searches: int, starts: ArrayLike | None
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.float64]]:
    """Return the number of start nodes per search, the nodes of all searches in turn, and their probabilities."""
    if starts is None:
        return np.ones(searches, np.int64), np.zeros(searches, np.int32), np.ones(searches)
    try:
        given = np.asarray(starts, np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"starts: expected numbers, got {quoted(starts)}; e.g. [1, 0, 0]") from None
    if given.shape not in ((tree.nodes,), (searches, tree.nodes)):
        raise ValueError(
            f"starts: expected the shape ({tree.nodes},) or ({searches}, {tree.nodes}), got {given.shape}; e.g. a weight "
            "for each node"
        )
    weights = np.broadcast_to(given, (searches, tree.nodes))
    total = weights.sum(axis=1)
    if not ((weights >= 0).all() and np.isfinite(total).all() and (total > 0).all()):
        wrong = weights[~((weights >= 0).all(axis=1) & np.isfinite(total) & (total > 0))][0]
        raise ValueError(
            f"starts: expected weights of 0 or more, not all 0, for each search, got {quoted(wrong.tolist())}; "
            "e.g. [1, 0, 0]"
        )
    rows, nodes = np.nonzero(weights)
    counts = np.bincount(rows, minlength=searches)
    return counts.astype(np.int64), nodes.astype(np.int32), weights[rows, nodes] / total[rows]


def _check_memory(need: int) -> None:
    if (need := with_margin(need)) > (free := available_memory()):
        raise CapacityError(
            f"searches: expected what fits into memory, got {bytes_text(need)} of {bytes_text(free)}; e.g. fewer at once"
        )
