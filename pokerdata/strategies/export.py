"""Strategies for other programs: columns, CSV, pandas frames and OpenSpiel policies."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import GAMES
from pokerdata.store.atomic import replacing
from pokerdata.strategies.strategy_file import SavedStrategy, Solved

COLUMNS = ("player", "street", "board", "hand", "history", "action", "probability")


def columns(solved: Solved | SavedStrategy) -> dict[str, NDArray[Any]]:
    """A strategy as arrays of equal length, a row for each information set and action.

    player (1 or 2) and street (from 1) uint8; board, hand (a bucket sequence in games of buckets), history (the actions
    before: f fold, c check or call, r bet or raise, / next street; without limits r300 is to 300 chips over the whole
    hand) and action as text; probability float32 or float64, as the strategy is.
    """
    parts = list(_nodes(SavedStrategy.of(solved)))
    return {name: np.concatenate([part[name] for part in parts]) for name in COLUMNS}


def to_frame(solved: Solved | SavedStrategy) -> Any:
    """A pandas.DataFrame of `columns`; ModuleNotFoundError says how to install pandas."""
    try:
        import pandas as pd
    except ImportError as error:
        raise ModuleNotFoundError(
            "frames need pandas, which is not installed: want `pip install 'pokerdata[pandas]'`"
        ) from error
    return pd.DataFrame(columns(solved))


def write_csv(solved: Solved | SavedStrategy, path: Path) -> int:
    """Write `columns` as CSV with a header, atomically and node by node; returns the number of rows."""
    rows = 0
    with replacing(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for part in _nodes(SavedStrategy.of(solved)):
            texts = (part[name].tolist() for name in COLUMNS[:-1])
            # as short as the type allows: 0.1, not 0.10000000149011612
            writer.writerows(zip(*texts, map(str, part["probability"]), strict=True))
            rows += len(part["probability"])
    return rows


def write_npz(solved: Solved | SavedStrategy, path: Path) -> int:
    """Write `columns` as NumPy's compressed .npz, atomically; returns the number of rows."""
    found: dict[str, Any] = {**columns(solved)}
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **found)
    return len(found["probability"])


def to_openspiel_policy(solved: Solved | SavedStrategy, game: Any = None) -> Any:
    """A strategy for Kuhn poker or Leduc hold'em as OpenSpiel's ``TabularPolicy``, for ``pyspiel`` functions.

    game: of OpenSpiel; ``kuhn_poker`` or ``leduc_poker`` (with or without ``suit_isomorphism``) by default.

    Raises ValueError for the strategy of another game, and ImportError without OpenSpiel (extra ``openspiel``).
    """
    saved = SavedStrategy.of(solved)
    name = _openspiel_name(saved)
    import pyspiel

    game = pyspiel.load_game(name) if game is None else game
    if game.get_type().short_name != name or game.num_players() != 2:
        raise ValueError(f"bad game {game} for a strategy of {saved.label}: want {name} with two players")
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


def _nodes(saved: SavedStrategy) -> Iterator[dict[str, NDArray[Any]]]:
    """The columns of each decision node: hand by hand, action by action."""
    tree = saved.tree
    for street, strategy in enumerate(saved.strategy):
        names = saved.state_names[street]
        hands, boards = np.array(names.hands), np.array(names.boards)
        for node in tree.decision_nodes(street).tolist():
            actions = np.array(tree.actions(node))
            size = len(actions) * len(hands)
            yield {
                "player": np.full(size, tree.player[node] + 1, dtype=np.uint8),
                "street": np.full(size, street + 1, dtype=np.uint8),
                "board": np.repeat(boards, len(actions)),
                "hand": np.repeat(hands, len(actions)),
                "history": np.full(size, tree.history(node)),
                "action": np.tile(actions, len(hands)),
                "probability": strategy[tree.rows(node)].T.ravel(),
            }


def _openspiel_name(saved: SavedStrategy) -> str:
    """The short name of the game in OpenSpiel. Raises ValueError where it has none."""
    for name, theirs in {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}.items():
        game = GAMES[name]
        same = {**game.rules.values(), "name": ""} == {**saved.rules.values(), "name": ""}
        if same and game.cards.values() == saved.cards:
            return theirs
    raise ValueError(
        f"bad strategy of {saved.label}: OpenSpiel policies are made of Kuhn poker and Leduc hold'em with their "
        "usual stakes; want e.g. solve(leduc())"
    )
