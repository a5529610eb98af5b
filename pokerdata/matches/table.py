"""Matches of two to ten players of any kind at a table, over duplicate deals, and fresh copies of players."""

from __future__ import annotations

import copy
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from pokerdata._core.play import parts_of_chip
from pokerdata._support.arguments import as_count
from pokerdata._support.progress import Progress
from pokerdata.games import Game, table_rules
from pokerdata.games.play import Deals, Player, State, TableRules, TimeLimits
from pokerdata.games.play.answers import called
from pokerdata.matches.referee import ForfeitError, Referee, forfeited_parts
from pokerdata.matches.result import Forfeit, MatchResult, by_position, seat_orders
from pokerdata.players import Asked, find_player, is_agent
from pokerdata.players.agents import BASELINES, Agent
from pokerdata.players.bots import made_bot
from pokerdata.players.find import find_named_agent
from pokerdata.players.plain import players_seed

_MOST_DEALS = 10**7
_MOST_SEED = 2**32 - 1
_PARTS = parts_of_chip()


class SeatedHand(NamedTuple):
    """A finished hand of a match.

    Attributes:
        deal: Index of the deal, from 0, which is also the number of the hand.
        order: Index of the seating among the orders of `seat_orders`.
        players: Players by position.
        state: The end of the hand, with all cards and the players' names.
    """

    deal: int
    order: int
    players: tuple[int, ...]
    state: State


def play_at_table(
    players: Sequence[str | Agent | Player],
    game: TableRules | Game | str,
    *,
    deals: int = 1000,
    duplicate: bool = True,
    replays: bool | None = None,
    limits: TimeLimits | None = None,
    names: Sequence[str] = (),
    see: Callable[[SeatedHand], None] | None = None,
    translation: str = "pseudo-harmonic",
    trust: bool = False,
    seed: int = 0,
    tables: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Play a match of players of any kind, and ask each for every decision; see `pokerdata.matches.match`.

    Args:
        players: As for `match`.
        game: As for `pokerdata.load_game`.
        deals: As for `match`.
        duplicate: As for `match`.
        replays: As for `match`.
        limits: As for `match`.
        names: As for `match`.
        see: As for `match`.
        translation: As for `match`.
        trust: As for `match`.
        seed: Seed of the cards and of the players' random choices, 0 to 2**32 - 1.
        tables: As for `match`.
        progress: Called with the hands done and the total.

    Raises:
        ValueError: As `match`.
        TableError: As `match`.
    """
    made = _Match(players, game, deals, duplicate, replays, limits, names, translation, trust, seed, tables)
    total = made.deals * len(made.orders)
    for done, hand in enumerate(made.hands(), start=1):
        if see is not None:
            see(hand)
        if progress is not None:
            progress(done, total)
    return made.result()


def play_hands(
    players: Sequence[str | Agent | Player],
    game: TableRules | Game | str,
    *,
    deals: int = 10,
    replays: bool | None = None,
    limits: TimeLimits | None = None,
    names: Sequence[str] = (),
    translation: str = "pseudo-harmonic",
    trust: bool = False,
    seed: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> Iterator[SeatedHand]:
    """Yield the hands of a match at a table in playing order, the same as `match` plays with these arguments.

    They end if a player forfeits.

    Args:
        players: As for `match`.
        game: As for `match`.
        deals: Number of deals, each played in all the orders.
        replays: As for `match`.
        limits: As for `match`.
        names: As for `match`.
        translation: As for `match`.
        trust: As for `match`.
        seed: As for `match`.
        tables: As for `match`.

    Raises:
        ValueError: As `match`.
        TableError: As `match`.
    """
    return _Match(
        players, game, deals, True, replays, limits, names, translation, trust, seed, tables
    ).hands()


class _Match:
    def __init__(
        self,
        players: Sequence[str | Agent | Player],
        game: TableRules | Game | str,
        deals: int,
        duplicate: bool,
        replays: bool | None,
        limits: TimeLimits | None,
        names: Sequence[str],
        translation: str,
        trust: bool,
        seed: int,
        tables: str | os.PathLike[str] | None,
    ) -> None:
        self.game = table_rules(game)
        self.deals = as_count(deals, "deals", 1, _MOST_DEALS, 1000)
        self._seed = as_count(seed, "seed", 0, _MOST_SEED, 1)
        count = self.game.players
        if isinstance(players, str) or len(players) != count:
            got = repr(players) if isinstance(players, str) else len(players)
            raise ValueError(
                f"players: expected {count} for {self.game.name}, got {got}; e.g. {['random'] * count}"
            )
        if names and len(names) != count:
            raise ValueError(
                f"names: expected {count} or none, got {len(names)}; e.g. {['A', 'B', 'C'][:count]}"
            )
        self.orders = seat_orders(count)[: None if duplicate else 1]
        own = players_seed(self._seed)
        self._players = [
            find_player(one, self.game, translation=translation, trust=trust, seed=own, tables=tables)
            for one in players
        ]
        self.names = tuple(names) or tuple(name_of(one) for one in players)
        self._own = [made for made, given in zip(self._players, players, strict=True) if made is not given]
        learns = any(hasattr(one, "reset") or hasattr(one, "observe") for one in self._players)
        self.replays = learns if replays is None else bool(replays)
        self._referee = Referee(self._players, limits or TimeLimits(), self.deals * len(self.orders))
        self._parts = np.zeros((self.deals, len(self.orders), count), np.int64)
        self._flows = [[0] * count for _ in range(count)]
        self._forfeit: Forfeit | None = None

    def hands(self) -> Iterator[SeatedHand]:
        """Play, and yield each hand that was played out."""
        todo = np.ones(self._parts.shape[:2], bool)
        place = (0, 0)
        try:
            if not self.replays:
                self._reset()
            for place, cards in self._schedule():
                with self._referee.at_work():
                    if self.replays and place[0] == 0:
                        self._reset()
                    hand = self._hand(*place, cards)
                todo[place] = False
                yield hand
        except ForfeitError as error:
            self._forfeit = Forfeit(error.player, *place, error.reason)
            for deal, order in np.argwhere(todo).tolist():
                seated = by_position(self.orders[order], deal)
                lost = forfeited_parts(self.game, seated.index(error.player))
                for p, player in enumerate(seated):
                    self._parts[deal, order, player] = lost[p]
                    if player != error.player:
                        self._flows[error.player][player] += lost[p]
        finally:
            for one in self._own:
                if (close := getattr(one, "close", None)) is not None:
                    called(f"player {name_of(one)}", close)

    def _schedule(self) -> Iterator[tuple[tuple[int, int], tuple[Any, Any]]]:
        """Yield (deal, order) and the cards of each hand."""
        if self.replays:
            for order in range(len(self.orders)):
                for deal, cards in zip(range(self.deals), Deals(self.game, self._seed), strict=False):
                    yield (deal, order), cards
            return
        for deal, cards in zip(range(self.deals), Deals(self.game, self._seed), strict=False):
            for order in range(len(self.orders)):
                yield (deal, order), cards

    def _reset(self) -> None:
        for player in range(len(self._players)):
            self._referee.reset(player)

    def _hand(self, deal: int, order: int, cards: tuple[Any, Any]) -> SeatedHand:
        seated = by_position(self.orders[order], deal)
        state = self._referee.play(self.game, seated, deal, cards, self.names)
        for position, (chips, paid) in enumerate(zip(state.returns(), state.flows, strict=True)):
            self._parts[deal, order, seated[position]] = int(chips * _PARTS)
            for to, amount in enumerate(paid):
                self._flows[seated[position]][seated[to]] += int(amount * _PARTS)
        return SeatedHand(deal, order, seated, state)

    def result(self) -> MatchResult:
        """Return the result, once all hands are played."""
        referee = self._referee
        return MatchResult(
            players=self.names,
            game=self.game,
            seed=self._seed,
            replays=self.replays,
            parts=self._parts,
            flow_parts=tuple(map(tuple, self._flows)),
            decisions=tuple(referee.decisions),
            seconds=tuple(referee.seconds),
            faults=tuple(referee.faults),
            first_faults=tuple(referee.first_faults),
            forfeit=self._forfeit,
        )


def name_of(player: str | Agent | Player) -> str:
    """Return the name of a player in results.

    Args:
        player: The player, in any form that `play_at_table` accepts.
    """
    return player if isinstance(player, str) else str(getattr(player, "name", type(player).__name__))


#: A player of a series, in any form that `Copies` accepts.
Source = str | Agent | Player | Callable[..., Player]


class Copies:
    """Makes fresh copies of players.

    Args:
        players: Names and agents, as for `pokerdata.players.find_player`; or classes or functions that make a player,
            called with ``game=`` and ``seed=`` if they accept them; or player objects, copied as they are now.
        game: The game.
        translation: As for `find_player`.
        trust: As for `find_player`.
        tables: As for `find_player`.

    Raises:
        ValueError: If a player cannot be found, made or copied.
        TableError: If a strategy is missing.
    """

    def __init__(
        self,
        players: Sequence[Source],
        game: TableRules,
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
        """Drop the players found; another process finds them again, because file names are smaller than file contents."""
        return {key: value for key, value in vars(self).items() if key != "_found"}

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the players."""
        return tuple(_called(one) if _makes(one) else name_of(one) for one in self._players)  # type: ignore[arg-type]

    @cached_property
    def _found(self) -> tuple[Source, ...]:
        """The players with strategies read from files, once for all copies: strategies have no memory."""
        return tuple(
            find_named_agent(one, translation=self._translation, tables=self._tables)
            if isinstance(one, str) and one not in BASELINES and is_agent(one)
            else one
            for one in self._players
        )

    def fresh(self, seed: int) -> list[Player]:
        """Return players that have not played yet.

        Args:
            seed: Seed of their random choices, 0 to 2**64 - 1; copies of a player object keep their own.

        Raises:
            ValueError: If a player cannot be made.
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
    """Close players: programs end.

    Args:
        players: Players from `Copies.fresh`.
    """
    for one in players:
        if callable(method := getattr(one, "close", None)):
            called(f"player {name_of(one)}", method)


def _makes(one: Source) -> bool:
    """Return whether it is a class or a function that makes players."""
    return isinstance(one, type) or (callable(one) and not callable(getattr(one, "act", None)))


def _called(one: Any) -> str:
    return str(getattr(one, "__name__", type(one).__name__))
