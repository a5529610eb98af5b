"""A response to a model as a table: a strategy like any other, and what it is a response to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.estimates import signed
from pokerdata.games import Game, milliblinds, rules_of
from pokerdata.games.strategies.strategy_file import KIND, street_arrays, street_attributes
from pokerdata.pipeline.store import Table, table_file, write_table
from pokerdata.solving.public import strategy_table
from pokerdata.solving.public.restricted_response import Response
from pokerdata.solving.public.seats import SEATS, response_log_array

_LOG = "response_log"


def save_response(response: Response, path: str | os.PathLike[str]) -> None:
    """Write what `restricted_response` returned to a file that `load_strategy` reads, as ``pokerdata respond --out`` does.

    Args:
        response: The response.
        path: Ends in .h5; the name before is that of the table. Folders that are missing are made. The file is replaced
            at once or not at all.

    Raises:
        ValueError: If the path does not end in .h5, or the name before cannot be one of a table.
    """
    path = table_file(path, "response.h5")
    write_table(
        path,
        name=path.stem,
        kind=KIND,
        arrays=arrays(response),
        attributes={**attributes(response), **response.made_from},
        dataset_attributes=dataset_attributes(response.game),
    )


def arrays(response: Response) -> dict[str, NDArray[Any]]:
    """Datasets of the table: those of a strategy, but for the log, which is of another kind.

    Args:
        response: The response.
    """
    game = response.game
    return {
        _LOG: response_log_array(response.log),
        **street_arrays(game.tree, response.strategy, game.state_names),
    }


def dataset_attributes(game: Game) -> dict[str, dict[str, object]]:
    """What each dataset holds, in words.

    Args:
        game: Of the response.
    """
    log: dict[str, object] = {
        "axes": ["evaluation", "column"],
        "columns": ["iteration", "seconds", "least_1", "most_1", "least_2", "most_2"],
        "units": "p times the win plus 1 - p times the worst case, as player 1 and 2: what ours makes of it, and what could "
        "be made of it at the most, in chips a game; seconds spent in iterations, without the evaluations",
    }
    return {_LOG: log, **street_attributes(game.rules.streets)}


def attributes(response: Response) -> dict[str, object]:
    """What a stranger should know of the response, with units.

    Args:
        response: The response.
    """
    p = response.p
    found = strategy_table.attributes(response)
    found |= {
        "response_to": digest_of(response.model),
        "p": "by information set" if isinstance(p, tuple) else p,
    }
    for seat, win in zip(SEATS, response.win, strict=True):
        found[f"win_{seat}_chips_per_game"] = win
    return found


def digest_of(model: Sequence[NDArray[np.floating[Any]]]) -> str:
    """SHA-256 of the probabilities of a strategy, street by street, by which a model is known again.

    Args:
        model: For each street probabilities [edges of the street, states].
    """
    digest = hashlib.sha256()
    for street in model:
        digest.update(np.ascontiguousarray(street).data)
    return digest.hexdigest()


def summary(table: Table) -> list[str]:
    """The response in words, with its units and its scope.

    Args:
        table: Of a response.
    """
    a = table.attributes
    rules = rules_of(a["rules"])
    win = sum(a[f"win_{seat}_chips_per_game"] for seat in SEATS) / len(SEATS)
    p = a["p"] if isinstance(a["p"], str) else f"{a['p']:g}"
    return [
        f"wins {signed(milliblinds(win, rules), 4)} mb/g from its model, on average over both seats; p {p}",
        *strategy_table.summary(table),
    ]
