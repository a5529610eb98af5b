"""A table NAME_buckets of any kind, and the buckets of real hands on real boards."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core.abstraction import BucketSequences, CardStates
from pokerdata.cards import BOARD_SIZES, STREETS, as_cards
from pokerdata.cards.strength.strength_table import StrengthTable
from pokerdata.pipeline.store import Table, open_table


class BucketTable(Table):
    """Buckets of an abstraction; lookups read the strength tables in the same folder.

    With perfect recall the state of a hand on a street is its bucket sequence b0..br, numbered
    ``((b0 * B1 + b1) * B2 + b2) * B3 + b3``; with imperfect recall it is the street's bucket.
    """

    def __init__(self, *contents: Any) -> None:
        super().__init__(*contents)
        self._opened: dict[str, StrengthTable] = {}

    def close(self) -> None:
        """Release the memory maps, including the strength tables'."""
        self._opened = {}
        super().close()

    @property
    def bucket_counts(self) -> tuple[int, ...]:
        """Numbers of buckets of preflop, flop, turn and river."""
        return tuple(self.attributes["buckets"])

    @property
    def perfect_recall(self) -> bool:
        """Whether the state is the sequence of buckets, not only the last one."""
        return bool(self.attributes.get("recall", "perfect") == "perfect")

    def buckets(self, holes: ArrayLike, boards: ArrayLike = ()) -> NDArray[np.uint16]:
        """Return the buckets of raw hands on each street so far.

        Args:
            holes: Integers [..., 2], or text such as "Ah Kd".
            boards: Integers [..., 0|3|4|5], or text: the flop's cards first (in any order), then the turn, then the river;
                leading dimensions broadcast with `holes`.

        Returns:
            uint16 [..., streets so far].

        Raises:
            ValueError: If a card is invalid or repeated.
            TableError: If a strength table is missing.
        """
        holes, boards = as_cards(holes, "holes"), as_cards(boards, "boards")
        sizes = list(BOARD_SIZES.values())
        if boards.ndim == 0 or boards.shape[-1] not in sizes:
            raise ValueError(
                f"boards: expected 0, 3, 4 or 5 cards in the last dimension, flop first, got shape {boards.shape}; "
                "e.g. parse_cards('7s 6c As Td')"
            )
        found: list[NDArray[Any]] = []
        before: Any = 0
        for street, count in zip(STREETS, self.bucket_counts, strict=True):
            if BOARD_SIZES[street] > boards.shape[-1]:
                break
            bucket = self._bucket(street, holes, boards[..., : BOARD_SIZES[street]], before)
            found.append(bucket)
            before = before * count + bucket
        return np.stack(np.broadcast_arrays(*found), axis=-1).astype(np.uint16)

    def state(self, holes: ArrayLike, boards: ArrayLike = ()) -> NDArray[np.uint16]:
        """Return the states of raw hands on the last street, which index the rows of the solver's arrays.

        Args:
            holes: As for `buckets`.
            boards: As for `buckets`.

        Returns:
            uint16 [...].

        Raises:
            ValueError: If a card is invalid or repeated.
            TableError: If a strength table is missing.
        """
        buckets = self.buckets(holes, boards)
        if not self.perfect_recall:
            last: NDArray[np.uint16] = buckets[..., -1][
                ()
            ]  # one hand gives a scalar, not an array without axes
            return last
        result = np.zeros(buckets.shape[:-1], np.uint16)
        for street in range(buckets.shape[-1]):
            result = result * np.uint16(self.bucket_counts[street]) + buckets[..., street]
        return result

    @abstractmethod
    def states(self) -> CardStates:
        """Return the kernels' lookups, for many hands and whole boards."""

    @abstractmethod
    def sequences(self, strength: Sequence[StrengthTable], threads: int = 0) -> BucketSequences:
        """Return all bucket sequences for the joint counts.

        Args:
            strength: The strength tables of preflop, flop and turn.
            threads: 0 for all processors, or up to 1024; the result does not depend on it.
        """

    @abstractmethod
    def _bucket(
        self, street: str, holes: NDArray[np.uint8], boards: NDArray[np.uint8], before: Any
    ) -> NDArray[Any]:
        """Return the bucket of hands on the street; `before` has their sequences on the previous street."""

    def _strength(self, street: str) -> StrengthTable:
        """Return the street's strength table, opened at the first lookup."""
        if street not in self._opened:
            self._opened[street] = open_table(f"{street}_strength", self.path.parent, StrengthTable)
        return self._opened[street]
