"""Matches at tables of two to ten players, with less luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pokerdata.agents import Agent
from pokerdata.games import NamedGame
from pokerdata.luck.judged_table import JudgedTable
from pokerdata.luck.table_judging import check_table_method, judge_table
from pokerdata.matches import DuplicateResult, play_match
from pokerdata.matches.duplicate import name_of
from pokerdata.play import GameDefinition, Player, State


def reduced_table_match(
    players: Sequence[str | Agent | Player],
    game: GameDefinition | NamedGame | str,
    *,
    method: str = "all-in",
    names: Sequence[str] = (),
    threads: int = 0,
    **settings: Any,
) -> tuple[DuplicateResult, JudgedTable]:
    """Play a match of two to ten players of any kind, and tell it with less luck, too.

    Args:
        players: As for `pokerdata.matches.play_match`.
        game: As for `pokerdata.matches.play_match`.
        method: One of `TABLE_METHODS`, which ask for nobody's strategy.
        names: As for `pokerdata.matches.play_match`; players of one name get the numbers of their seats.
        threads: Of the reduction: 0 for all processors, or up to 1024; the result does not depend on it.
        **settings: As for `pokerdata.matches.play_match`.

    Returns:
        The match, and its hands as `judge_table` tells them.

    Raises:
        ValueError: As `play_match` and `judge_table`, and where a player forfeits.
        TableError: As `play_match`.
    """
    check_table_method(method)
    called = [str(name) for name in names] or [name_of(one) for one in players]
    if len(set(called)) < len(called):
        called = [
            f"{name}, seat {number}" if called.count(name) > 1 else name
            for number, name in enumerate(called, 1)
        ]
    hands: list[State] = []
    result = play_match(players, game, names=called, see=lambda hand: hands.append(hand.state), **settings)
    if result.forfeit is not None:
        who, deal, _, reason = result.forfeit
        raise ValueError(
            f"players: expected a match that is played to its end, but {result.players[who]} forfeited in hand {deal + 1}: "
            f"{reason}; e.g. a match without less luck, which counts what was forfeited"
        )
    return result, judge_table(hands, method=method, threads=threads)
