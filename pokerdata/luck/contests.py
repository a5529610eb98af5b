"""What each of some hands wins of a pot on average, over all ways to deal the rest of the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.play import parts_of_chip
from pokerdata.equities.many import MAX_PLAYERS, equities_of_hands
from pokerdata.games.named import TEXAS
from pokerdata.play import GameDefinition
from pokerdata.support.progress import Progress

Cards = tuple[int, ...]
# Nobody is refused: what a log takes depends on its all-ins, and progress is told.
_NO_LIMIT = 10**18
_CHUNK = 200  # contests between two reports of progress
_PARTS = parts_of_chip()
_BOARDS = 100_000  # whose strengths are held at once


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

    In hold'em a contest of up to six takes some 5 ms before the flop and microseconds later; of more players, some tenths
    of a second before the flop. Contests that come twice are counted once.

    Args:
        game: Whose cards they are.
        contests: Any number.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with contests done and in all.

    Returns:
        For each contest float64 [hands], whose sum is 1: of one hand alone 1.
    """
    keys = [_key(contest) for contest in contests]
    todo = sorted(set(keys), key=_shape)
    found: dict[Contest, NDArray[np.float64]] = {}
    texas = game.cards == TEXAS
    at = 0
    while at < len(todo):
        end = at + 1
        players = len(todo[at].hands)
        if players == 1:
            found[todo[at]] = np.ones(1)
        elif texas and players <= MAX_PLAYERS:
            while end < min(len(todo), at + _CHUNK) and _shape(todo[end]) == _shape(todo[at]):
                end += 1
            found |= zip(todo[at:end], _counted_at_once(todo[at:end], threads), strict=True)
        else:
            found[todo[at]] = _counted(game, todo[at])
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
    return equities_of_hands(
        hands,
        boards.reshape(len(contests), -1),
        dead.reshape(len(contests), -1),
        limit=_NO_LIMIT,
        threads=threads,
    ).equity


def _counted(game: GameDefinition, contest: Contest) -> NDArray[np.float64]:
    hands, board, dead = contest
    gone = {*chain(*hands), *board, *dead}
    to_come = game.board_cards(game.streets - 1) - len(board)
    left = [card for card in game.deck if card not in gone]
    runs: Iterator[Cards] = combinations(left, to_come)
    parts = np.zeros(len(hands), np.int64)
    counted = 0
    while len(dealt := _taken(runs, to_come)):
        strengths = np.empty((len(hands), len(dealt)), np.uint64)
        for row, hand in zip(strengths, hands, strict=True):
            known = np.broadcast_to(np.array([*hand, *board], np.uint8), (len(dealt), len(hand) + len(board)))
            row[:] = game.core.strengths(np.concatenate([known, dealt], axis=1))
        wins = strengths == strengths.max(axis=0)
        parts += (wins * (_PARTS // wins.sum(axis=0))).sum(axis=1)
        counted += len(dealt)
    return parts / (_PARTS * counted)


def _taken(runs: Iterator[Cards], size: int) -> NDArray[np.uint8]:
    """The next ways to deal the rest, uint8 [ways, size], none once all were taken."""
    rows = [run for run, _ in zip(runs, range(_BOARDS), strict=False)]
    return np.array(rows, np.uint8).reshape(len(rows), size)
