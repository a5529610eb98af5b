"""The 169 classes of starting hands: 13 pairs, 78 suited and 78 offsuit hands.

Classes are numbered row by row through the 13 x 13 grid that players know: ranks fall from the ace, pairs lie on
the diagonal, suited hands above it, offsuit ones below. AA is 0, AKs 1, AKo 13, 22 is 168.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS, RANKS

CLASS_COUNT = 169


def class_name(row: int, column: int) -> str:
    """Name of the class in a cell of the grid, e.g. (0, 1) is AKs and (1, 0) AKo."""
    high, low = RANKS[12 - min(row, column)], RANKS[12 - max(row, column)]
    return high + low + ("" if row == column else "s" if row < column else "o")


def _class_of_combination() -> NDArray[np.uint8]:
    low, high = COMBINATIONS.T.astype(np.int64)
    near, far = 12 - high // 4, 12 - low // 4  # near the ace; the higher card has the higher rank
    suited = low % 4 == high % 4
    classes: NDArray[np.uint8] = np.where(suited, 13 * near + far, 13 * far + near).astype(np.uint8)
    return classes


#: Names by class, from AA to 22.
CLASS_NAMES: tuple[str, ...] = tuple(class_name(*divmod(k, 13)) for k in range(CLASS_COUNT))
#: Class of every combination, uint8 [1326].
CLASS_OF_COMBINATION: NDArray[np.uint8] = _class_of_combination()
#: Combinations in every class: 6, 4 or 12; uint8 [169].
CLASS_SIZES: NDArray[np.uint8] = np.bincount(CLASS_OF_COMBINATION, minlength=CLASS_COUNT).astype(np.uint8)
CLASS_OF_COMBINATION.setflags(write=False)
CLASS_SIZES.setflags(write=False)
