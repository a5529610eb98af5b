"""The four streets: the cards on their boards, and how many hands and boards the known cards leave."""

from math import comb

from pokerdata.cards.deck import DECK_SIZE

#: Cards on the board of each street.
BOARD_SIZES = {"preflop": 0, "flop": 3, "turn": 4, "river": 5}
#: Names of the streets, in order.
STREETS = tuple(BOARD_SIZES)
#: Hands that our hand and the board of each street leave to an opponent: 1,225, 1,081, 1,035 and 990.
OPPOSING_HANDS = {street: comb(DECK_SIZE - 2 - size, 2) for street, size in BOARD_SIZES.items()}
#: Boards that two known hands leave: 1,712,304.
HEADS_UP_BOARDS = comb(DECK_SIZE - 4, BOARD_SIZES["river"])
