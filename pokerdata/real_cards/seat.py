"""One seat at the table: what its player wins on real cards before the flop, from what hands are worth behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pokerdata.games import BettingTree, CardRules
from pokerdata.games.named import ALL_RANKS
from pokerdata.real_cards.flops import Flops
from pokerdata.real_cards.preflop import LEAST_OF_CLASS, Preflop, value_of_game

#: Of each combination, the place of its class among those of values behind flops.
CLASS_OF = np.searchsorted(np.unique(LEAST_OF_CLASS), LEAST_OF_CLASS)


class PrivateStates(Protocol):
    """What a player takes his hands for; `pokerdata.abstraction.card_states` gives one, and any object will do.

    Boards and hands that differ in their suits alone must have the same states.
    """

    def states(self, street: int, /) -> int:
        """Number of states on a street, 1 to 65,535.

        Args:
            street: The street, 0 preflop.
        """

    def of_board(self, board: NDArray[np.uint8], /) -> NDArray[np.uint16]:
        """States of the 1,326 combinations on a board.

        Args:
            board: uint8 [0|3|4|5], flop first.

        Returns:
            uint16 [1326].
        """


@dataclass(frozen=True, eq=False)
class Played:
    """A strategy over private states.

    Attributes:
        rows: For each street probabilities [edges of the street, states].
        states: What its player takes his hands for.
    """

    rows: Sequence[NDArray[np.floating[Any]]]
    states: PrivateStates

    @cached_property
    def core(self) -> list[NDArray[np.float32]]:
        """As the kernels take it."""
        return [np.ascontiguousarray(row, np.float32) for row in self.rows]

    @cached_property
    def preflop(self) -> NDArray[np.float64]:
        """Of each edge and combination before the flop, float64 [edges, 1326]."""
        return self.on_board(np.zeros(0, np.uint8))

    def on_board(self, board: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Of each edge of a street and each combination on a board, float64 [edges, 1326].

        What stands where a combination shares a card with the board does not matter.

        Args:
            board: uint8 [0|3|4|5], flop first.
        """
        rows = self.core[max(0, len(board) - 2)].astype(np.float64)
        states = self.states.of_board(board).astype(np.int64)
        return np.asarray(rows[:, np.minimum(states, rows.shape[1] - 1)])


def ranks_of(cards: CardRules) -> int:
    """The ranks of a deck as bits, 0 for twos.

    Args:
        cards: The cards of a game.

    Raises:
        ValueError: For cards that are not dealt as in Texas hold'em, from all four suits.
    """
    if (cards.hole, tuple(cards.board), cards.ranking, cards.suits) != (2, (0, 3, 1, 1), "five-card", 4):
        raise ValueError(
            f"cards: expected those of Texas hold'em, all suits of at least three ranks, got {cards}; e.g. TEXAS"
        )
    return sum(1 << ALL_RANKS.index(rank) for rank in cards.ranks)


class Seat:
    """What one player wins on real cards: from values behind flops to those before.

    Args:
        tree: The betting, of four streets.
        ranks: The bits of the deck's ranks, as `ranks_of` gives them.
        player: Who responds, 0 or 1.
        nodes: Where flops are dealt, in the order of values.
        opponent: What the other plays.
        own: What he plays himself; None for a best response.
    """

    def __init__(
        self,
        tree: BettingTree,
        ranks: int,
        player: int,
        nodes: Sequence[int],
        opponent: Played,
        own: Played | None = None,
    ) -> None:
        self.flops = Flops.of(ranks)
        self.tree, self.ranks, self.player, self.nodes, self.opponent = tree, ranks, player, nodes, opponent
        self._preflop = Preflop(tree, player, ranks, opponent.preflop, None if own is None else own.preflop)

    def at_flop(self, behind: NDArray[np.float64], *, drawn: bool) -> dict[int, NDArray[np.float64]]:
        """By node where flops are dealt what hands are worth, mean over the flops that two hands leave: float64 [1326].

        Args:
            behind: As `Seats.behind` gives it, for all flops of the deck or for some.
            drawn: Whether they are some, each as likely.
        """
        return self._means(behind, self._alike(len(behind)) if drawn else self.flops.orbits)

    def value(self, behind: NDArray[np.float64]) -> float:
        """Chips a game, from what hands are worth behind all flops of the deck.

        Args:
            behind: As `Seats.behind` gives it for all of them, in their order.
        """
        return value_of_game(self.hand_values(behind), self.ranks)

    def hand_values(self, behind: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each hand is worth before the flop, summed over the opponent's hands: float64 [1326].

        Args:
            behind: As for `value`.
        """
        return self._preflop.values(self._means(behind, self.flops.orbits))

    def choices(self, behind: NDArray[np.float64]) -> dict[int, NDArray[np.int64]]:
        """The best actions before the flop if it is one of some, each as likely: by node, int64 [1326].

        Args:
            behind: As `Seats.behind` gives it for these flops.
        """
        return self._preflop.choices(self._means(behind, self._alike(len(behind))))

    def value_by(self, behind: NDArray[np.float64], choices: Mapping[int, NDArray[np.int64]] | None) -> float:
        """Chips a game if the flop is one of some, each as likely.

        Args:
            behind: As `Seats.behind` gives it for these flops.
            choices: What he does before the flop; None for what is best.
        """
        means = self._means(behind, self._alike(len(behind)))
        values = self._preflop.values(means) if choices is None else self._preflop.valued(means, choices)
        return value_of_game(values, self.ranks)

    def _alike(self, count: int) -> NDArray[np.float64]:
        return np.full(count, self.flops.orbits.sum() / count)

    def _means(self, behind: NDArray[np.float64], weights: NDArray[Any]) -> dict[int, NDArray[np.float64]]:
        """By node: the mean over all flops that two hands leave, [1326]."""
        flops = comb(4 * self.ranks.bit_count() - 4, 3)
        sums = np.zeros(behind.shape[1:])
        for weight, values in zip(
            weights.tolist(), behind, strict=True
        ):  # one order for any number of threads
            sums += weight * values
        return {node: values[CLASS_OF] / flops for node, values in zip(self.nodes, sums, strict=True)}
