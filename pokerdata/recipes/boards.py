"""The table `boards`: canonical boards, orbits, and maps between raw and canonical boards and between streets."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.costs import Cost
from pokerdata.cards import BOARD_SIZES, STREETS
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, boards, combination_maps
from pokerdata.pipeline.plan import Context, Stage


def stages() -> list[Stage]:
    """Return the stages of the table `boards`."""
    return [
        Stage(
            name="boards",
            build=_build,
            kernels=("isomorphism",),
            cost=Cost(seconds=0.3, memory_bytes=120_000_000, disk_bytes=21_000_000),
        )
    ]


def _build(context: Context) -> None:
    arrays: dict[str, NDArray[np.generic]] = {
        "suit_permutations": SUIT_PERMUTATIONS,
        "combination_maps": combination_maps(),
    }
    docs: dict[str, Mapping[str, object]] = {
        "suit_permutations": {"axes": ["permutation", "suit"], "doc": "new suit of each suit"},
        "combination_maps": {
            "axes": ["permutation", "combination"],
            "doc": "combination that each becomes under each suit permutation",
        },
    }

    def add(name: str, array: NDArray[np.generic] | None, axes: list[str], doc: str) -> None:
        if array is not None:
            arrays[name] = array
            docs[name] = {"axes": axes, "doc": doc}

    for street in STREETS[1:]:
        table = boards(BOARD_SIZES[street])
        canonical, raw = f"canonical {street}", f"{street} by set index"
        add(f"{street}_cards", table.cards, [canonical, "card"], "cards of the canonical board, rising")
        add(f"{street}_orbit", table.orbit, [canonical], "raw boards that the canonical board stands for")
        add(f"{street}_canonical", table.canonical, [raw], "canonical board of a raw board")
        add(f"{street}_permutation", table.permutation, [raw], "suit permutation from raw to canonical suits")
        add(
            f"{street}_next",
            table.next,
            [canonical, "card"],
            "canonical board of the next street, one card more",
        )
        add(
            f"{street}_next_permutation",
            table.next_permutation,
            [canonical, "card"],
            "suit permutation from this board's suits to the next canonical board's",
        )
    context.write(
        kind="boards",
        arrays=arrays,
        attributes={
            "title": "Boards of 3, 4 and 5 cards up to suit permutations",
            "cards": "card = 4*rank + suit, rank 0..12 = 2..A, suit 0..3 = c d h s",
            "set_index": "number of a raw board with cards a < b < c < ...: C(a,1) + C(b,2) + C(c,3) + ...",
            "canonical": "a board is canonical if the 13-bit maps of ranks of its suits c, d, h, s do not rise",
            "absent": "0xFFFFFFFF in *_next: the card lies on the board",
            "source": "enumeration of all boards; Waugh 2013 for the counts 1,755, 16,432 and 134,459",
        },
        dataset_attributes=docs,
    )
