"""The state of a run on a tree: what it takes to go on to the same bits."""

import os
from dataclasses import asdict, dataclass

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import TableError
from pokerdata.solvers.state import STATE_VERSION, check_finite, check_version


@dataclass(frozen=True)
class TreeState:
    """A stopped run. origin: digest of the tree and the algorithm; a state fits no other. Arrays are over edges.

    regrets: sums, as the algorithm discounts them. average: sums of the strategies, not normalised. prediction: regrets of
    the last iteration, of optimistic algorithms; else empty.
    """

    origin: str
    iteration: int
    regrets: NDArray[np.float64]
    average: NDArray[np.float64]
    prediction: NDArray[np.float64]

    def __post_init__(self) -> None:
        check_finite(self.iteration, regrets=self.regrets, sums=self.average, prediction=self.prediction)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the state to an .npz file, atomically."""
        from pokerdata.store.arrays import save_arrays

        arrays = {key: np.asarray(value) for key, value in asdict(self).items()}
        save_arrays(path, {"version": np.array(STATE_VERSION), **arrays})

    @staticmethod
    def load(path: str | os.PathLike[str]) -> "TreeState":
        """Read a state that `save` wrote. Raises TableError for a missing or damaged file."""
        from pokerdata.store.arrays import load_arrays

        try:
            arrays = load_arrays(path)
            check_version(arrays)
            return TreeState(
                str(arrays["origin"]),
                int(arrays["iteration"]),
                *(np.asarray(arrays[key], np.float64) for key in ("regrets", "average", "prediction")),
            )
        except (OSError, TableError, KeyError, TypeError, ValueError, FloatingPointError) as error:
            raise TableError(f"there is no going on from {os.fspath(path)}: {error}") from error
