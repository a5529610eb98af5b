"""Nodes of a betting tree by the actions that lead there."""

from pokerdata.games import BettingTree
from pokerdata.games.betting_tree import DECISION, FOLD


def find_node(tree: BettingTree, path: str) -> int:
    """The decision node after some actions.

    Args:
        tree: The betting tree.
        path: The actions, such as "cr/c" or "r300c/r900"; '/' may be left out.

    Raises:
        ValueError: For actions that cannot be, naming those there are.
    """
    node, rest = 0, path
    while rest:
        ways = steps(tree, node)
        label = max((way for way in ways if rest.startswith(way)), key=len, default=None)
        done = path[: len(path) - len(rest)]
        if label is None:
            raise ValueError(
                f"path: expected one of {', '.join(ways)} {f'after {done}' if done else 'at the start'}, got {rest}; "
                f"e.g. {done}{next(iter(ways))}"
            )
        before, node, rest = node, ways[label], rest[len(label) :]
        if tree.kind[node] != DECISION:
            raise ValueError(
                f"path: expected one that leads to a decision, got {path}: the game is over after {done}{label}, "
                f"{ending(tree, node)}; e.g. {done or next(iter(steps(tree, 0)))}"
            )
        if rest.startswith("/"):
            if tree.street[node] == tree.street[before]:
                raise ValueError(
                    f"path: expected / where a street begins, got {path}: none begins after {done}{label}; "
                    f"e.g. {done}{label}"
                )
            rest = rest[1:]
    return node


def steps(tree: BettingTree, node: int) -> dict[str, int]:
    """The children of a node by what they add to the history: 'f', 'c', 'r' or, without limits, 'r300'."""
    start = len(tree.history(node))
    return {tree.history(c)[start:].strip("/"): c for c in tree.children(node)}


def ending(tree: BettingTree, node: int) -> str:
    """What follows at a node, in words."""
    kind, chips, player = (int(a[node]) for a in (tree.kind, tree.chips, tree.player))
    if kind == DECISION:
        return f"player {player + 1} acts"
    if kind == FOLD:
        return f"player {2 - player} wins {chips_text(abs(chips))}"
    dealt = "the rest of the board, then " if tree.street[node] + 1 < tree.rules.streets else ""
    return f"{dealt}showdown for {chips_text(chips)} each"


def pot(tree: BettingTree, node: int) -> tuple[int, int]:
    """Chips in the pot at a decision node, and what the player who acts must add to call.

    Both are in the ends below: who folds now loses what he has paid, and after calls and checks alone the
    showdown is for what the other has paid.
    """
    end, fold = node, None
    while tree.kind[end] == DECISION:
        names = dict(zip(tree.actions(end), tree.children(end), strict=True))
        if end == node and "fold" in names:
            fold = abs(int(tree.chips[names["fold"]]))
        end = names["call"] if "call" in names else names["check"]
    level = int(tree.chips[end])
    paid = level if fold is None else fold
    return level + paid, level - paid


def chips_text(number: int) -> str:
    """'1 chip', '1,200 chips'."""
    return f"{number:,} chip{'s' * (number != 1)}"
