from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

_Progress = Callable[[int, int], None] | None

def matchups(
    threads: int = 0, progress: _Progress = None
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
def matchup_sums(
    first: int, last: int, threads: int = 0, progress: _Progress = None
) -> NDArray[np.uint32]: ...
def finish_matchups(
    sums: NDArray[np.uint32], threads: int = 0
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
def income_sums(
    players: int,
    deals: int,
    seed: int,
    classes: NDArray[np.uint8],
    threads: int = 0,
    progress: _Progress = None,
) -> NDArray[np.uint64]: ...
