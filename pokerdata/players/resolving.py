"""Strategies that are re-solved on the turn, with real cards: 'limit5+resolve'."""

from __future__ import annotations

import re
from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.text import brief
from pokerdata.cards import combination_index
from pokerdata.cards.combinations import weight_of_pairs
from pokerdata.errors import TableError
from pokerdata.games.named import TEXAS
from pokerdata.games.play import Player, State
from pokerdata.players.agents import Agent, find_agent
from pokerdata.players.agents.agent import unknown
from pokerdata.players.plain import Asked, HeadsUpPlayer, drawn, fraction_of
from pokerdata.spots.resolving import METHODS, Blueprint, ResolvedSpot, resolve_spot
from pokerdata.spots.resolving.spot_resolving import DEFAULT_METHOD

_TEXT = re.compile(r"(?P<strategy>.+)\+resolve(=(?P<method>[^,]*)(,(?P<iterations>.*))?)?", re.DOTALL)
_TURN = 2
#: Default number of iterations for each hand that reaches the turn.
ITERATIONS = 100
_MOST_ITERATIONS, _DIGITS = 1_000_000, 9
_KEPT = 4


def is_resolving(text: str) -> bool:
    """Return whether a text names a strategy that is re-solved."""
    return _TEXT.fullmatch(text) is not None


def find_resolving(text: str, asked: Asked) -> Player:
    """Return the player of a text such as 'limit5+resolve', 'limit5+resolve=gadget' or 'limit5+resolve=unsafe,50'.

    Args:
        text: A strategy and '+resolve', with an optional method and number of iterations.
        asked: Options.

    Raises:
        TableError: If there is no such strategy.
        ValueError: If the method is unknown, the number of iterations is no number or too large, or the strategy does not
            play the game.
    """
    found = _TEXT.fullmatch(text)
    assert found is not None
    method = found["method"] or DEFAULT_METHOD
    if method not in METHODS:
        raise ValueError(
            f"player {text}: expected one of {', '.join(METHODS)}, got {method}; e.g. limit5+resolve=gadget"
        )
    count = _count(text, found["iterations"])
    name = found["strategy"]
    try:
        agent = find_agent(name, translation=asked.translation, tables=asked.tables)
    except TableError:
        if unknown(name, (), who="agent", tables=asked.tables) is None:
            raise
        agent = find_agent(f"{name}_strategy", translation=asked.translation, tables=asked.tables)
    return ResolvingPlayer(agent, asked, name=text, method=method, iterations=count)


class ResolvingPlayer:
    """A strategy that is re-solved with real cards in each hand that reaches the turn, and played on turn and river.

    The player uses the strategy itself before the turn, where the betting is outside the strategy's tree, and where the
    strategy never gets. With the method 'unsafe' it also uses it where an opponent with that strategy would never get.
    Each hand that reaches the turn costs one solve of a spot: some 4 s of a core in limit hold'em.

    Args:
        agent: A strategy over a card abstraction of Texas hold'em.
        asked: Options.
        name: Name of the player.
        method: One of `pokerdata.spots.resolving.METHODS`.
        iterations: Iterations for each hand that reaches the turn.

    Raises:
        ValueError: If the strategy has no card abstraction, or does not play the game.
    """

    def __init__(self, agent: Agent, asked: Asked, *, name: str, method: str, iterations: int) -> None:
        if agent.strategy is None or agent.cards != TEXAS:
            raise ValueError(
                f"player {name}: expected a strategy of Texas hold'em, got {agent.name}; e.g. limit5+resolve"
            )
        self.name = name
        self._plain = HeadsUpPlayer(agent, asked.game, seed=asked.seed)
        self._blueprint = Blueprint(agent.strategy, tables=asked.tables)
        self._method, self._iterations, self._seed = method, iterations, asked.seed
        self._number = {card: number for number, card in enumerate(asked.game.deck)}
        self._kept: OrderedDict[tuple[str, tuple[int, ...], int], ResolvedSpot] = OrderedDict()

    def act(self, state: State) -> str:
        """Choose an action.

        Args:
            state: The hand as this player sees it.
        """
        assert state.player is not None
        before, after = _parted(state.history)
        player = self._blueprint.player_at(state.history) if state.street >= _TURN else None
        if player is None:
            return self._plain.act(state)
        board = [self._number[card] for card in state.board]
        hole = np.array([self._number[card] for card in state.hole_cards[state.player]], np.uint8)
        if not self._comes(before, np.array(board[:4], np.uint8), player):
            return self._plain.act(state)
        resolved = self._resolved(before, tuple(board[:4]), player)
        play = resolved.play(after, np.array(board[4:], np.uint8) if board[4:] else "")
        rows = np.flatnonzero(play.combinations == int(combination_index(hole)))
        if not len(rows):  # the strategy never gets here with this hand
            return self._plain.act(state)
        steps = [step[0] for step in play.steps] if state.game.limit else play.steps
        shares = zip(steps, play.strategy[rows[0]].tolist(), strict=True)
        return drawn(shares, fraction_of(self._seed, state))

    def _comes(self, history: str, board: NDArray[np.uint8], player: int) -> bool:
        """Return whether there are ranges to re-solve from."""
        ranges = self._blueprint.ranges(history, board)
        seat = self._blueprint.seat_of(player, history, board)
        if self._method != "unsafe":
            return bool(ranges[seat].any())
        return weight_of_pairs(*ranges) > 0

    def _resolved(self, history: str, board: tuple[int, ...], player: int) -> ResolvedSpot:
        key = (history, board, player)
        if key not in self._kept:
            self._kept[key] = resolve_spot(
                self._blueprint,
                history,
                np.array(board, np.uint8),
                player,
                method=self._method,
                target=None,
                iterations=self._iterations,
            )
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    def __repr__(self) -> str:
        return brief(self, repr(self.name))


def _count(text: str, iterations: str | None) -> int:
    """Return the number of iterations that a text asks for."""
    if iterations is None:
        return ITERATIONS
    digits = iterations.isascii() and iterations.isdigit()
    if not digits or len(iterations) > _DIGITS or not 1 <= int(iterations) <= _MOST_ITERATIONS:
        raise ValueError(
            f"player {text}: expected 1 to {_MOST_ITERATIONS} iterations, got {iterations}; e.g. limit5+resolve=gadget,50"
        )
    return int(iterations)


def _parted(history: str) -> tuple[str, str]:
    """Return the action sequence before the turn, and the one from the turn on without slashes."""
    streets = history.split("/")
    return "/".join([*streets[:_TURN], ""]), "".join(streets[_TURN:])
