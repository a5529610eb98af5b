"""Cards of any deck as the kernels number them."""

import re
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import RANKS, SUITS, as_array, parse_cards
from pokerdata.games.card_rules import CardRules


def deck_cards(
    cards: CardRules, hole: ArrayLike, board: ArrayLike
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Hole cards and board as uint8 arrays of numbers in the deck.

    Args:
        cards: The cards of the game.
        hole: Text such as 'Qh' ('Q' where the cards of a rank are alike; a suit may be given, and only says that
            another card of the rank is meant than one with another suit), or numbers. In a whole deck the numbers are
            those of `pokerdata.parse_cards`.
        board: As `hole`, e.g. 'Ks Td'.

    Raises:
        ValueError: If a card is not in the deck or comes too often; the message names it.
    """
    if isinstance(hole, str) and isinstance(board, str) and (found := _of_whole_deck(cards, hole, board)):
        return found
    dealt: dict[int, str] = {}  # number -> text
    # Numbers first: a text takes a card that is left.
    if isinstance(hole, str) and not isinstance(board, str):
        on_board = _numbers(cards, board, dealt)
        return _numbers(cards, hole, dealt), on_board
    held, on_board = _numbers(cards, hole, dealt), _numbers(cards, board, dealt)
    if shared := set(held.tolist()) & set(on_board.tolist()):
        free = next(number for number in range(cards.deck) if number not in dealt)
        raise ValueError(f"card: expected one that is not dealt yet, got {min(shared)} twice; e.g. {free}")
    return held, on_board


def _of_whole_deck(
    cards: CardRules, hole: str, board: str
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]] | None:
    """The same by the parser of whole decks, several times as fast; None where it is none, or something is wrong."""
    if cards.copies or cards.ranks != RANKS or cards.suits != len(SUITS):
        return None
    try:
        held, on_board = parse_cards(hole), parse_cards(board)
    except ValueError:
        return None  # told by the words of this deck
    return None if {*held.tolist()} & {*on_board.tolist()} else (held, on_board)


def card_texts(cards: CardRules, text: str) -> list[str]:
    """The text of each card, with the suits that are given; what is no card stands as it is.

    Args:
        cards: The cards of the game.
        text: Cards, as for `deck_cards`.
    """
    plain = re.sub(r"\s", "", text).replace("10", "T")
    suit = f"[{SUITS}]?" if cards.copies else "."
    return [t[0].upper() + t[1:].lower() for t in re.findall(f".{suit}|.", plain, flags=re.IGNORECASE)]


def _numbers(cards: CardRules, given: ArrayLike, dealt: dict[int, str]) -> NDArray[np.uint8]:
    if not isinstance(given, str):
        array: NDArray[Any] = as_array(given)
        if array.ndim != 1 or (
            array.size
            and (array.dtype.kind not in "iu" or not (0 <= array.min() <= array.max() < cards.deck))
        ):
            raise ValueError(
                f"cards: expected text, or whole numbers from 0 to {cards.deck - 1}, got {given!r}; e.g. [0, 4]"
            )
        dealt.update((number, "") for number in array.tolist())
        return array.astype(np.uint8)
    return np.array([_number(cards, text, dealt) for text in card_texts(cards, given)], dtype=np.uint8)


def _number(cards: CardRules, text: str, dealt: dict[int, str]) -> int:
    rank = cards.ranks.find(text[0])
    suit = SUITS[: cards.suits].find(text[1:] or "?") if cards.suits else 0
    if rank < 0 or suit < 0:
        raise ValueError(f"card: expected one of {deck_words(cards)}, got {text!r}; e.g. {_example(cards)!r}")
    first = rank * cards.per_rank
    if cards.copies:
        free = [k for k in range(cards.copies) if first + k not in dealt]
        if not free or (text[1:] and text in dealt.values()):
            raise ValueError(
                f"card: expected one that is not dealt yet, got {text!r}; e.g. {_example(cards)!r}"
            )
        suit = free[0]
    dealt[first + suit] = text
    return first + suit


def deck_words(cards: CardRules) -> str:
    """The deck in words, such as "the ranks JQK, 2 of each".

    Args:
        cards: The cards of the game.
    """
    if cards.copies:
        return f"the ranks {cards.ranks}, {cards.copies} of each"
    return f"the ranks {cards.ranks} in the suits {SUITS[: cards.suits]}"


def _example(cards: CardRules) -> str:
    return cards.ranks[-1] + ("" if cards.copies else "c")
