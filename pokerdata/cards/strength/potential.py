"""Hand potential (Billings et al. 2002): of one hand, and lookups in the tables of all boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._support.arguments import as_count
from pokerdata.cards import BOARD_SIZES, COMBINATION_COUNT
from pokerdata.cards.isomorphism import CANONICAL_BOARDS
from pokerdata.cards.strength.counts import Fractions, Opponent, as_ratios, exact_potential, fractions
from pokerdata.cards.strength.metrics import negative_potential, positive_potential, strength_by_potential
from pokerdata.cards.strength.strength_table import checked_boards, locate, locate_row
from pokerdata.pipeline.store import Table
from pokerdata.pipeline.store.layouts import Layout, layout_of


def ppot(
    holes: ArrayLike | None, board: ArrayLike, opponent: Opponent = None, cards: int | None = None
) -> Fractions:
    """Return PPot: the probability that a hand that is behind, or half of one that is tied, ends ahead.

    (T(B,A) + T(B,T)/2 + T(T,A)/2) / (T(B,.) + T(T,.)/2) with T the `potential_counts`; 0 if the denominator is 0.
    Source: Billings et al. 2002.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: 3 or 4 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        cards: 1 or 2 more cards; by default all cards to come.

    Returns:
        A float for one hand, else float64 [...], NaN for combos that the board blocks.

    Raises:
        ValueError: As `potential_counts`.
    """
    return _metric(lambda counts: positive_potential(counts).rounded(), holes, board, opponent, cards)


def npot(
    holes: ArrayLike | None, board: ArrayLike, opponent: Opponent = None, cards: int | None = None
) -> Fractions:
    """Return NPot: the probability that a hand that is ahead, or half of one that is tied, ends behind.

    (T(A,B) + T(A,T)/2 + T(T,B)/2) / (T(A,.) + T(T,.)/2) with T the `potential_counts`; 0 where the denominator is 0.
    Source: Billings et al. 2002.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: 3 or 4 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        cards: 1 or 2 more cards; by default all cards to come.

    Returns:
        A float for one hand, else float64 [...], NaN for combos that the board blocks.

    Raises:
        ValueError: As `potential_counts`.
    """
    return _metric(lambda counts: negative_potential(counts).rounded(), holes, board, opponent, cards)


def ehs_by_potential(
    holes: ArrayLike | None,
    board: ArrayLike,
    opponent: Opponent = None,
    kind: str = "exact",
    opponents: int = 1,
    cards: int | None = None,
) -> Fractions:
    """Return the effective hand strength by potential.

    With s = HS**opponents, ``kind="exact"`` is s*(1 - NPot) + (1 - s)*PPot and ``kind="optimistic"`` s + (1 - s)*PPot.
    Against one opponent, the exact one over all cards to come is `schr`. Source: Billings et al. 2002.

    Args:
        holes: One hand or many, text or integers [..., 2]; None stands for all 1,326 combos.
        board: 3 or 4 cards, text or integers [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        kind: "exact" or "optimistic".
        opponents: 1 to 22.
        cards: 1 or 2 more cards; by default all cards to come.

    Returns:
        A float for one hand, else float64 [...], NaN for combos that the board blocks.

    Raises:
        ValueError: As `potential_counts`; also if the kind or number of opponents is invalid.
    """
    power = as_count(opponents, "opponents", 1, 22, 2)
    return _metric(lambda counts: strength_by_potential(counts, kind, power), holes, board, opponent, cards)


def _metric(
    formula: Callable[[NDArray[Any]], NDArray[np.float64]],
    holes: ArrayLike | None,
    board: ArrayLike,
    opponent: Opponent,
    cards: int | None,
) -> Fractions:
    counts = exact_potential(holes, board, as_ratios(opponent), cards)
    return fractions(counts, formula(counts))


class PotentialTable(Table):
    """Potential of one street. Datasets are [canonical board, combo, now, finally]: ahead, tied, behind."""

    KIND = "potential"

    @property
    def street(self) -> str:
        """Name of the street: flop or turn."""
        street: str = self.attributes["street"]
        return street

    def lookup(self, holes: ArrayLike, boards: ArrayLike, cards: int | None = None) -> NDArray[Any]:
        """Return numbers of pairs of an opposing hand and a run-out, by our standing.

        It takes about 0.3 microseconds a hand.

        Args:
            holes: Integers [..., 2] or text.
            boards: Integers [..., 3|4] of this table's street or text, in any order; leading dimensions broadcast.
            cards: Number of cards in the run-out; by default all cards to come.

        Returns:
            Unsigned integers [..., 3, 3]: ahead, tied, behind now (rows) and finally (columns).

        Raises:
            ValueError: If a shape is invalid, a card is invalid or repeated, or a hole card is on the board.
        """
        dataset = self[self._dataset(cards)]
        return np.array(dataset[locate(holes, self._checked_boards(boards))])

    def row(self, board: ArrayLike, cards: int | None = None) -> NDArray[Any]:
        """Return `lookup` for all 1,326 combos on one raw board, in raw-combo order.

        Args:
            board: Integers [3|4] of this table's street or text, in any order.
            cards: As for `lookup`.

        Returns:
            Unsigned integers [1326, 3, 3]; the largest value of the dtype marks combos that share a card with the
            board.

        Raises:
            ValueError: As `lookup`.
        """
        dataset = self[self._dataset(cards)]
        where, blocked = locate_row(self._checked_boards(board))
        row = np.array(dataset[where])
        row[blocked] = np.iinfo(row.dtype).max
        return row

    def ppot(self, holes: ArrayLike, boards: ArrayLike, cards: int | None = None) -> NDArray[np.float64]:
        """Return PPot of raw hands on raw boards, float64 [...].

        Args:
            holes: As for `lookup`.
            boards: As for `lookup`.
            cards: As for `lookup`.

        Raises:
            ValueError: As `lookup`.
        """
        return positive_potential(self.lookup(holes, boards, cards)).rounded()

    def npot(self, holes: ArrayLike, boards: ArrayLike, cards: int | None = None) -> NDArray[np.float64]:
        """Return NPot of raw hands on raw boards, float64 [...].

        Args:
            holes: As for `lookup`.
            boards: As for `lookup`.
            cards: As for `lookup`.

        Raises:
            ValueError: As `lookup`.
        """
        return negative_potential(self.lookup(holes, boards, cards)).rounded()

    def ehs_by_potential(
        self,
        holes: ArrayLike,
        boards: ArrayLike,
        kind: str = "exact",
        opponents: int = 1,
        cards: int | None = None,
    ) -> NDArray[np.float64]:
        """Return EHS by potential of raw hands on raw boards, float64 [...], as `pokerdata.cards.strength.ehs_by_potential`.

        Args:
            holes: As for `lookup`.
            boards: As for `lookup`.
            kind: "exact" or "optimistic".
            opponents: 1 to 22.
            cards: As for `lookup`.

        Raises:
            ValueError: As `lookup`; also if the kind or number of opponents is invalid.
        """
        power = as_count(opponents, "opponents", 1, 22, 2)
        return strength_by_potential(self.lookup(holes, boards, cards), kind, power)

    def _dataset(self, cards: int | None) -> str:
        most = BOARD_SIZES["river"] - BOARD_SIZES[self.street]
        number = most if cards is None else as_count(cards, "cards", 1, most, most)
        return "two_cards" if number == 2 else "one_card"

    def _checked_boards(self, boards: ArrayLike) -> NDArray[np.uint8]:
        return checked_boards(self.name, BOARD_SIZES[self.street], boards)


@layout_of(PotentialTable)
def _layout(table: PotentialTable) -> Layout:
    axes = (CANONICAL_BOARDS[BOARD_SIZES[table.street]], COMBINATION_COUNT, 3, 3)
    two_cards: Layout = {"two_cards": ("<u4", axes)} if table.street == "flop" else {}
    return {"one_card": ("<u2", axes), **two_cards}
