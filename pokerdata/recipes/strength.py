"""The strength tables of the four streets, each computed from the next street's table."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import strength as _strength
from pokerdata._support.costs import Cost
from pokerdata._support.progress import Progress
from pokerdata.cards import OPPOSING_HANDS
from pokerdata.cards.strength.metrics import METRICS, denominator
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes.by_boards import rows_of_boards

COMMON = {
    "opponent": "one, with uniformly random cards",
    "cards": "card = 4*rank + suit, rank 0..12 = 2..A, suit 0..3 = c d h s",
    "combinations": "hole cards a < b have the column b*(b-1)/2 + a",
    "boards": "rows are the canonical boards of the table `boards`",
    "source": "full enumeration; definitions of E[HS^2] after Johanson 2007 (river) and Eriksson 2012 (next)",
}
_DOCS = {
    "ehs": "sum over completions of n = 2*wins + ties",
    "ehs2_river": "sum over completions of n^2",
    "ehs2_next": "sum over the next street's cards of the square of ehs there",
}


def stages() -> list[Stage]:
    """Return the stages of the hand-strength tables."""
    return [
        Stage(
            name="river_strength",
            build=_river,
            kernels=("strength",),
            cost=Cost(2.6, 480_000_000, 357_000_000, threaded=True),
        ),
        Stage(
            name="turn_strength",
            build=_turn,
            kernels=("strength",),
            parents=("river_strength",),
            cost=Cost(1.7, 800_000_000, 262_000_000, threaded=True),
        ),
        Stage(
            name="flop_strength",
            build=_flop,
            kernels=("strength",),
            parents=("turn_strength",),
            cost=Cost(0.26, 350_000_000, 47_000_000, threaded=True),
        ),
        Stage(
            name="preflop_strength",
            build=_preflop,
            kernels=("strength",),
            parents=("flop_strength",),
            cost=Cost(0.02, 170_000_000, 40_000, threaded=True),
        ),
    ]


def _attributes(street: str, title: str) -> dict[str, object]:
    return {
        "title": title,
        "street": street,
        "units": "integer numerators; divide by the denominator",
        "denominators": {metric: denominator(street, metric) for metric in METRICS},
        **COMMON,
    }


def _axes(street: str, doc: str, dtype: type[np.unsignedinteger], dividend: int) -> dict[str, object]:
    axes = ["combination"] if street == "preflop" else [f"canonical {street}", "combination"]
    described: dict[str, object] = {"axes": axes, "doc": doc, "denominator": dividend}
    if street != "preflop":
        described["absent"] = int(np.iinfo(dtype).max)  # the combo shares a card with the board
    return described


def _river_rows(
    _: None, first: int, last: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    return {"n": _strength.river(threads, progress, first, last)}


def _river(context: Context) -> None:
    context.write(
        kind="strength",
        arrays=rows_of_boards(context, 5, _river_rows),
        attributes=_attributes("river", "Hand strength on the river"),
        dataset_attributes={
            "n": _axes(
                "river", "2*wins + ties over the 990 opposing hands", np.uint16, denominator("river", "ehs")
            )
        },
    )


def _of_rivers(context: Context) -> NDArray[Any]:
    return context.table("river_strength")["n"]


def _turn_rows(
    river: NDArray[Any], first: int, last: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    ehs, ehs2_river = _strength.turn(river, threads, progress, first, last)
    ahead, tied = _strength.present(4, threads, progress, first, last)
    return {"ehs": ehs, "ehs2_river": ehs2_river, "ahead": ahead, "tied": tied}


def _turn(context: Context) -> None:
    context.write(
        kind="strength",
        arrays=rows_of_boards(context, 4, _turn_rows, _of_rivers),
        attributes=_attributes(
            "turn", "Strength on the turn: EHS, E[HS^2] and the hand strength of the present board"
        ),
        dataset_attributes={
            "ehs": _axes("turn", _DOCS["ehs"], np.uint32, denominator("turn", "ehs")),
            "ehs2_river": _axes("turn", _DOCS["ehs2_river"], np.uint32, denominator("turn", "ehs2_river")),
            "ahead": _axes(
                "turn", "opposing hands behind on the present board", np.uint16, OPPOSING_HANDS["turn"]
            ),
            "tied": _axes(
                "turn", "opposing hands tied on the present board", np.uint16, OPPOSING_HANDS["turn"]
            ),
        },
    )


def _of_turns(context: Context) -> tuple[NDArray[Any], NDArray[Any]]:
    turn = context.table("turn_strength")
    return turn["ehs"], turn["ehs2_river"]


def _flop_rows(
    turns: tuple[NDArray[Any], NDArray[Any]], first: int, last: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    ehs, ehs2_river, ehs2_next = _strength.flop(*turns, threads, progress, first, last)
    ahead, tied = _strength.present(3, threads, progress, first, last)
    return {"ehs": ehs, "ehs2_river": ehs2_river, "ehs2_next": ehs2_next, "ahead": ahead, "tied": tied}


def _flop(context: Context) -> None:
    context.write(
        kind="strength",
        arrays=rows_of_boards(context, 3, _flop_rows, _of_turns),
        attributes=_attributes(
            "flop", "Strength on the flop: EHS, E[HS^2] and the hand strength of the present board"
        ),
        dataset_attributes={
            "ehs": _axes("flop", _DOCS["ehs"], np.uint32, denominator("flop", "ehs")),
            "ehs2_river": _axes("flop", _DOCS["ehs2_river"], np.uint32, denominator("flop", "ehs2_river")),
            "ehs2_next": _axes("flop", _DOCS["ehs2_next"], np.uint64, denominator("flop", "ehs2_next")),
            "ahead": _axes(
                "flop", "opposing hands behind on the present board", np.uint16, OPPOSING_HANDS["flop"]
            ),
            "tied": _axes(
                "flop", "opposing hands tied on the present board", np.uint16, OPPOSING_HANDS["flop"]
            ),
        },
    )


def _preflop(context: Context) -> None:
    flop = context.table("flop_strength")
    arrays = dict(zip(METRICS, _strength.preflop(flop["ehs"], flop["ehs2_river"]), strict=True))
    context.write(
        kind="strength",
        arrays=arrays,
        attributes=_attributes("preflop", "Strength before the flop: EHS and E[HS^2]"),
        dataset_attributes={
            metric: _axes("preflop", _DOCS[metric], np.uint64, denominator("preflop", metric))
            for metric in METRICS
        },
    )
