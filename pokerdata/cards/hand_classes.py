"""The 169 classes of starting hands: 13 pairs, 78 suited and 78 offsuit hands.

Classes are numbered row by row through the 13 x 13 grid that players know: ranks fall from the ace, pairs lie on
the diagonal, suited hands above it, offsuit ones below. AA is 0, AKs 1, AKo 13, 22 is 168.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards.combinations import COMBINATIONS
from pokerdata.cards.deck import RANKS

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


def class_index(name: str) -> int:
    """Number of a class, 0 (AA) to 168 (22), from its name; case and the order of the ranks do not matter.

    Raises ValueError for another text.
    """
    text = name.strip() if isinstance(name, str) else ""
    ranks = sorted(text[:2].upper(), key=RANKS.find, reverse=True)
    normal = "".join(ranks) + text[2:].lower()
    if normal not in CLASS_NAMES:
        raise ValueError(
            f"class of starting hands: expected two ranks, and s or o unless they are equal, got {name!r}; e.g. "
            "'AKs', 'AKo' or 'TT'"
        )
    return CLASS_NAMES.index(normal)


def sums_by_class(pairs: NDArray[Any]) -> NDArray[np.uint32]:
    """Sums of numbers [1326, 1326] of pairs of combinations over pairs of classes: [169, 169].

    At most 144 pairs of combinations fall on a pair of classes, so 32 bits hold 144 * 1,712,304.
    """
    order = np.argsort(CLASS_OF_COMBINATION, kind="stable")
    first = np.searchsorted(CLASS_OF_COMBINATION[order], np.arange(len(CLASS_NAMES)))
    rows = np.add.reduceat(pairs[order], first, axis=0, dtype=np.uint32)
    sums: NDArray[np.uint32] = np.add.reduceat(rows[:, order], first, axis=1, dtype=np.uint32)
    return sums
