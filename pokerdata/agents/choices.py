"""What an agent does with several hands, and one action of each."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.support.random_numbers import Use, generator

#: How an action is taken from its probabilities.
WAYS = ("sample", "most-likely")


@dataclass(frozen=True, eq=False)
class Choices:
    """Actions after a history and how likely each of several hands takes them.

    Attributes:
        actions: 'f', 'c' (check or call), 'r', or without limits 'r300': to 300 chips over the whole hand.
        probabilities: float64 [hands, actions]; rows add up to 1.
    """

    actions: tuple[str, ...]
    probabilities: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.probabilities)

    def choose(
        self, how: str = "sample", *, rng: int | np.random.Generator | None = None
    ) -> NDArray[np.str_]:
        """One action for each hand, as text [hands].

        Args:
            how: 'sample', drawn by the probabilities, or 'most-likely', of equal ones the first.
            rng: Of the draws, a seed or a generator of NumPy that goes on; None, the default, draws anew each time, as
                play must.

        Raises:
            ValueError: For another way or rng.
        """
        check_way(how)
        names: NDArray[Any] = np.array(self.actions)
        if how == "most-likely":
            chosen = self.probabilities.argmax(axis=1)
            found: NDArray[np.str_] = names[chosen]
            return found
        drawn = _generator(rng).random(len(self))
        below = np.cumsum(self.probabilities, axis=1)[:, :-1] <= drawn[:, None]
        # Rounding may leave a sum below 1; an action of probability 0 is never taken.
        last = self.probabilities.shape[1] - 1 - (self.probabilities[:, ::-1] > 0).argmax(axis=1)
        taken: NDArray[np.str_] = names[np.minimum(below.sum(axis=1), last)]
        return taken


def check_way(how: str) -> None:
    """Check a way to take an action.

    Raises:
        ValueError: For one that is not of `WAYS`.
    """
    if how not in WAYS:
        raise ValueError(f"how: expected one of {', '.join(WAYS)}, got {how}; e.g. sample")


def _generator(rng: int | np.random.Generator | None) -> np.random.Generator:
    if isinstance(rng, np.random.Generator):
        return rng
    if rng is None:
        return np.random.default_rng()
    if isinstance(rng, bool) or not hasattr(rng, "__index__") or int(rng) < 0:
        raise ValueError(f"rng: expected a seed of 0 or more, a NumPy generator or None, got {rng}; e.g. 7")
    return generator(Use.AGENT_ACTIONS, int(rng))
