"""The betting of a limit game for two as arrays, node by node."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import Betting
from pokerdata.errors import CapacityError
from pokerdata.play import GameDefinition

#: Nodes that a tree may have; that of heads-up limit Texas hold'em has 16,584.
MOST_NODES = 50_000
KINDS = "fcr"


class Layer(NamedTuple):
    """Decisions of one street that stand equally deep, are one player's, and allow the same.

    Attributes:
        nodes: int64 [n].
        player: The position that acts.
        after: For a fold, a check or call, and a bet or raise, int64 [n], the nodes that follow, all of one street; None
            where the rules have none.
    """

    nodes: NDArray[np.int64]
    player: int
    after: tuple[NDArray[np.int64] | None, ...]


class LimitTree:
    """Every betting of a limit game for two players: decisions and ends, without cards.

    Nodes are numbered in the order of a walk that goes down before it goes on, folds first, so those below node n are the
    next ones up to ``end[n]``. Some 3 microseconds a node to make; `limit_tree` keeps those of games it has made.

    Args:
        game: The rules.

    Raises:
        ValueError: For a game with more players or without limits, or whose stacks end the betting.
        CapacityError: For more nodes than `MOST_NODES`.

    Attributes:
        game: The rules.
        histories: What was done until each node, as `State.history`.
        player: int8 [nodes], the position that acts; -1 at ends.
        street: int8 [nodes], from 0.
        after: int64 [nodes, 3], the nodes after a fold, a check or call, and a bet or raise; -1 where the rules have none.
        end: int64 [nodes], the first node that is not below.
        spent: int64 [nodes, 2], chips of each position.
        folded: int8 [nodes], who gave up; -1 for nobody.
        raises: int8 [nodes, streets, 2], bets and raises on each street of each position, blinds aside.
        before: int8 [nodes, 2], the last action of each position: 0 none, 1 check, 2 call, 3 bet or raise, 4 fold.
        faced: int8 [nodes, 2], the bets to call, 0, 1 or 2 for more, at that action.
        bets_to_call: int8 [nodes], likewise for whoever acts; 0 at ends.
    """

    def __init__(self, game: GameDefinition) -> None:
        if game.players != 2 or not game.limit:
            raise ValueError(
                f"game: expected one with limits for two players, got {game.name}; e.g. find_definition('limit-holdem')"
            )
        self.game = game
        rows = _Rows(game)
        self.histories: tuple[str, ...] = tuple(rows.histories)
        self.player = np.array(rows.player, dtype=np.int8)
        self.street = np.array(rows.street, dtype=np.int8)
        self.after = np.array(rows.after, dtype=np.int64)
        self.end = np.array(rows.end, dtype=np.int64)
        self.spent = np.array(rows.spent, dtype=np.int64)
        self.folded = np.array(rows.folded, dtype=np.int8)
        self.raises = np.array(rows.raises, dtype=np.int8)
        self.before = np.array(rows.before, dtype=np.int8)
        self.faced = np.array(rows.faced, dtype=np.int8)
        self.bets_to_call = np.array(rows.bets_to_call, dtype=np.int8)
        self.node = {history: number for number, history in enumerate(self.histories)}
        #: Nodes of each street, rising.
        self.on_street = tuple(np.flatnonzero(self.street == r) for r in range(game.streets))
        #: int64 [nodes]: the place of each node among those of its street.
        self.place = np.zeros(len(self.player), dtype=np.int64)
        for nodes in self.on_street:
            self.place[nodes] = np.arange(len(nodes))
        self._depth = np.array(rows.depth, dtype=np.int64)
        self._layers: dict[tuple[int, int], tuple[Layer, ...]] = {}

    @property
    def nodes(self) -> int:
        """How many there are."""
        return len(self.player)

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        """Bool [nodes, 3]: what may be done; nothing at ends."""
        return self.after >= 0

    @cached_property
    def shown(self) -> NDArray[np.bool_]:
        """Bool [nodes]: whether the hand ends there with a showdown."""
        return (self.player < 0) & (self.folded < 0)

    def layers(self, node: int, street: int) -> tuple[Layer, ...]:
        """The decisions of a street at a node and below, the deepest first.

        Args:
            node: Where to begin.
            street: Which, from 0.
        """
        key = node, street
        if key not in self._layers:
            nodes = self.between(node, street)
            nodes = nodes[self.player[nodes] >= 0]
            after = self.after[nodes]
            ends_street = self.street[after[:, 1]] > street
            kinds = np.column_stack([-self._depth[nodes], self.player[nodes], after >= 0, ends_street])
            found = []
            for kind in np.unique(kinds, axis=0):
                at = (kinds == kind).all(1)
                legal = [after[at, k] if kind[2 + k] else None for k in range(3)]
                found.append(Layer(nodes[at], int(kind[1]), tuple(legal)))
            self._layers[key] = tuple(found)
        return self._layers[key]

    def between(self, node: int, street: int) -> NDArray[np.int64]:
        """The nodes of a street at a node and below.

        Args:
            node: Where to begin.
            street: Which, from 0.
        """
        nodes = self.on_street[street]
        low, high = np.searchsorted(nodes, [node, self.end[node]])
        return nodes[low:high]

    def at(self, history: str) -> int:
        """The node after a betting.

        Args:
            history: As `State.history`.

        Raises:
            ValueError: If the game has none such.
        """
        if history not in self.node:
            raise ValueError(f"history: expected a betting of {self.game.name}, got {history!r}; e.g. 'cr'")
        return self.node[history]


@lru_cache(maxsize=8)
def limit_tree(game: GameDefinition) -> LimitTree:
    """The tree of a game, made once.

    Args:
        game: The rules.

    Raises:
        ValueError: As `LimitTree`.
        CapacityError: As `LimitTree`.
    """
    return LimitTree(game)


class _Seen(NamedTuple):
    """What is remembered on the way down: as the attributes of the tree of the same names."""

    raises: tuple[tuple[int, int], ...]
    before: tuple[int, int]
    faced: tuple[int, int]


class _Rows:
    """The columns of a tree, as they are filled."""

    def __init__(self, game: GameDefinition) -> None:
        self.game = game
        self.histories: list[str] = []
        self.player: list[int] = []
        self.street: list[int] = []
        self.after: list[list[int]] = []
        self.end: list[int] = []
        self.spent: list[tuple[int, ...]] = []
        self.folded: list[int] = []
        self.raises: list[tuple[tuple[int, int], ...]] = []
        self.before: list[tuple[int, int]] = []
        self.faced: list[tuple[int, int]] = []
        self.bets_to_call: list[int] = []
        self.depth: list[int] = []
        none = (0, 0)
        self._walk(Betting(game.core), "", _Seen((none,) * game.streets, none, none), 0)

    def _walk(self, betting: Betting, history: str, seen: _Seen, depth: int) -> int:
        if any(betting.all_in):
            raise ValueError(
                f"game: expected stacks that no betting uses up, got {self.game.name} with {self.game.stacks}; e.g. none"
            )
        number = len(self.histories)
        if number == MOST_NODES:
            raise CapacityError(
                f"game: expected at most {MOST_NODES:,} bettings, got more in {self.game.name}; e.g. limit-holdem"
            )
        acts = -1 if betting.finished else betting.player
        street, to_call = betting.street, 0 if betting.finished else betting.to_call
        bets = 0 if to_call == 0 else 1 if to_call <= self.game.bets[street] else 2
        self.histories.append(history)
        self.player.append(acts)
        self.street.append(street)
        self.spent.append(betting.spent)
        self.folded.append(betting.folded.index(True) if any(betting.folded) else -1)
        self.raises.append(seen.raises)
        self.before.append(seen.before)
        self.faced.append(seen.faced)
        self.bets_to_call.append(bets)
        self.depth.append(depth)
        self.after.append(after := [-1, -1, -1])
        self.end.append(0)
        if acts >= 0:
            for kind, legal in enumerate((betting.may_fold, True, betting.may_raise)):
                if not legal:
                    continue
                letter = KINDS[kind]
                then = betting.after(letter, betting.least_raise) if kind == 2 else betting.after(letter)
                text = history + letter + "/" * (then.street - street)
                done = (4, 2 if to_call else 1, 3)[kind]
                after[kind] = self._walk(then, text, _seen(seen, acts, street, done, bets), depth + 1)
        self.end[number] = len(self.histories)
        return number


def _seen(seen: _Seen, acts: int, street: int, done: int, bets: int) -> _Seen:
    raises = seen.raises
    if done == 3:
        a, b = raises[street]
        raises = (*raises[:street], (a + (acts == 0), b + (acts == 1)), *raises[street + 1 :])
    before = (done, seen.before[1]) if acts == 0 else (seen.before[0], done)
    faced = (bets, seen.faced[1]) if acts == 0 else (seen.faced[0], bets)
    return _Seen(raises, before, faced)
