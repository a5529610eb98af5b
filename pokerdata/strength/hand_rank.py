"""Immediate, seven-card and effective hand rank (Zopf 2010): strength now, at the showdown, and the better of both."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import combinations_with
from pokerdata.cards.board import as_board
from pokerdata.evaluator.comparing import behind_and_tied
from pokerdata.evaluator.pot_share import pot_share
from pokerdata.preflop.ihr import preflop_ihr
from pokerdata.strength.counts import Fractions, exact_present, exact_showdowns, fractions
from pokerdata.strength.formulas import against_several, share
from pokerdata.strength.hands import Hands, as_hands
from pokerdata.strength.opponent import Opponent, as_ratios, nobody
from pokerdata.strength.preflop import Folder
from pokerdata.support.arguments import as_count


def ihr(
    holes: ArrayLike | None,
    board: ArrayLike = (),
    opponent: Opponent = None,
    opponents: int = 1,
    tables: Folder = None,
) -> Fractions:
    """Immediate hand rank, the same as hand strength HS: the share of the pot if the present board were the last.

    Against one opponent (ahead + tied/2) / all. Against ``opponents=2``, each as ``opponent`` says, the mean over their
    disjoint hands of 1, or 1/2 or 1/3 where the pot is shared, or 0. Against more, see `ihr_sampled`. Before the flop it is
    `pokerdata.preflop.preflop_ihr`. Exact; 0.1 ms a hand, 1 ms against two.

    Sources: Zopf 2010, 6.2; Billings et al. 2002.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: Empty, or 3 to 5 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        opponents: 1 or 2.
        tables: The folder of the tables; by default those of `pokerdata.open_table`. Before the flop `preflop_matchups` is
            read from it.

    Returns:
        A float for one hand, else float64 [...], NaN for combinations that the board blocks.

    Raises:
        ValueError: If an argument is invalid, or the opponents can hold no hands.
        TableError: If the table is needed and not there.
    """
    if as_count(opponents, "opponents", 1, 22, 2) > 2:
        raise ValueError(
            f"opponents: expected 1 or 2, for which hand ranks are exact, got {opponents}; for more use ihr_sampled, "
            f"e.g. ihr_sampled('Ks 2s', '7s 6c As', opponents={opponents})"
        )
    cards = as_board(board)
    hands = as_hands(holes, cards)
    if len(cards) == 0:
        ranks = np.array([preflop_ihr(hole, opponents, opponent, tables) for hole in hands.rows])
        return _shaped(hands, ranks)
    if opponents == 2:
        return _shaped(hands, _against_two(hands, cards, as_ratios(opponent)))
    counts = exact_present(holes, board, as_ratios(opponent))
    return fractions(counts, share(counts).rounded())


hs = ihr


def hs_power(
    holes: ArrayLike | None, board: ArrayLike, opponent: Opponent = None, opponents: int = 2
) -> Fractions:
    """HS**opponents, Billings' approximation of the hand strength against several opponents.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: Empty, or 3 to 5 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        opponents: 1 to 22.

    Returns:
        A float for one hand, else float64 [...], as `ihr`.

    Raises:
        ValueError: As `ihr`, and for another number of opponents.
        TableError: As `ihr`.
    """
    power = as_count(opponents, "opponents", 1, 22, 2)
    found: Fractions = against_several(ihr(holes, board, opponent), power)
    return found


def schr(
    holes: ArrayLike | None, board: ArrayLike = (), opponent: Opponent = None, tables: Folder = None
) -> Fractions:
    """Seven-card hand rank, the same as EHS by roll-out: the share of the pot at the showdown.

    It is that over all ways to deal the cards to come and one opponent's hands. Exact; the cost is that of
    `showdown_counts`. Source: Zopf 2010, 6.3.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: Empty, or 3 to 5 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        tables: The folder of the tables; by default those of `pokerdata.open_table`. Before the flop `preflop_matchups` is
            read from it where hands of one class have different weights.

    Returns:
        A float for one hand, else float64 [...], NaN for combinations that the board blocks.

    Raises:
        ValueError: If an argument is invalid, or the opponent can hold no hand beside one of ``holes``.
        TableError: If the table is needed and not there.
    """
    counts = exact_showdowns(holes, board, as_ratios(opponent), 0, tables)
    return fractions(counts, share(counts).rounded())


def ehr(
    holes: ArrayLike | None, board: ArrayLike = (), opponent: Opponent = None, tables: Folder = None
) -> Fractions:
    """Effective hand rank: the greater of `ihr` and `schr`.

    Source: Zopf 2010, 6.4.

    Args:
        holes: One hand or many, text or uint8 [..., 2]; None stands for all 1,326 combinations.
        board: Empty, or 3 to 5 cards, text or uint8 [n].
        opponent: None (every hand is equally likely), a Range, its text, or weights [1326].
        tables: The folder of the tables; by default those of `pokerdata.open_table`. Before the flop `preflop_matchups` is
            read from it.

    Returns:
        A float for one hand, else float64 [...], NaN for combinations that the board blocks.

    Raises:
        ValueError: As `ihr`.
        TableError: As `ihr`.
    """
    now, finally_ = ihr(holes, board, opponent, tables=tables), schr(holes, board, opponent, tables)
    greater = np.maximum(now, finally_)
    return greater if greater.ndim else float(greater)


def _against_two(hands: Hands, board: NDArray[np.uint8], ratios: NDArray[Any]) -> NDArray[np.float64]:
    """Of each hand, NaN where all hands were asked for and two opponents cannot hold theirs beside it."""
    values = np.empty(len(hands.rows))
    for row, hole in enumerate(hands.rows):
        beside = np.where(combinations_with([*hole, *board]), 0, ratios)
        rank = pot_share(*behind_and_tied(hole, board), beside, beside)
        if rank is None and hands.places is None:
            raise nobody(hole, 2)
        values[row] = np.nan if rank is None else float(rank)
    return values


def _shaped(hands: Hands, values: NDArray[np.float64]) -> Fractions:
    shaped = hands.shaped(values, np.nan)
    return shaped if shaped.ndim else float(shaped)
