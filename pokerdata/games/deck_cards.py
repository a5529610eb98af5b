"""Cards of any deck as the kernels number them."""

import re
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import as_array
from pokerdata.games.card_rules import CardRules

_SUITS = "cdhs"


def deck_cards(
    cards: CardRules, hole: ArrayLike, board: ArrayLike
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Hole cards and board as uint8 arrays of numbers in the deck.

    Args:
        cards: The cards of the game.
        hole: Text such as 'Qh' ('Q' where the cards of a rank are alike; suits are then left out of account), or
            numbers. In a whole deck the numbers are those of `pokerdata.parse_cards`.
        board: As `hole`, e.g. 'Ks Td'.

    Raises:
        ValueError: If a card is not in the deck or comes too often; the message names it.
    """
    dealt: dict[int, int] = {}
    return _numbers(cards, hole, dealt), _numbers(cards, board, dealt)


def _numbers(cards: CardRules, given: ArrayLike, dealt: dict[int, int]) -> NDArray[np.uint8]:
    if not isinstance(given, str):
        array: NDArray[Any] = as_array(given)
        if array.ndim != 1 or (
            array.size
            and (array.dtype.kind not in "iu" or not (0 <= array.min() <= array.max() < cards.deck))
        ):
            raise ValueError(
                f"cards: expected text, or whole numbers from 0 to {cards.deck - 1}, got {given!r}; e.g. [0, 4]"
            )
        return array.astype(np.uint8)
    text = given.replace(" ", "").replace("10", "T")
    if cards.copies:
        text = re.sub(rf"([{cards.ranks}])[{_SUITS}]", r"\1", text, flags=re.IGNORECASE)
    width = 1 if cards.copies else 2
    return np.array(
        [_number(cards, text[i : i + width], dealt) for i in range(0, len(text), width)], dtype=np.uint8
    )


def _number(cards: CardRules, text: str, dealt: dict[int, int]) -> int:
    rank = cards.ranks.find(text[0].upper())
    suit = dealt.get(rank, 0) if cards.copies else _SUITS[: cards.suits].find(text[1:].lower() or "?")
    if rank < 0 or not 0 <= suit < cards.per_rank:
        example = cards.ranks[-1] + ("" if cards.copies else "c")
        raise ValueError(
            f"card: expected one of the deck that is not dealt yet, got {text!r}; e.g. {example!r}"
        )
    dealt[rank] = suit + 1
    return rank * cards.per_rank + suit
