"""When the state of a run is saved, and when it is not."""

import time
from collections.abc import Callable
from typing import Protocol

from pokerdata.solvers.state import State

# Between two checkpoints pass at least so many times the seconds that one takes.
_SAVE_SHARE = 10


class Stoppable(Protocol):
    """What a run's solver says of itself."""

    @property
    def iteration(self) -> int: ...
    @property
    def usable(self) -> bool: ...


class Checkpoints:
    """Saves the states of a run by ``save``, or nothing where that is None.

    seconds: from one state to the next while the run goes on; more where saving takes over a tenth of the time.
    """

    def __init__(self, save: Callable[[State], None] | None, seconds: float) -> None:
        self._write, self._seconds = save, seconds
        self._at = time.monotonic()  # when the last state was saved
        self._took = 0.0  # seconds
        self._kept = -1  # its iteration

    def save_if_due(self, solver: Stoppable, state: Callable[[], State]) -> None:
        """Save the state if the last one is old enough."""
        if time.monotonic() - self._at >= max(self._seconds, _SAVE_SHARE * self._took):
            self.save(solver, state)

    def save(self, solver: Stoppable, state: Callable[[], State]) -> None:
        """Save the state, unless it is there already or lost in an iteration that was broken off."""
        if self._write is None or not solver.usable or solver.iteration == self._kept:
            return
        start = time.monotonic()
        self._write(state())
        self._at, self._kept = time.monotonic(), solver.iteration
        self._took = self._at - start
