"""What each of some hands wins of a pot on average, over all ways to deal the rest of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import parts_of_chip
from pokerdata.equities.many import MAX_PLAYERS, equities_of_hands
from pokerdata.evaluator import evaluate
from pokerdata.games.named import TEXAS
from pokerdata.play import GameDefinition
from pokerdata.support.progress import Progress

Cards = tuple[int, ...]
# Nobody is refused: what a log takes depends on its all-ins, and progress is told.
_NO_LIMIT = 10**18
_CHUNK = 200  # contests between two reports of progress
_PARTS = parts_of_chip()  # of a pot: shared by any number of players, they stay whole
_BOARDS = 2_000_000  # that are held at once: all of hold'em


class Contest(NamedTuple):
    """Who can win a pot, and with which cards.

    Attributes:
        hands: Hole cards of those who can win it.
        board: Cards on the board.
        dead: Cards of others, which cannot come, as far as they are known.
    """

    hands: tuple[Cards, ...]
    board: Cards
    dead: Cards


def mean_shares(
    game: GameDefinition, contests: Sequence[Contest], *, threads: int = 0, progress: Progress | None = None
) -> list[NDArray[np.float64]]:
    """The mean share of the pot of each hand, exactly counted over all boards that can still come.

    In hold'em, on one thread, some 2 to 6 ms before the flop for up to six hands and 10 to 15 for more, and 10 to 100
    microseconds later. Contests that come twice are counted once.

    Args:
        game: Whose cards they are.
        contests: Any number.
        threads: Of hold'em: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with contests done and in all.

    Returns:
        For each contest float64 [hands], whose sum is 1: of one hand alone 1.
    """
    keys = [_key(contest) for contest in contests]
    todo = sorted(set(keys), key=_shape)
    found: dict[Contest, NDArray[np.float64]] = {}
    at = 0
    while at < len(todo):
        end = at + 1
        if game.cards == TEXAS and 1 < len(todo[at].hands) <= MAX_PLAYERS:
            while end < min(len(todo), at + _CHUNK) and _shape(todo[end]) == _shape(todo[at]):
                end += 1
            found |= zip(todo[at:end], _counted_at_once(todo[at:end], threads), strict=True)
        else:
            found[todo[at]] = _counted(game, todo[at], threads)
        at = end
        if progress is not None:
            progress(at, len(todo))
    shares = []
    for contest, key in zip(contests, keys, strict=True):
        by_hand = dict(zip(key.hands, found[key], strict=True))
        shares.append(np.array([by_hand[_sorted(hand)] for hand in contest.hands]))
    return shares


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def _key(contest: Contest) -> Contest:
    """The same contest for all orders of its hands and cards."""
    hands = tuple(sorted(map(_sorted, contest.hands)))
    return Contest(hands, _sorted(contest.board), _sorted(contest.dead))


def _shape(contest: Contest) -> tuple[int, int, int]:
    return len(contest.hands), len(contest.board), len(contest.dead)


def _counted_at_once(contests: Sequence[Contest], threads: int) -> NDArray[np.float64]:
    hands, boards, dead = (np.array(cards, np.uint8) for cards in zip(*contests, strict=True))
    count = len(contests)
    found = equities_of_hands(
        hands, boards.reshape(count, -1), dead.reshape(count, -1), limit=_NO_LIMIT, threads=threads
    )
    return found.equity


def _counted(game: GameDefinition, contest: Contest, threads: int) -> NDArray[np.float64]:
    hands, board, dead = contest
    if len(hands) == 1:
        return np.ones(1)
    gone = {*chain(*hands), *board, *dead}
    left = np.array([card for card in game.deck if card not in gone], np.uint8)
    to_come = game.board_cards(game.streets - 1) - len(board)
    sums = np.zeros(len(hands), np.int64)
    for runs in _runs(len(left), to_come):
        # A column for each card, as the evaluator reads them best.
        cards = np.empty((game.cards.hole + len(board) + to_come, runs.shape[1]), np.uint8)
        cards[game.cards.hole :] = np.concatenate(
            [np.broadcast_to(np.array(board, np.uint8)[:, None], (len(board), runs.shape[1])), left[runs]]
        )
        strengths: list[NDArray[np.unsignedinteger[Any]]] = []
        for hand in hands:
            cards[: game.cards.hole] = np.array(hand, np.uint8)[:, None]
            if game.cards == TEXAS:
                strengths.append(evaluate(cards.T, threads=threads))
            else:
                strengths.append(game.core.strengths(np.ascontiguousarray(cards.T)))
        best = np.maximum.reduce(strengths)
        wins = [strength == best for strength in strengths]
        ties = np.add.reduce(wins, dtype=np.uint8)
        for p, win in enumerate(wins):
            number = np.bincount(ties[win], minlength=len(hands) + 1)
            sums[p] += sum(int(number[n]) * (_PARTS // n) for n in range(1, len(hands) + 1))
    return sums / (_PARTS * comb(len(left), to_come))


def _runs(left: int, to_come: int) -> Iterator[NDArray[np.uint8]]:
    """All choices of so many of the cards that are left, by their places: uint8 [cards, choices]."""
    if comb(left, to_come) <= _BOARDS:
        yield _all_runs(left, to_come)
        return
    runs = combinations(range(left), to_come)
    while some := list(islice(runs, _BOARDS)):
        yield np.ascontiguousarray(np.array(some, np.uint8).T)


@lru_cache(maxsize=16)
def _all_runs(left: int, to_come: int) -> NDArray[np.uint8]:
    count = comb(left, to_come)
    numbers = np.fromiter(chain.from_iterable(combinations(range(left), to_come)), np.uint8, count * to_come)
    return np.ascontiguousarray(numbers.reshape(count, to_come).T)
