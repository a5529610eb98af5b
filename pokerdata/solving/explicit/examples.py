"""Matrix games as explicit trees, and rule-of-thumb strategies for poker."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support import html
from pokerdata._support.text import brief
from pokerdata.solving.explicit.tree import GameTree, InformationSet


class MatrixGame:
    """A game in normal form. In its tree the players move in turn, and nobody sees the others' moves.

    Args:
        *utilities: For each player an array with one axis per player, e.g. two matrices [rows, columns]. Or a single
            matrix: what player 0 wins from player 1.

    Raises:
        ValueError: If the arrays have unequal shapes, or their number of axes differs from the number of players.
    """

    def __init__(self, *utilities: ArrayLike) -> None:
        arrays = [np.asarray(u, dtype=np.float64) for u in utilities]
        if len(arrays) == 1:
            arrays.append(-arrays[0])
        shapes = [a.shape for a in arrays]
        if len(set(shapes)) != 1 or len(shapes[0]) != len(arrays) or 0 in shapes[0]:
            raise ValueError(
                f"utilities: expected one array for each player with an axis for each player, got shapes {shapes}; "
                "e.g. [[1, -1], [-1, 1]] for two players who share 0"
            )
        self.players = len(arrays)
        self.payoffs: NDArray[np.float64] = np.stack(arrays, axis=-1)

    def __repr__(self) -> str:
        return brief(self, f"{self.players} players", " x ".join(map(str, self.payoffs.shape[:-1])))

    def _repr_html_(self) -> str:
        if self.players != 2:
            return html.facts(
                {"players": self.players, "actions": self.payoffs.shape[:-1]}, caption="MatrixGame"
            )
        rows = [
            [f"row {r}", *(", ".join(f"{u:g}" for u in cell) for cell in line)]
            for r, line in enumerate(self.payoffs)
        ]
        head = ["", *(f"column {c}" for c in range(self.payoffs.shape[1]))]
        return html.table(rows, head=head, caption="MatrixGame")

    def root(self) -> MatrixState:
        return MatrixState(self, ())


@dataclass(frozen=True)
class MatrixState:
    """The moves made so far in a matrix game.

    Attributes:
        moves: The rows, columns, ... chosen.
    """

    game: MatrixGame
    moves: tuple[int, ...]

    @property
    def player(self) -> int | None:
        return len(self.moves) if len(self.moves) < self.game.players else None

    def legal_actions(self) -> list[int]:
        return list(range(self.game.payoffs.shape[len(self.moves)]))

    def chance(self) -> list[tuple[Any, float]]:
        return []  # never called: chance has no move

    def apply(self, action: int) -> MatrixState:
        return MatrixState(self.game, (*self.moves, action))

    def information_set(self) -> str:
        return f"player {len(self.moves)}"

    def returns(self) -> list[float]:
        values: list[float] = self.game.payoffs[self.moves].tolist()
        return values


PAIR = "pair"


def rule_of_thumb(tree: GameTree, *, bets: Collection[str], calls: Collection[str]) -> NDArray[np.float64]:
    """Return strategies that bet and raise with some hands, call with some, and otherwise check or fold.

    Where no bet or raise is legal, they call with the hands in ``bets``. With ``bets=()`` and all hands in ``calls`` they
    always call.

    Args:
        tree: Tree of a game with one hole card in which suits do not matter, such as `explicit_tree("leduc")`.
        bets: Ranks such as ``"K"``, and ``"pair"`` for a hole card that pairs the board, whatever its rank.
        calls: Ranks to call with, in the same form.

    Returns:
        Float64 [edges], of both players.

    Raises:
        ValueError: If the game's information sets do not begin with a card.
    """

    def choose(one: InformationSet) -> list[float]:
        cards, colon, _ = str(one.key).partition(":")
        if not colon or not cards:
            raise ValueError(
                f"tree: expected information sets that begin with a card and a colon, got {one.key!r}; e.g. 'K: ', of "
                "explicit_tree('kuhn')"
            )
        hand = PAIR if cards[0] in cards.partition(" on ")[2] else cards[0]
        wanted = ["raise", "bet"] if hand in bets else []
        if hand in bets or hand in calls:
            wanted.append("call")
        best = next(action for action in (*wanted, "check", "fold") if action in one.actions)
        return [float(action == best) for action in one.actions]

    return tree.strategy_of(choose)


__all__ = ["MatrixGame", "rule_of_thumb"]
