"""A strategy in words, for games small enough to read."""

from collections.abc import Iterator

import numpy as np

from pokerdata.games import BettingTree
from pokerdata.strategies.strategy_file import Solved, Strategy


def strategy_lines(solved: Solved | Strategy) -> Iterator[str]:
    """For each decision who acts and after what, then one line for each private state with its actions."""
    saved = Strategy.of(solved)
    tree = saved.tree
    for street, names in enumerate(saved.state_names):
        width = max(len(name) for name in names)
        for node in tree.decision_nodes(street).tolist():
            rows = saved.strategy[street][tree.rows(node)]
            yield f"player {tree.player[node] + 1} {_after(tree, node)}"
            for state, name in enumerate(names):
                shares = (
                    f"{action} {100 * row[state]:5.1f} %"
                    for action, row in zip(tree.actions(node), rows, strict=True)
                )
                yield f"  {name:<{width}}  {'  '.join(shares)}"


def _after(tree: BettingTree, node: int) -> str:
    """'at the start', or 'after check, bet; next street; check'."""
    words: list[str] = []
    while (parent := int(tree.parent[node])) >= 0:
        if tree.street[parent] != tree.street[node]:
            words.append("next street")
        edge = int(np.flatnonzero(tree.child == node)[0])
        words.append(tree.action_name(edge))
        node = parent
    return f"after {', '.join(reversed(words))}" if words else "at the start"
