"""Exact values of strategies over card abstractions on real cards."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata._core.support import hardware_threads
from pokerdata._support.arguments import as_count
from pokerdata._support.costs import Cost
from pokerdata._support.estimates import Estimate
from pokerdata._support.progress import Progress
from pokerdata._support.resources import available_memory
from pokerdata._support.text import bytes_text
from pokerdata.errors import CapacityError
from pokerdata.games import BettingTree, Rules, load_game
from pokerdata.games.named import TEXAS
from pokerdata.games.strategies import Strategy, load_strategy
from pokerdata.games.strategies.real_cards import bucket_table, states_of
from pokerdata.games.strategies.simple import BUILT_IN, Probabilities, simple_rows
from pokerdata.games.strategies.strategy_file import Kind
from pokerdata.pipeline.store import find_table
from pokerdata.pipeline.store.sharded import Keep
from pokerdata.solving.real_cards.flops import KeptFlops, as_flops, error_of_pairs
from pokerdata.solving.real_cards.seats import MakesSeats, Played, PrivateStates, Seat, Seats, ranks_of
from pokerdata.solving.real_cards.values import RealValues, SeatValue, cost_of, exact

TEXAS_RANKS = ranks_of(TEXAS)


@dataclass(frozen=True)
class _OneState:
    """The one-bucket abstraction."""

    def states(self, _: int) -> int:
        return 1

    def of_board(self, _: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return np.zeros(1326, np.uint16)


@dataclass(frozen=True, eq=False)
class Contestant:
    """A strategy to be valued on real cards.

    Attributes:
        name: Name of the strategy.
        rules: Rules of its game.
        numbers: Its number of states on each street.
        rows: For each street probabilities [edges of the street, states].
        play: Function that opens the strategy: its probabilities and its states.
        digest: Digest of everything that determines its play.
        saved: The loaded strategy, if it comes from a file.
    """

    name: str
    rules: Rules
    numbers: tuple[int, ...]
    rows: Probabilities
    play: Callable[[], Played]
    digest: str
    saved: Strategy | None = None

    @staticmethod
    def of_file(saved: Strategy, name: str, tables: str | os.PathLike[str] | None = None) -> Contestant:
        """Return the contestant of a loaded strategy.

        Args:
            saved: Result of `load_strategy`.
            name: Name of the strategy.
            tables: Folder of its table of buckets; by default the folder of its file.

        Raises:
            ValueError: For a strategy over real cards.
        """
        if saved.kind is Kind.CARDS or saved.abstraction is None:
            raise ValueError(
                f"strategy: expected one over a card abstraction, got {name}, which is one of real cards: its "
                "exploitability is already that on real cards; e.g. limit5_strategy.h5"
            )
        numbers = tuple(len(names) for names in saved.state_names)
        play = partial(_play_file, saved, tables)
        return Contestant(name, saved.rules, numbers, saved.strategy, play, _digest(saved), saved)

    @staticmethod
    def without_cards(name: str, rules: Rules) -> Contestant:
        """Return the contestant of one of `BUILT_IN`, which ignores its cards.

        Args:
            name: Name in `BUILT_IN`.
            rules: Rules of the game.

        Raises:
            ValueError: For another name.
        """
        if name not in BUILT_IN:
            raise ValueError(
                f"strategy: expected a file or one of {', '.join(sorted(BUILT_IN))}, got {name!r}; e.g. 'uniform', "
                "which takes each action as often"
            )
        numbers = (1,) * rules.streets
        rows = simple_rows(BettingTree(rules), numbers, BUILT_IN[name])
        return Contestant(
            name, rules, numbers, rows, lambda: Played(rows, _OneState()), f"{name} {rules.values()}"
        )


def _digest(saved: Strategy) -> str:
    found = sha256(repr((saved.rules.values(), sorted(saved.buckets.items()))).encode())
    for street in saved.strategy:
        found.update(np.ascontiguousarray(street).tobytes())
    return found.hexdigest()


def _play_file(saved: Strategy, tables: str | os.PathLike[str] | None) -> Played:
    states: PrivateStates = states_of(saved, bucket_table(saved, tables))
    return Played(saved.strategy, states)


def real_exploitability(
    strategy: Strategy | str | os.PathLike[str],
    *,
    game: str | None = None,
    player: int | None = None,
    against: Strategy | str | os.PathLike[str] | None = None,
    flops: int | None = None,
    keep: str | os.PathLike[str] | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> RealValues:
    """Return the value on real cards of a strategy over a card abstraction of Texas hold'em, exact up to floating point.

    A best response sees its cards, so its winnings are the strategy's exploitability in the real game. It may make all bets,
    in no-limit games those of the menu (`solving.scope`). The strategy may have perfect or imperfect recall.

    All flops are dealt up to suit isomorphism, and all turns and rivers up to the suits that keep the board. This takes some
    hours for limit hold'em; `real_cost` estimates it before. Sampled flops (`flops`) take minutes and give confidence
    intervals.

    Args:
        strategy: Result of `load_strategy`, or a name or path to load. With `game`, also always-call, always-fold,
            always-raise or uniform.
        game: Game of a strategy that is not in a file, such as "limit-holdem".
        player: Value only the strategy of player 1 or 2; by default of both.
        against: Another strategy of the same game, or always-call, always-fold, always-raise, uniform. Then the values are
            what `strategy` wins against it, in both seats or as `player`.
        flops: Number of flops to sample, an even number from 4; all flops by default.
        keep: Folder for finished flops, from which a stopped run resumes; by default nothing is kept.
        seed: Seed of sampled flops, 0 or more; the same seed gives the same result.
        threads: 0 for all processors, or 1 to 1024; the number never changes a bit of the result.
        tables: Folder for names and for tables of buckets; by default the folder of the strategy's file.
        progress: Called with turns done and in total, up to suit isomorphism.

    Raises:
        ValueError: For invalid arguments, a strategy over real cards, or a strategy of another game.
        TableError: If tables are missing or do not belong together, or the folder `keep` cannot be written.
        CapacityError: If memory would not suffice; raised before any work.
    """
    first = given(strategy, game, tables)
    second = None if against is None else contestant(against, first.rules, tables)
    kept = None if keep is None else KeptFlops(keep, origin_of(first, second))
    if kept is not None:
        kept.check()
    return values_of(
        first, second, player=player, flops=flops, keep=kept, seed=seed, threads=threads, progress=progress
    )


def origin_of(strategy: Contestant, other: Contestant | None) -> dict[str, object]:
    """Return what the values of flops depend on, for `KeptFlops`.

    Args:
        strategy: As for `values_of`.
        other: As for `values_of`.
    """
    return {"strategies": [strategy.digest, None if other is None else other.digest]}


def given(
    strategy: Strategy | str | os.PathLike[str],
    game: str | None,
    tables: str | os.PathLike[str] | None,
) -> Contestant:
    """Return the contestant of a loaded strategy, a file, or one of `BUILT_IN` with the name of its game.

    Args:
        strategy: As for `real_exploitability`.
        game: As for `real_exploitability`.
        tables: As for `real_exploitability`.

    Raises:
        ValueError: As for `real_exploitability`.
        TableError: If the file is missing or is not a strategy.
    """
    named = isinstance(strategy, str) and strategy in BUILT_IN
    if game is None:
        if named and find_table(str(strategy), tables) is None:
            raise ValueError(f"game: expected that of {strategy!r}, got None; e.g. 'limit-holdem'")
        return contestant(strategy, None, tables)
    if not named:
        raise ValueError(
            f"game: expected with one of {', '.join(BUILT_IN)} alone, as a file knows its game, got {game!r} and "
            f"{strategy!r}; e.g. game=None"
        )
    return Contestant.without_cards(str(strategy), rules_of(game))


def rules_of(game: str) -> Rules:
    """Return the rules of a hold'em game with 52 cards.

    Args:
        game: As for `pokerdata.load_game`, such as "limit-holdem".

    Raises:
        ValueError: If the game is unknown, or its values are on real cards already.
    """
    found = load_game(game)
    if not found.abstracted:
        raise ValueError(
            f"game: expected hold'em with 52 cards for values on real cards, got {game}, whose exploitability "
            "is that already; e.g. limit-holdem"
        )
    return found.rules


def contestant(
    strategy: Strategy | str | os.PathLike[str],
    rules: Rules | None,
    tables: str | os.PathLike[str] | None,
) -> Contestant:
    """Return the contestant of a loaded strategy, a file, or, if the rules are known, a name of `BUILT_IN`.

    Args:
        strategy: As for `real_exploitability`.
        rules: Rules of the game, or None.
        tables: As for `real_exploitability`.

    Raises:
        ValueError: For a strategy over real cards.
        TableError: If the file is missing or is not a strategy.
    """
    if isinstance(strategy, Strategy):
        return Contestant.of_file(strategy, str(strategy.path or strategy.label), tables)
    name = os.fspath(strategy)
    if rules is not None and name in BUILT_IN:
        return Contestant.without_cards(name, rules)
    return Contestant.of_file(load_strategy(strategy, tables=tables), name, tables)


def real_cost(
    strategy: Contestant,
    other: Contestant | None = None,
    *,
    player: int | None = None,
    flops: int | None = None,
    threads: int = 0,
) -> Cost:
    """Estimate the cost of `values_of`.

    Args:
        strategy: As for `values_of`.
        other: As for `values_of`.
        player: As for `values_of`.
        flops: As for `values_of`.
        threads: As for `values_of`; memory grows with them.
    """
    own = () if other is None else strategy.numbers
    against = strategy if other is None else other
    return cost_of(
        strategy.rules,
        against.numbers,
        own,
        rows=against.rows,
        seats=_seats(player, other),
        flops=flops,
        threads=threads,
    )


def _seats(player: int | None, other: Contestant | None) -> tuple[int, ...]:
    """Return the seats to be valued: the player's own seat, or that of the best response to the player."""
    if player is None:
        return 0, 1
    return (player - 1 if other is not None else 2 - player,)


def values_of(
    strategy: Contestant,
    other: Contestant | None = None,
    *,
    player: int | None = None,
    flops: int | None = None,
    keep: Keep | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
    anew: MakesSeats | None = None,
) -> RealValues:
    """Return values of contestants, as `real_exploitability` does for strategies.

    Args:
        strategy: The strategy to value.
        other: Strategy that it plays against; None for best responses to it.
        player: As for `real_exploitability`.
        flops: As for `real_exploitability`.
        keep: Store in which finished flops are saved and looked up.
        seed: As for `real_exploitability`.
        threads: As for `real_exploitability`.
        progress: As for `real_exploitability`.
        anew: Function that makes the seats of players 0, 1 or both in another process, as for `Seats`.

    Raises:
        ValueError: As for `real_exploitability`.
        TableError: As for `real_exploitability`.
        CapacityError: As for `real_exploitability`.
    """
    if player not in (None, 1, 2):
        raise ValueError(f"player: expected 1 or 2, got {player}; e.g. 1")
    if flops is not None:
        flops = as_flops(flops, "flops")
    seed = as_count(seed, "seed", 0, 2**64 - 1, 1)
    if other is not None and {**strategy.rules.values(), "name": ""} != {**other.rules.values(), "name": ""}:
        raise ValueError(
            f"against: expected a strategy of the same game, got {other.name}, which plays {other.rules.name}, with other "
            f"rules than {strategy.rules.name}"
        )
    seats = _seats(player, other)
    need = real_cost(strategy, other, player=player, flops=flops, threads=threads).memory_bytes
    if need > (free := available_memory()):
        raise CapacityError(
            f"not enough memory for values on real cards: they need {bytes_text(need)}, {bytes_text(free)} are free; "
            f"expected fewer states, fewer threads or one player; e.g. 1 thread instead of {threads or hardware_threads()}"
        )
    plays = strategy.play()
    against = None if other is None else other.play()
    made = seated(
        strategy.rules, seats, plays, against, None if anew is None else partial(anew, players=seats)
    )
    return values_of_seats(
        made,
        strategy.name,
        strategy.rules,
        None if other is None else other.name,
        flops=flops,
        keep=keep,
        seed=seed,
        threads=threads,
        progress=progress,
    )


def seated(
    rules: Rules,
    players: tuple[int, ...],
    plays: Played,
    against: Played | None,
    anew: Callable[[Any], Seats] | None = None,
) -> Seats:
    """Return the seats of best responses to a strategy, or of the strategy itself if it plays against another.

    Args:
        rules: Rules of the game.
        players: Seats to be valued.
        plays: The strategy.
        against: Strategy that it plays against; None for best responses to it.
        anew: As for `Seats`.
    """
    if against is None:
        return Seats(rules, TEXAS_RANKS, players, plays, anew=anew)
    return Seats(rules, TEXAS_RANKS, players, against, plays, anew)


def values_of_seats(
    seats: Seats,
    name: str,
    rules: Rules,
    against: str | None = None,
    *,
    flops: int | None = None,
    keep: Keep | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> RealValues:
    """Return the values of one or both seats, as `values_of`, for any deck.

    Args:
        seats: One or both seats of one game.
        name: Name of the strategy.
        rules: Rules of the game.
        against: Name of the strategy that it plays against, unless the seats are best responses.
        flops: As for `values_of`.
        keep: As for `values_of`.
        seed: As for `values_of`.
        threads: As for `values_of`.
        progress: As for `values_of`.
    """
    deck = seats.flops
    drawn = None if flops is None else deck.drawn(flops // 2, seed)
    places = list(range(len(deck.numbers))) if drawn is None else np.unique(drawn).tolist()
    found, pairs = [], []
    values = seats.behind(places, threads=threads, keep=keep, progress=progress)
    for seat, behind in zip(seats.each, values, strict=True):
        if drawn is None:
            found.append(SeatValue(seat.player + 1, exact(seat.value(behind))))
            continue
        halves = [behind[np.searchsorted(places, drawn[:, half])] for half in (0, 1)]
        won, above = _of_halves(seat, halves, against is None)
        pairs.append(won)
        found.append(SeatValue(seat.player + 1, _estimate(won), above))
    return RealValues(name, rules, tuple(found), against, _both(found, pairs), flops, seed)


def _of_halves(
    seat: Seat, halves: Sequence[NDArray[np.float64]], best: bool
) -> tuple[NDArray[np.float64], float | None]:
    """Return the value of each flop of both halves, [strata, 2], and the value of decisions fitted on all flops."""
    choices = [seat.choices(half) if best else None for half in halves]
    won = [
        [seat.value_by(flop[None], choices[1 - number]) for flop in half]
        for number, half in enumerate(halves)
    ]
    above = seat.value_by(np.concatenate(halves), None) if best else None
    return np.array(won).T, above


def _estimate(won: NDArray[np.float64]) -> Estimate:
    """Estimate the mean of two draws from each stratum."""
    error, freedom = error_of_pairs(won[:, 0] - won[:, 1])
    return Estimate(float(won.mean()), float(error), float(freedom))


def _both(found: Sequence[SeatValue], pairs: Sequence[NDArray[np.float64]]) -> SeatValue | None:
    if len(found) < 2:
        return None
    if not pairs:
        return SeatValue(0, exact((found[0].won.mean + found[1].won.mean) / 2))
    above = [seat.above for seat in found if seat.above is not None]
    return SeatValue(0, _estimate((pairs[0] + pairs[1]) / 2), sum(above) / 2 if above else None)
