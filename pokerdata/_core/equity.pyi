from collections.abc import Callable

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
