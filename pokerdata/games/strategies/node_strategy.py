"""Strategy at one node on one board: for every hand, for hand classes, and for the whole range."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.games.strategies.real_cards import Hands, RealCards, real_cards
from pokerdata.games.strategies.strategy_file import Solved, Strategy, find_node


@dataclass(frozen=True, eq=False)
class NodeStrategy:
    """A strategy at a decision node on a board. Made by `node_strategy`.

    Attributes:
        saved: The strategy.
        cards: Card lookups of the strategy.
        node: Index in ``saved.tree``.
        board: Cards, streets apart, in the suits given.
        hands: Hands that the board allows.
        probabilities: float64 [hands, actions] of the player to act.
        reach: float64 [hands], reach probability by the player's own actions.
        values: float64 [hands, actions], expected chips won over the whole hand after each action if both players follow the
            strategy, as computed by `pokerdata.solving.public.valued`, or None. In a game over buckets they are the values
            of the hands' buckets.
        other_reach: float64 [hands], reach probability by the opponent's own actions, averaged over the hands that it may
            hold against each hand; None without values.
    """

    saved: Strategy
    cards: RealCards
    node: int
    board: str
    hands: Hands
    probabilities: NDArray[np.float64]
    reach: NDArray[np.float64]
    values: NDArray[np.float64] | None = None
    other_reach: NDArray[np.float64] | None = None

    @property
    def actions(self) -> list[str]:
        """Names of the actions."""
        return self.saved.tree.actions(self.node)

    @property
    def street(self) -> int:
        """The street, from 0."""
        return int(self.saved.tree.street[self.node])

    @property
    def player(self) -> int:
        """Player to act, 1 or 2."""
        return int(self.saved.tree.player[self.node]) + 1

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """float64 [hands]: number of hands of the deck that each row stands for, times reach."""
        return self.hands.counts * self.reach

    @property
    def totals(self) -> NDArray[np.float64]:
        """float64 [actions]: frequency of each action over the range, weighted by reach; NaN if no hand gets here."""
        return _mean(self.probabilities, self.weights)

    @property
    def total_values(self) -> NDArray[np.float64] | None:
        """float64 [actions]: expected value of each action over the range, weighted by `meetings`; None without values."""
        return None if self.values is None else _mean(self.values, self.meetings)

    @cached_property
    def meetings(self) -> NDArray[np.float64]:
        """float64 [hands]: `weights` times the opponent's reach: how often each hand gets here when both play.

        Raises:
            ValueError: If there are no values.
        """
        return self.weights * self._others()

    @property
    def worth(self) -> NDArray[np.float64]:
        """float64 [hands]: expected value of each hand when it follows the strategy, in chips.

        Raises:
            ValueError: If there are no values.
        """
        self._others()
        assert self.values is not None
        return np.asarray((self.probabilities * np.where(self.probabilities > 0, self.values, 0)).sum(axis=1))

    def values_over(self, rows: Sequence[int]) -> NDArray[np.float64]:
        """Return float64 [actions]: expected value of each action over some hands, weighted by `meetings`.

        If the player never gets here with any of them, its own reach is ignored.

        Args:
            rows: Rows of the hands.

        Raises:
            ValueError: If there are no values.
        """
        own, others = self.weights[rows], self._others()[rows]
        assert self.values is not None
        return _mean(self.values[rows], (own if own.any() else self.hands.counts[rows]) * others)

    def _others(self) -> NDArray[np.float64]:
        if self.values is None or self.other_reach is None:
            raise ValueError("values: expected those that pokerdata.solving.public.valued adds, got none")
        return np.nan_to_num(self.other_reach)

    def hand(self, hand: ArrayLike) -> int:
        """Return the row of a hand.

        Args:
            hand: Cards as text or numbers, in any suits that the board allows.

        Raises:
            ValueError: If the board does not allow the hand; the message says what is expected.
        """
        name = self.cards.text(self.cards.hand(hand, self.board))
        return next(row for row, alike in enumerate(self.hands.alike) if name in alike)

    @cached_property
    def classes(self) -> Classes:
        """Hand classes, by ranks and whether suited.

        Raises:
            ValueError: If players hold one card.
        """
        return Classes.of(self)


@dataclass(frozen=True, eq=False)
class Classes:
    """Classes of two-card hands in a square grid: pairs on the diagonal, suited hands above it, ranks descending.

    If the cards of a rank are alike, all hands that are not pairs stand above the diagonal.

    Attributes:
        names: Names of the cells, row by row.
        of_hand: int64 [hands], the index of each hand's class, row by row.
        counts: float64 [cells], number of hands of the deck that the board allows.
        reach: float64 [cells], mean over the hands, NaN if there are none.
        probabilities: float64 [cells, actions], means over hands weighted by reach; NaN if no hand gets here.
        values: float64 [cells, actions], means over hands weighted by `NodeStrategy.meetings`, in chips, or None.
        worth: float64 [cells], expected value of the strategy, with the same weights, in chips, or None.
    """

    names: tuple[tuple[str, ...], ...]
    of_hand: NDArray[np.int64]
    counts: NDArray[np.float64]
    reach: NDArray[np.float64]
    probabilities: NDArray[np.float64]
    values: NDArray[np.float64] | None
    worth: NDArray[np.float64] | None

    @staticmethod
    def of(at: NodeStrategy) -> Classes:
        """Return the classes of a node's hands."""
        rules = at.cards.cards
        if rules.hole != 2:
            raise ValueError(
                f"hands: expected two hole cards for classes, got {rules.hole} in {at.saved.label}; e.g. limit-holdem"
            )
        size = len(rules.ranks)
        ranks, suits = np.divmod(at.hands.cards.astype(np.int64), rules.per_rank)
        near, far = size - 1 - ranks.max(axis=1), size - 1 - ranks.min(axis=1)
        above = suits[:, 0] == suits[:, 1] if rules.suits else near != far
        of_hand = np.where(above & (near != far), size * near + far, size * far + near)
        names = tuple(
            tuple(_class_name(rules.ranks, row, column, bool(rules.suits)) for column in range(size))
            for row in range(size)
        )

        def sums(weights: Any) -> NDArray[np.float64]:
            return np.bincount(of_hand, weights=weights, minlength=size * size).astype(np.float64)

        def means(values: NDArray[np.float64], of: NDArray[np.float64]) -> NDArray[np.float64]:
            columns = []
            for column in values.T:
                there = ~np.isnan(column)
                weights = of * there
                columns.append(_ratio(sums(weights * np.where(there, column, 0)), sums(weights)))
            return np.stack(columns, axis=1)

        counts = sums(at.hands.counts.astype(np.float64))
        values = None if at.values is None else means(at.values, at.meetings)
        worth = None if at.values is None else means(at.worth[:, None], at.meetings)[:, 0]
        reach, shares = _ratio(sums(at.weights), counts), means(at.probabilities, at.weights)
        return Classes(names, of_hand, counts, reach, shares, values, worth)


def node_strategy(
    solved: Solved | Strategy,
    path: str = "",
    board: ArrayLike = "",
    *,
    cards: RealCards | None = None,
    tables: str | os.PathLike[str] | None = None,
) -> NodeStrategy:
    """Return a strategy after some actions on a board, hand by hand.

    It takes a second for the lookups of an abstraction, plus some milliseconds.

    Args:
        solved: A strategy, or the result of a solver.
        path: The actions, such as "cr/c" or "r300c/r900".
        board: Board of the street that the path leads to, as text or numbers, in any suits.
        cards: Card lookups of the strategy, to reuse them.
        tables: The folder of its card abstraction, by default the folder of the strategy's file; games of real cards need
            none.

    Raises:
        ValueError: If the path or the board is impossible.
        TableError: If the abstraction is missing.
    """
    saved = Strategy.of(solved)
    node = find_node(saved.tree, path)
    cards = real_cards(saved, tables) if cards is None else cards
    street = int(saved.tree.street[node])
    dealt = cards.board_on(street, board)
    hands = cards.hands(dealt)
    rows = saved.tree.rows(node)
    probabilities = saved.strategy[street][rows][:, hands.states[street]].T.astype(np.float64)
    return NodeStrategy(
        saved, cards, node, cards.board_as_given(board), hands, probabilities, _reach(saved, node, hands)
    )


def _reach(saved: Strategy, node: int, hands: Hands) -> NDArray[np.float64]:
    """Return the reach probability by the acting player's own actions, for each hand."""
    tree, player = saved.tree, saved.tree.player[node]
    reach = np.ones(len(hands.names))
    while (parent := int(tree.parent[node])) >= 0:
        if tree.player[parent] == player:
            street = int(tree.street[parent])
            row = tree.rows(parent).start + tree.children(parent).index(node)
            reach *= saved.strategy[street][row, hands.states[street]]
        node = parent
    return reach


def _class_name(ranks: str, row: int, column: int, suits: bool) -> str:
    high, low = ranks[-1 - min(row, column)], ranks[-1 - max(row, column)]
    if not suits and row > column:
        return ""
    return high + low + ("" if row == column or not suits else "s" if row < column else "o")


def _mean(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    there = ~np.isnan(values)
    return _ratio((np.where(there, values, 0) * weights[:, None]).sum(axis=0), weights @ there)


def _ratio(above: NDArray[np.float64], below: NDArray[np.float64]) -> NDArray[np.float64]:
    found: NDArray[np.float64] = np.divide(above, below, out=np.full(below.shape, np.nan), where=below > 0)
    return found
