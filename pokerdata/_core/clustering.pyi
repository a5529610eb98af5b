from collections.abc import Callable, Sequence
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

_Progress = Callable[[int, int], None] | None

class _Clusters(TypedDict):
    centres: NDArray[np.int32]
    nearest: NDArray[np.uint16]
    runs: list[tuple[int, int, int, bool]]
    best: int

class DistinctPoints:
    def __init__(self, dimensions: int) -> None: ...
    def add(self, values: NDArray[np.int32], weights: NDArray[np.uint32]) -> NDArray[np.uint32]: ...
    def values(self) -> NDArray[np.int32]: ...
    def weights(self) -> NDArray[np.uint64]: ...

class PointSet:
    def __init__(self, values: NDArray[np.int32], squared: bool) -> None: ...
    def assign(
        self,
        first: int,
        centres: NDArray[np.int32],
        nearest: NDArray[np.uint16],
        threads: int = 0,
        progress: _Progress = None,
    ) -> tuple[NDArray[np.uint16], NDArray[np.uint32]]: ...

class Start:
    def __init__(
        self,
        points: NDArray[np.int32],
        weights: NDArray[np.uint64],
        clusters: int,
        squared: bool,
        seed: int,
        number: int,
        threads: int = 0,
        progress: _Progress = None,
    ) -> None: ...
    def move(self) -> tuple[NDArray[np.int32], bool]: ...
    def take(self, first: int, nearest: NDArray[np.uint16], distance: NDArray[np.uint32]) -> int: ...
    def inertia(self) -> int: ...
    def centres(self) -> NDArray[np.int32]: ...
    def nearest(self) -> NDArray[np.uint16]: ...

def kmeans(
    points: NDArray[np.int32],
    weights: NDArray[np.uint64],
    clusters: int,
    squared: bool,
    restarts: int,
    iterations: int,
    seed: int,
    threads: int = 0,
    progress: _Progress = None,
    first: int = 0,
) -> _Clusters: ...
def cluster_line(
    masses: Sequence[int] | NDArray[np.uint64], clusters: int, squared: bool
) -> tuple[NDArray[np.int32], NDArray[np.uint16], int]: ...
def cumulative_histograms(
    river: NDArray[np.uint16],
    size: int,
    bins: int,
    first: int,
    last: int,
    threads: int = 0,
    progress: _Progress = None,
) -> NDArray[np.int32]: ...
