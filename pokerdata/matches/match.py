"""One match of two to ten players: in C++ between two strategies or baselines, otherwise at a table."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, replace
from typing import Any

from pokerdata._support.progress import Progress
from pokerdata.games import Game, Rules, load_game
from pokerdata.games.play import Player, State, TableRules, TimeLimits
from pokerdata.matches.duel import duel
from pokerdata.matches.luck.divat import DivatTable
from pokerdata.matches.luck.matches import reduced_duel, sums_of
from pokerdata.matches.luck.table_judging import check_table_method, judge_table
from pokerdata.matches.luck.values import FIT_HANDS
from pokerdata.matches.result import MatchResult
from pokerdata.matches.table import SeatedHand, name_of, play_at_table
from pokerdata.players.agents import BASELINES, Agent
from pokerdata.players.find import find_named_agent, game_of, is_agent
from pokerdata.players.programs import check_no_secret

_DEALS, _REDUCED_DEALS, _DEALS_AT_A_TABLE = 100_000, 10_000, 1000


@dataclass(frozen=True)
class Reduction:
    """Options for how `match` reduces luck. At a table you may set the method only.

    Attributes:
        method: One of `pokerdata.matches.luck.METHODS`; at a table one of `TABLE_METHODS`.
        values: For 'advantage' and 'aivat': source of the estimated values, one of `pokerdata.matches.luck.VALUES`: other
            hands, exact values of the strategies, or the strength of hands.
        fit_hands: For values from hands: how many, in each of the two seatings.
        known: For AIVAT: which of the two strategies count as known; by default all that exist.
        divat: Baseline of DIVAT; by default `DivatTable.from_memory`, which is not verified.
    """

    method: str = "aivat"
    values: str = "hands"
    fit_hands: int = FIT_HANDS
    known: tuple[bool, bool] | None = None
    divat: DivatTable | None = None


def match(
    *players: str | Agent | Player,
    game: TableRules | Game | str | None = None,
    deals: int | None = None,
    first_deal: int = 0,
    duplicate: bool = True,
    replays: bool | None = None,
    limits: TimeLimits | None = None,
    names: Sequence[str] = (),
    see: Callable[[SeatedHand], None] | None = None,
    reduce: Reduction | str | None = None,
    translation: str = "pseudo-harmonic",
    trust: bool = False,
    cancel: threading.Event | None = None,
    seed: int = 0,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match of two to ten players, each deal in several seatings, so that the luck of the cards cancels.

    Two strategies or baselines in a game for two play in C++: 50 to 180 million hands a minute on 2 cores. `simple` plays
    5,000 hands a second and processor, or 500,000 if it finds its tables (see `Agent.baseline`). All others sit at a table
    in this process, at 10,000 to 20,000 decisions a second. So do those two if you set `duplicate`, `replays`, `limits`,
    `names` or `see`. The two engines deal different cards for the same seed. An agent wins exactly 0 against itself.

    At a table each deal is played in all orders of two (2) and of three players (6). More players move on by one seat each
    time, as often as there are players. Seat s has the position s - hand, modulo the players, as in the competition, and
    the cards of a seed are the competition's. An illegal action becomes the nearest raise, or a call, and counts as a fault.
    A player that raises an exception or exceeds a time limit forfeits the match, and the match ends there. In every hand
    not played out it loses the most that it could have lost, in equal shares to the others.

    Args:
        players: Names, agents or players, as for `pokerdata.players.find_player`, one for each seat of the game.
        game: As for `pokerdata.load_game`; by default the game of the first strategy among the players.
        deals: Number of deals, each played in all the orders; by default 100,000 in C++, 10,000 with `reduce`, and 1,000 at
            a table.
        first_deal: In C++: number of the first deal of the seed; matches over other deals are independent.
        duplicate: False: each deal is played once, and seats move on with the button.
        replays: True: the whole match is played in one order after the other, and players `reset` before each. Players that
            learn need this. False: each deal is played in all orders before the next. For players without memory both give
            the same result. None: True if any player has a method `reset` or `observe`.
        limits: Time limits of the players; by default the competition's.
        names: Names of the players in the result; by default the names in `players`.
        see: Called with each hand that was played out, in playing order.
        reduce: Also reduce luck and set `MatchResult.reduced`: a `Reduction`, or its method. There is no reduced result if a
            player forfeits, because the cost of that is not luck.
        translation: As for `pokerdata.players.find_player`.
        trust: As for `pokerdata.players.find_player`.
        cancel: Once this event is set, the match ends with `concurrent.futures.CancelledError`.
        seed: Seed of the cards and of the players' random choices, 0 to 2**64 - 1, at a table to 2**32 - 1. The same seed
            gives the same result if the players cooperate; this package's players do.
        threads: 0 for all processors, or up to 1024; the result does not depend on it. Players at a table think one after
            another.
        tables: The folder to search for strategies and bucket tables; by default as for
            `pokerdata.players.agents.find_agent`.
        progress: Called with deals or hands done and the total; an exception that it raises ends the match.

    Raises:
        ValueError: If the number of players does not fit the game, a player does not play it, options exclude each other,
            or a number is invalid.
        TableError: If a strategy or a bucket table is missing.
    """
    how = Reduction(reduce) if isinstance(reduce, str) else reduce
    progress = _cancelled_by(cancel, progress)
    at_table = not duplicate or replays is not None or limits is not None or bool(names) or see is not None
    if not at_table and plays_in_core(players, game):
        one, two = (_as_agent(player, translation, tables) for player in players)
        settings: dict[str, Any] = {
            "deals": (_DEALS if how is None else _REDUCED_DEALS) if deals is None else deals,
            "first_deal": first_deal,
            "game": game,
            "seed": seed,
            "threads": threads,
            "tables": tables,
            "progress": progress,
        }
        if how is None:
            return duel(one, two, **settings)
        reduced = reduced_duel(one, two, **vars(how), **settings)
        return MatchResult(
            reduced.agents,
            reduced.rules,
            seed,
            sums_of(reduced.won),
            translations=(one.translation, two.translation),
            reduced=reduced,
        )
    if first_deal:
        raise ValueError(
            f"first_deal: expected 0 at a table, where deals begin with the first, got {first_deal!r}; e.g. another seed"
        )
    if len(players) < 2:
        raise ValueError(f"players: expected two to ten, got {len(players)}; e.g. 'simple', 'random'")
    if how is not None:
        check_table_method(how.method)
        if how != Reduction(how.method):
            raise ValueError(
                "reduce: expected a method alone at a table, as other options are for two strategies or baselines, got "
                f"{how}; e.g. 'all-in'"
            )
    definition = game_of(players, game, tables=tables)
    hands: list[State] = []

    def seen(hand: SeatedHand) -> None:
        if how is not None:
            hands.append(hand.state)
        if see is not None:
            see(hand)

    result = play_at_table(
        players,
        definition,
        deals=_DEALS_AT_A_TABLE if deals is None else deals,
        duplicate=duplicate,
        replays=replays,
        limits=limits,
        names=names if how is None else _told_apart([*map(str, names)] or [*map(name_of, players)]),
        see=seen,
        translation=translation,
        trust=trust,
        seed=seed,
        tables=tables,
        progress=progress,
    )
    if how is None or result.forfeit is not None:
        return result
    return replace(result, reduced=judge_table(hands, method=how.method, threads=threads, progress=progress))


def plays_in_core(players: Sequence[str | Agent | Player], game: TableRules | Game | str | None) -> bool:
    """Return whether `match` plays these players in C++: two strategies or baselines, in a game that the C++ engine knows.

    Args:
        players: As for `match`.
        game: As for `match`.

    Raises:
        ValueError: If a name contains a secret, or the game does not exist.
    """
    check_no_secret(*(one for one in players if isinstance(one, str)))
    if len(players) != 2:
        return False
    for one in players:
        if isinstance(one, str):
            of_file = one.endswith(".h5") and ":" not in one
            if not (one in BASELINES or of_file or is_agent(one)):
                return False
        elif not isinstance(one, Agent):
            return False
    return game is None or isinstance(load_game(game).betting, Rules)


def _as_agent(player: str | Agent | Player, translation: str, tables: str | os.PathLike[str] | None) -> Agent:
    if isinstance(player, str):
        return find_named_agent(player, translation=translation, tables=tables)
    assert isinstance(player, Agent)
    return player


def _told_apart(names: Sequence[str]) -> list[str]:
    found = [f"{name}, seat {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)]
    return (
        found if len(set(found)) == len(found) else [f"{seat} {name}" for seat, name in enumerate(names, 1)]
    )


def _cancelled_by(cancel: threading.Event | None, progress: Progress | None) -> Progress | None:
    if cancel is None:
        return progress

    def told(done: int, total: int) -> None:
        if cancel.is_set():
            raise CancelledError
        if progress is not None:
            progress(done, total)

    return told
