"""Real boards and hands of any suits as the states of a strategy, and the card abstraction that it was made over."""

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
    """The table NAME_buckets of a strategy over a card abstraction.

    Args:
        saved: The strategy.
        tables: The folder of the table; that of the strategy's file if not given.

    Raises:
        TableError: Where it is missing.
    """
    folder = tables if tables is not None or saved.path is None else saved.path.parent
    return open_table(f"{saved.abstraction}_buckets", folder, *BUCKET_TABLES)


def states_of(saved: Strategy, table: BucketTable) -> CardStates:
    """The look-ups that a strategy is played with, from its table NAME_buckets; made in 0.5 s.

    Args:
        saved: The strategy.
        table: Its table NAME_buckets.

    Raises:
        TableError: Where that is not the one that the strategy says it was made from.
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
    """Hands on a board that a strategy tells apart, or all of them in Texas hold'em, the best cards first.

    Attributes:
        names: As text, in the suits of the board as given.
        alike: For each all hands that it stands for, itself among them.
        cards: uint8 [hands, hole cards], in the deck of `CardRules`.
        counts: int64 [hands], hands of the deck that each stands for.
        states: For each street so far int64 [hands], columns of the strategy.
    """

    names: tuple[str, ...]
    alike: tuple[tuple[str, ...], ...]
    cards: NDArray[np.uint8]
    counts: NDArray[np.int64]
    states: tuple[NDArray[np.int64], ...]


class RealCards(ABC):
    """Look-ups of boards and hands for one strategy. Made by `real_cards`.

    Cards are numbers in the deck of `CardRules`.

    Args:
        saved: The strategy.
        cards: Of its game.
    """

    def __init__(self, saved: Strategy, cards: CardRules) -> None:
        self.saved, self.cards = saved, cards

    @abstractmethod
    def hands(self, board: Sequence[int]) -> Hands:
        """The hands on a board of one of the streets.

        Args:
            board: Its cards.
        """

    @abstractmethod
    def exchanged(self, board: Sequence[int]) -> str:
        """The board as the strategy names it, where suits had to be exchanged for that; else an empty text.

        Args:
            board: Its cards.
        """

    @abstractmethod
    def hand_words(self, hand: Sequence[int], board: Sequence[int]) -> str:
        """What a hand is in the strategy, in words; an empty text where it is the hand itself.

        Args:
            hand: Its cards.
            board: Its cards.
        """

    @abstractmethod
    def boards_after(self, street: int, board: Sequence[int]) -> list[str]:
        """The boards of a street that begin as a board of the one before, up to suits; none where there are too many.

        Args:
            street: From 0.
            board: The cards of the board of the street before.
        """

    def board(self, board: ArrayLike) -> tuple[int, ...]:
        """A board of some street as numbers of cards, those of each street with the highest first.

        Args:
            board: As text or numbers, in any suits.

        Raises:
            ValueError: For what is not a board, saying what is expected.
        """
        sizes = list(dict.fromkeys(np.cumsum(self.cards.board).tolist()))
        return self._board(board, sizes, " or ".join(map(str, sizes)) + " different cards", sizes[-1])

    def board_on(self, street: int, board: ArrayLike) -> tuple[int, ...]:
        """The board of a street, as `board` returns it.

        Args:
            street: From 0.
            board: As text or numbers, in any suits.

        Raises:
            ValueError: For what is not a board of the street, saying how many cards are expected.
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
        """A board as text, streets apart, those of each with the highest card first.

        Where the cards of a rank are alike it has the suits that were given: by them a hand may be told from it.

        Args:
            board: One that `board` takes.
        """
        if self.cards.suits or not isinstance(board, str):
            return self.board_text(self.board(board))
        groups = self._groups(card_texts(self.cards, board))
        falling = [sorted(group, key=lambda text: -self.cards.ranks.find(text[0])) for group in groups]
        return " ".join("".join(group) for group in falling if group)

    def hand(self, hand: ArrayLike, board: ArrayLike) -> tuple[int, ...]:
        """A hand as numbers of cards, the highest first.

        Args:
            hand: As text or numbers.
            board: Cards that it cannot have, likewise.

        Raises:
            ValueError: For what is not a hand on the board, saying what is expected.
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
        """The cards of a hand; none where they are no cards of the deck beside the board."""
        try:
            numbers: list[int] = deck_cards(self.cards, board, hand)[1].tolist()
        except ValueError:
            return []
        return numbers

    def street(self, board: Sequence[int]) -> int:
        """The last street that has so many cards on the board.

        Args:
            board: Its cards.
        """
        return int(np.searchsorted(np.cumsum(self.cards.board), len(board), side="right")) - 1

    def cards_in_all(self, street: int = -1) -> int:
        """Cards on the board of a street.

        Args:
            street: From 0, or -1 for the last one.
        """
        return int(np.cumsum(self.cards.board)[street])

    def text(self, cards: Sequence[int]) -> str:
        """Cards as text, in their order.

        Args:
            cards: Their numbers.
        """
        return "".join(self.cards.card_names(1 << int(c)) for c in cards)

    def board_text(self, board: Sequence[int]) -> str:
        """A board as text, streets apart.

        Args:
            board: Its cards.
        """
        return " ".join(self.text(group) for group in self._groups(board) if group)

    def example_board(self, cards: int, board: Sequence[int] = ()) -> str:
        """A board of so many cards.

        Args:
            cards: How many.
            board: Those that it begins with.
        """
        known = [47, 21, 0, 34, 15] if self.cards == TEXAS else []  # Ks 7d 2c Th 5s
        more = [c for c in dict.fromkeys([*known, *reversed(range(self.cards.deck))]) if c not in board]
        return self.text([*board, *more][:cards])

    def street_name(self, street: int) -> str:
        """'the flop', or 'street 2' where streets have no names.

        Args:
            street: From 0.
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
    """The look-ups of a strategy: by its names of states, or over a card abstraction by its table NAME_buckets.

    Args:
        saved: The strategy.
        tables: The folder of that table and of the tables of strength; that of the file if not given.

    Raises:
        TableError: Where one of them is missing or another than the strategy was made from.
    """
    if saved.cards:
        return _NamedHands(saved)
    table = bucket_table(saved, tables)
    return _BucketHands(saved, table, states_of(saved, table))


class _NamedHands(RealCards):
    """Games of real cards: a board and a hand are looked up under one and the same exchange of suits."""

    def __init__(self, saved: Strategy) -> None:
        super().__init__(saved, CardRules(**saved.cards))
        self._states: list[dict[str, dict[str, int]]] = []  # of each street: board -> hand -> state
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
        # of equal hands the one that the strategy names, where it is among them
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
        """A function: state of a hand on a board."""
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
        """Exchanges of suits that make of a board the one that the strategy has; no exchange first, if it is one."""
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
    """Texas hold'em over a card abstraction: all 1,326 hands by their buckets."""

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
