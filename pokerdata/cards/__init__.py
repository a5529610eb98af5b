"""Cards, boards and hole cards: their integers and texts, and how many there are of each."""

from pokerdata.cards.combinations import (
    CARD_BITS,
    COMBINATION_COUNT,
    COMBINATIONS,
    combination_index,
    combinations_with,
)
from pokerdata.cards.deck import (
    BOARD_SIZES,
    DECK_SIZE,
    EXAMPLE_BOARDS,
    HEADS_UP_BOARDS,
    OPPOSING_HANDS,
    RANKS,
    STREETS,
    SUITS,
    as_array,
    as_board,
    as_cards,
    as_dead,
    format_cards,
    parse_cards,
)

__all__ = [
    "BOARD_SIZES",
    "CARD_BITS",
    "COMBINATIONS",
    "COMBINATION_COUNT",
    "DECK_SIZE",
    "EXAMPLE_BOARDS",
    "HEADS_UP_BOARDS",
    "OPPOSING_HANDS",
    "RANKS",
    "STREETS",
    "SUITS",
    "as_array",
    "as_board",
    "as_cards",
    "as_dead",
    "combination_index",
    "combinations_with",
    "format_cards",
    "parse_cards",
]
