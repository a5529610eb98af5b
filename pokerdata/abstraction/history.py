"""The table NAME_buckets of a `history` abstraction, and the bucket of any real hand on any real board."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core.abstraction import CardStates
from pokerdata.abstraction.kernel import metric_arrays
from pokerdata.cards import as_cards
from pokerdata.store import Table, open_table
from pokerdata.strength.metrics import BOARD_SIZES, STREETS


class HistoryTable(Table):
    """Thresholds of a history abstraction; look-ups read the strength tables in the same folder.

    The state of a hand on a street is its bucket sequence b0..br, numbered
    ``((b0 * B1 + b1) * B2 + b2) * B3 + b3``: perfect recall.
    """

    def __init__(self, *contents: Any) -> None:
        super().__init__(*contents)
        self._opened: dict[str, Table] = {}

    def close(self) -> None:
        """Forget the memory maps, those of the strength tables too."""
        self._opened = {}
        super().close()

    @property
    def bucket_counts(self) -> tuple[int, ...]:
        """Buckets of preflop, flop, turn and river."""
        return tuple(self.attributes["buckets"])

    def buckets(self, holes: ArrayLike, boards: ArrayLike = ()) -> NDArray[np.uint8]:
        """Bucket of raw hands on each street so far.

        holes: uint8 [..., 2]; boards: uint8 [..., 0|3|4|5], the flop's cards first (their order does not
        matter), then the turn, then the river; leading dimensions broadcast. Text is parsed.
        Returns uint8 [..., streets so far]. Raises ValueError for bad or duplicate cards, and TableError if a
        strength table is missing.
        """
        holes, boards = as_cards(holes, "holes"), as_cards(boards, "boards")
        sizes = list(BOARD_SIZES.values())
        if boards.ndim == 0 or boards.shape[-1] not in sizes:
            raise ValueError(
                f"bad shape {boards.shape} of boards: want 0, 3, 4 or 5 cards in the last dimension, flop first, "
                "e.g. parse_cards('7s 6c As Td')"
            )
        found: list[NDArray[Any]] = []
        sequence: Any = 0
        for street in STREETS[: sizes.index(boards.shape[-1]) + 1]:
            values = self._strength(street).lookup(
                holes, boards[..., : BOARD_SIZES[street]], self._metric(street)
            )
            thresholds = self[f"{street}_thresholds"]
            bucket = (values[..., None].astype(np.uint64) >= thresholds[sequence]).sum(axis=-1)
            found.append(bucket)
            sequence = sequence * (thresholds.shape[1] + 1) + bucket
        return np.stack(np.broadcast_arrays(*found), axis=-1).astype(np.uint8)

    def sequence(self, holes: ArrayLike, boards: ArrayLike = ()) -> NDArray[np.uint16]:
        """Number of the bucket sequence of raw hands, the row of the solver's arrays; arguments as `buckets`."""
        buckets = self.buckets(holes, boards)
        result = np.zeros(buckets.shape[:-1], np.uint16)
        for street in range(buckets.shape[-1]):
            result = result * np.uint16(self.bucket_counts[street]) + buckets[..., street]
        return result

    def states(self) -> CardStates:
        """The look-ups of the kernels, for many hands or whole boards; made in 0.3 s."""
        thresholds = [np.array(self[f"{street}_thresholds"]) for street in STREETS]
        *before, river = (self._strength(street) for street in STREETS)
        return CardStates.by_thresholds(
            thresholds, *metric_arrays(self.attributes["metric"], before), river.metric("n")
        )

    def _metric(self, street: str) -> str:
        # On the river every metric orders hands as n does, and thresholds are on n.
        metric: str = self.attributes["metric"]
        return "n" if street == "river" else metric

    def _strength(self, street: str) -> Any:
        """The street's strength table, opened at the first look-up."""
        if street not in self._opened:
            self._opened[street] = open_table(f"{street}_strength", self.path.parent)
        return self._opened[street]
