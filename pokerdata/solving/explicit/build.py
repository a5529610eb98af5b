"""The protocol of games in Python, and the builder of their trees.

Any object with the methods of `ExtensiveGame` works; you need not inherit from it. ``examples/own_game.py`` is a complete
example.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias

import numpy as np

from pokerdata._support.arguments import as_count
from pokerdata.errors import CapacityError
from pokerdata.games import Game
from pokerdata.games.play import TableRules
from pokerdata.solving.explicit.poker import PokerGame
from pokerdata.solving.explicit.tree import CHANCE, TERMINAL, GameTree

#: A chance or a utility; with fractions, games of perfect information are solved exactly (`state_graph`).
Number: TypeAlias = float | Fraction


class GameState(Protocol):
    """A point of the game: what has happened so far. States are immutable; `apply` returns a new one."""

    @property
    def player(self) -> int | Literal["chance"] | None:
        """Who acts: a player, 0 to players - 1, ``"chance"``, or None if the game is over."""

    def legal_actions(self) -> Sequence[Hashable]:
        """Return the legal actions in an order that depends only on what the player knows. Called where a player acts."""

    def chance(self) -> Sequence[tuple[Hashable, Number]]:
        """Return (event, probability) of all possible events; they sum to 1. Called where chance acts."""

    def apply(self, action: Any) -> GameState:
        """Return the state after an action or a chance event.

        Args:
            action: One of `legal_actions`, or an event of `chance`.
        """

    def information_set(self) -> Hashable:
        """Return all that the acting player knows, its own earlier actions included; e.g. ``"K: check, bet"``.

        States of a player with equal values form one information set. Called where a player acts.
        """

    def returns(self) -> Sequence[Number]:
        """Return what each player wins. Called when the game is over."""


class ExtensiveGame(Protocol):
    """A finite game in extensive form.

    Attributes:
        players: Number of players, 2 or more.
    """

    @property
    def players(self) -> int: ...

    def root(self) -> GameState:
        """Return the state before anything has happened."""


_MOST_UTILITY = 1e100  # keeps sums of regrets finite over any number of iterations


def explicit_tree(
    game: ExtensiveGame | TableRules | Game | str,
    *,
    imperfect_recall: bool = False,
    max_nodes: int = 10_000_000,
) -> GameTree:
    """Return the whole tree of a small game with any number of players.

    A node needs about 300 bytes, and at least about ten microseconds of Python.

    >>> from pokerdata.solving.explicit import explicit_tree
    >>> explicit_tree("kuhn-3p")
    GameTree(3 players, 617 nodes, 48 information sets, 96 edges)

    Args:
        game: A poker game, as for `pokerdata.solving.explicit.poker.PokerGame`: a name such as "leduc", a TOML or
            ``.game`` file, or a `Game`. Or any object that follows the protocol of
            `pokerdata.solving.explicit.build`.
        imperfect_recall: Allow information sets in which a player has forgotten what it knew or did. Such a game has
            neither best responses here nor an exploitability, and CFR is not guaranteed to converge.
        max_nodes: Most nodes of the tree, below 2^31 - 1.

    Raises:
        ValueError: If the game is not well-formed; the message names the history and the rule. Reasons are chances that do
            not sum to 1, unequal actions within an information set, a player who forgets, or utilities that are not numbers
            up to 10^100. Also for fewer than 2 players, an unknown name, or an invalid file.
        CapacityError: If the tree has more than ``max_nodes`` nodes. Poker games are counted before anything is built.
    """
    max_nodes = as_count(max_nodes, "max_nodes", 1, 2**31 - 2, 10_000_000)  # nodes are numbered in 32 bits
    if isinstance(game, TableRules | Game | str):
        game = PokerGame(game)
    if isinstance(game, PokerGame):
        game.check_size(max_nodes)
    players = getattr(game, "players", None)
    if not isinstance(players, int | np.integer) or players < 2:
        raise ValueError(f"players: expected a whole number, 2 or more, got {players!r}")
    tree = _Builder(int(players), max_nodes).build(game.root())
    if not tree.perfect_recall and not imperfect_recall:
        one, two = tree.core.unlike
        s = tree.information_sets[tree.set[one]]
        raise ValueError(
            f"information set {s.key!r}: player {s.player} forgets in it what he did, as it holds both "
            f"{tree.history(one)} and {tree.history(two)}; expected his own former actions in the information set, "
            "or imperfect recall to be allowed with imperfect_recall=True"
        )
    return tree


class _Builder:
    """Builder that visits the states layer by layer."""

    def __init__(self, players: int, max_nodes: int) -> None:
        self.players = players
        self.max_nodes = max_nodes
        self.player = array("b")
        self.first_child = array("i")
        self.set = array("i")
        self.chance = array("d", [1.0])
        self.action: list[Hashable] = [None]
        self.parent = array("i", [-1])
        self.utilities = array("d")
        self.numbers: dict[tuple[int, Hashable], int] = {}
        self.actions: list[tuple[Hashable, ...]] = []

    def build(self, root: GameState) -> GameTree:
        states, layers = [root], [0]
        while states:
            layers.append(layers[-1] + len(states))
            below: list[GameState] = []
            for state in states:
                below += self._visit(state)
            states = below
        return GameTree(
            players=self.players,
            player=np.array(self.player, np.int8),
            first_child=np.append(self.first_child, len(self.action)).astype(np.int32),
            set=np.array(self.set, np.int32),
            chance=np.array(self.chance),
            utilities=np.array(self.utilities, np.float64),
            action=self.action,
            layers=layers,
            keys=[key for _, key in self.numbers],
        )

    def _visit(self, state: GameState) -> list[GameState]:
        """Add the next node and return its children."""
        node, player = len(self.player), state.player
        self.first_child.append(len(self.action))
        if player is None:
            self._add(TERMINAL)
            self._add_utilities(state.returns())
            return []
        if player == "chance":
            self._add(CHANCE)
            events = self._chance(state.chance())
        elif (
            isinstance(player, int | np.integer)
            and not isinstance(player, bool)
            and 0 <= player < self.players
        ):
            self._add(int(player), self._set(int(player), state))
            events = [(action, 1.0) for action in self.actions[self.set[-1]]]
        else:
            raise self._refusal(
                f"player is {player!r}", f"0 to {self.players - 1}, 'chance', or None at the end"
            )
        if len(self.action) + len(events) > self.max_nodes:
            raise CapacityError(
                f"the game has more than {self.max_nodes:,} nodes; allow more with max_nodes, at about 300 bytes a node"
            )
        for action, probability in events:
            self.action.append(action)
            self.chance.append(probability)
            self.parent.append(node)
        return [state.apply(action) for action, _ in events]

    def _add(self, player: int, number: int = -1) -> None:
        self.player.append(player)
        self.set.append(number)

    def _set(self, player: int, state: GameState) -> int:
        key = (player, state.information_set())
        try:
            number = self.numbers.setdefault(key, len(self.numbers))
            actions = tuple(state.legal_actions())
            distinct = len(set(actions))
        except TypeError:
            raise self._refusal(
                f"the information set {key[1]!r} or an action of it cannot be hashed",
                "text, numbers or tuples of them",
            ) from None
        if not actions or distinct != len(actions):
            raise self._refusal(
                f"the actions are {actions}", "one or more, all different, e.g. ('check', 'bet')"
            )
        if number == len(self.actions):
            self.actions.append(actions)
        elif self.actions[number] != actions:
            raise self._refusal(
                f"the actions are {actions}, elsewhere in the information set {key[1]!r} they are "
                f"{self.actions[number]}",
                "the same actions in the same order in all of an information set",
            )
        return number

    def _chance(self, events: Any) -> list[tuple[Hashable, float]]:
        example = "pairs of event and probability that sum to 1, e.g. [('heads', 0.5), ('tails', 0.5)]"
        try:
            pairs = [(event, float(probability)) for event, probability in events]
            distinct = len({event for event, _ in pairs})
        except (TypeError, ValueError):
            raise self._refusal(f"chance() is {events!r}", example) from None
        total = sum(probability for _, probability in pairs)
        if distinct != len(pairs):
            raise self._refusal(f"chance() has an event twice: {events!r}", example)
        if not pairs or not all(p >= 0 for _, p in pairs) or not abs(total - 1) <= 1e-9:
            raise self._refusal(f"the probabilities of chance sum to {total} in {events!r}", example)
        return pairs

    def _add_utilities(self, values: Any) -> None:
        try:
            numbers = [float(value) for value in values]
        except (TypeError, ValueError):
            numbers = []
        if len(numbers) != self.players or not all(abs(u) <= _MOST_UTILITY for u in numbers):
            raise self._refusal(
                f"returns() is {values!r}", f"{self.players} numbers up to 10^100, one for each player"
            )
        self.utilities.extend(numbers)

    def _refusal(self, what: str, rule: str) -> ValueError:
        """Return an error that names the node being visited."""
        history: list[Hashable] = []
        node = len(self.first_child) - 1
        while node > 0:
            history.append(self.action[node])
            node = self.parent[node]
        where = f"after {tuple(reversed(history))}" if history else "at the root"
        return ValueError(f"game {where}: {what}; expected {rule}")
