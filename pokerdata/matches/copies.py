"""Players made afresh, again and again, so that nobody's memory is another's."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from pokerdata.agents import BASELINES, Agent
from pokerdata.matches.duplicate import name_of
from pokerdata.play import GameDefinition, Player
from pokerdata.players import Asked, find_player, is_agent
from pokerdata.players.bots import made_bot
from pokerdata.players.find import find_named_agent

#: What a player of a series is given as.
Source = str | Agent | Player | Callable[..., Player]


class Copies:
    """Fresh copies of players.

    Args:
        players: Names and agents, as `pokerdata.players.find_player` takes them; classes or functions that make a player,
            called with ``game=`` and ``seed=`` where they take them; or players, who are copied as they are now.
        game: That is played.
        translation: As for `find_player`.
        trust: As for `find_player`.
        tables: As for `find_player`.

    Raises:
        ValueError: For somebody who cannot be found, made or copied.
        TableError: For a strategy that is missing.
    """

    def __init__(
        self,
        players: Sequence[Source],
        game: GameDefinition,
        *,
        translation: str,
        trust: bool,
        tables: str | os.PathLike[str] | None,
    ) -> None:
        self._players = tuple(players)
        self._game = game
        self._translation, self._trust, self._tables = translation, trust, tables
        close(self.fresh(0))

    def __getstate__(self) -> dict[str, Any]:
        """What was found is found again in another process: files hold less than what is in them."""
        return {key: value for key, value in vars(self).items() if key != "_found"}

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(_called(one) if _makes(one) else name_of(one) for one in self._players)  # type: ignore[arg-type]

    @cached_property
    def _found(self) -> tuple[Source, ...]:
        """The same with strategies of files read, once for all copies: they have no memory."""
        return tuple(
            find_named_agent(one, translation=self._translation, tables=self._tables)
            if isinstance(one, str) and one not in BASELINES and is_agent(one)
            else one
            for one in self._players
        )

    def fresh(self, seed: int) -> list[Player]:
        """Players who have not played yet.

        Args:
            seed: Of their random choices, 0 to 2**64 - 1; copies of a player bring their own.

        Raises:
            ValueError: As when made.
        """
        return [self._copy(one, seed) for one in self._found]

    def _copy(self, one: Source, seed: int) -> Player:
        if _makes(one):
            asked = Asked(self._game, self._translation, self._trust, seed, self._tables)
            return made_bot(one, f"player {_called(one)}", asked)
        if isinstance(one, str | Agent):
            return find_player(
                one,
                self._game,
                translation=self._translation,
                trust=self._trust,
                seed=seed,
                tables=self._tables,
            )
        given = find_player(one, self._game)  # type: ignore[arg-type]
        try:
            return copy.deepcopy(given)
        except Exception as error:
            raise ValueError(
                f"player {name_of(given)}: expected one that can be copied, as each copy has a memory of its own, got "
                f"{type(error).__name__}: {error}; e.g. its class, which makes one for each"
            ) from error


def close(players: Sequence[Player]) -> None:
    """Let players go: programs end.

    Args:
        players: As `Copies.fresh` made them.
    """
    for one in players:
        if callable(method := getattr(one, "close", None)):
            method()


def _makes(one: Source) -> bool:
    """Whether it is a class or a function that makes players."""
    return isinstance(one, type) or (callable(one) and not callable(getattr(one, "act", None)))


def _called(one: Any) -> str:
    return str(getattr(one, "__name__", type(one).__name__))
