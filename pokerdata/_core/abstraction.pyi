from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

_Progress = Callable[[int, int], None] | None

class HistoryBuckets:
    @staticmethod
    def find(
        buckets: Sequence[int],
        preflop: NDArray[np.uint64],
        flop: NDArray[np.uint64],
        turn: NDArray[np.uint32],
        threads: int = 0,
        progress: _Progress = None,
    ) -> HistoryBuckets: ...
    @staticmethod
    def restore(
        thresholds: Sequence[NDArray[np.uint64]],
        preflop: NDArray[np.uint64],
        flop: NDArray[np.uint64],
        turn: NDArray[np.uint32],
        threads: int = 0,
    ) -> HistoryBuckets: ...
    @property
    def buckets(self) -> list[int]: ...
    def sequences(self, street: int) -> int: ...
    def thresholds(self, street: int) -> NDArray[np.uint64]: ...
    def mass(self, street: int) -> NDArray[np.uint64]: ...
    @property
    def preflop(self) -> NDArray[np.uint16]: ...
    @property
    def flop(self) -> NDArray[np.uint16]: ...
    @property
    def turn(self) -> NDArray[np.uint16]: ...

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
    def states(self, street: int) -> int: ...
    def of_board(self, board: NDArray[np.uint8]) -> NDArray[np.uint16]: ...
    def of_hands(self, combinations: NDArray[np.int64], boards: NDArray[np.uint8]) -> NDArray[np.uint16]: ...

def add_joint_counts(
    buckets: HistoryBuckets,
    first: int,
    last: int,
    cells: NDArray[np.uint64],
    threads: int = 0,
    progress: _Progress = None,
) -> None: ...
def finish_joint_counts(
    cells: NDArray[np.uint64], sequences: int, threads: int = 0
) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]: ...
