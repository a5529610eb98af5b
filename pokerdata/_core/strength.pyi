from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

_Progress = Callable[[int, int], None] | None

def river(
    threads: int = 0, progress: _Progress = None, first: int = 0, last: int = -1
) -> NDArray[np.uint16]: ...
def present(
    size: int, threads: int = 0, progress: _Progress = None, first: int = 0, last: int = -1
) -> tuple[NDArray[np.uint16], NDArray[np.uint16]]: ...
def turn(
    river: NDArray[np.uint16],
    threads: int = 0,
    progress: _Progress = None,
    first: int = 0,
    last: int = -1,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...
def flop(
    turn_ehs: NDArray[np.uint32],
    turn_ehs2_river: NDArray[np.uint32],
    threads: int = 0,
    progress: _Progress = None,
    first: int = 0,
    last: int = -1,
) -> tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.uint64]]: ...
def preflop(
    flop_ehs: NDArray[np.uint32], flop_ehs2_river: NDArray[np.uint32]
) -> tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.uint64]]: ...
def potential_one_card(
    size: int, threads: int = 0, progress: _Progress = None, first: int = 0, last: int = -1
) -> NDArray[np.uint16]: ...
def potential_two_cards(
    threads: int = 0, progress: _Progress = None, first: int = 0, last: int = -1
) -> NDArray[np.uint32]: ...
def potential(board: NDArray[np.uint8], extra: int) -> NDArray[np.uint32]: ...
def run_outs(hole: NDArray[np.uint8], board: NDArray[np.uint8], extra: int) -> NDArray[np.uint8]: ...
def standings(
    holes: NDArray[np.uint8],
    board: NDArray[np.uint8],
    extra: int,
    weights: NDArray[np.float64],
    each: bool = False,
    threads: int = 0,
    progress: _Progress = None,
) -> NDArray[np.float64]: ...
