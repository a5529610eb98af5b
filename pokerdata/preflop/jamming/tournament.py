"""The rules of a tournament of jam or fold, and where each hand leads."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pokerdata.errors import CapacityError
from pokerdata.support.arguments import as_count
from pokerdata.support.resources import available_memory
from pokerdata.support.text import bytes_text, quoted

#: How a hand ends for the small blind, in the order of `JamFoldTournament.ends`.
FOLDED, STOLE, LEFT, WON, TIED, LOST = range(6)
_MOST_CHIPS = 10**12
_MOST_STACKS = 20_000


@dataclass(frozen=True)
class JamFoldTournament:
    """Two players, no-limit Texas hold'em, until one has all chips. Seats change every hand, blinds stay.

    Args:
        chips: In play, of both together.
        blinds: The small and the big one.
        step: Stacks are multiples of it, and so are blinds and chips.

    Raises:
        ValueError: For numbers that do not fit together.
        CapacityError: For more stacks than memory holds.
    """

    chips: int = 8000
    blinds: tuple[int, int] = (300, 600)
    step: int = 50

    def __post_init__(self) -> None:
        step = as_count(self.step, "step", 1, _MOST_CHIPS, 50)
        chips = as_count(self.chips, "chips", 2 * step, _MOST_CHIPS, 160 * step)
        try:
            small, big = self.blinds
        except (TypeError, ValueError):
            raise ValueError(f"blinds: expected two, got {quoted(self.blinds)}; e.g. (300, 600)") from None
        small = as_count(small, "small blind", 1, _MOST_CHIPS, 6 * step)
        big = as_count(big, "big blind", small, _MOST_CHIPS, 2 * small)
        for name, value in (("chips", chips), ("small blind", small), ("big blind", big)):
            if value % step:
                raise ValueError(
                    f"{name}: expected a multiple of the step, {step}, got {value}; e.g. {-(-value // step) * step}"
                )
        stacks = chips // step - 1
        if stacks > _MOST_STACKS:
            raise ValueError(
                f"step: expected at most {_MOST_STACKS:,} stacks, got {stacks:,} of {chips} chips in steps of {step}; "
                "e.g. larger steps"
            )
        need, free = 8 * stacks * (4 * stacks + 60 * 169), available_memory()
        if need > free:
            raise CapacityError(
                f"not enough memory for {stacks:,} stacks: they need {bytes_text(need)}, {bytes_text(free)} are free; "
                "expected larger steps"
            )
        object.__setattr__(self, "chips", chips)
        object.__setattr__(self, "blinds", (small, big))
        object.__setattr__(self, "step", step)

    @cached_property
    def stacks(self) -> NDArray[np.int64]:
        """The stacks before blinds with which a hand can begin, rising, int64 [stacks]: all multiples of the step between
        0 and all chips. Those of the other player are the same in falling order."""
        return np.arange(self.step, self.chips, self.step)

    def row(self, stack: int) -> int:
        """Where a stack stands in `stacks`.

        Args:
            stack: In chips.

        Raises:
            ValueError: For one with which no hand begins.
        """
        stack = as_count(stack, "stack", self.step, self.chips - self.step, self.chips // 2)
        if stack % self.step:
            raise ValueError(
                f"stack: expected a multiple of the step, {self.step}, got {stack}; e.g. {stack // self.step * self.step}"
            )
        return stack // self.step - 1

    @cached_property
    def others(self) -> NDArray[np.int64]:
        """The other player's stacks, int64 [stacks]."""
        return self.stacks[::-1]

    @cached_property
    def effective(self) -> NDArray[np.int64]:
        """The smaller of both stacks: what is won or lost all-in, int64 [stacks]."""
        return np.minimum(self.stacks, self.others)

    @cached_property
    def decides_small(self) -> NDArray[np.bool_]:
        """Where the small blind has a decision, by his stack, bool [stacks]: blinds leave both of them, or the big one
        alone all-in, something to decide about."""
        return self.effective > self.blinds[0]

    @cached_property
    def decides_big(self) -> NDArray[np.bool_]:
        """Where the big blind has one after a jam, bool [stacks]: both have more than the big blind."""
        return self.effective > self.blinds[1]

    @cached_property
    def ends(self) -> NDArray[np.int64]:
        """The small blind's chips after a hand in steps, int64 [stacks, 6].

        He folds; the big blind folds; he enters for the big blind and folds to a jam; all-in, he wins, ties, loses. What
        cannot happen with a stack is cut to what there is.
        """
        s, e, (small, big) = self.stacks, self.effective, self.blinds
        after = np.stack([s - small, s + big, s - big, s + e, s, s - e], axis=1)
        return np.asarray(np.clip(after, 0, self.chips) // self.step)
