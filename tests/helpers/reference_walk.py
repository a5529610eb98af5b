"""Reference implementation of public chance sampling: hand by hand, pair by pair, node by node, in float64."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from phevaluator import evaluate_cards

from pokerdata.cards import COMBINATIONS, format_cards
from pokerdata.games import BettingTree, Rules
from pokerdata.games.betting_tree import DECISION, FOLD

SIZES = (0, 3, 4, 5)


class Reference:
    """Regrets and strategy sums, [edges of the street, states] for each street."""

    def __init__(self, rules: Rules, states: Any, alpha: float, gamma: float) -> None:
        self.tree, self.states, self.alpha, self.gamma = BettingTree(rules), states, alpha, gamma
        self.first = [int(self.tree.first_edge[self.tree.decision_nodes(r)[0]]) for r in range(rules.streets)]
        ends = [*self.first[1:], len(self.tree.action)]
        sizes = zip(range(rules.streets), self.first, ends, strict=True)
        self.regrets = [np.zeros((end - first, states.states(r))) for r, first, end in sizes]
        self.sums = [np.zeros_like(r) for r in self.regrets]

    def iterate(self, board: NDArray[np.uint8], t: int) -> None:
        hands = COMBINATIONS[~np.isin(COMBINATIONS, board).any(axis=1)]
        alive = np.flatnonzero(~np.isin(COMBINATIONS, board).any(axis=1))
        apart = ~(hands[:, None, :, None] == hands[None, :, None, :]).any(axis=(2, 3))
        rank = np.array([evaluate_cards(*format_cards([*h, *board]).split()) for h in hands])  # low is strong
        self.meets = apart.astype(float)
        self.beats = apart * ((rank[:, None] < rank) * 1.0 - (rank[:, None] > rank))
        self.of_hand = [self.states.of_board(board[:n])[alive] for n in SIZES[: len(self.first)]]
        for player in (0, 1):
            self.walk(0, player, np.ones(len(hands)), np.ones(len(hands)), t)

    def strategy(self, node: int) -> tuple[int, slice, NDArray[np.float64]]:
        street = int(self.tree.street[node])
        edges = slice(*(self.tree.first_edge[node : node + 2] - self.first[street]))
        positive = np.maximum(self.regrets[street][edges], 0)
        total = positive.sum(axis=0)
        uniform = np.full_like(positive, 1 / len(positive))
        return street, edges, np.divide(positive, total, out=uniform, where=total > 0)

    def walk(
        self, node: int, player: int, own: NDArray[np.float64], other: NDArray[np.float64], t: int
    ) -> NDArray[np.float64]:
        """Return the value of every hand, in chips against all opposing hands."""
        tree = self.tree
        if tree.kind[node] != DECISION:
            fold = tree.kind[node] == FOLD
            chips = tree.chips[node] * (-1 if fold and player == 1 else 1) / 990
            return np.asarray(chips * ((self.meets if fold else self.beats) @ other), np.float64)
        street, edges, strategy = self.strategy(node)
        state = self.of_hand[street]
        acts = tree.player[node] == player
        values = []
        for a, child in enumerate(tree.child[tree.first_edge[node] : tree.first_edge[node + 1]]):
            played = strategy[a][state]
            values.append(
                self.walk(child, player, own * played if acts else own, other if acts else other * played, t)
            )
        if not acts:
            return np.asarray(sum(values), np.float64)
        value = sum(v * strategy[a][state] for a, v in enumerate(values))
        for a, v in enumerate(values):
            row = edges.start + a
            np.add.at(self.regrets[street][row], state, t**self.alpha * (v - value))
            np.add.at(self.sums[street][row], state, t**self.gamma * own * strategy[a][state])
        return np.asarray(value, np.float64)

    def average(self) -> list[NDArray[np.float64]]:
        return [self._normalised(r, self.sums[r]) for r in range(len(self.sums))]

    def _normalised(self, street: int, weights: NDArray[np.float64]) -> NDArray[np.float64]:
        found = np.empty_like(weights)
        for node in self.tree.decision_nodes(street):
            rows = slice(*(self.tree.first_edge[node : node + 2] - self.first[street]))
            total = weights[rows].sum(axis=0)
            uniform = np.full_like(weights[rows], 1 / (rows.stop - rows.start))
            found[rows] = np.divide(weights[rows], total, out=uniform, where=total > 0)
        return found
