"""What CFR-BR on a tree is worth on the way: the values of its run, its log, and its saved state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata.solving.log import Row
from pokerdata.solving.run_state import ResumableState
from pokerdata.support import html
from pokerdata.support.text import brief
from pokerdata.trees.run_state import TreeRunState

PLAYERS = (0, 1)


@dataclass(frozen=True, repr=False)
class TreeCfrBrValues:
    """Between what bounds the least exploitable strategies of an abstraction are, in units of utility a game.

    Attributes:
        worst: What the average strategy wins as player 0 and as player 1 against whoever plays best against it in the game.
        most: What any strategy of the abstraction could win there at worst, at the most: what is best against the average
            of the opponent's responses. Where a player forgets in the abstraction, it is what is best in the game itself,
            which bounds it, too, but does not come down to it.
        current: As ``worst``, of the strategy of the next iteration.
    """

    worst: tuple[float, float]
    most: tuple[float, float]
    current: tuple[float, float]

    @property
    def numbers(self) -> tuple[float, ...]:
        """All of them, in the order of the attributes."""
        return (*self.worst, *self.most, *self.current)

    @property
    def exploitability(self) -> float:
        """How much less exploitable another strategy of the abstraction could be, at the most."""
        return sum(most - worst for worst, most in zip(self.worst, self.most, strict=True)) / 2

    def __repr__(self) -> str:
        told = (f"player {p}: {self.worst[p]:.6g}, at most {self.most[p]:.6g}" for p in PLAYERS)
        return brief(self, *told)


#: A row of the convergence log.
TreeCfrBrLogRow: TypeAlias = Row[TreeCfrBrValues]


@dataclass(frozen=True, eq=False, repr=False)
class TreeCfrBrState(ResumableState):
    """A stopped run of CFR-BR on a tree, to resume.

    Attributes:
        seats: The states of the solvers of what we play as player 0 and as player 1.
        seconds: Seconds spent in iterations.
        log: The convergence log so far.
    """

    seats: tuple[TreeRunState, TreeRunState]
    seconds: float
    log: tuple[TreeCfrBrLogRow, ...]

    @property
    def iteration(self) -> int:
        """Iterations done."""
        return self.seats[0].iteration

    def __repr__(self) -> str:
        return brief(self, f"iteration {self.iteration:,}", f"{len(self.seats[0].regrets):,} edges")

    def _repr_html_(self) -> str:
        return html.facts({"iteration": self.iteration, "seconds": self.seconds}, caption="TreeCfrBrState")

    def contents(self) -> dict[str, NDArray[Any]]:
        """All that is kept, by name."""
        found: dict[str, NDArray[Any]] = {
            f"{name}_{p}": values for p in PLAYERS for name, values in self.seats[p].contents().items()
        }
        return found | {"seconds": np.array(self.seconds), "log": _log_array(self.log)}

    @classmethod
    def of_contents(cls, arrays: Mapping[str, NDArray[Any]]) -> Self:
        """The inverse of `contents`.

        Args:
            arrays: All that is kept, by name.
        """
        one, two = (
            TreeRunState.of_contents(
                {name.removesuffix(f"_{p}"): arrays[name] for name in arrays if name.endswith(f"_{p}")}
            )
            for p in PLAYERS
        )
        if one.iteration != two.iteration:
            raise ValueError(f"seats at the same iteration, got {one.iteration} and {two.iteration}")
        return cls((one, two), float(arrays["seconds"]), _log_rows(arrays["log"]))


def _log_array(log: Sequence[TreeCfrBrLogRow]) -> NDArray[np.float64]:
    """float64 [rows, 8]: iteration, seconds, and the numbers of the values."""
    rows = [(row.iteration, row.seconds, *row.evaluation.numbers) for row in log]
    return np.array(rows, np.float64).reshape(-1, 8)


def _log_rows(array: NDArray[np.float64]) -> tuple[TreeCfrBrLogRow, ...]:
    return tuple(
        Row(int(i), float(s), TreeCfrBrValues((a, b), (c, d), (e, f)))
        for i, s, a, b, c, d, e, f in array.tolist()
    )
