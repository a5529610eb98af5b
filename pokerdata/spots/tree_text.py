"""The betting tree of a spot as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

import numpy as np

from pokerdata.games.betting_tree import ACTIONS, DECISION, FOLD
from pokerdata.spots.menus import PLAYERS
from pokerdata.spots.spot_tree import SpotTree
from pokerdata.strategies.paths import find_node

_WIDTH = 79
_LEAST_GAP = 2


def tree_text(
    tree: SpotTree, names: Sequence[str], paid: tuple[int, int], dead_money: int, after: str, streets: int
) -> str:
    """The tree below a decision, a line for each action.

    Args:
        tree: The tree of a spot.
        names: Of its streets.
        paid: Chips of oop and ip at its root, as the tree counts them.
        dead_money: The other chips in the pot.
        after: Actions that lead to the decision.
        streets: How many streets to unfold.

    Raises:
        ValueError: For actions that cannot be.
    """
    walker = _Walker(tree, names, paid, dead_money)
    node = find_node(tree, after)
    last = int(tree.street[node]) + streets - 1
    head = walker.beginning(node)
    return "\n".join([head, *walker.lines(node, 0, last)])


class _Walker:
    def __init__(self, tree: SpotTree, names: Sequence[str], paid: tuple[int, int], dead_money: int) -> None:
        self.tree, self.names, self.dead_money = tree, names, dead_money
        # Chips of both players at each node, before and after its street began.
        self.paid = np.zeros((self.tree.nodes, 2), np.int64)
        self.start = np.zeros(self.tree.nodes, np.int64)
        self.paid[0] = paid
        self.start[0] = self.tree.rules.ante
        for street in range(self.tree.rules.streets):
            for node in np.flatnonzero((self.tree.street == street) & (self.tree.kind == DECISION)).tolist():
                for edge in self.tree.edges(node):
                    child = int(self.tree.child[edge])
                    self.paid[child] = self.paid[node]
                    self.paid[child, self.tree.player[node]] = self.tree.to[edge]
                    begins = self.tree.street[child] != street
                    self.start[child] = self.paid[child].max() if begins else self.start[node]

    def beginning(self, node: int) -> str:
        """'river: pot 440, 780 left', of a decision."""
        street = self.names[self.tree.street[node]]
        return f"{street}: pot {self.pot(node):,}{self.left(node)}"

    def pot(self, node: int) -> int:
        return self.dead_money + int(self.paid[node].sum())

    def left(self, node: int) -> str:
        stack = self.tree.rules.stack
        return "" if stack is None else f", {stack - int(self.paid[node].max()):,} left"

    def lines(self, node: int, depth: int, last: int) -> Iterator[str]:
        who = PLAYERS[self.tree.player[node]]
        for edge in self.tree.edges(node):
            child = int(self.tree.child[edge])
            line = "  " * depth + f"{who} {self.action(node, edge)}"
            unfolded = self.tree.kind[child] == DECISION and self.tree.street[child] <= last
            follows = "" if unfolded and not self.tree_begins(child) else self.follows(child)
            room = _WIDTH - len(line) - len(follows)
            if follows and room < _LEAST_GAP:
                yield line
                yield follows.rjust(_WIDTH)
            else:
                yield f"{line}{' ' * room}{follows}" if follows else line
            if unfolded:
                yield from self.lines(child, depth + 1, last)

    def tree_begins(self, node: int) -> bool:
        return bool(self.tree.street[node] != self.tree.street[self.tree.parent[node]])

    def follows(self, node: int) -> str:
        """What comes after an action that ends a street or the game."""
        kind = self.tree.kind[node]
        if kind == DECISION:
            return self.beginning(node)
        if kind == FOLD:
            return f"{PLAYERS[1 - self.tree.player[node]]} wins {self.won(node):,}"
        stack = self.tree.rules.stack
        all_in = stack is not None and int(self.paid[node].max()) == stack
        return f"showdown{', all-in' if all_in else ''}: pot {self.pot(node):,}"

    def won(self, node: int) -> int:
        """The pot that a fold gives away, without what was not called."""
        return self.dead_money + 2 * int(self.paid[node].min())

    def action(self, node: int, edge: int) -> str:
        """'bet 120 (60 %)', 'raise to 300 (2.5x)'."""
        name, to = ACTIONS[self.tree.action[edge]], int(self.tree.to[edge])
        if name not in ("bet", "raise"):
            return name
        level, start = int(self.paid[node].max()), int(self.start[node])
        all_in = ", all-in" if to == self.tree.rules.stack else ""
        if name == "bet":
            share = Fraction(to - level, self.pot(node))
            return f"bet {to - start:,} ({_rounded(100 * share)} %{all_in})"
        times = Fraction(to - start, level - start)
        return f"raise to {to - start:,} ({_rounded(times)}x{all_in})"


def _rounded(value: Fraction) -> str:
    """At most three digits behind the first that counts, without zeros at the end."""
    return f"{float(value):.3g}" if value < 1000 else f"{float(value):.0f}"
