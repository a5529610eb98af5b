"""Variance reduction of played hands: by an estimate of values, or by pot shares averaged over the run-outs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, combinations, islice
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import luck as _core
from pokerdata._core.agents import AbstractAgent
from pokerdata._core.play import parts_of_chip
from pokerdata._support.progress import Progress
from pokerdata.cards.equity.many import MAX_PLAYERS, equities_of_hands
from pokerdata.cards.evaluator import evaluate
from pokerdata.games import Game, load_game
from pokerdata.games.named import TEXAS, deck_cards
from pokerdata.games.play import TableRules
from pokerdata.matches.duel import Hand
from pokerdata.matches.luck.divat import DivatTable
from pokerdata.matches.luck.methods import setting_of, strengths_of
from pokerdata.matches.luck.values import Values, same_states
from pokerdata.players.agents import Agent

_NOT_SEEN = 255


def reduced_hands(
    hands: Sequence[Hand],
    game: Game | str,
    *,
    values: Values | None = None,
    known: tuple[Agent | None, Agent | None] = (None, None),
    numbers: Sequence[int] | None = None,
    threads: int = 0,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Return player 1's winnings in each hand without the luck; no hand's expected value changes.

    The arguments choose the method:

    - Without values and known strategies, all-ins count as their mean over the cards to come.
    - With values alone, the result is an advantage sum.
    - With values and a known strategy, it is AIVAT.
    - With a known strategy alone, it is the mean over the hands that its player could equally have held.

    Args:
        hands: Hands as `pokerdata.matches.hands` yields them, with hole cards of both players and the board as far as seen.
        game: The game, or its name.
        values: Estimated values for these seats, from other hands.
        known: Agents that play these hands as player 1 and player 2, if their strategies are known; else None.
        numbers: Numbers that error messages give the hands; 1, 2, ... by default.
        threads: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the hands done and the total.

    Returns:
        float64 [hands], chips.

    Raises:
        ValueError: If a hand is not one of the game, lacks cards, or contains an action that a known strategy never plays;
            the message names the hand.
    """
    named = as_game(game)
    setting = setting_of(named)
    agents: list[AbstractAgent | None] = []
    for agent in known:
        if agent is not None and not isinstance(agent.core, AbstractAgent):
            raise ValueError(
                f"known: expected agents with a strategy, got {agent.name}; e.g. Agent.load('leduc.h5')"
            )
        agents.append(None if agent is None else agent.core)  # type: ignore[arg-type]
    measure = _core.reduction(setting, None if values is None else values.core, agents[0], agents[1])
    called = range(1, len(hands) + 1) if numbers is None else numbers
    found = _measured(hands, named, setting, measure, called, threads, progress)[:, 0]
    never = np.flatnonzero(np.isnan(found))
    if len(never):
        one = hands[int(never[0])]
        raise ValueError(
            f"hand {called[int(never[0])]}: expected one that the known strategies play, got {one.history}, "
            f"which has the chance 0 with {' and '.join(one.hole)}"
        )
    return found


def luck_terms(
    hands: Sequence[Hand],
    game: Game | str,
    *,
    numbers: Sequence[int] | None = None,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Return player 1's winnings in each hand, all-ins as their mean, and luck terms with mean 0 over all deals.

    A luck term is the value of a feature after a deal, less its mean over all cards that could have been dealt. The features
    are, in order:

    1. Player 1's winnings if all hands were shown down, alone and times half the pot.
    2. The strengths (EHS) of both hands preflop.
    3. If one card is dealt, both strengths and their product, alone and times half the pot. These need hold'em and tables
       of strength.

    You may subtract any multiples of the terms; `fit_features` finds good ones. In hold'em it does some 10,000 hands a
    second per thread.

    Args:
        hands: As for `reduced_hands`.
        game: As for `reduced_hands`.
        numbers: As for `reduced_hands`.
        threads: As for `reduced_hands`.
        tables: The only folder to search for flop_strength, turn_strength and river_strength.
        progress: Called with the hands done and the total.

    Returns:
        float64 [hands, 1 + terms], chips.

    Raises:
        ValueError: If a hand is not one of the game, or lacks cards; the message names the hand.
        TableError: If a table is damaged.
    """
    named = as_game(game)
    setting = setting_of(named)
    measure = _core.terms(setting, strengths_of(named.cards, tables))
    called = range(1, len(hands) + 1) if numbers is None else numbers
    return _measured(hands, named, setting, measure, called, threads, progress)


def divat_hands(
    hands: Sequence[Hand],
    game: Game | str,
    *,
    table: DivatTable | None = None,
    numbers: Sequence[int] | None = None,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> NDArray[np.float64]:
    """Return DIVAT of player 1 in each hand of a limit game: value of the betting less the value of a baseline.

    The value is the equity of both hands in the pot, on the board of the street, less own chips; the value of a fold is
    exact. The sum over streets estimates skill, with a bias: it leaves out how cards change the baseline's own value.

    Args:
        hands: As for `reduced_hands`.
        game: A limit game for two players.
        table: The baseline; by default `DivatTable.from_memory`, which is not verified.
        numbers: As for `reduced_hands`.
        threads: As for `reduced_hands`.
        tables: The only folder to search for flop_strength, turn_strength and river_strength; without the table of the flop,
            a hand takes some milliseconds.
        progress: Called with the hands done and the total.

    Returns:
        float64 [hands], chips.

    Raises:
        ValueError: As `luck_terms`; also for a game without limits, or a table with another number of streets.
        TableError: If a table of strength is damaged.
    """
    named = as_game(game)
    setting = setting_of(named)
    measure = divat_measure(named, setting, table, tables)
    called = range(1, len(hands) + 1) if numbers is None else numbers
    return _measured(hands, named, setting, measure, called, threads, progress)[:, 0]


def divat_measure(
    game: Game,
    setting: _core.Setting,
    table: DivatTable | None,
    tables: str | os.PathLike[str] | None,
) -> _core.Measure:
    """Return the measure that the kernels need for `divat_hands`.

    Args:
        game: As for `divat_hands`.
        setting: The game for the kernels.
        table: As for `divat_hands`.
        tables: As for `divat_hands`.

    Raises:
        ValueError: As `divat_hands`.
        TableError: As `divat_hands`.
    """
    rows = (table or DivatTable.from_memory(len(game.cards.board))).streets
    return _core.divat(
        setting,
        strengths_of(game.cards, tables),
        [list(row.make) for row in rows],
        [row.offset for row in rows],
    )


def as_game(game: Game | str) -> Game:
    """Return the game itself, or the game of this name.

    Args:
        game: A game or its name.

    Raises:
        ValueError: If no game has this name.
    """
    return load_game(game)


def _measured(
    hands: Sequence[Hand],
    named: Game,
    setting: _core.Setting,
    measure: _core.Measure,
    called: Sequence[int],
    threads: int,
    progress: Progress | None,
) -> NDArray[np.float64]:
    cards = named.cards
    whole = sum(cards.board)
    holes = np.empty((len(hands), 2, cards.hole), np.uint8)
    boards = np.full((len(hands), whole), _NOT_SEEN, np.uint8)
    for number, hand in enumerate(hands):
        try:
            held, board = deck_cards(cards, " ".join(hand.hole), hand.board)
            if len(held) != 2 * cards.hole or len(board) > whole:
                raise ValueError(
                    f"cards: expected {cards.hole} of each player and up to {whole} on the board, got "
                    f"{' | '.join([*hand.hole, hand.board])}"
                )
            holes[number] = held.reshape(2, cards.hole)
            boards[number, : len(board)] = board
        except ValueError as error:
            raise ValueError(f"hand {called[number]}: {error}") from None
    return _core.measure_hands(
        setting, measure, holes, boards, [hand.history for hand in hands], threads, progress
    )


Cards = tuple[int, ...]
# No log is too large: its cost depends on its all-ins, and progress is reported.
_NO_LIMIT = 10**18
_CHUNK = 200  # contests between two progress reports
_PARTS = parts_of_chip()  # parts of a pot, so that shares of any number of players are whole numbers
_BOARDS = 2_000_000  # boards in memory at once: all of hold'em


class Contest(NamedTuple):
    """Hands that can win one pot, and the known cards.

    Attributes:
        hands: Hole cards of the players that can win the pot.
        board: Cards on the board.
        dead: Known cards of other players, which cannot be dealt.
    """

    hands: tuple[Cards, ...]
    board: Cards
    dead: Cards


def mean_shares(
    game: TableRules, contests: Sequence[Contest], *, threads: int = 0, progress: Progress | None = None
) -> list[NDArray[np.float64]]:
    """Return the mean pot share of each hand, by exact enumeration of all boards that can still be dealt.

    In hold'em, on one thread, a preflop contest takes some 2 to 6 ms for up to six hands and 10 to 15 ms for more. Later
    streets take 10 to 100 microseconds. Repeated contests are counted once.

    Args:
        game: Rules of the game.
        contests: Any number of contests.
        threads: In hold'em: 0 for all processors, or up to 1024; the result does not depend on it.
        progress: Called with the contests done and the total.

    Returns:
        For each contest float64 [hands] with sum 1; a single hand has 1.
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
    """Return a canonical contest, equal for all orders of its hands and cards."""
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


def _counted(game: TableRules, contest: Contest, threads: int) -> NDArray[np.float64]:
    hands, board, dead = contest
    if len(hands) == 1:
        return np.ones(1)
    gone = {*chain(*hands), *board, *dead}
    left = np.array([card for card in game.deck if card not in gone], np.uint8)
    to_come = game.board_cards(game.streets - 1) - len(board)
    sums = np.zeros(len(hands), np.int64)
    for runs in _runs(len(left), to_come):
        # One column per card: the evaluator reads this layout fastest.
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
    """Yield all choices of `to_come` of the `left` remaining cards, by their indices: uint8 [cards, choices]."""
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


#: Sources of the estimated values: name -> description.
VALUES = {
    "hands": "means over other hands that the two play",
    "strategy": "exact values of the strategies against each other, or of the one against itself",
    "strength": "the pot times the difference of the strengths (EHS) of both hands",
}


def check_values(values: str, method: str) -> None:
    """Raise ValueError unless the values exist and the method can use them.

    Args:
        values: One of `VALUES`.
        method: One of `pokerdata.matches.luck.METHODS`.

    Raises:
        ValueError: For another name, or a method that cannot use them.
    """
    if values not in VALUES:
        raise ValueError(f"values: expected one of {', '.join(VALUES)}, got {values!r}; e.g. strategy")
    if values != "hands" and method not in ("advantage", "aivat"):
        raise ValueError(
            f"values: expected none but hands for {method}, which takes none, got {values!r}; e.g. the method 'aivat'"
        )


def guess(
    values: str,
    first: Agent,
    second: Agent,
    reference: Agent,
    *,
    hands: int,
    seed: int,
    threads: int,
    tables: str | os.PathLike[str] | None = None,
    before: Values | None = None,
) -> Values:
    """Return the estimated values with this name for two players in these seats.

    Args:
        values: One of `VALUES`.
        first: Player 1.
        second: Player 2.
        reference: One of the two players, with a strategy: its tree and states are used. If the other has no strategy over
            them, the values of 'strategy' are for this strategy against itself.
        hands: For 'hands': as for `Values.fit`.
        seed: For 'hands': as for `Values.fit`.
        threads: As for `Values.fit`.
        tables: For 'strategy' and 'strength': as for `Values.of_strategy`.
        before: Values with this name for the other seating, if already computed; returned if they fit this seating too.

    Raises:
        ValueError: As the methods of `Values`.
        TableError: As the methods of `Values`.
        CapacityError: As the methods of `Values`.
    """
    if values == "hands":
        return Values.fit(first, second, reference=reference, hands=hands, seed=seed, threads=threads)
    kept = before if before is not None and before.reference is reference else None
    if values == "strength":
        return kept or Values.of_strength(reference, threads=threads, tables=tables)
    if same_states(first, second, tables):
        return Values.of_strategy(first, second, threads=threads, tables=tables)
    return kept or Values.of_strategy(reference, threads=threads, tables=tables)
