"""Many hands on one board or several, as the kernels number their cards."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.games import CardRules
from pokerdata.games.deck_cards import deck_cards


def numbered_hands(
    cards: CardRules, holes: ArrayLike | Sequence[ArrayLike], boards: ArrayLike | Sequence[ArrayLike]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Hole cards uint8 [hands, n] and boards [hands or 1, n].

    Args:
        cards: Of the game.
        holes: A list of hands, each as `deck_cards` takes one, or an array of numbers [hands, n].
        boards: One for all, or a list of boards or an array [hands, n].

    Raises:
        ValueError: For anything else.
    """
    if isinstance(holes, np.ndarray) and holes.dtype.kind in "iu":
        if holes.ndim != 2 or not len(holes):
            raise ValueError(
                f"holes: expected an array of shape (hands, {cards.hole}), got {holes.shape}; e.g. a row for each hand"
            )
        hands = deck_cards(cards, holes.ravel(), "")[0].reshape(holes.shape)
        each = _each_board(boards)
        if each is None:
            one: Any = boards
            return hands, deck_cards(cards, "", one)[1][None]
        _check_number(len(each), len(hands))
        return hands, _rows([deck_cards(cards, "", board)[1] for board in each])
    if isinstance(holes, str) or not isinstance(holes, Sequence) or not holes:
        raise ValueError(
            f"holes: expected a list of hands or an array of numbers, got {holes!r}; e.g. ['AhKh', 'QsQd']"
        )
    each = _each_board(boards)
    if each is not None:
        _check_number(len(each), len(holes))
    on: Sequence[Any] = [boards] * len(holes) if each is None else each
    pairs = [deck_cards(cards, hole, board) for hole, board in zip(holes, on, strict=True)]
    return _rows([hole for hole, _ in pairs]), _rows([board for _, board in pairs])


def _each_board(boards: ArrayLike | Sequence[ArrayLike]) -> Sequence[Any] | None:
    """The boards of a list or an array of them; None for a single one."""
    if isinstance(boards, np.ndarray):
        return list(boards) if boards.ndim == 2 else None
    if isinstance(boards, str) or not isinstance(boards, Sequence) or not boards:
        return None
    found: Sequence[Any] = boards
    return found if isinstance(found[0], str) or np.ndim(found[0]) else None


def _check_number(boards: int, hands: int) -> None:
    if boards != hands:
        raise ValueError(
            f"boards: expected one for all or one for each of the {hands} hands, got {boards}; e.g. 'Ks7d2c'"
        )


def _rows(found: list[NDArray[np.uint8]]) -> NDArray[np.uint8]:
    if len({len(row) for row in found}) > 1:
        raise ValueError(
            "cards: expected as many for each hand, got different numbers; e.g. ['AhKh', 'QsQd']"
        )
    return np.array(found, dtype=np.uint8).reshape(len(found), -1)
