"""Map real boards and hands in any suits to the states of a strategy, and to its card abstraction."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core.abstraction import CardStates
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.abstraction.kinds import BUCKET_TABLES
from pokerdata.cards import COMBINATIONS, STREETS, combinations_with
from pokerdata.errors import TableError
from pokerdata.games import CardRules
from pokerdata.games.named import TEXAS, card_texts, deck_cards, deck_words
from pokerdata.games.strategies.strategy_file import Strategy
from pokerdata.pipeline.store import open_table


def bucket_table(saved: Strategy, tables: str | os.PathLike[str] | None = None) -> BucketTable:
    """Return the table NAME_buckets of a strategy over a card abstraction.

    Args:
        saved: The strategy.
        tables: The folder of the table; by default the folder of the strategy's file.

    Raises:
        TableError: If the table is missing.
    """
    folder = tables if tables is not None or saved.path is None else saved.path.parent
    return open_table(f"{saved.abstraction}_buckets", folder, *BUCKET_TABLES)


def states_of(saved: Strategy, table: BucketTable) -> CardStates:
    """Return the lookups that agents use to play a strategy, from its table NAME_buckets; takes 0.5 s.

    Args:
        saved: The strategy.
        table: Its table NAME_buckets.

    Raises:
        TableError: If the strategy was made from another table.
    """
    for key, digest in saved.buckets.items():
        if table.digests.get(key.removeprefix(f"{table.name}.")) != digest:
            raise TableError(
                f"{saved.path} was made from another {table.name} than {table.path}: expected both from one "
                "`pokerdata make`, or the right folder with --tables"
            )
    return table.states()


T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Hands:
    """Hands on a board that a strategy distinguishes, or all hands in Texas hold'em, the best cards first.

    Attributes:
        names: Hands as text, in the suits of the given board.
        alike: For each hand all hands that it stands for, including itself.
        cards: uint8 [hands, hole cards], in the deck of `CardRules`.
        counts: int64 [hands], number of hands of the deck that each stands for.
        states: For each street so far int64 [hands], columns of the strategy.
    """

    names: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...]
    cards: NDArray[np.uint8]
    counts: NDArray[np.int64]
    states: tuple[NDArray[np.int64], ...]


class RealCards(ABC):
    """Lookups of boards and hands for one strategy. Made by `real_cards`.

    Cards are numbers in the deck of `CardRules`.

    Args:
        saved: The strategy.
        cards: Cards of its game.
    """

    def __init__(self, saved: Strategy, cards: CardRules) -> None:
        self.saved, self.cards = saved, cards

    @abstractmethod
    def hands(self, board: Sequence[int]) -> Hands:
        """Return the hands on a board of any street.

        Args:
            board: Cards of the board.
        """

    @abstractmethod
    def exchanged(self, board: Sequence[int]) -> str:
        """Return the board as the strategy names it, if suits had to be exchanged for that; else an empty text.

        Args:
            board: Cards of the board.
        """

    @abstractmethod
    def hand_words(self, hand: Sequence[int], board: Sequence[int]) -> str:
        """Describe the strategy's state for a hand; an empty text if the state is the hand itself.

        Args:
            hand: Cards of the hand.
            board: Cards of the board.
        """

    @abstractmethod
    def boards_after(self, street: int, board: Sequence[int]) -> list[str]:
        """Return the boards of a street that extend a board, up to suits; none if there are too many.

        Args:
            street: Index from 0.
            board: Cards of the previous street's board.
        """

    def board(self, board: ArrayLike) -> tuple[int, ...]:
        """Return a board of any street as card numbers, each street's highest first.

        Args:
            board: Cards as text or numbers, in any suits.

        Raises:
            ValueError: If it is not a board; the message says what is expected.
        """
        sizes = list(dict.fromkeys(np.cumsum(self.cards.board).tolist()))
        return self._board(board, sizes, " or ".join(map(str, sizes)) + " different cards", sizes[-1])

    def board_on(self, street: int, board: ArrayLike) -> tuple[int, ...]:
        """Return the board of a street, as `board` returns it.

        Args:
            street: Index from 0.
            board: Cards as text or numbers, in any suits.

        Raises:
            ValueError: If it is not a board of the street; the message says how many cards are expected.
        """
        wanted = self.cards_in_all(street)
        cards = f"{wanted} card{'s' * (wanted != 1)}" if wanted else "none"
        return self._board(board, [wanted], f"{cards} on {self.street_name(street)}", wanted)

    def _board(self, board: ArrayLike, sizes: Sequence[int], expected: str, example: int) -> tuple[int, ...]:
        shown = f"; e.g. {self.example_board(example)}" if example else ""
        try:
            dealt = deck_cards(self.cards, "", board)[1].tolist()
        except ValueError:
            deck = f" of {deck_words(self.cards)}" if example else ""
            raise ValueError(f"board: expected {expected}{deck}, got {board!s}{shown}") from None
        if len(dealt) not in sizes or len(set(dealt)) < len(dealt):
            got = board if isinstance(board, str) else self.text(dealt)
            raise ValueError(f"board: expected {expected}, got {got or 'none'}{shown}")
        return tuple(c for group in self._groups(dealt) for c in sorted(group, reverse=True))

    def board_as_given(self, board: ArrayLike) -> str:
        """Return a board as text, streets apart, each street's highest card first.

        If the cards of a rank are alike, it keeps the given suits, so that a hand can be told apart from it.

        Args:
            board: A board that `board` accepts.
        """
        if self.cards.suits or not isinstance(board, str):
            return self.board_text(self.board(board))
        groups = self._groups(card_texts(self.cards, board))
        falling = [sorted(group, key=lambda text: -self.cards.ranks.find(text[0])) for group in groups]
        return " ".join("".join(group) for group in falling if group)

    def hand(self, hand: ArrayLike, board: ArrayLike) -> tuple[int, ...]:
        """Return a hand as card numbers, the highest first.

        Args:
            hand: Cards as text or numbers.
            board: Cards of the board, which the hand cannot contain.

        Raises:
            ValueError: If it is not a hand on the board; the message says what is expected.
        """
        on = deck_cards(self.cards, board, "")[0].tolist()
        found = self._numbers(hand, board)
        if len(found) != self.cards.hole or len({*found, *on}) < len(found) + len(on):
            free = [c for c in reversed(range(self.cards.deck)) if c not in on][: self.cards.hole]
            wanted = f"{self.cards.hole} card{'s' * (self.cards.hole > 1)}"
            known = len(self._numbers(hand, "")) == self.cards.hole
            rule = "that the board does not show" if known else f"of {deck_words(self.cards)}"
            got = hand if isinstance(hand, str) else self.text(found) or str(hand)
            raise ValueError(f"hand: expected {wanted} {rule}, got {got}; e.g. {self.text(free)}")
        return tuple(sorted(found, reverse=True))

    def _numbers(self, hand: ArrayLike, board: ArrayLike) -> list[int]:
        """Return the cards of a hand; none if they are not in the deck, or on the board."""
        try:
            numbers: list[int] = deck_cards(self.cards, board, hand)[1].tolist()
        except ValueError:
            return []
        return numbers

    def street(self, board: Sequence[int]) -> int:
        """Return the last street with this number of board cards.

        Args:
            board: Cards of the board.
        """
        return int(np.searchsorted(np.cumsum(self.cards.board), len(board), side="right")) - 1

    def cards_in_all(self, street: int = -1) -> int:
        """Return the number of board cards on a street.

        Args:
            street: Index from 0, or -1 for the last one.
        """
        return int(np.cumsum(self.cards.board)[street])

    def text(self, cards: Sequence[int]) -> str:
        """Return cards as text, in their order.

        Args:
            cards: Card numbers.
        """
        return "".join(self.cards.card_names(1 << int(c)) for c in cards)

    def board_text(self, board: Sequence[int]) -> str:
        """Return a board as text, streets apart.

        Args:
            board: Cards of the board.
        """
        return " ".join(self.text(group) for group in self._groups(board) if group)

    def example_board(self, cards: int, board: Sequence[int] = ()) -> str:
        """Return an example of a board with this number of cards.

        Args:
            cards: Number of cards.
            board: Cards at its start.
        """
        known = [47, 21, 0, 34, 15] if self.cards == TEXAS else []  # Ks 7d 2c Th 5s
        more = [c for c in dict.fromkeys([*known, *reversed(range(self.cards.deck))]) if c not in board]
        return self.text([*board, *more][:cards])

    def street_name(self, street: int) -> str:
        """Return the name of a street: 'the flop', or 'street 2' if streets have no names.

        Args:
            street: Index from 0.
        """
        if self.cards != TEXAS:
            return f"street {street + 1}"
        return f"the {STREETS[street]}" if street else "the first street"

    def _groups(self, board: Sequence[T]) -> list[Sequence[T]]:
        ends = np.cumsum(self.cards.board).tolist()
        return [
            board[end - count : end]
            for end, count in zip(ends, self.cards.board, strict=True)
            if end <= len(board)
        ]


def real_cards(saved: Strategy, tables: str | os.PathLike[str] | None = None) -> RealCards:
    """Return the card lookups of a strategy: by its state names, or over a card abstraction by its table NAME_buckets.

    Args:
        saved: The strategy.
        tables: The folder of that table and of the tables of strength; by default the folder of the strategy's file.

    Raises:
        TableError: If a table is missing, or the strategy was made from another one.
    """
    if saved.cards:
        return _NamedHands(saved)
    table = bucket_table(saved, tables)
    return _BucketHands(saved, table, states_of(saved, table))


class _NamedHands(RealCards):
    """Lookups in games of real cards: the same exchange of suits maps the board and the hand."""

    def __init__(self, saved: Strategy) -> None:
        super().__init__(saved, CardRules(**saved.cards))
        self._states: list[dict[str, dict[str, int]]] = []  # for each street: board -> hand -> state
        for names in saved.state_names:
            found: dict[str, dict[str, int]] = {}
            for state, (board, hand) in enumerate(zip(names.boards, names.hands, strict=True)):
                found.setdefault(board, {})[hand] = state
            self._states.append(found)

    def hands(self, board: Sequence[int]) -> Hands:
        free = [c for c in reversed(range(self.cards.deck)) if c not in board]
        by_state: dict[int, list[tuple[int, ...]]] = {}
        street = self.street(board)
        look_up = self._look_up(board, street)
        for hand in combinations(free, self.cards.hole):
            by_state.setdefault(look_up(hand), []).append(hand)
        named = self.saved.state_names[street].hands
        # Among equal hands prefer the one that the strategy names.
        chosen = [
            next((h for h in group if self.text(h) == named[state]), group[0])
            for state, group in by_state.items()
        ]
        before = [
            self._look_up(board[: self.cards_in_all(r)], r) if r < street else look_up
            for r in range(street + 1)
        ]
        return Hands(
            tuple(map(self.text, chosen)),
            tuple(tuple(dict.fromkeys(map(self.text, group))) for group in by_state.values()),
            np.array(chosen, dtype=np.uint8),
            np.array([len(group) for group in by_state.values()]),
            tuple(np.array([at(hand) for hand in chosen]) for at in before),
        )

    def boards_after(self, street: int, board: Sequence[int]) -> list[str]:
        names = list(self._states[street])
        if not board:
            return names
        suits = self._maps(board, self.street(board))[0]
        first = f"{self._name(board, suits)} "
        back = {suit: k for k, suit in enumerate(suits)}
        found = [deck_cards(self.cards, "", name)[1].tolist() for name in names if name.startswith(first)]
        given = len(board)
        turned = [
            [self._turned(c, tuple(back[s] for s in range(len(back)))) for c in b[given:]] for b in found
        ]
        return [self.board_text([*board, *sorted(more, reverse=True)]) for more in turned]

    def exchanged(self, board: Sequence[int]) -> str:
        maps = self._maps(board, self.street(board))
        name = self._name(board, maps[0])
        return "" if name == self.board_text(board) else name

    def hand_words(self, hand: Sequence[int], board: Sequence[int]) -> str:
        street = self.street(board)
        state = self._look_up(board, street)(tuple(hand))
        name = self.saved.state_names[street].hands[state]
        return "" if name == self.text(hand) else f"{self.saved.state_names[street][state]} in the strategy"

    def _look_up(self, board: Sequence[int], street: int) -> Callable[[tuple[int, ...]], int]:
        """Return a function that gives the state of a hand on a board."""
        maps = self._maps(board, street)
        states = self._states[street][self._name(board, maps[0])]

        def state(hand: tuple[int, ...]) -> int:
            for suits in maps:
                found = states.get(self.text(sorted((self._turned(c, suits) for c in hand), reverse=True)))
                if found is not None:
                    return found
            raise TableError(
                f"{self.saved.path}: expected a state for every hand, got none for {self.text(hand)} on "
                f"{self.text(board) or 'no board'}. Make it again"
            )

        return state

    def _maps(self, board: Sequence[int], street: int) -> list[tuple[int, ...]]:
        """Return exchanges of suits that turn a board into the strategy's; the identity first, if it is one."""
        if self.cards.copies:
            return [()]
        boards, found, name = self._states[street], [], ""
        for suits in permutations(range(self.cards.per_rank)):
            turned = self._name(board, suits)
            if turned in boards and name in ("", turned):
                found.append(suits)
                name = turned
        assert found, board
        return found

    def _name(self, board: Sequence[int], suits: tuple[int, ...]) -> str:
        turned = [self._turned(c, suits) for c in board]
        groups = [sorted(group, reverse=True) for group in self._groups(turned)]
        return self.board_text([c for group in groups for c in group])

    def _turned(self, card: int, suits: tuple[int, ...]) -> int:
        if not suits:
            return card
        rank, suit = divmod(card, self.cards.per_rank)
        return rank * self.cards.per_rank + suits[suit]


class _BucketHands(RealCards):
    """Lookups in Texas hold'em over a card abstraction: all 1,326 hands by their buckets."""

    def __init__(self, saved: Strategy, table: BucketTable, states: CardStates) -> None:
        super().__init__(saved, TEXAS)
        self.table, self.states = table, states

    def hands(self, board: Sequence[int]) -> Hands:
        free = np.flatnonzero(~combinations_with(board))[::-1]
        cards = COMBINATIONS[free][:, ::-1]
        dealt = [
            np.array(board[: self.cards_in_all(r)], dtype=np.uint8) for r in range(self.street(board) + 1)
        ]
        states = tuple(self.states.of_board(part)[free].astype(np.int64) for part in dealt)
        names = tuple(map(self.text, cards.tolist()))
        alike = tuple((name,) for name in names)
        return Hands(names, alike, cards, np.ones(len(free), dtype=np.int64), states)

    def boards_after(self, street: int, board: Sequence[int]) -> list[str]:
        return []

    def exchanged(self, board: Sequence[int]) -> str:
        return ""

    def hand_words(self, hand: Sequence[int], board: Sequence[int]) -> str:
        buckets = self.table.buckets(np.array(hand, dtype=np.uint8), np.array(board, dtype=np.uint8)).tolist()
        what = "bucket sequence" if self.table.perfect_recall and len(buckets) > 1 else "bucket"
        shown = "-".join(map(str, buckets if self.table.perfect_recall else buckets[-1:]))
        return f"{what} {shown} of {self.saved.abstraction}"
