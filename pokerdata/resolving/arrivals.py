"""How local best response comes to the turn against a strategy: by which betting, and with which hands."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import DECK_SIZE, combinations_with
from pokerdata.cards.disjoint import disjoint
from pokerdata.cards.hand_classes import CLASS_OF_COMBINATION
from pokerdata.games.betting_tree import DECISION
from pokerdata.preflop import class_equities
from pokerdata.real_cards.betting import apart
from pokerdata.resolving.blueprint import Blueprint
from pokerdata.resolving.local import Paid, Values, best_move, chips_at, paid_after, showdowns
from pokerdata.solvers.products import product

TURN = 2


@dataclass(frozen=True, eq=False)
class Arrival:
    """A way to the turn.

    Attributes:
        history: The actions from the deal on.
        comes: Whether the responder plays so with each hand, bool [1326].
        reach: How likely the other one does, float64 [1326].
        mass: Pairs of hands with which both come here, each as likely as the other one plays so.
    """

    history: str
    comes: NDArray[np.bool_]
    reach: Values
    mass: float


def arrivals(
    blueprint: Blueprint,
    player: int,
    board: NDArray[np.uint8],
    random: np.random.Generator,
    *,
    samples: int = 100,
) -> list[Arrival]:
    """All ways in which local best response comes to the turn, on one board.

    Equities before the flop are those of classes of hands, those on the flop of drawn run-outs, the same for all hands.

    Args:
        blueprint: What the other one plays.
        player: The other one, 1 or 2 of the game.
        board: uint8 [4].
        random: Draws the run-outs.
        samples: How many run-outs it weighs on the flop.
    """
    return _Trunk(blueprint, player, board, _equities(board[:3], random, samples)).arrivals()


def _equities(flop: NDArray[np.uint8], random: np.random.Generator, samples: int) -> NDArray[np.float32]:
    """What each hand wins of the pot against each other on a flop, float32 [1326, 1326]: means of drawn run-outs."""
    left = np.setdiff1d(np.arange(DECK_SIZE), flop).astype(np.uint8)
    won, seen = np.zeros((1326, 1326), np.float32), np.zeros((1326, 1326), np.float32)
    for _ in range(samples):
        board = np.concatenate([flop, random.choice(left, 2, replace=False)]).astype(np.uint8)
        here = ~combinations_with(board)
        won += showdowns(board)
        seen += here & here[:, None]
    return np.where(disjoint(), np.where(seen > 0, won / np.maximum(seen, 1), np.float32(0.5)), np.float32(0))


class _Trunk:
    def __init__(
        self, blueprint: Blueprint, player: int, board: NDArray[np.uint8], flop: NDArray[np.float32]
    ) -> None:
        self._player, self._board = player - 1, board
        self._tree = blueprint.tree
        self._found: list[Arrival] = []
        classes = np.ix_(CLASS_OF_COMBINATION, CLASS_OF_COMBINATION)
        self._equities = (np.where(disjoint(), class_equities()[classes], 0.0).astype(np.float32), flop)
        edges = np.arange(len(self._tree.child))
        self._played = [
            blueprint.probabilities(street, edges[self._tree.street_edges(street)], board[:shown])
            for street, shown in ((0, 0), (1, 3))
        ]

    def arrivals(self) -> list[Arrival]:
        rules = self._tree.rules
        paid = (float(rules.ante + rules.blinds[0]), float(rules.ante + rules.blinds[1]))
        self._go(0, np.ones(1326, bool), np.ones(1326), paid)
        return self._found

    def _go(self, node: int, comes: NDArray[np.bool_], reach: Values, paid: Paid) -> None:
        tree = self._tree
        if tree.kind[node] != DECISION or not comes.any():
            return
        street = int(tree.street[node])
        if street >= TURN:
            here = ~combinations_with(self._board)
            mine, theirs = comes & here, reach * here
            mass = float(apart(theirs)[mine].sum())
            if mass > 0:
                self._found.append(Arrival(tree.history(node), mine, theirs, mass))
            return
        if street == 1 and self._tree.street[int(tree.parent[node])] == 0:
            here = ~combinations_with(self._board[:3])
            comes, reach = comes & here, reach * here
        edges = list(tree.edges(node))
        actor = int(tree.player[node])
        played = self._rows(street, edges)
        moves = None if actor == self._player else self._moves(node, street, reach, paid)
        for i, edge in enumerate(edges):
            child, now = int(tree.child[edge]), paid_after(tree, edge, actor, paid)
            if moves is None:
                self._go(child, comes, reach * played[i], now)
            else:
                self._go(child, comes & (moves == i), reach, now)

    def _rows(self, street: int, edges: list[int]) -> Values:
        first = self._tree.street_edges(street).start
        return self._played[street][edges[0] - first : edges[-1] + 1 - first].astype(np.float64)

    def _moves(self, node: int, street: int, reach: Values, paid: Paid) -> NDArray[np.int64]:
        """The edge that each hand takes, counted from the first."""
        tree = self._tree
        edges = list(tree.edges(node))
        letters = [
            "f" if int(tree.action[e]) == 0 else "c" if int(tree.action[e]) < 3 else "r" for e in edges
        ]
        raises = []
        for edge, letter in zip(edges, letters, strict=True):
            if letter != "r":
                continue
            after = list(tree.edges(int(tree.child[edge])))
            folds = reach * self._rows(street, after)[0]  # facing a bet folding comes first
            raises.append((float(tree.to[edge]) - max(paid), apart(folds), self._shares(street, folds)))
        both = (apart(reach), self._shares(street, reach))
        return best_move(chips_at(tree, node, paid, 0.0), raises, both, letters)

    def _shares(self, street: int, reach: Values) -> Values:
        """What each hand wins of the pot at showdown, summed over the other one's hands."""
        return product(self._equities[street], reach.astype(np.float32)).astype(np.float64)
