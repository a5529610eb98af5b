"""When the state of a run is saved, and when it is not."""

import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

StateT = TypeVar("StateT")

# Between two checkpoints pass at least so many times the seconds that one takes.
_SAVE_SHARE = 10


class Stoppable(Protocol):
    """What a run's engine says of itself."""

    @property
    def iteration(self) -> int:
        """Iterations done, those of earlier runs too."""

    @property
    def usable(self) -> bool:
        """Whether it stands between two iterations, so that its state can be saved."""


class Checkpoints(Generic[StateT]):
    """Saves the states of a run by ``save``, or nothing where that is None.

    Args:
        save: Called with a state.
        seconds: Seconds from one state to the next while the run goes on; more where saving takes over a tenth of the
            time.
    """

    def __init__(self, save: Callable[[StateT], None] | None, seconds: float) -> None:
        self._write, self._seconds = save, seconds
        self._at = time.monotonic()  # when the last state was saved
        self._took = 0.0  # seconds
        self._kept = -1  # its iteration

    def save_if_due(self, engine: Stoppable, state: Callable[[], StateT]) -> None:
        """Save the state if the last one is old enough."""
        if time.monotonic() - self._at >= max(self._seconds, _SAVE_SHARE * self._took):
            self.save(engine, state)

    def save(self, engine: Stoppable, state: Callable[[], StateT]) -> None:
        """Save the state, unless it is there already or lost in an iteration that was broken off."""
        if self._write is None or not engine.usable or engine.iteration == self._kept:
            return
        start = time.monotonic()
        self._write(state())
        self._at, self._kept = time.monotonic(), engine.iteration
        self._took = self._at - start
