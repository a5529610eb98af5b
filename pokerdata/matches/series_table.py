"""The table NAME_series: series of hands, to the last chip."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.matches.series_result import SeriesForfeit, SeriesResult
from pokerdata.play.definition import definition_of
from pokerdata.store import Table
from pokerdata.store.layouts import Layout, check_count, layout_of

_OF_PLAYER: Mapping[str, object] = {"axes": ["player"]}

#: What each dataset holds, in words.
DATASETS: Mapping[str, Mapping[str, object]] = {
    "parts": {
        "axes": ["series", "order of seats", "hand", "player"],
        "units": "chips won, in parts of 1/2520 of a chip",
    },
    "decisions": {**_OF_PLAYER, "units": "actions taken"},
    "seconds": {**_OF_PLAYER, "units": "seconds thought; other than all else they differ from run to run"},
    "faults": {**_OF_PLAYER, "units": "actions that were not legal"},
}


class SeriesTable(Table):
    """The series of a section [series.NAME]."""

    KIND = "series"

    @cached_property
    def result(self) -> SeriesResult:
        """What the series tell."""
        a = self.attributes
        return SeriesResult(
            players=tuple(a["agents"]),
            game=definition_of(a["rules"]),
            seed=a["seed"],
            show=a["show"],
            parts=np.asarray(self["parts"]),
            decisions=tuple(self["decisions"].tolist()),
            seconds=tuple(self["seconds"].tolist()),
            faults=tuple(self["faults"].tolist()),
            first_faults=tuple(fault or None for fault in a["first_faults"]),
            forfeits=_forfeits(a["forfeits"]),
        )


def _forfeits(text: str) -> tuple[SeriesForfeit, ...]:
    return tuple(map(SeriesForfeit.of_text, text.splitlines()))


def joined(results: Sequence[SeriesResult]) -> SeriesResult:
    """Series of one seed, which follow each other, as one result.

    Args:
        results: One or more, of the same players and game.
    """
    first, players = results[0], range(len(results[0].players))
    return SeriesResult(
        players=first.players,
        game=first.game,
        seed=first.seed,
        show=first.show,
        parts=np.concatenate([one.parts for one in results]),
        decisions=tuple(sum(one.decisions[p] for one in results) for p in players),
        seconds=tuple(sum(one.seconds[p] for one in results) for p in players),
        faults=tuple(sum(one.faults[p] for one in results) for p in players),
        first_faults=tuple(
            next((text for one in results if (text := one.first_faults[p]) is not None), None)
            for p in players
        ),
        forfeits=tuple(forfeit for one in results for forfeit in one.forfeits),
    )


def arrays(result: SeriesResult) -> dict[str, NDArray[Any]]:
    """The datasets.

    Args:
        result: Of the series.
    """
    return {
        "parts": result.parts,
        "decisions": np.array(result.decisions, np.int64),
        "seconds": np.array(result.seconds, np.float64),
        "faults": np.array(result.faults, np.int64),
    }


def attributes(result: SeriesResult) -> dict[str, object]:
    """What a stranger should know.

    Args:
        result: Of the series.
    """
    return {
        "title": "Series of hands with players who see the end of each, in duplicate deals of copies of them",
        "agents": list(result.players),
        "game": result.game.name,
        "rules": result.game.values(),
        "seed": result.seed,
        "show": result.show,
        "orders": [" ".join(map(str, order)) for order in result.orders],
        "first_faults": [fault or "" for fault in result.first_faults],
        "forfeits": "\n".join(forfeit.text for forfeit in result.forfeits),
    }


def summary(blocks: int | str | None, table: Table) -> list[str]:
    """The learning curve in words.

    Args:
        blocks: As for `SeriesResult.curve`.
        table: Of the series.
    """
    assert isinstance(table, SeriesTable)
    return table.result.text(blocks).splitlines()


@layout_of(
    SeriesTable,
    agents=list[str],
    rules=definition_of,
    seed=int,
    show=str,
    orders=list[str],
    first_faults=list[str],
    forfeits=_forfeits,
)
def _layout(table: SeriesTable) -> Layout:
    players = len(table.attributes["agents"])
    check_count(table, "first_faults", players)
    return {
        "parts": ("<i8", ("series", len(table.attributes["orders"]), "hand", players)),
        "decisions": ("<i8", (players,)),
        "seconds": ("<f8", (players,)),
        "faults": ("<i8", (players,)),
    }
