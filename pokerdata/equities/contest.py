"""Who holds what on which board: the checked input of an equity computation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata.cards import CARD_BITS, COMBINATIONS, DECK_SIZE
from pokerdata.cards.board import as_board, as_dead
from pokerdata.isomorphism import SUIT_PERMUTATIONS, combination_maps, recoloured
from pokerdata.ranges import Range, as_range

MAX_PLAYERS = 6
_CARD_SETS: list[int] = CARD_BITS.tolist()


@dataclass(frozen=True)
class Contest:
    """Two to six players before the missing cards of the board are dealt.

    names: the players' hands as text. weights: float64 [k, 1326], each range's largest is 1, 0 for hands that cannot
    be dealt. ratios: the same exactly, in whole numbers, for each player [1326]: see `pokerdata.Range.ratios`. board,
    dead: uint8 [n].
    """

    names: tuple[str, ...]
    weights: NDArray[np.float64]
    ratios: tuple[NDArray[Any], ...]
    board: NDArray[np.uint8]
    dead: NDArray[np.uint8]

    @property
    def players(self) -> int:
        return len(self.names)

    @cached_property
    def match_ups(self) -> int:
        """Ways to choose a hand for each player; those with a card in common are among them."""
        count = 1
        for held in np.count_nonzero(self.weights, axis=1):
            count *= int(held)
        return count

    def completions(self, hands: int) -> int:
        """Ways to complete the board when the cards of so many hands are known."""
        return comb(DECK_SIZE - len(self.board) - len(self.dead) - 2 * hands, 5 - len(self.board))

    @cached_property
    def symmetries(self) -> NDArray[np.uint8]:
        """The suit permutations that leave board and dead cards as they are, the identity first."""
        alike = [
            p
            for p in range(len(SUIT_PERMUTATIONS))
            if all(_same(cards, p) for cards in (self.board, self.dead))
        ]
        return np.array(alike, np.uint8)

    @cached_property
    def weight_symmetries(self) -> NDArray[np.uint8]:
        """Those that leave the weights as they are, too."""
        maps = combination_maps()
        alike = [p for p in self.symmetries if np.array_equal(self.weights[:, maps[p]], self.weights)]
        return np.array(alike, np.uint8)


def _same(cards: NDArray[np.uint8], permutation: int) -> bool:
    moved = recoloured(cards, SUIT_PERMUTATIONS[permutation])
    return set(moved.tolist()) == set(cards.tolist())


def as_contest(hands: Sequence[Range | ArrayLike], board: ArrayLike, dead: ArrayLike) -> Contest:
    """Check what ``equity`` was asked. Raises ValueError as that says."""
    several = isinstance(hands, Sequence | np.ndarray) and not isinstance(hands, str)
    if not several or not 2 <= len(hands) <= MAX_PLAYERS:
        listed = "" if several else "a list of "
        raise ValueError(
            f"hands: expected {listed}2 to 6 hands or ranges, got {_short(hands)}; e.g. 'AcKd' and 'QQ+,AKs'"
        )
    on_board = as_board(board, range(6))
    gone = as_dead(dead, on_board)
    known = np.concatenate([on_board, gone])
    ranges = [as_range(hand) for hand in hands]
    names = tuple(
        " ".join(hand.split()) if isinstance(hand, str) else str(found)
        for hand, found in zip(hands, ranges, strict=True)
    )
    missing = 5 - len(on_board) + 2 * len(ranges)
    if missing > DECK_SIZE - len(known):
        raise ValueError(
            f"{len(known)} known cards leave {DECK_SIZE - len(known)} in the deck, but the hands and the rest of the "
            f"board need {missing}: expected fewer dead cards; e.g. '2h 3h'"
        )
    left = _left(names, ranges, known)
    weights = np.stack([one.weights / one.weights.max() for one in left])
    contest = Contest(names, weights, tuple(one.ratios() for one in left), on_board, gone)
    if not _can_be_dealt(contest.weights):
        raise ValueError(
            f"hands: no deal of {', '.join(names)} gives each player a hand without a common card; expected ranges "
            "that leave room for each other; e.g. 'AhKh' and 'QQ+'"
        )
    return contest


def _left(names: Sequence[str], ranges: Sequence[Range], known: NDArray[np.uint8]) -> list[Range]:
    """The ranges without the hands that other cards exclude."""
    single = [held[0] if len(held := r.combinations()[0]) == 1 else None for r in ranges]
    result = []
    for player, whole in enumerate(ranges):
        if len(whole) == 0:
            raise ValueError(
                f"range: expected a hand with a weight above 0, got {names[player]}, in which every weight is 0; "
                "e.g. 'QQ+'"
            )
        others = [COMBINATIONS[c] for p, c in enumerate(single) if c is not None and p != player]
        left = whole.without(np.concatenate([known, *others]).astype(np.uint8))
        if len(left) == 0:
            raise ValueError(
                f"hands: expected each card once, got {names[player]}, whose cards lie on the board, are dead or in "
                "another hand; e.g. 'AcKd' and 'TdTh'"
            )
        result.append(left)
    return result


def _can_be_dealt(weights: NDArray[np.float64]) -> bool:
    """Whether each player can get a hand; the ranges with the fewest hands choose first."""
    held = sorted((np.flatnonzero(row).tolist() for row in weights), key=len)

    def deal(player: int, gone: int) -> bool:
        return player == len(held) or any(
            not _CARD_SETS[c] & gone and deal(player + 1, gone | _CARD_SETS[c]) for c in held[player]
        )

    return deal(0, 0)


def _short(value: object) -> str:
    text = ", ".join(map(repr, value)) if isinstance(value, list | tuple) else repr(value)
    return (text if len(text) <= 60 else text[:57] + "...") or "none"
