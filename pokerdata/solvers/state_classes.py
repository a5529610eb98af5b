"""Classes of the private states of a game, in which players play alike: card abstractions of small games."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import solvers as _core
from pokerdata.games import CardGame, Game
from pokerdata.solving.strength_cuts import cut_by_strength
from pokerdata.support import html
from pokerdata.support.arguments import as_count
from pokerdata.support.text import brief

#: Into how many a class may be cut at the most.
MOST_BUCKETS = 10**6


@dataclass(frozen=True, eq=False, repr=False)
class StateClasses:
    """Which private states of a game its players cannot tell apart.

    Attributes:
        streets: For each street int32 [states], the class of each state, from 0.
    """

    streets: tuple[NDArray[np.int32], ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """The number of classes of each street."""
        return tuple(int(street.max()) + 1 for street in self.streets)

    def __repr__(self) -> str:
        states = ", ".join(
            f"{len(s):,} states as {n:,}" for s, n in zip(self.streets, self.counts, strict=True)
        )
        return brief(self, states)

    def _repr_html_(self) -> str:
        rows = [
            (str(r + 1), str(len(s)), str(n))
            for r, (s, n) in enumerate(zip(self.streets, self.counts, strict=True))
        ]
        return html.table(rows, head=("street", "states", "classes"))


#: Classes, or for each street whole numbers [states].
Classes: TypeAlias = StateClasses | Sequence[ArrayLike]


def classes_of(game: Game, classes: Classes) -> StateClasses:
    """Classes that were given, checked, and numbered without gaps in the order of the states.

    Args:
        game: The game.
        classes: `StateClasses`, or for each street whole numbers [states].

    Raises:
        ValueError: If they are not for the states of the game.
    """
    given = classes.streets if isinstance(classes, StateClasses) else classes
    if len(given) != len(game.states):
        raise ValueError(
            f"classes: expected those of {len(game.states)} streets, got {len(given)}; e.g. the list of classes_by_name"
        )
    found = []
    for r, (street, states) in enumerate(zip(given, game.states, strict=True)):
        numbers = np.asarray(street)
        if numbers.shape != (states,) or not np.issubdtype(numbers.dtype, np.integer):
            raise ValueError(
                f"classes of street {r + 1}: expected {states:,} whole numbers, one for each state, got "
                f"{numbers.dtype} {list(numbers.shape)}; e.g. np.zeros({states}, int)"
            )
        found.append(_numbered(numbers))
    return StateClasses(tuple(found))


def classes_by_name(game: Game, name: Callable[[str], Hashable]) -> StateClasses:
    """Classes of the states that get the same name on a street.

    >>> from pokerdata.solvers import classes_by_name
    >>> classes_by_name(pokerdata.leduc(), lambda state: state.replace("Q", "J"))  # jacks and queens alike
    StateClasses(3 states as 2, 9 states as 4)

    Args:
        game: The game.
        name: Called with the name of each state, such as 'Q' or 'Q on K'.

    Raises:
        ValueError: If a name cannot be hashed.
    """
    found = []
    for names in game.state_names:
        numbers: dict[Hashable, int] = {}
        street = []
        for text in names:
            called = name(text)
            try:
                street.append(numbers.setdefault(called, len(numbers)))
            except TypeError:
                raise ValueError(
                    f"name of the class of {text!r}: expected text, numbers or tuples of them, got {called!r}; e.g. 'low'"
                ) from None
        found.append(np.array(street, np.int32))
    return StateClasses(tuple(found))


def strength_classes(game: CardGame, buckets: Sequence[int]) -> StateClasses:
    """Classes by hand strength, with perfect recall: on each street each class of the one before is cut into buckets.

    Hand strength is the part of the pot that a hand wins at showdown from a random one, over all boards to come; the
    buckets of a class hold as many deals each as states allow.

    Args:
        game: A game of real cards.
        buckets: For each street into how many each class of the street before is cut at the most.

    Raises:
        ValueError: For joint counts, and for other than a number of 1 or more for each street.
    """
    if not isinstance(game, CardGame):
        raise ValueError(f"game: expected one of real cards, got {game.label}; e.g. 'leduc'")
    if len(buckets) != len(game.states):
        raise ValueError(
            f"buckets: expected a number for each of {len(game.states)} streets, got {list(buckets)}; e.g. "
            f"{[2] * len(game.states)}"
        )
    counts = [as_count(n, "buckets", 1, MOST_BUCKETS, 2) for n in buckets]
    found: list[NDArray[np.int32]] = []
    parents = [game.core.state_parents(r) for r in range(1, len(game.states))]
    for r, (strength, deals) in enumerate(_strengths(game, parents)):
        above = np.zeros(len(strength), np.int64) if r == 0 else found[-1][parents[r - 1]].astype(np.int64)
        found.append(cut_by_strength(above, strength, deals, counts[r]).astype(np.int32))
    return StateClasses(tuple(found))


def _numbered(numbers: NDArray[np.integer]) -> NDArray[np.int32]:
    """The same classes, numbered in rising order without gaps."""
    return np.asarray(np.unique(numbers, return_inverse=True)[1], np.int32)


def _strengths(
    game: CardGame, parents: Sequence[NDArray[np.int32]]
) -> list[tuple[NDArray[np.float64], NDArray[np.float64]]]:
    """Of each street the strength of each state, rounded as equal ones differ in their last digits, and its deals."""
    terminals, last = _core.Terminals(game.core), len(game.states) - 1
    ones = np.ones((game.states[last], 1))
    won, met = terminals.showdowns(last, ones)[:, 0], terminals.folds(last, ones)[:, 0]
    found = []
    for r in range(last, -1, -1):
        found.append((np.round(won / met, 12), met))
        if r:
            states = game.states[r - 1]
            won, met = (np.bincount(parents[r - 1], x, states).astype(float) for x in (won, met))
    return found[::-1]
