"""Series: consecutive hands for players with memory, as duplicate deals with a copy of each player per seating."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata._support.resources import MOST_PROCESSES, available_memory, spread
from pokerdata._support.text import bytes_text, nearest
from pokerdata.errors import CapacityError
from pokerdata.games import Game, table_rules
from pokerdata.games.play import Deals, TableRules, TimeLimits
from pokerdata.matches.referee import ForfeitError, Referee, check_sums, forfeited_parts
from pokerdata.matches.result import by_position, seat_orders
from pokerdata.matches.series_result import SeriesForfeit, SeriesResult
from pokerdata.matches.table import Copies, Source, close
from pokerdata.players.plain import players_seed
from pokerdata.players.programs import is_program, starts_program

#: What players see at the end of a hand: name -> description.
SHOWS = {
    "shown": "their own cards, and at a showdown those of all who did not fold",
    "all": "all cards, those that were folded, too",
}
MOST_SERIES, MOST_HANDS = 10**6, 10**7
MOST_SEED = 2**32 - 1
_TOLD_HANDS = 64
_ODD = 0x9E3779B1  # its multiples are different seeds for 2**32 series


def play_series(
    players: Sequence[Source],
    game: TableRules | Game | str,
    *,
    series: int = 20,
    first_series: int = 0,
    hands: int = 1000,
    show: str = "shown",
    limits: TimeLimits | None = None,
    names: Sequence[str] = (),
    translation: str = "pseudo-harmonic",
    trust: bool = False,
    processes: int = 1,
    seed: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> SeriesResult:
    """Play series of hands with players that learn, and measure their winnings by the number of the hand.

    A series is a number of consecutive hands. In each series, every player has one memory. It starts fresh, and sees the end
    of each hand if it has a method ``observe(state)``. Each series is played in all orders of seats of `seat_orders` (two
    for two players) on the same cards, by different copies of the players. So the luck of the cards cancels, and no copy
    sees cards that it has seen before. The unit is the mean over the orders: of hand number h in each series. Series have
    different cards and different random choices, so they are independent. Intervals are over series. A series does not
    depend on how many others you play.

    Faults and clocks are as in `match`; limits of a match hold for each copy. A player forfeits one series in one order.
    It loses the most that it could in that order's hands not played out; all other hands are played.

    The same seed gives the same bits on any number of processes, if the players cooperate; this package's players do.
    Strategies and simple players play 4,000 to 8,000 hands a second of processor time.

    Args:
        players: One for each seat: names and agents as for `match`; or classes or functions that make a player, called
            with ``game=`` and ``seed=`` if they accept them; or player objects. Objects are copied as they are, including
            random numbers, so they are the same in every series.
        game: As for `pokerdata.load_game`.
        series: Number of series.
        first_series: Number of the first series of the seed to play; series with different numbers are independent.
        hands: Number of hands of each series, in each order of seats.
        show: What players see at the end of a hand. 'shown': what the rules show. 'all': all cards, including folded ones,
            which frequentist models need.
        limits: Time limits of the players; by default the competition's.
        names: Names of the players in the result; by default the names in `players`.
        translation: As for `pokerdata.players.find_player`.
        trust: As for `find_player`.
        processes: Number of processes that share the series, 0 for one on each processor. Threads would gain nothing, as
            players run in Python.
        seed: Seed of the cards and of the players' random choices, 0 to 2**32 - 1.
        tables: As for `find_player`.
        progress: Called with the hands done and the total.

    Raises:
        ValueError: If the number of players does not fit the game, a player does not play it or cannot be copied, or a
            number is invalid.
        TableError: If a strategy is missing.
        CapacityError: If the results do not fit in memory.
    """
    found = table_rules(game)
    count = found.players
    series = as_count(series, "series", 1, MOST_SERIES, 20)
    begin = as_count(first_series, "first_series", 0, MOST_SERIES, 20)
    hands = as_count(hands, "hands", 1, MOST_HANDS, 1000)
    seed = as_count(seed, "seed", 0, MOST_SEED, 1)
    processes = as_count(processes, "processes", 0, MOST_PROCESSES, 2)
    if show not in SHOWS:
        raise ValueError(f"show: expected one of {', '.join(SHOWS)}, got {show!r}{nearest(show, SHOWS)}")
    if isinstance(players, str) or len(players) != count:
        got = repr(players) if isinstance(players, str) else len(players)
        raise ValueError(f"players: expected {count} for {found.name}, got {got}; e.g. {['random'] * count}")
    if names and len(names) != count:
        raise ValueError(f"names: expected {count} or none, got {len(names)}; e.g. {['A', 'B', 'C'][:count]}")
    if processes != 1 and any(
        isinstance(one, str) and is_program(one) and not starts_program(one) for one in players
    ):
        raise ValueError("processes: expected 1 where a program comes to a port, got more; e.g. 1")
    _check_size(found, series, hands)
    copies = Copies(players, found, translation=translation, trust=bool(trust), tables=tables)
    called = tuple(map(str, names)) or copies.names
    work = _Series(copies, called, found, hands, show == "all", limits or TimeLimits(), seed, begin)
    total = series * hands * len(seat_orders(count))
    tell = None if progress is None else (lambda done: progress(done, total))
    played = spread(work, series, processes, tell)
    return SeriesResult(
        players=called,
        game=found,
        seed=seed,
        show=show,
        parts=np.stack([one.parts for one in played]),
        decisions=tuple(sum(one.decisions[p] for one in played) for p in range(count)),
        seconds=tuple(sum(one.seconds[p] for one in played) for p in range(count)),
        faults=tuple(sum(one.faults[p] for one in played) for p in range(count)),
        first_faults=tuple(
            next((text for one in played if (text := one.first_faults[p]) is not None), None)
            for p in range(count)
        ),
        forfeits=tuple(forfeit for one in played for forfeit in one.forfeits),
    )


def series_seed(seed: int, number: int) -> int:
    """Return the seed of a series' cards, different for each of 2**32 series.

    Args:
        seed: Seed of all series.
        number: Number of the series, from 0.
    """
    start = blake2b(f"{seed}".encode(), digest_size=4, person=b"pokerdata.series").digest()
    return (int.from_bytes(start, "little") + number * _ODD) % 2**32


def _check_size(game: TableRules, series: int, hands: int) -> None:
    """Raise an error if the results do not fit into memory, or sums do not fit into 64 bits."""
    orders = len(seat_orders(game.players))
    # Three times: the processes' results, the joined array, and sums over it.
    needed = 3 * 8 * series * orders * hands * game.players
    if needed > (room := available_memory()):
        raise CapacityError(
            f"series: expected results that fit in {bytes_text(room)} of memory, got {series:,} of {hands:,} hands that "
            f"need {bytes_text(needed)}; e.g. fewer hands"
        )
    check_sums("hands", game, hands, orders)


class _Played(NamedTuple):
    """A series played in all orders."""

    parts: NDArray[np.int64]
    decisions: list[int]
    seconds: list[float]
    faults: list[int]
    first_faults: list[str | None]
    forfeits: list[SeriesForfeit]


@dataclass(frozen=True)
class _Series:
    """Plays the series with a given number."""

    copies: Copies
    names: tuple[str, ...]
    game: TableRules
    hands: int
    all_cards: bool
    limits: TimeLimits
    seed: int
    first: int

    def __call__(self, place: int, tell: Callable[[int], None]) -> _Played:
        number = self.first + place
        count = self.game.players
        orders = seat_orders(count)
        parts = np.zeros((len(orders), self.hands, count), np.int64)
        found = _Played(parts, [0] * count, [0.0] * count, [0] * count, [None] * count, [])
        for order in range(len(orders)):
            self._play(found, number, order, tell)
        return found

    def _play(self, found: _Played, number: int, order: int, tell: Callable[[int], None]) -> None:
        """Play one order of seats, with fresh copies of the players."""
        seed = series_seed(self.seed, number)
        players = self.copies.fresh(players_seed(seed))
        referee = Referee(players, self.limits, self.hands)
        seats = seat_orders(len(players))[order]
        hand = 0
        try:
            with referee.at_work():
                for player in range(len(players)):
                    referee.reset(player)
                for hand, cards in zip(range(self.hands), Deals(self.game, seed), strict=False):
                    seated = by_position(seats, hand)
                    state = referee.play(self.game, seated, hand, cards, self.names, all_cards=self.all_cards)
                    found.parts[order, hand, seated] = state.payoff_parts
                    if (hand + 1) % _TOLD_HANDS == 0:
                        tell(_TOLD_HANDS)
            tell(self.hands % _TOLD_HANDS)
        except ForfeitError as error:
            found.forfeits.append(SeriesForfeit(error.player, number, order, hand, error.reason))
            for rest in range(hand, self.hands):
                seated = by_position(seats, rest)
                found.parts[order, rest, seated] = forfeited_parts(self.game, seated.index(error.player))
            tell(self.hands - hand // _TOLD_HANDS * _TOLD_HANDS)
        finally:
            close(players)
            for p in range(len(players)):
                found.decisions[p] += referee.decisions[p]
                found.seconds[p] += referee.seconds[p]
                found.faults[p] += referee.faults[p]
                if found.first_faults[p] is None and referee.first_faults[p] is not None:
                    found.first_faults[p] = f"{referee.first_faults[p]}, in series {number + 1}"
