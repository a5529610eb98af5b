"""The potential tables: standings now and after more cards, for every canonical flop and turn and every hand."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import strength as _strength
from pokerdata._support.costs import Cost
from pokerdata._support.progress import Progress
from pokerdata.cards import BOARD_SIZES, DECK_SIZE, OPPOSING_HANDS
from pokerdata.pipeline.plan import Context, Stage
from pokerdata.recipes.by_boards import rows_of_boards
from pokerdata.recipes.strength import COMMON


def stages() -> list[Stage]:
    """Return the stages of the potential tables."""
    return [
        Stage(
            name="flop_potential",
            build=_flop,
            kernels=("strength",),
            cost=Cost(18, 250_000_000, 126_000_000, threaded=True),
        ),
        Stage(
            name="turn_potential",
            build=_turn,
            kernels=("strength",),
            cost=Cost(10, 550_000_000, 393_000_000, threaded=True),
        ),
    ]


def _flop_rows(
    _: None, first: int, last: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    two_cards = _strength.potential_two_cards(threads, progress, first, last)
    return {
        "two_cards": two_cards,
        "one_card": _strength.potential_one_card(3, threads, progress, first, last),
    }


def _flop(context: Context) -> None:
    _write(context, "flop", rows_of_boards(context, 3, _flop_rows))


def _turn_rows(
    _: None, first: int, last: int, *, threads: int, progress: Progress
) -> dict[str, NDArray[Any]]:
    return {"one_card": _strength.potential_one_card(4, threads, progress, first, last)}


def _turn(context: Context) -> None:
    _write(context, "turn", rows_of_boards(context, 4, _turn_rows))


def _write(context: Context, street: str, arrays: dict[str, NDArray[Any]]) -> None:
    unseen = DECK_SIZE - 4 - BOARD_SIZES[street]  # cards that may be dealt, given both hands
    run_outs = {"two_cards": comb(unseen, 2), "one_card": unseen}
    docs = {"two_cards": "after turn and river", "one_card": "after one more card"}
    context.write(
        kind="potential",
        arrays=arrays,
        attributes={
            "title": f"Potential on the {street}: standings now and after more cards",
            "street": street,
            "units": "pairs of an opposing hand and a run-out",
            "standings": ["ahead", "tied", "behind"],
            **COMMON,
            "source": "full enumeration; the counts HP of Billings et al. 2002",
        },
        dataset_attributes={
            name: {
                "axes": [f"canonical {street}", "combination", "standing now", "standing finally"],
                "doc": f"pairs by standing now and {docs[name]}",
                "sum": OPPOSING_HANDS[street] * run_outs[name],
                "absent": int(np.iinfo(array.dtype).max),  # the combo shares a card with the board
            }
            for name, array in arrays.items()
        },
    )
