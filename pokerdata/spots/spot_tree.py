"""The betting tree of a spot, as a data structure and as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import spots as _core
from pokerdata._support.text import brief
from pokerdata.games.betting_tree import ACTIONS, DECISION, FOLD, BettingTree
from pokerdata.games.rules import Rules
from pokerdata.games.strategies.strategy_file import find_node
from pokerdata.spots.betting import PLAYERS


@dataclass(frozen=True, repr=False)
class SpotRules(Rules):
    """Rules of a spot's betting tree: player 1 is out of position, player 2 in position.

    Attributes:
        name: Name of the spot.
        first_to_act: Player 1 or 2 for each street of the spot.
        stack: Chips that each player can put in, as the tree counts them; `None` without stacks.
        big_blind: Chips of the big blind; 0 if it is unknown.
        ante: Chips that each player had put in before the first street, as the tree counts them.
    """

    name: str
    first_to_act: tuple[int, ...]
    stack: int | None = None
    big_blind: int = 0
    ante: int = 0

    @property
    def blinds(self) -> tuple[int, int]:  # type: ignore[override]
        """Always 0, because the spot starts after the blinds."""
        return 0, 0

    @property
    def caps(self) -> tuple[int, ...]:  # type: ignore[override]
        """Empty, because the tree itself limits raises."""
        return ()

    @property
    def unit(self) -> int:
        """Chips of the big blind; 0 if it is unknown."""
        return self.big_blind

    @property
    def unit_name(self) -> str:
        """Name of the unit: 'big blind'."""
        return "big blind"

    def values(self) -> dict[str, Any]:
        """Return the rules as values that TOML and JSON can hold."""
        return {key: getattr(self, key) for key in ("name", "first_to_act", "stack", "big_blind", "ante")}

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules_of, (self.values(),)

    def __repr__(self) -> str:
        streets = f"{self.streets} street{'s' * (self.streets != 1)}"
        return brief(self, repr(self.name), streets, f"stack {self.stack}" if self.stack else "limit")


class SpotTree(BettingTree):
    """The betting tree of a spot, which is that of a game with the spot's first street as its first street.

    Player 0 is out of position (OOP), player 1 in position (IP). Chips are those put in since the spot's start, or for a
    spot of a whole game over the whole hand. After an all-in, later streets may have no nodes.

    Args:
        rules: Rules of the spot.
        betting: Betting of the spot in the kernels' form. Or a whole `tree`, the `node` where the spot starts, and
            `exchange` if its players change places.

    Raises:
        ValueError: If the betting does not give a tree.
        CapacityError: If the tree has more than 20 million nodes, or more than 256 bets and raises on a street.
    """

    def __init__(self, rules: SpotRules, betting: Mapping[str, Any]) -> None:
        self.rules = rules
        self._betting = dict(betting)
        if "tree" in betting:
            whole = betting["tree"]
            self._adopt(_core.subtree(whole._core, betting["node"], betting["exchange"]))
        else:
            self._adopt(_core.spot_tree(**betting))

    def __reduce__(self) -> tuple[Any, ...]:
        return SpotTree, (self.rules, self._betting)

    @property
    def core(self) -> Any:
        """The tree in the kernels' form."""
        return self._core

    def first_rows(self, street: int) -> NDArray[np.int32]:
        """Return the first row of each decision node in a strategy of the street, then the number of rows.

        Args:
            street: Number of the street, from 0.

        Returns:
            int32 [decision nodes + 1].
        """
        if not len(self.decision_nodes(street)):
            return np.zeros(1, np.int32)
        return super().first_rows(street)

    @cached_property
    def _streets(self) -> list[slice]:
        found = []
        for street in range(self.rules.streets):
            nodes = self.decision_nodes(street)
            empty = slice(len(self.action), len(self.action))
            found.append(
                slice(int(self.first_edge[nodes[0]]), int(self.first_edge[nodes[-1] + 1]))
                if len(nodes)
                else empty
            )
        return found


def _rules_of(values: Mapping[str, Any]) -> SpotRules:
    return SpotRules(**values)


_WIDTH = 79
_LEAST_GAP = 2


def tree_text(
    tree: SpotTree, names: Sequence[str], paid: tuple[int, int], dead_money: int, below: str, streets: int
) -> str:
    """Draw the tree below a decision as text, with a line for each action.

    Args:
        tree: The tree of a spot.
        names: Names of its streets.
        paid: Chips of OOP and IP at its root, as the tree counts them.
        dead_money: The other chips in the pot.
        below: Actions that lead to the decision.
        streets: Number of streets to show.

    Raises:
        ValueError: If the actions are impossible.
    """
    try:
        node = find_node(tree, below)
    except ValueError as error:
        raise ValueError(f"below: {str(error).removeprefix('path: ')}") from None
    text = _Text(tree, names, dead_money)
    line = [node]
    while tree.parent[line[-1]] >= 0:
        line.append(int(tree.parent[line[-1]]))
    place = _Place(0, paid, tree.rules.ante)
    for child in line[-2::-1]:
        place = next(there for _, there in text.ways(place) if there.node == child)
    head = text.beginning(place)
    return "\n".join([head, *text.lines(place, 0, int(tree.street[node]) + streets - 1)])


class _Place(NamedTuple):
    """A node, the chips of OOP and IP there, and what each had put in when its street started."""

    node: int
    paid: tuple[int, int]
    start: int


class _Text:
    def __init__(self, tree: SpotTree, names: Sequence[str], dead_money: int) -> None:
        self.tree, self.names, self.dead_money = tree, names, dead_money
        self.stack = tree.rules.stack

    def ways(self, at: _Place) -> Iterator[tuple[int, _Place]]:
        """Yield the edges of a decision and the places that they lead to."""
        tree = self.tree
        for edge in tree.edges(at.node):
            to, child = int(tree.to[edge]), int(tree.child[edge])
            paid = (to, at.paid[1]) if tree.player[at.node] == 0 else (at.paid[0], to)
            begins = tree.street[child] != tree.street[at.node]
            yield edge, _Place(child, paid, max(paid) if begins else at.start)

    def lines(self, at: _Place, depth: int, last: int) -> Iterator[str]:
        who = PLAYERS[self.tree.player[at.node]]
        for edge, there in self.ways(at):
            line = "  " * depth + f"{who} {self.action(edge, at)}"
            begins = self.tree.street[there.node] != self.tree.street[at.node]
            unfolded = self.tree.kind[there.node] == DECISION and self.tree.street[there.node] <= last
            follows = "" if unfolded and not begins else self.follows(there)
            room = _WIDTH - len(line) - len(follows)
            if follows and room < _LEAST_GAP:
                yield line
                yield follows.rjust(_WIDTH)
            else:
                yield f"{line}{' ' * room}{follows}" if follows else line
            if unfolded:
                yield from self.lines(there, depth + 1, last)

    def beginning(self, at: _Place) -> str:
        """Describe a decision where a street starts: 'river: pot 440, 780 left'."""
        left = "" if self.stack is None else f", {self.stack - max(at.paid):,} left"
        return f"{self.names[self.tree.street[at.node]]}: pot {self.pot(at):,}{left}"

    def pot(self, at: _Place) -> int:
        return self.dead_money + sum(at.paid)

    def follows(self, at: _Place) -> str:
        """Describe what follows an action that ends a street or the game."""
        kind = self.tree.kind[at.node]
        if kind == DECISION:
            return self.beginning(at)
        if kind == FOLD:  # an uncalled bet is returned
            won = self.dead_money + 2 * min(at.paid)
            return f"{PLAYERS[1 - self.tree.player[at.node]]} wins {won:,}"
        return f"showdown{', all-in' if max(at.paid) == self.stack else ''}: pot {self.pot(at):,}"

    def action(self, edge: int, at: _Place) -> str:
        """Describe an action: 'bet 120 (60 %)', 'raise to 300 (2.5x)'."""
        name, to = ACTIONS[self.tree.action[edge]], int(self.tree.to[edge])
        if name not in ("bet", "raise"):
            return name
        level, all_in = max(at.paid), ", all-in" if to == self.stack else ""
        if name == "bet":
            share = Fraction(to - level, self.pot(at))
            return f"bet {to - at.start:,} ({_rounded(100 * share)} %{all_in})"
        times = Fraction(to - at.start, level - at.start)
        return f"raise to {to - at.start:,} ({_rounded(times)}x{all_in})"


def _rounded(value: Fraction) -> str:
    """Write a number with three significant digits, or as a whole number from 1,000 on."""
    return f"{float(value):.3g}" if value < 1000 else f"{float(value):.0f}"
