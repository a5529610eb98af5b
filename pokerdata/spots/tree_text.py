"""The betting tree of a spot as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from pokerdata.games.betting_tree import ACTIONS, DECISION, FOLD
from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.spot_tree import SpotTree
from pokerdata.strategies.paths import find_node

_WIDTH = 79
_LEAST_GAP = 2


def tree_text(
    tree: SpotTree, names: Sequence[str], paid: tuple[int, int], dead_money: int, below: str, streets: int
) -> str:
    """The tree below a decision, a line for each action.

    Args:
        tree: The tree of a spot.
        names: Of its streets.
        paid: Chips of oop and ip at its root, as the tree counts them.
        dead_money: The other chips in the pot.
        below: Actions that lead to the decision.
        streets: How many streets to unfold.

    Raises:
        ValueError: For actions that cannot be.
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
    """A node, the chips of oop and ip there, and those of each when its street began."""

    node: int
    paid: tuple[int, int]
    start: int


class _Text:
    def __init__(self, tree: SpotTree, names: Sequence[str], dead_money: int) -> None:
        self.tree, self.names, self.dead_money = tree, names, dead_money
        self.stack = tree.rules.stack

    def ways(self, at: _Place) -> Iterator[tuple[int, _Place]]:
        """The edges of a decision, and where they lead."""
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
        """'river: pot 440, 780 left', of a decision."""
        left = "" if self.stack is None else f", {self.stack - max(at.paid):,} left"
        return f"{self.names[self.tree.street[at.node]]}: pot {self.pot(at):,}{left}"

    def pot(self, at: _Place) -> int:
        return self.dead_money + sum(at.paid)

    def follows(self, at: _Place) -> str:
        """What comes after an action that ends a street or the game."""
        kind = self.tree.kind[at.node]
        if kind == DECISION:
            return self.beginning(at)
        if kind == FOLD:  # a bet that was not called goes back
            won = self.dead_money + 2 * min(at.paid)
            return f"{PLAYERS[1 - self.tree.player[at.node]]} wins {won:,}"
        return f"showdown{', all-in' if max(at.paid) == self.stack else ''}: pot {self.pot(at):,}"

    def action(self, edge: int, at: _Place) -> str:
        """'bet 120 (60 %)', 'raise to 300 (2.5x)'."""
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
    """At most three digits behind the first that counts, without zeros at the end."""
    return f"{float(value):.3g}" if value < 1000 else f"{float(value):.0f}"
