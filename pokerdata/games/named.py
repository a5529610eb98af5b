"""Games of real cards, the rules of the built-in games, and cards as text."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import games as _core
from pokerdata.cards import RANKS, SUITS, as_array, parse_cards
from pokerdata.games.rules import CardRules, LimitRules, NoLimitRules, Rules
from pokerdata.games.solvable import SolvableGame, StateNames


class CardGame(SolvableGame):
    """A two-player game with real cards, up to the symmetries of the deck.

    Boards that differ only by a permutation of the suits count as one. So do hands that differ by a permutation that keeps
    the board: players that know only the cards play the same in all of them. The solution holds for the game with all its
    cards.

    A private state of a street is a hand on a board; the states of a board are neighbours. Its name is one of the deals that
    it stands for, "Qh on Ks Td" (streets apart).

    Args:
        rules: The rules of the betting.
        cards: The cards, and how hands rank.

    Raises:
        ValueError: If the rules are inconsistent.
        CapacityError: If there are more than 50 million hands on boards, or 20 million betting nodes.
    """

    def __init__(self, rules: Rules, cards: CardRules) -> None:
        super().__init__(rules, _core.Game.of_cards(rules.core, cards.core))
        self.cards = cards

    def __reduce__(self) -> tuple[Any, ...]:
        return CardGame, (self.rules, self.cards)

    @cached_property
    def state_names(self) -> tuple[StateNames, ...]:
        """Names of the states, for each street."""
        found, boards = [], [""]
        for r in range(self.rules.streets):
            turned = [self.cards.card_names(int(bits)) for bits in self.core.board_cards(r)]
            before = [boards[0]] * len(turned) if r == 0 else [boards[b] for b in self.core.board_parents(r)]
            boards = [f"{old} {new}".strip() for old, new in zip(before, turned, strict=True)]
            on_board = np.repeat(np.arange(len(boards)), self.core.board_states(r)).tolist()
            hands = tuple(self.cards.card_names(int(bits)) for bits in self.core.hands(r))
            found.append(StateNames(hands, tuple(boards[b] for b in on_board)))
        return tuple(found)

    def parts(self) -> tuple[dict[str, Any], list[NDArray[Any]]]:
        """Values and arrays (none) that distinguish this game from others with the same betting."""
        return self.cards.values(), []


#: Rules of Kuhn poker.
KUHN = LimitRules(name="Kuhn poker", ante=1, bets=(1,), caps=(1,), first_to_act=(1,))
#: Rules of Leduc hold'em.
LEDUC = LimitRules(name="Leduc hold'em", ante=1, bets=(2, 4), caps=(2, 2), first_to_act=(1, 1))
LEDUC_NOLIMIT = NoLimitRules(
    name="no-limit Leduc hold'em", ante=100, stacks=(1200, 1200), first_to_act=(1, 1)
)
TWELVE_CARD = LimitRules(
    name="Twelve Card poker", ante=1, bets=(2, 4, 8), caps=(2, 2, 2), first_to_act=(1, 1, 1)
)
SMALL_ISLAND = LimitRules(
    name="Small Island hold'em", ante=5, bets=(10, 20, 20), caps=(2, 2, 2), first_to_act=(1, 1, 1)
)
RHODE_ISLAND = replace(SMALL_ISLAND, name="Rhode Island hold'em", caps=(3, 3, 3))

#: Rules of heads-up limit Texas hold'em. Player 1 has the button, posts the small blind, and acts first preflop and last
#: postflop.
LIMIT_HOLDEM = LimitRules(
    name="heads-up limit Texas hold'em",
    blinds=(5, 10),
    blind_counts_as_bet=True,
    bets=(10, 10, 20, 20),
    caps=(4, 4, 4, 4),
    first_to_act=(1, 2, 2, 2),
)
NOLIMIT_HOLDEM = NoLimitRules(
    name="heads-up no-limit Texas hold'em",
    blinds=(50, 100),
    stacks=(10_000, 10_000),
    first_to_act=(1, 2, 2, 2),
)
ROYAL = replace(LIMIT_HOLDEM, name="Royal hold'em", caps=(2, 1, 1, 1))
LIMIT_FLOP = replace(LIMIT_HOLDEM, name="limit flop hold'em", bets=(10, 10), caps=(4, 4), first_to_act=(1, 2))

ALL_RANKS = "23456789TJQKA"
TEXAS = CardRules(ALL_RANKS, suits=4, hole=2, board=(0, 3, 1, 1), ranking="five-card")


def deck_cards(
    cards: CardRules, hole: ArrayLike, board: ArrayLike
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return hole cards and board as uint8 arrays of indices into the deck.

    Args:
        cards: The cards of the game.
        hole: Text such as 'Qh' ('Q' if the cards of a rank are alike), or numbers. If cards of a rank are alike, you may
            still give suits: different suits then mean different cards of the rank. In a whole deck the numbers are as in
            `pokerdata.parse_cards`.
        board: As `hole`, e.g. 'Ks Td'.

    Raises:
        ValueError: If a card is not in the deck or is used too often; the message names it.
    """
    if isinstance(hole, str) and isinstance(board, str) and (found := _of_whole_deck(cards, hole, board)):
        return found
    dealt: dict[int, str] = {}  # number -> text
    # Numbers first, because a text takes any card of its rank that is left.
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
    """Do the same with the parser for whole decks, several times as fast; None for other decks or on any error."""
    if cards.copies or cards.ranks != RANKS or cards.suits != len(SUITS):
        return None
    try:
        held, on_board = parse_cards(hole), parse_cards(board)
    except ValueError:
        return None  # the caller raises the error in terms of this deck
    return None if {*held.tolist()} & {*on_board.tolist()} else (held, on_board)


def card_texts(cards: CardRules, text: str) -> list[str]:
    """Return the text of each card, with the suits if given; text that is not a card stays as it is.

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
    """Describe the deck in words, such as "the ranks JQK, 2 of each"."""
    if cards.copies:
        return f"the ranks {cards.ranks}, {cards.copies} of each"
    return f"the ranks {cards.ranks} in the suits {SUITS[: cards.suits]}"


def _example(cards: CardRules) -> str:
    return cards.ranks[-1] + ("" if cards.copies else "c")
