"""Exact equities: check the contest, choose the cheapest method, and use tables of match-ups where possible."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pokerdata._core import equity as _equity
from pokerdata._core import support as _support
from pokerdata._support.progress import Progress
from pokerdata._support.text import seconds_text
from pokerdata.cards import CARD_BITS, COMBINATIONS, DECK_SIZE, HEADS_UP_BOARDS
from pokerdata.cards.combinations import CLASS_COUNT, CLASS_OF_COMBINATION, CLASS_SIZES
from pokerdata.cards.deck import as_board, as_dead
from pokerdata.cards.isomorphism import SUIT_PERMUTATIONS, combination_maps, recoloured
from pokerdata.cards.preflop.matchups import MATCHUPS, class_results, is_built
from pokerdata.cards.ranges import Range, as_range
from pokerdata.errors import CapacityError
from pokerdata.pipeline.store import open_table

MAX_PLAYERS = 6
_CARD_SETS: list[int] = CARD_BITS.tolist()


@dataclass(frozen=True)
class Contest:
    """Two to six players before the missing cards of the board are dealt.

    names: the players' hands as text. weights: float64 [k, 1326], the largest of each range is 1; 0 for hands that cannot
    be dealt. ratios: the same weights as exact whole numbers, [1326] for each player: see `pokerdata.Range.ratios`. board,
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
        """Number of ways to choose a hand for each player, including hands that share a card."""
        count = 1
        for held in np.count_nonzero(self.weights, axis=1):
            count *= int(held)
        return count

    def completions(self, hands: int) -> int:
        """Return the number of ways to complete the board when the cards of this many hands are known."""
        return comb(DECK_SIZE - len(self.board) - len(self.dead) - 2 * hands, 5 - len(self.board))

    @cached_property
    def symmetries(self) -> NDArray[np.uint8]:
        """Suit permutations that keep board and dead cards, the identity first."""
        alike = [
            p
            for p in range(len(SUIT_PERMUTATIONS))
            if all(_same(cards, p) for cards in (self.board, self.dead))
        ]
        return np.array(alike, np.uint8)

    @cached_property
    def weight_symmetries(self) -> NDArray[np.uint8]:
        """Suit permutations that also keep the weights."""
        maps = combination_maps()
        alike = [p for p in self.symmetries if np.array_equal(self.weights[:, maps[p]], self.weights)]
        return np.array(alike, np.uint8)


def _same(cards: NDArray[np.uint8], permutation: int) -> bool:
    moved = recoloured(cards, SUIT_PERMUTATIONS[permutation])
    return set(moved.tolist()) == set(cards.tolist())


def as_contest(hands: Sequence[Range | ArrayLike], board: ArrayLike, dead: ArrayLike) -> Contest:
    """Check the arguments of ``equity``. Raises the same ValueErrors."""
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
    """Return the ranges without the hands that other cards exclude."""
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
    """Return whether each player can get a hand; the ranges with the fewest hands choose first."""
    held = sorted((np.flatnonzero(row).tolist() for row in weights), key=len)

    def deal(player: int, gone: int) -> bool:
        return player == len(held) or any(
            not _CARD_SETS[c] & gone and deal(player + 1, gone | _CARD_SETS[c]) for c in held[player]
        )

    return deal(0, 0)


def _short(value: object) -> str:
    text = ", ".join(map(repr, value)) if isinstance(value, list | tuple) else repr(value)
    return (text if len(text) <= 60 else text[:57] + "...") or "none"


_FIRST_OF_CLASS = np.unique(CLASS_OF_COMBINATION, return_index=True)[1]


def table_tally(contest: Contest) -> NDArray[np.float64] | None:
    """Return the tally of all deals, float64 [2, 1326, 3] (see cpp/pokerdata/equity/equity.hpp), or None without a table.

    The packaged table suffices if all hands of a class have equal weights; ``preflop_matchups`` works for any two ranges.
    """
    if contest.players != 2 or len(contest.board) or len(contest.dead):
        return None
    if np.array_equal(contest.weights[:, _FIRST_OF_CLASS][:, CLASS_OF_COMBINATION], contest.weights):
        return _by_classes(contest.weights)
    if is_built():
        return _by_combinations(contest.weights)
    return None


def _by_classes(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    wins, ties, pairs = (counts.astype(np.float64) for counts in class_results())
    of_class = weights[:, _FIRST_OF_CLASS]
    tally = np.zeros((2, CLASS_COUNT, 3))
    for player in range(2):
        for winners, deals in enumerate((HEADS_UP_BOARDS * pairs - wins - ties, wins, ties)):
            # All hands of a class win equally many deals, so these are whole numbers.
            each = deals / CLASS_SIZES[:, None]
            tally[player, :, winners] = (each * of_class[1 - player]).sum(axis=1)
    return np.where(weights[:, :, None] > 0, tally[:, CLASS_OF_COMBINATION], 0.0)


def _by_combinations(weights: NDArray[np.float64]) -> NDArray[np.float64]:
    table = open_table(MATCHUPS)
    held = [np.flatnonzero(row) for row in weights]
    tally = np.zeros((*weights.shape, 3))
    for player in range(2):
        own, other = held[player], held[1 - player]
        wins, ties = (table[name][np.ix_(own, other)] for name in ("wins", "ties"))
        losses = table["wins"][np.ix_(other, own)].T
        for winners, deals in enumerate((losses, wins, ties)):
            tally[player, own, winners] = (deals * weights[1 - player, other]).sum(axis=1)
    return tally


Tally = NDArray[Any]

#: Default limit in hand evaluations: about a minute on one thread.
LIMIT = 100_000_000_000

_ADVICE = "Sample it, e.g. samples=1_000_000 (--samples 1000000)"
_EVALUATION = 0.7e-9  # seconds for one player's hand in one deal; the unit of the costs below
_BOARD = 17_000  # sorts all hands on a board
_PAIR = 3  # a hand against one of the second player, with sums over the third's; half of the hands are weaker
_MATCH_UPS = 4_000_000  # in memory at once: 24 bytes each, twice during sorting
_EXACT = 1 << 50  # sums below this are exact, with room for intermediate subtractions
_MOMENTS = 5_000_000  # evaluations that take less time than the search for a better method


def exact_tally(contest: Contest, threads: int, limit: int, progress: Progress | None) -> tuple[Tally, bool]:
    """Return the tally of all deals (see cpp/pokerdata/equity/equity.hpp), [k, 1326, k + 1], and whether it is exact.

    An exact tally has whole numbers, the sums of products of `Contest.ratios`. They are float64 if one count can hold them.
    Otherwise, for two players, they are Python's int (dtype object), counted digit by digit unless one player has a single
    hand. For more players with weights of too many digits, it uses the rounded `Contest.weights`.
    """

    def count(weights: NDArray[Any], times: int = 1) -> Tally:
        with_weights = replace(contest, weights=weights.astype(np.float64))
        return _counted(with_weights, times, threads, limit, progress)

    ratios, boards = contest.ratios, contest.completions(0)
    sums = [int(row.sum()) for row in ratios]
    if max(math.prod(sums) // own for own in sums) * boards < _EXACT:
        return count(np.stack(ratios)), True
    if contest.players > 2:
        return count(contest.weights), False
    held = contest.weights > 0
    if 1 in held.sum(axis=1):
        return _of_one_hand(contest, count(held)), True
    base = _EXACT // (boards * int(held.sum(axis=1).max()))
    rest, digits = np.stack([row.astype(object) for row in ratios]), []
    while rest.any():
        digits.append(rest % base)
        rest = rest // base
    times = len(digits) + 1
    once = count(held, times)
    tally: NDArray[Any] = np.zeros((), object)
    for place, digit in enumerate(digits):
        # A digit may be 0 though the hand is held, so each is counted with 1 more.
        more = count((digit + 1) * held, times) - once
        tally = tally + base**place * more.astype(np.int64).astype(object)
    return tally, True


def _of_one_hand(contest: Contest, once: Tally) -> Tally:
    """Return the tally of one hand against a range, as Python's int, from the tally with each hand counted once."""
    tally = once.astype(np.int64).astype(object)
    one = int(np.argmin(np.count_nonzero(contest.weights, axis=1)))
    hand = int(np.argmax(contest.weights[one]))
    tally[one, hand] = contest.ratios[1 - one].astype(object) @ tally[1 - one][:, [1, 0, 2]]
    return tally


def _counted(
    contest: Contest, times: int, threads: int, limit: int, progress: Progress | None
) -> NDArray[np.float64]:
    """Return the tally with the given weights, float64 [k, 1326, k + 1]; `times` counts share the limit."""
    known = contest.weights, contest.board, contest.dead
    if contest.match_ups * contest.completions(contest.players) * contest.players * times <= min(
        _MOMENTS, limit
    ):
        return _equity.by_matchups(
            *known, np.zeros(1, np.uint8), threads, progress
        )  # a search for suit symmetries would not pay
    by_matchups, by_boards = _matchups_cost(contest), _boards_cost(contest)
    least = min(by_matchups, by_boards)
    if (tally := table_tally(contest)) is not None:
        return tally
    check_size(least * times, threads, limit)
    if by_boards < by_matchups:
        return _equity.by_boards(*known, contest.weight_symmetries, threads, progress)
    if contest.match_ups > _MATCH_UPS:
        raise CapacityError(
            f"{contest.match_ups:,} ways to give the players hands are more than the {_MATCH_UPS:,} that are held in "
            f"memory. {_ADVICE}, or give fewer hands"
        )
    return _equity.by_matchups(*known, contest.symmetries, threads, progress)


def _matchups_cost(contest: Contest) -> int:
    # Symmetric hands form orbits, and only one hand of each orbit is dealt.
    alike = -(-contest.match_ups // len(contest.weight_symmetries))
    return alike * contest.completions(contest.players) * contest.players


def _boards_cost(contest: Contest) -> float:
    boards = contest.completions(0) / len(contest.weight_symmetries)
    if contest.players == 2:
        return boards * _BOARD
    if contest.players == 3:
        held = np.count_nonzero(contest.weights, axis=1)
        pairs = sum(int(held[p]) * int(min(held[p - 1], held[p - 2])) for p in range(3))
        return boards * (_BOARD + _PAIR * pairs)
    return math.inf


def check_size(evaluations: float, threads: int, limit: int) -> None:
    """Raise CapacityError if an exact count costs more than the limit, in hand evaluations."""
    if evaluations > limit:
        threads = threads or _support.hardware_threads()
        raise CapacityError(
            f"the exact equity takes as long as about {evaluations:,.0f} evaluations of hands "
            f"({seconds_text(evaluations * _EVALUATION / threads)}), more than the limit of {limit:,}. {_ADVICE}, or "
            "raise the limit"
        )
