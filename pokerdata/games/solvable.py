"""Solvable games: a betting tree, private states with names for each street, and units of amounts."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import games as _core
from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.games.betting_tree import BettingTree
from pokerdata.games.rules import Rules

_ON = " on "
_SHOWN = 3  # names shown in a repr


@dataclass(frozen=True)
class StateNames(Sequence[str]):
    """Names of the private states of a street: "Qh on Ks Td", or "Qh" if there is no board.

    As a sequence it contains the whole names.

    Attributes:
        hands: Cards or bucket sequence of each state.
        boards: Board cards of each state, streets apart ("Ks Td"), or an empty text.

    Raises:
        ValueError: If the lengths differ.
    """

    hands: tuple[str, ...]
    boards: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.hands) != len(self.boards):
            raise ValueError(
                f"state names: expected a board for each hand, got {len(self.hands)} hands and {len(self.boards)} "
                "boards"
            )

    @staticmethod
    def of_hands(hands: Sequence[str]) -> StateNames:
        """Return names of states without boards.

        Args:
            hands: The hand of each state.
        """
        return StateNames(tuple(hands), ("",) * len(hands))

    @staticmethod
    def of_texts(texts: Sequence[str]) -> StateNames:
        """Split whole names, as tables store them.

        Args:
            texts: The name of each state, e.g. "Qh on Ks Td".
        """
        parts = [text.partition(_ON) for text in texts]
        return StateNames(tuple(hand for hand, _, _ in parts), tuple(board for _, _, board in parts))

    @overload
    def __getitem__(self, state: int) -> str: ...
    @overload
    def __getitem__(self, state: slice) -> StateNames: ...
    def __getitem__(self, state: int | slice) -> str | StateNames:
        if isinstance(state, slice):
            return StateNames(self.hands[state], self.boards[state])
        return _text(self.hands[state], self.boards[state])

    def __iter__(self) -> Iterator[str]:
        return map(_text, self.hands, self.boards)

    def __len__(self) -> int:
        return len(self.hands)

    def __repr__(self) -> str:
        return brief(self, f"{len(self):,} states: {_first(self)}")

    def _repr_html_(self) -> str:
        return html.facts({"states": len(self), "names": _first(self)})


def _text(hand: str, board: str) -> str:
    return f"{hand}{_ON}{board}" if board else hand


def _first(names: StateNames) -> str:
    """Return the first names as text: 'Ks, Qs, Js, ...'."""
    return ", ".join([*names[:_SHOWN], *["..."] * (len(names) > _SHOWN)])


class SolvableGame(ABC):
    """A two-player game that can be solved, because its private states are listed: of real cards, or of joint counts.

    Args:
        rules: The rules of the betting.
        core: The game in the kernels' format.
    """

    abstraction: str | None = None
    """The name of the card abstraction, or None if the states are the game's own."""
    boards: int | None = None
    """Number of raw boards sampled for the deals, or None if all are dealt."""

    def __init__(self, rules: Rules, core: _core.Game) -> None:
        self.rules = rules
        self.core = core

    @property
    def states(self) -> tuple[int, ...]:
        """Number of private states on each street, over all boards."""
        return tuple(self.core.states(r) for r in range(self.rules.streets))

    @property
    @abstractmethod
    def state_names(self) -> tuple[StateNames, ...]:
        """Names of the states, for each street."""

    @abstractmethod
    def parts(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Values and arrays that distinguish this game from others with the same betting."""

    @cached_property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return BettingTree(self.rules)

    @property
    def information_sets(self) -> int:
        """Number of information sets: decision nodes times the states that can be dealt there."""
        return self.core.information_sets

    @property
    def label(self) -> str:
        """Description of the game, with its abstraction."""
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


class JointCountGame(SolvableGame):
    """A two-player game from joint counts: a betting tree, and for each street how often each pair of states is dealt.

    Arrays of the right type are used in place, not copied.

    Args:
        rules: The rules of the betting.
        deals: For each street, uint64 [states, states]: the number of deals that give player 1 the row's state and
            player 2 the column's. Symmetric, with a sum below 2^63. Each street's counts are the sums over child states of
            the next street's, up to one common factor.
        wins: uint64 [states, states] of the last street: the deals that the row's state wins at showdown.
        parents: For each street after the first, int32 [states]: the state on the previous street.
        state_names: For each street, a name for each state; numbers by default.
        abstraction: The name of the card abstraction, or None if the states are the game's own. Values of an abstract
            game hold within its abstraction only.
        boards: Number of raw boards sampled for the counts, or None if they cover all boards.

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
        """Names of the states, for each street."""
        return self._state_names

    def parts(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Values (none) and arrays that distinguish this game from others with the same betting."""
        return {}, [*self.deals, self.wins, *self.parents]


def same_game(first: SolvableGame, second: SolvableGame) -> bool:
    """Return whether both are the same game, whatever their names."""
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


_TARGET = re.compile(r"\s*([0-9.]+(?:[eE][+-]?[0-9]+)?)\s*(mb|mb/g|chips?)\s*")


@dataclass(frozen=True)
class Unit:
    """A unit of chips, with its name.

    Attributes:
        chips: Number of chips in one unit.
        name: 'big blind', 'ante' or 'small blind'.
    """

    chips: int
    name: str

    @staticmethod
    def of(rules: Rules) -> Unit:
        """Return the unit of a game's results: the big blind, or the ante if there is no blind.

        Args:
            rules: The rules of the game.
        """
        return Unit(rules.unit, rules.unit_name)

    @staticmethod
    def small(rules: Rules) -> Unit:
        """Return the small blind, or the game's unit if there is none: published deviations use this unit.

        Args:
            rules: The rules of the game.
        """
        small = min(rules.blinds)
        return Unit(small, "small blind") if small else Unit.of(rules)

    @property
    def plural(self) -> str:
        """Plural of the name: 'big blinds', 'antes'."""
        return f"{self.name}s"

    @property
    def short(self) -> str:
        """Abbreviation: 'bb', 'antes'."""
        return "bb" if self.name == "big blind" else self.plural

    def __str__(self) -> str:
        return f"{self.name} of {self.chips}"

    def milli(self, chips: float) -> float:
        """Convert chips to thousandths of the unit: mb."""
        return 1000 * chips / self.chips

    def per_hundred(self, chips: float) -> float:
        """Convert chips a hand to units per 100 hands.

        Args:
            chips: Chips won a hand.
        """
        return 100 * chips / self.chips


def milliblinds(chips: float, rules: Rules) -> float:
    """Convert chips to thousandths of the big blind, or of the ante if there is no blind.

    Args:
        chips: An amount.
        rules: The rules of the game.
    """
    return Unit.of(rules).milli(chips)


def target_chips(text: str, rules: Rules) -> float:
    """Convert a target such as '1mb' (milli-blinds a game) or '0.01 chips' to chips a game.

    Args:
        text: A positive number and a unit: chips, or mb or mb/g (thousandths of the big blind, or of the ante if there is no
            blind, a game).
        rules: The rules of the game.

    Raises:
        ValueError: If the text is not in this format.
    """
    match = _TARGET.fullmatch(str(text))  # 1 has no unit
    try:
        amount = float(match[1]) if match else 0.0
    except ValueError:
        amount = 0.0
    if not match or not amount > 0:
        raise ValueError(
            f"target: expected a positive number and a unit, mb (thousandths of the {rules.unit_name} a game) or "
            f"chips, got {text!r}; e.g. '1mb' or '0.01 chips'"
        )
    return amount * rules.unit / 1000 if match[2].startswith("mb") else amount
