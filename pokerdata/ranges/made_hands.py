"""What each of the 1,326 combinations has on a board: a made hand, and draws.

docs/definitions.md defines both.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.cards import COMBINATIONS, DECK_SIZE, combinations_with
from pokerdata.evaluator import CATEGORIES, category, evaluate_boards

#: Made hands from the strongest; each combination has one.
MADE_HANDS = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "set",
    "trips",
    "two pair",
    "overpair",
    "top pair",
    "second pair",
    "weak pair",
    "ace high",
    "nothing",
)
#: Draws on the flop and the turn; a combination may have several. The last ones say how they go together.
DRAWS = (
    "flush draw",
    "open-ended straight draw",
    "double gutshot",
    "gutshot",
    "backdoor flush draw",
    "flush and straight draw",
    "no draw",
)

_RANK, _SUIT = COMBINATIONS // 4, COMBINATIONS % 4
_ACE = 12
#: Ranks of each straight from the wheel to the one with an ace on top, bool [10, 13]: the wheel has the ace below the two.
_STRAIGHTS = np.zeros((10, 13), bool)
for _low in range(10):
    _STRAIGHTS[_low, [_ACE if _low == 0 else _low - 1, *range(_low, _low + 4)]] = True


def made_hands(board: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Place in `MADE_HANDS` of each combination on a board of 3 to 5 cards, int8 [1326]; -1 where they share a card."""
    codes = evaluate_boards(board)
    found = _pairs(board)
    categories = category(codes)
    pocket = _RANK[:, 0] == _RANK[:, 1]
    on_board = np.isin(_RANK[:, 0], board // 4)
    for name in ("straight flush", "four of a kind", "full house", "flush", "straight"):
        found[categories == CATEGORIES.index(name)] = MADE_HANDS.index(name)
    three = categories == CATEGORIES.index("three of a kind")
    found[three] = MADE_HANDS.index("trips")
    found[three & pocket & on_board] = MADE_HANDS.index("set")
    found[combinations_with(board)] = -1
    return found


def _pairs(board: NDArray[np.uint8]) -> NDArray[np.int8]:
    """The same for hands below three of a kind: what pairs hold a hole card, and how high the better one stands."""
    board_ranks = np.unique(board // 4)
    first, second = _RANK.T
    pocket = first == second
    matches = np.isin(_RANK, board_ranks)
    best = np.where(matches[:, 1], second, first)  # the second card is the higher one
    above = (board_ranks > best[:, None]).sum(axis=1)  # ranks of the board above the pair
    found = np.full(len(_RANK), MADE_HANDS.index("nothing"), np.int8)
    found[second == _ACE] = MADE_HANDS.index("ace high")
    paired = pocket | matches.any(axis=1)
    found[paired] = MADE_HANDS.index("weak pair")
    found[paired & (above == 1)] = MADE_HANDS.index("second pair")
    found[paired & (above == 0)] = MADE_HANDS.index("top pair")
    found[pocket & (above == 0)] = MADE_HANDS.index("overpair")
    found[~pocket & matches.all(axis=1)] = MADE_HANDS.index("two pair")
    return found


def draws(board: NDArray[np.uint8], dead: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of `DRAWS` each combination has, bool [7, 1326]; none on the river and where it shares a card with the board."""
    found = np.zeros((len(DRAWS), len(_RANK)), bool)
    if len(board) == 5:
        return found
    possible = ~combinations_with(board)
    categories = category(evaluate_boards(board))
    flush, backdoor = _flush_draws(board, dead)
    below_flush = possible & (categories < CATEGORIES.index("flush"))
    below_straight = possible & (categories < CATEGORIES.index("straight"))
    outs, open_ended = _straight_outs(board, dead)
    rows = {
        "flush draw": below_flush & flush,
        "open-ended straight draw": below_straight & (outs >= 2) & open_ended,
        "double gutshot": below_straight & (outs >= 2) & ~open_ended,
        "gutshot": below_straight & (outs == 1),
        "backdoor flush draw": below_flush & backdoor,
    }
    rows["flush and straight draw"] = rows["flush draw"] & below_straight & (outs >= 1)
    rows["no draw"] = possible & ~np.logical_or.reduce(list(rows.values()))
    for name, has in rows.items():
        found[DRAWS.index(name)] = has
    return found


def _flush_draws(
    board: NDArray[np.uint8], dead: NDArray[np.uint8]
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Whether hands hold four cards of a suit, and on the flop just three, at least one of them in the hand, with as many
    cards of that suit left to come as it takes: bool [1326] each."""
    suits = np.arange(4)
    own = (_SUIT[:, :, None] == suits).sum(axis=1)  # [1326, 4]
    held = own + np.bincount(board % 4, minlength=4)
    left = DECK_SIZE // 4 - np.bincount(dead % 4, minlength=4) - held
    four = ((held == 4) & (own > 0) & (left >= 1)).any(axis=1)
    three = ((held == 3) & (own > 0) & (left >= 2)).any(axis=1) & (len(board) == 3)
    return four, three


def _straight_outs(
    board: NDArray[np.uint8], dead: NDArray[np.uint8]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The ranks of a next card that make a straight higher than any of the board with that card, int64 [1326]; and whether
    two of them lie at the ends of four ranks in a row, bool [1326]. A rank of which no card is left to come makes none."""
    on_board = np.isin(np.arange(13), board // 4)
    held = np.zeros((len(_RANK), 13), bool)
    np.put_along_axis(held, _RANK.astype(np.int64), True, axis=1)
    held |= on_board
    seen = np.bincount(np.concatenate([board, dead]) // 4, minlength=13)
    own = (_RANK[:, :, None] == np.arange(13)).sum(axis=1)
    left = 4 - seen - own
    makes = np.zeros((len(_RANK), 13), bool)
    for rank in range(13):
        with_rank = np.arange(13) == rank
        makes[:, rank] = (left[:, rank] > 0) & (
            _highest(held | with_rank) > _highest((on_board | with_rank)[None])
        )
    makes &= ~held  # a straight that is there is no draw
    # Four in a row are ranks low to low + 3; low is the ace, as one, in the row with the wheel's other cards.
    row = [_ACE, *range(13)]
    in_row, ends = held[:, row], makes[:, row]
    four = in_row[:, 1:-4] & in_row[:, 2:-3] & in_row[:, 3:-2] & in_row[:, 4:-1]
    open_ended = np.asarray((four & ends[:, :-5] & ends[:, 5:]).any(axis=1))
    return makes.sum(axis=1), open_ended


def _highest(held: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The highest straight among ranks [..., 13], 1 (the wheel) to 10; 0 where there is none."""
    there = np.stack([held[..., ranks].all(axis=-1) for ranks in _STRAIGHTS], axis=-1)
    return np.asarray((there * np.arange(1, 11)).max(axis=-1))
