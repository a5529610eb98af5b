"""What a strategy does at one node on one board: every hand, classes of hands, and the whole range."""

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
        cards: Its look-ups.
        node: Of ``saved.tree``.
        board: Cards, streets apart, in the suits given.
        hands: Those that the board allows.
        probabilities: float64 [hands, actions] of who acts.
        reach: float64 [hands], how likely his own actions lead here.
        values: float64 [hands, actions], chips won over the whole hand after each action when both go on by the
            strategy, as `pokerdata.solving.public.valued` finds them, or None; in a game over buckets they are those of its
            buckets.
        other_reach: float64 [hands], how likely the other's own actions lead here, the mean over what he may hold beside
            each hand; with values, else None.
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
        """Who acts, 1 or 2."""
        return int(self.saved.tree.player[self.node]) + 1

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """float64 [hands]: hands of the deck that each stands for, times reach."""
        return self.hands.counts * self.reach

    @property
    def totals(self) -> NDArray[np.float64]:
        """float64 [actions]: how often each is taken over the range, hands weighted by reach; NaN where none comes here."""
        return _mean(self.probabilities, self.weights)

    @property
    def total_values(self) -> NDArray[np.float64] | None:
        """float64 [actions]: what each is worth over the range, hands weighted by `meetings`; None without values."""
        return None if self.values is None else _mean(self.values, self.meetings)

    @cached_property
    def meetings(self) -> NDArray[np.float64]:
        """float64 [hands]: `weights` times the other's reach, in which hands come here when both play.

        Raises:
            ValueError: Without values.
        """
        return self.weights * self._others()

    @property
    def worth(self) -> NDArray[np.float64]:
        """float64 [hands]: chips won with each, actions as often as the strategy takes them.

        Raises:
            ValueError: Without values.
        """
        self._others()
        assert self.values is not None
        return np.asarray((self.probabilities * np.where(self.probabilities > 0, self.values, 0)).sum(axis=1))

    def values_over(self, rows: Sequence[int]) -> NDArray[np.float64]:
        """float64 [actions]: what each is worth over some hands, weighted by `meetings`.

        Where the player never comes here with any of them, his own reach is left out of account.

        Args:
            rows: The hands.

        Raises:
            ValueError: Without values.
        """
        own, others = self.weights[rows], self._others()[rows]
        assert self.values is not None
        return _mean(self.values[rows], (own if own.any() else self.hands.counts[rows]) * others)

    def _others(self) -> NDArray[np.float64]:
        if self.values is None or self.other_reach is None:
            raise ValueError("values: expected those that pokerdata.solving.public.valued adds, got none")
        return np.nan_to_num(self.other_reach)

    def hand(self, hand: ArrayLike) -> int:
        """The row of a hand.

        Args:
            hand: As text or numbers, of any suits that the board leaves.

        Raises:
            ValueError: For what is not a hand that the board allows, saying what is expected.
        """
        name = self.cards.text(self.cards.hand(hand, self.board))
        return next(row for row, alike in enumerate(self.hands.alike) if name in alike)

    @cached_property
    def classes(self) -> Classes:
        """Hands by their ranks and whether they are suited.

        Raises:
            ValueError: Where players hold one card.
        """
        return Classes.of(self)


@dataclass(frozen=True, eq=False)
class Classes:
    """Classes of hands of two cards in a square grid: pairs on the diagonal, suited hands above it, ranks falling.

    Where the cards of a rank are alike, all that are no pairs stand above it.

    Attributes:
        names: Of the cells, row by row.
        of_hand: int64 [hands], the number of each hand's class, row by row.
        counts: float64 [cells], hands of the deck that the board allows.
        reach: float64 [cells], the mean over them, NaN where there are none.
        probabilities: float64 [cells, actions], means over hands weighted by reach; NaN where none comes here.
        values: float64 [cells, actions], means over hands weighted by `NodeStrategy.meetings`, in chips, or None.
        worth: float64 [cells], what the strategy wins with them, means likewise, in chips, or None.
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
        """The classes of a node's hands."""
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
    """What a strategy does after some actions on a board, hand by hand.

    Takes a second for the look-ups of an abstraction, and some milliseconds.

    Args:
        solved: A strategy, or what solving returned.
        path: The actions, such as "cr/c" or "r300c/r900".
        board: Of the street that the path leads to, as text or numbers, in any suits.
        cards: Look-ups of the strategy, to be used again.
        tables: The folder of its card abstraction, that of the file by default; nothing is needed for games of real
            cards.

    Raises:
        ValueError: For a path or a board that cannot be.
        TableError: Where the abstraction is missing.
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
    """How likely the own actions of who acts lead to a node, for each hand."""
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
