"""Which rows of a strategy are meant: by street, path, board and hand."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import STREETS
from pokerdata.games.betting_tree import DECISION, BettingTree
from pokerdata.strategies.paths import find_node
from pokerdata.strategies.real_cards import real_cards
from pokerdata.strategies.strategy_file import Solved, Strategy


@dataclass(frozen=True, eq=False)
class StreetHands:
    """The hands of a street that are meant.

    Attributes:
        hands: Their names.
        boards: The names of their boards.
        states: int64 [hands], their columns in the strategy.
    """

    hands: tuple[str, ...]
    boards: tuple[str, ...]
    states: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NodeRows:
    """The rows of one decision node.

    Attributes:
        player: From 1.
        street: From 1.
        history: The actions before.
        actions: What its actions are called.
        to: int32 [actions], what they are to, in chips over the whole hand.
        hands: Those that are meant.
        probabilities: [hands, actions].
    """

    player: int
    street: int
    history: str
    actions: list[str]
    to: NDArray[np.int32]
    hands: StreetHands
    probabilities: NDArray[np.floating[Any]]


@dataclass(frozen=True, eq=False)
class Selection:
    """Decision nodes of a strategy, street by street, and the hands that are meant there. Made by `select`.

    Attributes:
        saved: The strategy.
        nodes: For each street int64 [nodes], of ``saved.tree``.
        hands: For each street, those that are meant.
    """

    saved: Strategy
    nodes: tuple[NDArray[np.int64], ...]
    hands: tuple[StreetHands, ...]

    @property
    def rows(self) -> int:
        """Information sets times actions."""
        sizes = np.diff(self.saved.tree.first_edge)
        return sum(
            int(sizes[nodes].sum()) * len(hands.states)
            for nodes, hands in zip(self.nodes, self.hands, strict=True)
        )

    def __iter__(self) -> Iterator[NodeRows]:
        tree = self.saved.tree
        for street, (nodes, hands) in enumerate(zip(self.nodes, self.hands, strict=True)):
            for node in nodes.tolist() if len(hands.states) else ():
                edges = tree.edges(node)
                yield NodeRows(
                    int(tree.player[node]) + 1,
                    street + 1,
                    tree.history(node),
                    tree.actions(node),
                    tree.to[edges.start : edges.stop],
                    hands,
                    self.saved.strategy[street][tree.rows(node)][:, hands.states].T,
                )


def select(
    solved: Solved | Strategy | Selection,
    *,
    street: str | int | None = None,
    path: str | None = None,
    below: bool = False,
    board: ArrayLike = "",
    hand: str = "",
    tables: str | os.PathLike[str] | None = None,
) -> Selection:
    """Rows of a strategy; all of them by default.

    Args:
        solved: A strategy, what solving returned, or a selection, which is returned as it is.
        street: A number from 1, or in hold'em preflop, flop, turn or river.
        path: The node after these actions alone ("cr/c"), or with `below` that and all nodes after it.
        below: Whether the nodes after that of the path are meant too.
        board: Of one street, which is the one meant then, in any suits; hands are cards, also over a card abstraction.
        hand: Cards ("AhKh"), on the board or, without one, on all boards of a game of real cards, with its suits
            exchanged at will; over a card abstraction without a board before the flop alone, or a bucket sequence
            ("4-3").
        tables: The folder of the card abstraction, where a board or a hand of cards is given.

    Raises:
        ValueError: For what does not fit the strategy, saying what is expected, also where nothing is left.
        TableError: For a missing abstraction.
    """
    if isinstance(solved, Selection):
        return solved
    saved = Strategy.of(solved)
    if below and path is None:
        raise ValueError("below: expected a path with it, got none; e.g. path='cc/' and below")
    tree = saved.tree
    chosen = np.ones(tree.nodes, dtype=bool) if path is None else nodes_at(tree, path, below)
    streets = set(range(saved.rules.streets))
    if street is not None:
        streets = {_street(saved, street)}
    hands = [StreetHands(names.hands, names.boards, np.arange(len(names))) for names in saved.state_names]
    if (isinstance(board, str) and board.strip()) or (not isinstance(board, str) and np.size(board)):
        cards = real_cards(saved, tables)
        if path is not None and not below:
            wanted = int(tree.street[np.flatnonzero(chosen)[0]])
        elif len(streets) == 1:
            (wanted,) = streets
        else:
            wanted = cards.street(cards.board(board))
        dealt = cards.board_on(wanted, board)
        found = cards.hands(dealt)
        rows, names = np.arange(len(found.names)), found.names
        if hand:
            exact = cards.text(cards.hand(hand, board))
            rows = np.array([k for k, alike in enumerate(found.alike) if exact in alike])
            names = (exact,)
        on = tuple(repeat(cards.board_text(dealt), len(names)))
        streets &= {wanted}
        hands[wanted] = StreetHands(names, on, found.states[wanted][rows])
    elif hand:
        for r, of_street in enumerate(_of_hand(saved, hand, tables)):
            hands[r] = of_street
    nodes = tuple(
        np.flatnonzero(chosen & (tree.kind == DECISION) & (tree.street == r))
        if r in streets
        else np.zeros(0, int)
        for r in range(saved.rules.streets)
    )
    selection = Selection(saved, nodes, tuple(hands))
    if not selection.rows:
        given = {"street": street, "path": path, "board": board, "hand": hand}
        words = ", ".join(f"{name} {value}" for name, value in given.items() if value not in (None, ""))
        raise ValueError(
            f"selection: expected some rows of {saved.label}, got none for {words}"
            + (
                "; over buckets a hand of cards after the flop needs its board"
                if hand and not saved.cards
                else ""
            )
            + "; e.g. the street alone"
        )
    return selection


def nodes_at(tree: BettingTree, path: str, below: bool) -> NDArray[np.bool_]:
    """Whether each node is the one after a path, or comes after it.

    Args:
        tree: The betting tree.
        path: The actions, as `find_node` takes them.
        below: Whether the nodes after it are meant, too.

    Raises:
        ValueError: For actions that cannot be.
    """
    node = find_node(tree, path)
    chosen = np.zeros(tree.nodes, dtype=bool)
    chosen[node] = True
    level = np.array([node] if below else [], dtype=np.int64)
    while len(level):
        counts = tree.first_edge[level + 1] - tree.first_edge[level]
        first = np.repeat(tree.first_edge[level] - np.cumsum(counts) + counts, counts)
        level = tree.child[first + np.arange(counts.sum())]
        chosen[level] = True
    return chosen


def _street(saved: Strategy, street: str | int) -> int:
    text, count = str(street).strip().lower(), saved.rules.streets
    names = STREETS[:count] if count == len(STREETS) or len(saved.cards.get("board", ())) == 2 else ()
    if text in STREETS and (count == len(STREETS) or STREETS.index(text) < count):
        return STREETS.index(text)
    if re.fullmatch(r"\d{1,3}", text) and 1 <= int(text) <= count:
        return int(text) - 1
    named = f" or one of {', '.join(names)}" if names else ""
    raise ValueError(f"street: expected a number from 1 to {count}{named}, got {street}; e.g. {count}")


def _of_hand(saved: Strategy, hand: str, tables: str | os.PathLike[str] | None) -> list[StreetHands]:
    """On each street the states that a hand can be."""
    if not saved.cards and not re.fullmatch(r"\d+(-\d+)*", hand):
        cards = real_cards(saved, tables)
        found = cards.hands(())
        exact = cards.text(cards.hand(hand, ()))
        row = found.names.index(exact)
        nothing = StreetHands((), (), np.zeros(0, dtype=np.int64))
        first = StreetHands((exact,), ("",), found.states[0][row : row + 1])
        return [first, *(nothing for _ in range(saved.rules.streets - 1))]
    if saved.cards:
        cards = real_cards(saved)
        wanted = _kind(cards.text(cards.hand(hand, ())), bool(saved.cards.get("suits")))
        same = [
            [k for k, name in enumerate(names.hands) if _kind(name, bool(saved.cards.get("suits"))) == wanted]
            for names in saved.state_names
        ]
    else:
        same = [[k for k, name in enumerate(names.hands) if name == hand] for names in saved.state_names]
    return [
        StreetHands(
            tuple(names.hands[k] for k in rows),
            tuple(names.boards[k] for k in rows),
            np.array(rows, dtype=np.int64),
        )
        for names, rows in zip(saved.state_names, same, strict=True)
    ]


def _kind(hand: str, suits: bool) -> tuple[Any, ...]:
    """What a hand is up to suits: its ranks, and whether they are suited."""
    if not suits:
        return tuple(sorted(hand))
    return tuple(sorted(hand[::2])), len(set(hand[1::2])) == 1
