from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

_Progress = Callable[[int, int], None] | None

class BucketSequences:
    @staticmethod
    def by_thresholds(
        thresholds: Sequence[NDArray[np.uint64]],
        preflop: NDArray[np.uint64],
        flop: NDArray[np.uint64],
        turn: NDArray[np.uint32],
        threads: int = 0,
    ) -> BucketSequences: ...
    @staticmethod
    def by_buckets(
        buckets: Sequence[int],
        preflop: NDArray[np.uint16],
        flop: NDArray[np.uint16],
        turn: NDArray[np.uint16],
        river_thresholds: Sequence[int],
        threads: int = 0,
    ) -> BucketSequences: ...
    def river_mass(
        self, river_n: NDArray[np.uint16], threads: int = 0, progress: _Progress = None
    ) -> NDArray[np.uint64]: ...
    @property
    def buckets(self) -> list[int]: ...
    def sequences(self, street: int) -> int: ...
    @property
    def preflop(self) -> NDArray[np.uint16]: ...
    @property
    def flop(self) -> NDArray[np.uint16]: ...
    @property
    def turn(self) -> NDArray[np.uint16]: ...

class HistoryBuckets:
    @staticmethod
    def find(
        buckets: Sequence[int],
        preflop: NDArray[np.uint64],
        flop: NDArray[np.uint64],
        turn: NDArray[np.uint32],
        river_n: NDArray[np.uint16],
        threads: int = 0,
        progress: _Progress = None,
    ) -> HistoryBuckets: ...
    def thresholds(self, street: int) -> NDArray[np.uint64]: ...
    def mass(self, street: int) -> NDArray[np.uint64]: ...
    @property
    def sequences(self) -> BucketSequences: ...

class CardStates:
    @staticmethod
    def by_thresholds(
        thresholds: Sequence[NDArray[np.uint64]],
        preflop: NDArray[np.uint64],
        flop: NDArray[np.uint64],
        turn: NDArray[np.uint32],
        river_n: NDArray[np.uint16],
        threads: int = 0,
    ) -> CardStates: ...
    @staticmethod
    def by_buckets(
        perfect_recall: bool,
        buckets: Sequence[int],
        preflop: NDArray[np.uint16],
        flop: NDArray[np.uint16],
        turn: NDArray[np.uint16],
        river_thresholds: Sequence[int],
        river_n: NDArray[np.uint16],
        threads: int = 0,
    ) -> CardStates: ...
    def states(self, street: int) -> int: ...
    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]: ...
    def of_hands(self, combinations: NDArray[np.int64], boards: NDArray[np.uint8]) -> NDArray[np.uint16]: ...

def equal_mass(
    values: NDArray[np.uint32] | NDArray[np.uint64],
    weights: NDArray[np.uint64],
    buckets: int,
    outer: NDArray[np.uint16] | None = None,
    outer_buckets: int = 1,
    threads: int = 0,
) -> NDArray[np.uint64]: ...
def assign(
    values: NDArray[np.uint32] | NDArray[np.uint64],
    weights: NDArray[np.uint64],
    thresholds: NDArray[np.uint64],
    outer: NDArray[np.uint16] | None = None,
    threads: int = 0,
) -> NDArray[np.uint16]: ...
def masses(
    values: NDArray[np.uint16], weights: NDArray[np.uint64], buckets: int, threads: int = 0
) -> NDArray[np.uint64]: ...
def drawn_boards(count: int, seed: int) -> NDArray[np.uint32]: ...
def add_joint_counts(
    sequences: BucketSequences,
    times: NDArray[np.uint32],
    first: int,
    last: int,
    cells: NDArray[np.uint64],
    threads: int = 0,
    progress: _Progress = None,
) -> None: ...
def finish_joint_counts(
    cells: NDArray[np.uint64], sequences: int, threads: int = 0
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
