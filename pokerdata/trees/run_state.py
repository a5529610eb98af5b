"""The state of a run on a tree."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.run_state import ResumableState, check_finite
from pokerdata.support import html
from pokerdata.support.text import brief


@dataclass(frozen=True)
class TreeRunState(ResumableState):
    """A stopped run, to resume. Arrays are over edges.

    Attributes:
        origin: Digest of the tree and the algorithm; a state fits no other.
        iteration: Iterations done.
        regrets: Sums, as the algorithm discounts them.
        average: Sums of the strategies, not normalised.
        prediction: Regrets of the last iteration, of optimistic algorithms; else empty.
    """

    origin: str
    iteration: int
    regrets: NDArray[np.float64]
    average: NDArray[np.float64]
    prediction: NDArray[np.float64]

    def __post_init__(self) -> None:
        check_finite(self.iteration, regrets=self.regrets, sums=self.average, prediction=self.prediction)

    def __repr__(self) -> str:
        return brief(self, f"iteration {self.iteration:,}", f"{len(self.regrets):,} edges")

    def _repr_html_(self) -> str:
        return html.facts({"iteration": self.iteration, "edges": len(self.regrets)}, caption="TreeRunState")

    def contents(self) -> dict[str, NDArray[Any]]:
        """All that is kept, by name."""
        return {key: np.asarray(value) for key, value in asdict(self).items()}

    @classmethod
    def of_contents(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The inverse of `contents`.

        Args:
            arrays: All that is kept, by name.
        """
        return cls(
            str(arrays["origin"]),
            int(arrays["iteration"]),
            *(np.asarray(arrays[key], np.float64) for key in ("regrets", "average", "prediction")),
        )
