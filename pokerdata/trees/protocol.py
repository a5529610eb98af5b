"""What a game must offer to become a tree.

Any object with these methods will do; nothing has to be inherited. ``examples/own_game.py`` writes one in full.
"""

from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias

#: A chance or a utility; with fractions, games of perfect information are solved exactly (`state_graph`).
Number: TypeAlias = float | Fraction


class GameState(Protocol):
    """A point of the game: what has happened so far. A state never changes; `child` returns another."""

    def player(self) -> int | Literal["chance"] | None:
        """Who acts: a player, 0 to players - 1, ``"chance"``, or None where the game is over."""

    def actions(self) -> Sequence[Hashable]:
        """What the player may do, in an order that depends only on what he knows. Asked where a player acts."""

    def chance(self) -> Sequence[tuple[Hashable, Number]]:
        """(event, probability) of all that may happen; they sum to 1. Asked where chance acts."""

    def child(self, action: Any) -> "GameState":
        """The state after an action or a chance event.

        Args:
            action: One of `actions`, or an event of `chance`.
        """

    def information_set(self) -> Hashable:
        """All that the acting player knows, his own former actions included; e.g. ``"K: check, bet"``.

        States of a player with equal values are one information set. Asked where a player acts.
        """

    def utilities(self) -> Sequence[Number]:
        """What each player wins. Asked where the game is over."""


class ExtensiveGame(Protocol):
    """A finite game in extensive form.

    Attributes:
        players: How many there are, 2 or more.
    """

    @property
    def players(self) -> int: ...

    def root(self) -> GameState:
        """The state before anything has happened."""
