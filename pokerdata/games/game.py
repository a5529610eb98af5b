"""Games: a betting tree, and for each street private states of the players."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import games as _core
from pokerdata.games.betting_tree import BettingTree
from pokerdata.games.rules import Rules
from pokerdata.games.state_names import StateNames
from pokerdata.support import html
from pokerdata.support.text import brief


class Game(ABC):
    """A two-player game: what is common to games of real cards and games of joint counts.

    Args:
        rules: The rules of the betting.
        core: The game as the kernels have it.
    """

    abstraction: str | None = None
    """The name of the card abstraction, or None if the states are the game's own."""
    boards: int | None = None
    """How many raw boards were drawn to deal from, or None if all are dealt."""

    def __init__(self, rules: Rules, core: _core.Game) -> None:
        self.rules = rules
        self.core = core

    @property
    def states(self) -> tuple[int, ...]:
        """Number of private states on each street, of all boards."""
        return tuple(self.core.states(r) for r in range(self.rules.streets))

    @property
    @abstractmethod
    def state_names(self) -> tuple[StateNames, ...]:
        """For each street, the names of its states."""

    @abstractmethod
    def parts(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """What tells this game from others besides its betting: values, and arrays."""

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return BettingTree(self.rules)

    @property
    def information_sets(self) -> int:
        """Decision nodes times the states that can be dealt there."""
        return self.core.information_sets

    @property
    def label(self) -> str:
        """The game in words, with its abstraction."""
        return self.rules.name if self.abstraction is None else f"{self.rules.name}, {self.abstraction}"

    def __repr__(self) -> str:
        return brief(self, repr(self.label), f"{self.information_sets:,} information sets")

    def _repr_html_(self) -> str:
        told = {
            "streets": self.rules.streets,
            "private states": self.states,
            "information sets": self.information_sets,
            "unit": f"{self.rules.unit_name} of {self.rules.unit}",
            "stack": self.rules.stack,
            "drawn boards": self.boards,
        }
        return html.facts(told, caption=self.label)


class JointCountGame(Game):
    """A two-player game: a betting tree, and for each street how often each pair of private states is dealt.

    Arrays of the right type are used in place, not copied.

    Args:
        rules: The rules of the betting.
        deals: For each street, uint64 [states, states]: the number of deals that give player 1 the row's state and
            player 2 the column's. Symmetric, with a sum below 2^63, and each street's counts are the sums over child
            states of the next street's, up to one common factor.
        wins: uint64 [states, states] of the last street: the deals that the row's state wins at showdown.
        parents: For each street after the first, int32 [states]: the state of the street before.
        state_names: For each street, a name for each state; numbers if not given.
        abstraction: The name of the card abstraction, or None if the states are the game's own. Values of an abstract
            game hold inside its own abstraction.
        boards: How many raw boards were drawn for the counts, or None if they are of all.

    Raises:
        ValueError: If the counts do not fit together.
        CapacityError: If the betting tree has more than 20 million nodes.
    """

    def __init__(
        self,
        rules: Rules,
        deals: Sequence[ArrayLike],
        wins: ArrayLike,
        parents: Sequence[ArrayLike],
        *,
        state_names: Sequence[Sequence[str]] | None = None,
        abstraction: str | None = None,
        boards: int | None = None,
    ) -> None:
        self.deals = tuple(_counts(d, f"deals of street {r + 1}") for r, d in enumerate(deals))
        self.wins = _counts(wins, "wins")
        self.parents = tuple(np.ascontiguousarray(p, dtype=np.int32) for p in parents)
        self.abstraction, self.boards = abstraction, boards
        super().__init__(
            rules, _core.Game.of_joint_counts(rules.core, list(self.deals), self.wins, list(self.parents))
        )
        if state_names is None:
            state_names = [[str(s) for s in range(n)] for n in self.states]
        self._state_names = tuple(StateNames.of_hands(names) for names in state_names)
        if tuple(len(names) for names in self._state_names) != self.states:
            raise ValueError(
                f"state names: expected one for each of the {list(self.states)} states of the streets, got "
                f"{[len(n) for n in self._state_names]} of them"
            )

    def __reduce__(self) -> tuple[Any, ...]:
        names = [list(street.hands) for street in self._state_names]
        made = partial(JointCountGame, state_names=names, abstraction=self.abstraction, boards=self.boards)
        return made, (self.rules, list(self.deals), self.wins, list(self.parents))

    @property
    def state_names(self) -> tuple[StateNames, ...]:
        """For each street, the names of its states."""
        return self._state_names

    def parts(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """What tells this game from others besides its betting: values (none), and arrays."""
        return {}, [*self.deals, self.wins, *self.parents]


def same_game(first: Game, second: Game) -> bool:
    """Whether both are the same game, whatever they are called.

    Args:
        first: A game.
        second: Another.
    """
    (cards, arrays), (others, other_arrays) = first.parts(), second.parts()
    one, two = ({**game.rules.values(), "name": ""} for game in (first, second))
    return (
        one == two
        and cards == others
        and len(arrays) == len(other_arrays)
        and all(np.array_equal(a, b) for a, b in zip(arrays, other_arrays, strict=True))
    )


def _counts(values: ArrayLike, name: str) -> NDArray[np.uint64]:
    array = np.asarray(values)
    if not np.issubdtype(array.dtype, np.integer) or (
        array.dtype.kind == "i" and array.size and array.min() < 0
    ):
        raise ValueError(f"{name}: expected whole numbers, 0 or more, got {array.dtype}; e.g. uint64")
    return np.ascontiguousarray(array, dtype=np.uint64)
