"""Strategies for other programs: columns, CSV, Parquet, pandas frames and OpenSpiel policies."""

import csv
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import GAMES
from pokerdata.store.atomic import replacing
from pokerdata.strategies.selection import NodeRows, Selection, select
from pokerdata.strategies.strategy_file import Solved, Strategy
from pokerdata.support.extras import imported_for

COLUMNS = ("player", "street", "board", "hand", "history", "action", "to", "probability")
_GROUP = 1 << 20  # rows of a Parquet file that are written together

Exported = Solved | Strategy | Selection
Progress = Callable[[int, int], None]


def columns(solved: Exported, *, progress: Progress | None = None) -> dict[str, NDArray[Any]]:
    """A strategy, or what `pokerdata.strategies.select` chose of one, as arrays of equal length.

    A row for each information set and action: player (1 or 2) and street (from 1) uint8; board, hand (a bucket sequence
    in games of buckets), history (the actions before: f fold, c check or call, r bet or raise, / next street; without
    limits r300 is to 300 chips over the whole hand) and action as text (without limits 'bet 200' and 'raise to 900'
    count the chips of the street); to int32, chips that the player has put in over the whole hand after the action;
    probability float32 or float64, as the strategy is.

    Args:
        solved: A strategy, what solving returned, or a selection.
        progress: Called with rows done and in all.
    """
    parts = [_expanded(rows) for rows in _told(select(solved), progress)]
    return {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}


def to_frame(solved: Exported) -> Any:
    """A pandas.DataFrame with a row for each information set and action.

    Its columns are those of ``pokerdata.strategies.export.columns``.

    Args:
        solved: A strategy, what solving returned, or a `Selection`.

    Raises:
        ModuleNotFoundError: Where pandas is missing, saying how to install it.
    """
    with imported_for("frames"):
        import pandas as pd
    return pd.DataFrame(columns(solved))


def write_csv(solved: Exported, path: Path, *, progress: Progress | None = None) -> int:
    """Write `columns` as CSV with a header, atomically and node by node; returns the number of rows.

    The memory it takes does not grow with the rows. Some 300,000 rows a second.

    Args:
        solved: A strategy, what solving returned, or a selection.
        path: Of the file.
        progress: Called with rows done and in all.
    """
    rows = 0
    with replacing(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for node in _told(select(solved), progress):
            # as short as the type allows: 0.1, not 0.10000000149011612
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
    """Write `columns` as NumPy's compressed .npz, atomically, all in memory; returns the number of rows.

    Args:
        solved: A strategy, what solving returned, or a selection.
        path: Of the file.
        progress: Called with rows done and in all.
    """
    found: dict[str, Any] = {**columns(solved, progress=progress)}
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **found)
    return len(found["probability"])


def write_parquet(solved: Exported, path: Path, *, progress: Progress | None = None) -> int:
    """Write `columns` as Parquet, atomically, in groups of about a million rows; returns the number of rows.

    The memory it takes does not grow with the rows. Some 2 million rows a second.

    Args:
        solved: A strategy, what solving returned, or a selection.
        path: Of the file.
        progress: Called with rows done and in all.

    Raises:
        ModuleNotFoundError: Where pyarrow is missing, saying how to install it.
    """
    pa = check_parquet()
    import pyarrow.parquet as pq

    selection = select(solved)
    probability = pa.from_numpy_dtype(selection.saved.strategy[0].dtype)
    kinds = {"player": pa.uint8(), "street": pa.uint8(), "to": pa.int32(), "probability": probability}
    schema = pa.schema([(name, kinds.get(name, pa.string())) for name in COLUMNS])
    rows = 0
    with replacing(path) as temporary, pq.ParquetWriter(temporary, schema) as writer:
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
    """The module pyarrow.

    Raises:
        ModuleNotFoundError: Where it is missing, saying how to install it.
    """
    with imported_for("Parquet files"):
        import pyarrow as pa
    return pa


def to_openspiel_policy(solved: Solved | Strategy, game: Any = None) -> Any:
    """A strategy for Kuhn poker or Leduc hold'em as OpenSpiel's ``TabularPolicy``, for ``pyspiel`` functions.

    Args:
        solved: A strategy, or what solving returned.
        game: Of OpenSpiel; ``kuhn_poker`` or ``leduc_poker`` (with or without ``suit_isomorphism``) by default.

    Raises:
        ValueError: For the strategy of another game.
        ModuleNotFoundError: Where OpenSpiel is missing, saying how to install it (extra ``openspiel``).
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
    copies = len(first.legal_actions()) // 3  # cards of a rank that are told apart
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
    """The nodes of a selection, with progress told after each."""
    done, rows = 0, selection.rows
    for node in selection:
        yield node
        done += node.probabilities.size
        if progress is not None:
            progress(done, rows)


def _expanded(node: NodeRows) -> dict[str, NDArray[Any]]:
    """The columns of a decision node: hand by hand, action by action."""
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
    """The same as an Arrow table; texts are looked up rather than repeated one by one."""
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
    """The short name of the game in OpenSpiel.

    Raises:
        ValueError: Where it has none.
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
