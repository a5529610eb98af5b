"""The strategy of a whole game that re-solving starts from: its ranges by Bayes' rule and its actions in a spot."""

from __future__ import annotations

import os
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import spots as _core
from pokerdata._support.text import brief
from pokerdata.cards import BOARD_SIZES, as_board, combinations_with
from pokerdata.games import BettingTree, Game
from pokerdata.games.named import TEXAS
from pokerdata.games.strategies import Strategy
from pokerdata.games.strategies.strategy_file import find_node
from pokerdata.solving.real_cards.evaluation import Contestant, contestant
from pokerdata.solving.real_cards.seats import Played
from pokerdata.spots.bucketed_solver import boards_of
from pokerdata.spots.spot import Spot
from pokerdata.spots.spot_file import GameRoot, root_of, tree_of
from pokerdata.spots.spot_tree import SpotTree

_SHOWN = tuple(BOARD_SIZES.values())


class Blueprint:
    """A strategy over a card abstraction of Texas hold'em, in the form that re-solving needs.

    Args:
        strategy: What `load_strategy` returned, or a name or path for it.
        tables: Folder of strategies and bucket tables; the default is the folder of the strategy's file.

    Attributes:
        name: Name of the strategy.
        game: Game of the strategy.

    Raises:
        ValueError: If the strategy is on real cards.
        TableError: If the file is missing or not a strategy, or its bucket table is missing.
    """

    def __init__(
        self,
        strategy: Strategy | Contestant | str | os.PathLike[str],
        *,
        tables: str | os.PathLike[str] | None = None,
    ) -> None:
        found = strategy if isinstance(strategy, Contestant) else contestant(strategy, None, tables)
        self.name = found.name
        self.game = Game(found.rules, TEXAS)
        self._contestant = found

    @property
    def tree(self) -> BettingTree:
        """Betting tree of the strategy's game."""
        return tree_of(self.game)

    @cached_property
    def _played(self) -> Played:
        return self._contestant.play()

    def ranges(self, history: str, board: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the probability with which each player plays a sequence of actions, by hand.

        Hands that share a card with the board have probability 0.

        Args:
            history: Actions from the deal on; they must reach at least the flop.
            board: Cards of the street that the actions lead to, text or integers [n], flop first.

        Returns:
            float64 [1326] of the player out of position, then of the one in position.

        Raises:
            ValueError: If there is no such decision after the flop, or the board belongs to another street.
        """
        cards = as_board(board, (3, 4, 5))
        root = root_of(self.game, history, len(cards))
        tree, node = root.tree, root.node
        reach = np.ones((2, 1326))
        while tree.parent[node] >= 0:
            above = int(tree.parent[node])
            edge = next(e for e in tree.edges(above) if tree.child[e] == node)
            street = int(tree.street[above])
            played = self.probabilities(street, np.array([edge]), cards[: _SHOWN[street]])
            reach[int(tree.player[above])] *= played[0]
            node = above
        reach[:, combinations_with(cards)] = 0
        first = 1 if root.exchange else 0
        return reach[first], reach[1 - first]

    def player_at(self, history: str) -> int | None:
        """Return the player to act after some actions, 1 or 2; `None` if the betting tree has no such decision.

        Args:
            history: Actions from the deal on.
        """
        try:
            return int(self.tree.player[find_node(self.tree, history)]) + 1
        except ValueError:
            return None

    def seat_of(self, player: int, history: str, board: ArrayLike) -> int:
        """Return the seat of a player in the spot after some actions: 0 out of position, 1 in position.

        Args:
            player: Player 1 or 2 of the game.
            history: As for `ranges`.
            board: As for `ranges`.

        Raises:
            ValueError: As for `ranges`.
        """
        root = root_of(self.game, history, len(as_board(board, (3, 4, 5))))
        return (player - 1) ^ int(root.exchange)

    def fill(self, sums: NDArray[np.floating[Any]], spot: Spot, game: _core.SpotGame) -> None:
        """Write the blueprint's strategy everywhere in a spot of its game.

        Args:
            sums: Strategy sums of a solver of the spot; they are overwritten.
            spot: The spot, made with `game` and `history` and without sizes of its own.
            game: Betting and cards of the spot, in the kernels' form.

        Raises:
            ValueError: If the spot is not part of the game.
        """
        if spot.game != self.game or spot.history is None:
            raise ValueError(
                f"spot: expected one of {self.game.rules.name} with a history, got {spot!r}; e.g. "
                "Spot.of_game('limit-holdem', 'cc/cc/', ...)"
            )
        root = root_of(self.game, spot.history, len(spot.board_cards))
        edges = _edges(spot.tree, root)
        base = int(root.tree.street[root.node])
        index = _core.layout(game, sums[:0])
        for street, boards in enumerate(boards_of(spot, game)):
            here = index[index[:, 0] == street]
            for board, cards in enumerate(boards):
                rows = here[here[:, 1] == board]
                if not len(rows):
                    continue
                mine = np.concatenate([edges[spot.tree.edges(int(node))] for node in rows[:, 2]])
                played = self.probabilities(base + street, mine, cards)
                first = 0
                hands = [game.hands(street, board, player) for player in (0, 1)]
                for _, _, _, player, place, actions, count, stride in rows.tolist():
                    for a in range(actions):
                        begin = place + a * stride
                        sums[begin : begin + count] = played[first + a, hands[player]]
                    first += actions

    def buckets(self, board: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the abstraction's state of each combo on a board, int64 [1326]; entries of blocked combos are arbitrary.

        Args:
            board: uint8 [0|3|4|5], flop first.
        """
        return self._played.states.of_board(board).astype(np.int64)

    def probabilities(
        self, street: int, edges: NDArray[np.int64], board: NDArray[np.uint8]
    ) -> NDArray[np.float32]:
        """Return how often each hand takes some actions of a street; entries of blocked hands are arbitrary.

        Args:
            street: Number of the street, from 0.
            edges: Edges of `tree`, int64 [edges].
            board: uint8 [0|3|4|5] of that street, flop first.

        Returns:
            float32 [edges, 1326].
        """
        rows = self._played.core[street]
        states = np.minimum(self._played.states.of_board(board).astype(np.int64), rows.shape[1] - 1)
        return np.asarray(rows[np.ix_(edges - self.tree.street_edges(street).start, states)])

    def __repr__(self) -> str:
        return brief(self, self.name, self.game.rules.name)


def _edges(tree: SpotTree, root: GameRoot) -> NDArray[np.int64]:
    """Return, for each edge of a spot's tree, the edge of the whole game."""
    whole = root.tree
    nodes = np.zeros(len(tree.kind), np.int64)
    nodes[0] = root.node
    edges = np.zeros(len(tree.child), np.int64)
    for node in range(len(tree.kind)):
        mine = tree.edges(node)
        theirs = np.arange(len(mine)) + whole.edges(int(nodes[node])).start
        edges[mine.start : mine.stop] = theirs
        nodes[tree.child[mine.start : mine.stop]] = whole.child[theirs]
    return edges
