from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

_Progress = Callable[[int, int], None] | None

def by_matchups(
    weights: NDArray[np.float64],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    symmetries: NDArray[np.uint8],
    threads: int = 0,
    progress: _Progress = None,
) -> NDArray[np.float64]: ...
def by_boards(
    weights: NDArray[np.float64],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    symmetries: NDArray[np.uint8],
    threads: int = 0,
    progress: _Progress = None,
) -> NDArray[np.float64]: ...
def by_samples(
    weights: NDArray[np.float64],
    board: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    samples: int,
    seed: int,
    threads: int = 0,
    progress: _Progress = None,
) -> NDArray[np.float64]: ...
def plain_hands(
    hands: Sequence[object], board: object, dead: object
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.uint8]] | None: ...
def told(
    totals: NDArray[np.int64], hands: NDArray[np.uint8]
) -> tuple[
    list[int],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.float64],
    list[int],
    NDArray[np.float64],
]: ...
def count_known_hands(
    hands: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    moments: bool,
    threads: int = 0,
    progress: _Progress = None,
) -> NDArray[np.int64]: ...
def sample_known_hands(
    hands: NDArray[np.uint8],
    boards: NDArray[np.uint8],
    dead: NDArray[np.uint8],
    samples: int,
    seed: int,
    moments: bool,
    threads: int = 0,
    progress: _Progress = None,
) -> NDArray[np.int64]: ...
