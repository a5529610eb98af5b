from typing import NotRequired, TypedDict

import numpy as np
from numpy.typing import NDArray

class _Boards(TypedDict):
    cards: NDArray[np.uint8]
    orbit: NDArray[np.uint8]
    canonical: NDArray[np.uint32]
    permutation: NDArray[np.uint8]
    next: NotRequired[NDArray[np.uint32]]
    next_permutation: NotRequired[NDArray[np.uint8]]

def suit_permutations() -> NDArray[np.uint8]: ...
def combination_maps() -> NDArray[np.uint16]: ...
def boards(size: int) -> _Boards: ...
