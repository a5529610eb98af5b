"""The public betting tree of a game."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import games as _core
from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.games.rules import Rules

#: Names of the actions; trees hold indices into them.
ACTIONS = ("fold", "check", "call", "bet", "raise")
DECISION, FOLD, SHOWDOWN = 0, 1, 2


class BettingTree:
    """The betting tree of a game, as flat, read-only arrays over its nodes and edges.

    Nodes are ordered street by street. On a street the nodes below each street root are contiguous, in depth-first
    preorder. Node ``n`` has the edges ``first_edge[n]`` to ``first_edge[n + 1] - 1`` (`edges`). The edges of a street are
    contiguous, too (`street_edges`): a strategy of the street has a row for each. Players are 0 and 1 in the arrays, and
    streets are numbered from 0.

    A showdown on an earlier street than the last follows an all-in: the rest of the board is dealt without betting.

    Args:
        rules: The rules of the betting.

    Attributes:
        kind: For each node, uint8: 0 decision, 1 fold, 2 showdown.
        street: For each node, uint8.
        player: For each node, uint8: the player that acts or has folded.
        parent: For each node, int32; -1 at the root.
        chips: For each node, int32: after a fold the chips that player 0 wins, at a showdown the chips at stake for each
            player.
        first_edge: For each node, int32, followed by the number of edges.
        action: For each edge, uint8: index into `ACTIONS`.
        to: For each edge, int32: chips that the player has in the pot after the action, over the whole hand.
        child: For each edge, int32: the node that it leads to.
        all_bets: Whether the tree has every bet and raise that the rules allow. A no-limit game with a menu seldom does.

    Raises:
        CapacityError: If the tree has more than 20 million nodes.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._adopt(_core.BettingTree(rules.core))

    def _adopt(self, core: _core.BettingTree) -> None:
        """Take over the arrays of a tree from the kernels."""
        self._core = core
        self.kind: NDArray[np.uint8] = core.kind
        self.street: NDArray[np.uint8] = core.street
        self.player: NDArray[np.uint8] = core.player
        self.parent: NDArray[np.int32] = core.parent
        self.chips: NDArray[np.int32] = core.chips
        self.first_edge: NDArray[np.int32] = core.first_edge
        self.action: NDArray[np.uint8] = core.action
        self.to: NDArray[np.int32] = core.to
        self.child: NDArray[np.int32] = core.child
        self.all_bets: bool = core.all_bets

    def __repr__(self) -> str:
        return brief(self, repr(self.rules.name), f"{self.nodes:,} nodes", f"{len(self.action):,} edges")

    def _repr_html_(self) -> str:
        streets = range(self.rules.streets)
        rows = []
        for street in streets:
            kinds = np.bincount(self.kind[self.street == street], minlength=3).tolist()
            edges = self.street_edges(street)
            rows.append([f"street {street + 1}", *(f"{n:,}" for n in (*kinds, edges.stop - edges.start))])
        head = ("", "decisions", "folds", "showdowns", "actions")
        return html.table(rows, head=head, caption=self.rules.name, notes=[f"{self.nodes:,} nodes"])

    def __reduce__(self) -> tuple[Any, ...]:
        return BettingTree, (self.rules,)

    @property
    def nodes(self) -> int:
        """Number of nodes, including terminal nodes."""
        return len(self.kind)

    @cached_property
    def street_roots(self) -> list[NDArray[np.int32]]:
        """The nodes that start each street."""
        return [np.array(roots, dtype=np.int32) for roots in self._core.street_roots]

    def decision_nodes(self, street: int) -> NDArray[np.int64]:
        """Return the decision nodes of a street, in the order of their edges.

        Args:
            street: The street, from 0.

        Returns:
            int64 [decision nodes].
        """
        return np.flatnonzero((self.kind == DECISION) & (self.street == street))

    def edges(self, node: int) -> range:
        """Return the edges of a node, in the order of its actions; none at a terminal node.

        Args:
            node: The node; 0 is the root.
        """
        return range(int(self.first_edge[node]), int(self.first_edge[node + 1]))

    def children(self, node: int) -> list[int]:
        """Return the nodes after each action.

        Args:
            node: The node; 0 is the root.
        """
        return [int(self.child[edge]) for edge in self.edges(node)]

    def street_edges(self, street: int) -> slice:
        """Return the edges of a street's decision nodes, in their order: the rows of a strategy of the street.

        Args:
            street: The street, from 0.
        """
        return self._streets[street]

    def rows(self, node: int) -> slice:
        """Return the rows of a decision node in a strategy of its street.

        Args:
            node: A decision node.
        """
        edges, first = self.edges(node), self._streets[self.street[node]].start
        return slice(edges.start - first, edges.stop - first)

    def first_rows(self, street: int) -> NDArray[np.int32]:
        """Return the first row of each decision node in a strategy of the street, followed by the number of rows.

        Args:
            street: The street, from 0.

        Returns:
            int32 [decision nodes + 1].
        """
        first, nodes = self._streets[street].start, self.decision_nodes(street)
        rows: NDArray[np.int32] = self.first_edge[np.append(nodes, nodes[-1] + 1)] - np.int32(first)
        return rows

    @cached_property
    def _streets(self) -> list[slice]:
        nodes = [self.decision_nodes(street) for street in range(self.rules.streets)]
        return [slice(int(self.first_edge[n[0]]), int(self.first_edge[n[-1] + 1])) for n in nodes]

    def actions(self, node: int) -> list[str]:
        """Return the names of the actions at a decision node, as `action_name` formats them.

        Args:
            node: A decision node.
        """
        return [self.action_name(edge) for edge in self.edges(node)]

    def action_name(self, edge: int) -> str:
        """Return the name of an edge's action: 'call', and in no-limit games 'bet 600', 'raise to 900' or 'all-in'.

        Amounts are chips of the street, including blinds but not antes. After 'bet 600' the player has put in 600 on this
        street, after 'raise to 900' 900. `to` and histories (r900) count chips over the whole hand.

        Args:
            edge: The edge, from 0.
        """
        name, to = ACTIONS[self.action[edge]], int(self.to[edge])
        if self.rules.stack is None or name not in ("bet", "raise"):
            return name
        if to == self.rules.stack:
            return "all-in"
        chips = to - int(self._paid_before[self._nodes_of_edges[edge]])
        return f"bet {chips}" if name == "bet" else f"raise to {chips}"

    @cached_property
    def _nodes_of_edges(self) -> NDArray[np.int32]:
        """The node that each edge leaves."""
        return np.repeat(np.arange(self.nodes, dtype=np.int32), np.diff(self.first_edge))

    @cached_property
    def _paid_before(self) -> NDArray[np.int32]:
        """For each node, the chips that either player had put in before its street."""
        into = np.full(self.nodes, self.rules.ante, dtype=np.int32)
        into[self.child] = self.to
        roots = np.concatenate(self.street_roots)
        return np.repeat(into[roots], np.diff(np.append(roots, self.nodes)))

    def all_in(self) -> NDArray[np.int64]:
        """Return the showdown nodes on earlier streets than the last, after which cards are dealt without betting.

        Returns:
            int64 [nodes].
        """
        return np.flatnonzero((self.kind == SHOWDOWN) & (self.street + 1 < self.rules.streets))

    def history(self, node: int) -> str:
        """Return the action sequence to a node: f, c (check or call), r (bet or raise), / between streets.

        In no-limit games r includes the player's total chips in the pot over the whole hand: r300.

        Args:
            node: The node; 0 is the root.
        """
        return self._core.history(node)
