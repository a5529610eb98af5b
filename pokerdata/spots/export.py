"""Decisions of a solved spot for other programs: pandas frames, CSV, Parquet, NumPy; a row for each hand."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import format_cards
from pokerdata.ranges.writing import combination_text
from pokerdata.spots.decision_selection import DecisionSelection, SelectedDecision
from pokerdata.spots.menus import PLAYERS
from pokerdata.store.atomic import replacing
from pokerdata.strategies.export import check_parquet
from pokerdata.support.extras import imported_for
from pokerdata.support.progress import Progress

if TYPE_CHECKING:
    import pandas

#: Rows that are not written unless they are asked for again.
MANY_ROWS = 5_000_000
_OF_HAND = ("hand", "reach", "weight", "equity", "ev", "realised")
_OF_ACTION = ("action", "step", "strategy", "value")
_TEXTS = ("street", "board", "history", "player", "hand", "action", "step")
_GROUP = 1 << 18  # rows of a Parquet file that are written together


def column_names(actions: int) -> list[str]:
    """The names of `columns`.

    Args:
        actions: How many actions have columns.
    """
    of_actions = [f"{name}_{a + 1}" for a in range(actions) for name in _OF_ACTION]
    return ["street", "board", "boards", "history", "player", *_OF_HAND, *of_actions]


def columns(selected: SelectedDecision, actions: int) -> dict[str, NDArray[Any]]:
    """A decision as arrays of equal length, a row for each hand of who acts.

    They are street, board, boards (how many deals of the later cards it stands for), history, player ('oop' or 'ip'),
    hand, reach, weight (reach times what it meets of the other range: means weigh by it, and by boards), equity, ev
    (chips) and realised; then for each action from 1 on action_1 ('bet 120'), step_1 (how it goes on the history),
    strategy_1 (how often) and value_1 (chips). What a decision lacks is '' or NaN.

    Args:
        selected: The decision.
        actions: How many actions have columns.
    """
    decision, rows = selected.decision, selected.rows
    side, count = decision.side, len(selected.rows)

    def all_rows(value: object) -> NDArray[Any]:
        return np.full(count, value)

    found: dict[str, NDArray[Any]] = {
        "street": all_rows(selected.street),
        "board": all_rows(format_cards(decision.board).replace(" ", "")),
        "boards": all_rows(selected.boards),
        "history": all_rows(decision.history),
        "player": all_rows(PLAYERS[decision.player]),
        "hand": np.array([combination_text(c) for c in decision.combinations[rows].tolist()], str),
        "reach": side.reach[rows],
        "weight": side.weights[rows],
        "equity": side.equity[rows],
        "ev": side.ev[rows],
        "realised": decision.realised[rows],
    }
    for a in range(actions):
        there = a < len(decision.actions)
        found[f"action_{a + 1}"] = all_rows(decision.actions[a] if there else "")
        found[f"step_{a + 1}"] = all_rows(decision.steps[a] if there else "")
        for name, numbers in (("strategy", decision.strategy), ("value", decision.values)):
            found[f"{name}_{a + 1}"] = numbers[rows, a] if there else all_rows(np.nan)
    return found


def frames(selection: DecisionSelection, *, progress: Progress | None = None) -> Iterator[pandas.DataFrame]:
    """A pandas frame for each decision, with the columns of `columns`.

    Args:
        selection: What `select_decisions` chose.
        progress: Called with decisions done and in all.

    Raises:
        ModuleNotFoundError: Without pandas.
    """
    with imported_for("frames"):
        import pandas

    for part in _parts(selection, progress):
        yield pandas.DataFrame(part)


def write_csv(selection: DecisionSelection, path: Path, *, progress: Progress | None = None) -> int:
    """Write `columns` as CSV with a header, atomically and decision by decision; returns the number of rows.

    NaN is an empty cell. The memory it takes does not grow with the rows.

    Args:
        selection: What `select_decisions` chose.
        path: Of the file.
        progress: As for `frames`.
    """
    rows = 0
    with replacing(path) as temporary, temporary.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(column_names(selection.most_actions))
        for part in _parts(selection, progress):
            cells = [["" if v != v else v for v in column.tolist()] for column in part.values()]
            writer.writerows(zip(*cells, strict=True))
            rows += len(part["hand"])
    return rows


def write_parquet(selection: DecisionSelection, path: Path, *, progress: Progress | None = None) -> int:
    """Write `columns` as Parquet, atomically, in groups of rows; returns the number of rows.

    The memory it takes does not grow with the rows.

    Args:
        selection: What `select_decisions` chose.
        path: Of the file.
        progress: As for `frames`.

    Raises:
        ModuleNotFoundError: Where pyarrow is missing, saying how to install it.
    """
    pa = check_parquet()
    import pyarrow.parquet as pq

    schema = pa.schema([(name, _arrow_type(pa, name)) for name in column_names(selection.most_actions)])
    rows = 0
    waiting: list[Any] = []
    with replacing(path) as temporary, pq.ParquetWriter(temporary, schema) as writer:

        def write() -> None:
            writer.write_table(pa.concat_tables(waiting).combine_chunks())
            waiting.clear()

        for part in _parts(selection, progress):
            waiting.append(pa.table(part, schema=schema))
            rows += len(part["hand"])
            if sum(table.num_rows for table in waiting) >= _GROUP:
                write()
        if waiting:
            write()
    return rows


def write_npz(selection: DecisionSelection, path: Path, *, progress: Progress | None = None) -> int:
    """Write `columns` as NumPy's compressed .npz, atomically, all in memory; returns the number of rows.

    Args:
        selection: What `select_decisions` chose.
        path: Of the file.
        progress: As for `frames`.
    """
    parts = list(_parts(selection, progress))
    found: dict[str, Any] = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    with replacing(path) as temporary, temporary.open("wb") as file:
        np.savez_compressed(file, **found)
    return len(found["hand"])


def _parts(selection: DecisionSelection, progress: Progress | None) -> Iterator[dict[str, NDArray[Any]]]:
    actions, decisions = selection.most_actions, selection.decisions
    for done, selected in enumerate(selection, 1):
        yield columns(selected, actions)
        if progress is not None:
            progress(done, decisions)


def _arrow_type(pa: Any, name: str) -> Any:
    kind = name.split("_")[0]
    return pa.string() if kind in _TEXTS else pa.int64() if kind == "boards" else pa.float64()
