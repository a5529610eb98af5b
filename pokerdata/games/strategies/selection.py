"""Select rows of a strategy by street, path, board and hand, and export to CSV, Parquet, NumPy, pandas or OpenSpiel."""

from __future__ import annotations

import csv
import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support.extras import data_frame, imported_for
from pokerdata.cards import STREETS
from pokerdata.games.betting_tree import DECISION, BettingTree
from pokerdata.games.game import GAMES
from pokerdata.games.strategies.real_cards import real_cards
from pokerdata.games.strategies.strategy_file import Solved, Strategy, find_node
from pokerdata.pipeline.store.writing import replacing


@dataclass(frozen=True, eq=False)
class StreetHands:
    """Selected hands of a street.

    Attributes:
        hands: Names of the hands.
        boards: Names of their boards.
        states: int64 [hands], their columns in the strategy.
    """

    hands: tuple[str, ...]
    boards: tuple[str, ...]
    states: NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class NodeRows:
    """Rows of one decision node.

    Attributes:
        player: Player to act, from 1.
        street: Street, from 1.
        history: Action sequence to the node.
        actions: Names of the actions.
        to: int32 [actions], the player's chips in the pot after each action, over the whole hand.
        hands: The selected hands.
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
    """Selected decision nodes of a strategy, street by street, with selected hands. Made by `select`.

    Attributes:
        saved: The strategy.
        nodes: For each street int64 [nodes], indices in ``saved.tree``.
        hands: For each street, the selected hands.
    """

    saved: Strategy
    nodes: tuple[NDArray[np.int64], ...]
    hands: tuple[StreetHands, ...]

    @property
    def rows(self) -> int:
        """Number of rows: information sets times actions."""
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
    """Select rows of a strategy; by default all of them.

    Args:
        solved: A strategy, the result of a solver, or a selection, which is returned as it is.
        street: A number from 1, or in hold'em preflop, flop, turn or river.
        path: Only the node after these actions ("cr/c"), or with `below` also all nodes after it.
        below: Whether to include the nodes below the path's node.
        board: A board in any suits, which also selects its street; hands are then cards, even over a card abstraction.
        hand: Cards ("AhKh"). They are on the board or, without one in a game of real cards, on all boards, with suits
            exchanged as needed. Over a card abstraction without a board, cards select preflop only; you can also give a
            bucket sequence ("4-3").
        tables: The folder of the card abstraction; used if you give a board or a hand of cards.

    Raises:
        ValueError: If a value does not fit the strategy, or nothing is left; the message says what is expected.
        TableError: If the abstraction is missing.
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
    """Return whether each node is at a path, or below it.

    Args:
        tree: The betting tree.
        path: The actions, in the format of `find_node`.
        below: Whether to include the nodes below it.

    Raises:
        ValueError: If the actions are impossible.
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
    """Return for each street the states that a hand can have."""
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
    """Return the kind of a hand up to suits: its ranks, and whether they are suited."""
    if not suits:
        return tuple(sorted(hand))
    return tuple(sorted(hand[::2])), len(set(hand[1::2])) == 1


COLUMNS = ("player", "street", "board", "hand", "history", "action", "to", "probability")
_GROUP = 1 << 20  # rows of a Parquet file per group

Exported = Solved | Strategy | Selection
Progress = Callable[[int, int], None]


def columns(solved: Exported, *, progress: Progress | None = None) -> dict[str, NDArray[Any]]:
    """Return a strategy, or a selection of `pokerdata.games.strategies.select`, as arrays of equal length.

    There is a row for each information set and action. The columns are:

    - player (1 or 2) and street (from 1), uint8.
    - board, and hand (a bucket sequence in games of buckets), text.
    - history, text: the action sequence to the node (f fold, c check or call, r bet or raise, / next street). In no-limit
      games r300 is a raise to 300 chips over the whole hand.
    - action, text: in no-limit games 'bet 200' and 'raise to 900' count the chips of the street.
    - to, int32: chips that the player has put in over the whole hand after the action.
    - probability, float32 or float64, as in the strategy.

    Args:
        solved: A strategy, the result of a solver, or a selection.
        progress: Called with the rows done and the total.
    """
    parts = [_expanded(rows) for rows in _told(select(solved), progress)]
    return {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}


def to_frame(solved: Exported) -> Any:
    """Return a pandas.DataFrame with a row for each information set and action.

    Its columns are as in ``pokerdata.games.strategies.selection.columns``.

    Args:
        solved: A strategy, the result of a solver, or a `Selection`.

    Raises:
        ModuleNotFoundError: If pandas is not installed; the message says how to install it.
    """
    return data_frame(columns(solved))


def write_csv(solved: Exported, path: Path, *, progress: Progress | None = None) -> int:
    """Write `columns` as CSV with a header, atomically and node by node; return the number of rows.

    Memory does not grow with the rows. It writes some 300,000 rows a second.

    Args:
        solved: A strategy, the result of a solver, or a selection.
        path: Path of the file.
        progress: Called with the rows done and the total.
    """
    rows = 0
    with replacing(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for node in _told(select(solved), progress):
            # Shortest text of the type: 0.1, not 0.10000000149011612.
            shares = map(str, node.probabilities.ravel())
            each = zip(node.actions, node.to.tolist(), strict=True)
            ends = [(node.history, action, to) for action, to in each]
            starts = zip(node.hands.boards, node.hands.hands, strict=True)
            pairs = ((board, hand, *end) for board, hand in starts for end in ends)
            writer.writerows(
                (node.player, node.street, *pair, share) for pair, share in zip(pairs, shares, strict=True)
            )
            rows += node.probabilities.size
    return rows


def write_npz(solved: Exported, path: Path, *, progress: Progress | None = None) -> int:
    """Write `columns` as NumPy's compressed .npz, atomically, all in memory; return the number of rows.

    Args:
        solved: A strategy, the result of a solver, or a selection.
        path: Path of the file.
        progress: Called with the rows done and the total.
    """
    found: dict[str, Any] = {**columns(solved, progress=progress)}
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **found)
    return len(found["probability"])


def write_parquet(solved: Exported, path: Path, *, progress: Progress | None = None) -> int:
    """Write `columns` as Parquet, atomically, in groups of about a million rows; return the number of rows.

    Memory does not grow with the rows. It writes some 2 million rows a second.

    Args:
        solved: A strategy, the result of a solver, or a selection.
        path: Path of the file.
        progress: Called with the rows done and the total.

    Raises:
        ModuleNotFoundError: If pyarrow is not installed; the message says how to install it.
    """
    pa = check_parquet()
    import pyarrow.parquet as pq

    selection = select(solved)
    probability = pa.from_numpy_dtype(selection.saved.strategy[0].dtype)
    kinds = {"player": pa.uint8(), "street": pa.uint8(), "to": pa.int32(), "probability": probability}
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in COLUMNS])
    rows = 0
    with (
        replacing(path) as temporary,
        temporary.open("wb") as file,  # pyarrow only accepts file names in UTF-8
        pq.ParquetWriter(file, schema) as writer,
    ):
        waiting: list[Any] = []

        def write() -> None:
            writer.write_table(pa.concat_tables(waiting).combine_chunks())
            waiting.clear()

        for node in _told(selection, progress):
            waiting.append(_arrow(node, schema))
            rows += node.probabilities.size
            if sum(part.num_rows for part in waiting) >= _GROUP:
                write()
        if waiting:
            write()
    return rows


def check_parquet() -> Any:
    """Import and return the module pyarrow.

    Raises:
        ModuleNotFoundError: If it is not installed; the message says how to install it.
    """
    with imported_for("Parquet files"):
        import pyarrow as pa
    return pa


def to_openspiel_policy(solved: Solved | Strategy, game: Any = None) -> Any:
    """Return a strategy for Kuhn poker or Leduc hold'em as OpenSpiel's ``TabularPolicy``, for ``pyspiel`` functions.

    Args:
        solved: A strategy, or the result of a solver.
        game: Game of OpenSpiel; ``kuhn_poker`` or ``leduc_poker`` (with or without ``suit_isomorphism``) by default.

    Raises:
        ValueError: If the strategy is for another game.
        ModuleNotFoundError: If OpenSpiel (extra ``openspiel``) is not installed; the message says how to install it.
    """
    saved = Strategy.of(solved)
    name = _openspiel_name(saved)
    with imported_for("policies of OpenSpiel"):
        import pyspiel

    game = pyspiel.load_game(name) if game is None else game
    if game.get_type().short_name != name or game.num_players() != 2:
        raise ValueError(
            f"game: expected {name} with two players for a strategy of {saved.label}, got {game}"
        )
    first = game.new_initial_state()
    copies = len(first.legal_actions()) // 3  # cards of a rank that OpenSpiel distinguishes
    tree, policy = saved.tree, {}
    columns_of = [
        {name: state for state, name in enumerate(zip(names.hands, names.boards, strict=True))}
        for names in saved.state_names
    ]
    stack = [(first, 0, "")]  # state, node of our tree, ranks dealt: player 1's, player 2's, board
    while stack:
        state, node, dealt = stack.pop()
        if state.is_terminal():
            continue
        if state.is_chance_node():
            stack += [(state.child(c), node, dealt + "JQK"[c // copies]) for c in state.legal_actions()]
            continue
        street, player = int(tree.street[node]), int(tree.player[node])
        column = columns_of[street][dealt[player], dealt[2] if street else ""]
        legal = state.legal_actions()  # in our order: fold, call, raise
        rows = saved.strategy[street][tree.rows(node), column].astype(np.float64)
        chances = (rows / rows.sum()).tolist()
        policy[state.information_state_string()] = list(zip(legal, chances, strict=True))
        stack += [(state.child(a), c, dealt) for a, c in zip(legal, tree.children(node), strict=True)]
    return pyspiel.TabularPolicy(policy)


def _told(selection: Selection, progress: Progress | None) -> Iterator[NodeRows]:
    """Yield the nodes of a selection, and report progress after each."""
    done, rows = 0, selection.rows
    for node in selection:
        yield node
        done += node.probabilities.size
        if progress is not None:
            progress(done, rows)


def _expanded(node: NodeRows) -> dict[str, NDArray[Any]]:
    """Return the columns of a decision node: hand by hand, action by action."""
    actions, size = len(node.actions), node.probabilities.size
    return {
        "player": np.full(size, node.player, dtype=np.uint8),
        "street": np.full(size, node.street, dtype=np.uint8),
        "board": np.repeat(np.array(node.hands.boards), actions),
        "hand": np.repeat(np.array(node.hands.hands), actions),
        "history": np.full(size, node.history),
        "action": np.tile(np.array(node.actions), len(node.hands.hands)),
        "to": np.tile(node.to.astype(np.int32), len(node.hands.hands)),
        "probability": node.probabilities.ravel(),
    }


def _arrow(node: NodeRows, schema: Any) -> Any:
    """Return the same as an Arrow table, with texts as dictionary indices instead of copies."""
    import pyarrow as pa

    hands, actions = node.probabilities.shape
    each = np.repeat(np.arange(hands, dtype=np.int32), actions)

    def looked_up(places: NDArray[np.int32], texts: Sequence[str]) -> Any:
        return pa.array(texts, pa.string()).take(pa.array(places))

    return pa.table(
        {
            "player": np.full(each.size, node.player, dtype=np.uint8),
            "street": np.full(each.size, node.street, dtype=np.uint8),
            "board": looked_up(each, node.hands.boards),
            "hand": looked_up(each, node.hands.hands),
            "history": looked_up(np.zeros_like(each), [node.history]),
            "action": looked_up(np.tile(np.arange(actions, dtype=np.int32), hands), node.actions),
            "to": np.tile(node.to.astype(np.int32), hands),
            "probability": np.ascontiguousarray(node.probabilities).ravel(),
        },
        schema=schema,
    )


def _openspiel_name(saved: Strategy) -> str:
    """Return the short name of the game in OpenSpiel.

    Raises:
        ValueError: If it has none.
    """
    for name, theirs in {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}.items():
        game = GAMES[name]
        same = {**game.rules.values(), "name": ""} == {**saved.rules.values(), "name": ""}
        if same and game.cards.values() == saved.cards:
            return theirs
    raise ValueError(
        "strategy: expected Kuhn poker or Leduc hold'em with their usual stakes, of which OpenSpiel policies are "
        f"made, got {saved.label}; e.g. solve(leduc())"
    )
