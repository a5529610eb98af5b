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
from pokerdata.support.progress import Progress


def reduced_table_match(
    players: Sequence[str | Agent | Player],
    game: GameDefinition | NamedGame | str,
    *,
    method: str = "all-in",
    names: Sequence[str] = (),
    judging: Progress | None = None,
    threads: int = 0,
    **settings: Any,
) -> tuple[DuplicateResult, JudgedTable | None]:
    """Play a match of two to ten players of any kind, and tell it with less luck, too.

    Args:
        players: As for `pokerdata.matches.play_match`.
        game: As for `pokerdata.matches.play_match`.
        method: One of `TABLE_METHODS`, which ask for nobody's strategy.
        names: As for `pokerdata.matches.play_match`; players of one name get the numbers of their seats.
        judging: Progress of the reduction, which comes after the match: called with contests done and in all.
        threads: Of the reduction: 0 for all processors, or up to 1024; the result does not depend on it.
        **settings: As for `pokerdata.matches.play_match`.

    Returns:
        The match, and its hands as `judge_table` tells them; None where a player forfeited, for what that costs is no
        matter of luck.

    Raises:
        ValueError: As `play_match` and `judge_table`.
        TableError: As `play_match`.
    """
    check_table_method(method)
    hands: list[State] = []
    called = _told_apart([str(name) for name in names] or [name_of(one) for one in players])
    result = play_match(players, game, names=called, see=lambda hand: hands.append(hand.state), **settings)
    if result.forfeit is not None:
        return result, None
    return result, judge_table(hands, method=method, threads=threads, progress=judging)


def _told_apart(names: Sequence[str]) -> list[str]:
    found = [f"{name}, seat {seat}" if names.count(name) > 1 else name for seat, name in enumerate(names, 1)]
    return (
        found if len(set(found)) == len(found) else [f"{seat} {name}" for seat, name in enumerate(names, 1)]
    )
