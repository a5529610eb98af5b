"""Models in files: strategies like any other, with how much was seen."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.modelling.observed import ObservedModel
from pokerdata.store import open_table, table_file, write_table
from pokerdata.strategies.strategy_file import load_strategy
from pokerdata.strategies.street_table import KIND, street_arrays, street_attributes

_NONE: Mapping[str, object] = {}


def save_model(
    model: ObservedModel, path: str | os.PathLike[str], *, made_from: Mapping[str, object] = _NONE
) -> None:
    """Write a model to a file that `load_model` and `load_strategy` read.

    Args:
        model: What `model_of` returned.
        path: Ends in .h5; the name before is that of the table. The file is replaced at once or not at all.
        made_from: Of a game of buckets, the attributes ``buckets`` and ``parents`` of a strategy over the same ones, by
            which agents and `pokerdata.Strategy.game` know them again.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
    """
    path = table_file(path, "model.h5")
    game = model.game
    arrays: dict[str, NDArray[Any]] = street_arrays(game.tree, model.strategy, game.state_names)
    told = street_attributes(game.rules.streets)
    for r, numbers in enumerate(model.observations):
        name = f"street{r + 1}_observations"
        arrays[name] = numbers
        told[name] = {"axes": ["decision node", "private state"], "units": "actions that were seen"}
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays,
        attributes={
            "game": game.rules.name,
            "rules": game.rules.values(),
            "cards": game.parts()[0],
            "abstraction": game.abstraction or "none",
            "algorithm": "counted from hands",
            "iterations": 0,
            "hands": model.hands,
            "information_sets": game.information_sets,
            "seen_information_sets": model.seen_sets,
            **{key: made_from[key] for key in ("buckets", "parents") if key in made_from},
        },
        dataset_attributes=told,
    )


def load_model(
    name_or_path: str | os.PathLike[str], *, tables: str | os.PathLike[str] | None = None
) -> ObservedModel:
    """The model in a file that `save_model` wrote.

    Args:
        name_or_path: A file, or the name of a table, as for `pokerdata.open_table`.
        tables: The folder of the table, and of the joint counts of a model over buckets.

    Raises:
        TableError: If the file is missing or damaged, or holds no model, and where a table of its buckets is missing.
    """
    saved = load_strategy(name_or_path, tables=tables)
    game = saved.game(tables)
    table = open_table(name_or_path, tables)
    names = [f"street{r + 1}_observations" for r in range(game.rules.streets)]
    if missing := [name for name in names if name not in table.keys()]:  # noqa: SIM118 - a table is no mapping
        raise TableError(
            f"{table.path}: expected a model, as `pokerdata learn` writes, got a strategy without {missing[0]}; e.g. "
            "model.h5"
        )
    return ObservedModel(
        game,
        tuple(street.astype(np.float64) for street in saved.strategy),
        tuple(np.asarray(table[name], dtype=np.int64) for name in names),
        int(saved.attributes["hands"]),
    )
