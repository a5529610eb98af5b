"""Outs: the next cards that put a hand in front."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards.board import as_board, as_dead
from pokerdata.strength.hands import as_one_hand
from pokerdata.strength.opponent import Opponent, as_ratios
from pokerdata.strength.run_outs import RunOuts, run_outs


def outs(
    hole: ArrayLike, board: ArrayLike, opponent: Opponent = None, dead: ArrayLike = ""
) -> NDArray[np.uint8]:
    """The outs of a hand: the next cards after which it is ahead, if it is not ahead now.

    Ahead is a hand with HS above 1/2. Against one known hand, the outs are thus the cards that turn a hand that is behind or
    tied into the better one; against a range or any hand, those after which more opposing hands are behind than ahead.
    A hand that is ahead has none. HS is taken on the board as it is with that card, not after those that may follow. 4 ms.

    Args:
        hole: The two cards of a hand, text or uint8 [2].
        board: 3 or 4 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        dead: Cards that are not dealt, text or uint8 [n].

    Returns:
        uint8 [n], falling.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand beside ours.
    """
    cards = as_board(board, (3, 4))
    ours = as_one_hand(hole, cards, "hole")
    (found,) = run_outs(ours[None], cards, as_dead(dead, cards), as_ratios(opponent))
    if found.now.sum() == 0:
        raise ValueError(
            "opponent: he can hold none of his hands; expected some other hands too; e.g. 'QQ+,AKs'"
        )
    return outs_of(found)


def outs_of(found: RunOuts) -> NDArray[np.uint8]:
    """The outs beside the hand of ``found``; none on the river."""
    ahead, _, behind = found.now
    if found.one is None or ahead > behind:
        return np.zeros(0, np.uint8)
    ahead_then, _, behind_then = found.one.sum(axis=1).T
    cards: NDArray[np.uint8] = found.next_cards[ahead_then > behind_then][::-1]
    return cards


def chances_of(found: RunOuts, cards: NDArray[np.uint8]) -> tuple[Fraction, Fraction | None]:
    """Chance that the next card is one of these, and that one of the next two is (None but on the flop): the part of the
    deals of opposing hands and cards to come, so a card counts by the weight of the hands that it leaves the opponent."""
    assert found.one is not None
    of_one = found.one.sum(axis=(1, 2))
    one = Fraction(int(of_one[np.isin(found.next_cards, cards)].sum()), int(of_one.sum()))
    if found.two is None:
        return one, None
    of_two = found.two.sum(axis=(1, 2))
    hit = np.isin(found.pairs, cards).any(axis=1)
    return one, Fraction(int(of_two[hit].sum()), int(of_two.sum()))
