"""Agents of `pokerdata.agents` as players of games for two: strategies, and rules of thumb that have a C++ core."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import agents as _core
from pokerdata.agents import Agent
from pokerdata.games import CardRules, LimitRules, NamedGame, NoLimitRules
from pokerdata.games.menus import UNLIMITED
from pokerdata.play import GameDefinition, State
from pokerdata.players.chance import drawn, fraction_of, key_of
from pokerdata.support.text import brief

_FIELDS = ("ante", "blinds", "first_to_act", "bets", "stacks", "max_raises", "cards")


class HeadsUpPlayer:
    """An agent at a table for two.

    The same bits each time: what it draws follows from the seed, the hand, its position and the betting so far. A
    decision takes some 0.1 ms of a strategy.

    Args:
        agent: A strategy, or one of `pokerdata.agents.BASELINES`.
        game: That is played.
        seed: Of its random choices.

    Raises:
        ValueError: If the agent does not play the game; the message names what differs.
    """

    def __init__(self, agent: Agent, game: GameDefinition, *, seed: int = 0) -> None:
        if game.players != 2:
            raise ValueError(
                f"{agent.name}: expected a game for two players, got one for {game.players}, {game.name}; e.g. limit-holdem"
            )
        self.name = agent.name
        self._agent = agent
        self._seed = seed
        self._number = {card: number for number, card in enumerate(game.deck)}
        if agent.rules is not None and agent.cards is not None:
            _check_same(agent, GameDefinition.of(NamedGame(agent.rules, agent.cards)), game)
        else:
            self._rules = game_for_two(agent.name, game)
            agent.core.check_game(self._rules.rules.core, self._rules.cards.core)

    def act(self, state: State) -> str:
        """An action of the agent.

        Args:
            state: As this player sees it.
        """
        assert state.position is not None
        hole, board = self._cards(state.holes[state.position]), self._cards(state.board)
        history = state.history
        if self._agent.strategy is None:
            rules, cards = self._rules.rules.core, self._rules.cards.core
            key = key_of(self._seed, state)
            return _core.baseline_move(self._agent.core, rules, cards, hole, board, history, key)
        choices = self._agent.batch(hole[None], board[None], history)
        shares = zip(choices.actions, choices.probabilities[0].tolist(), strict=True)
        return drawn(shares, fraction_of(self._seed, state))

    def _cards(self, cards: tuple[int, ...]) -> NDArray[np.uint8]:
        return np.array([self._number[card] for card in cards], dtype=np.uint8)

    def __repr__(self) -> str:
        return brief(self, repr(self.name))


def _check_same(agent: Agent, own: GameDefinition, game: GameDefinition) -> None:
    """Raise ValueError unless two games for two are the same, names aside, or the same with positions exchanged."""
    game = _without_idle_stacks(game)
    if own != replace(game, name=own.name) and exchanged(own) != replace(game, name=own.name):
        wanted = own if own.blinds == game.blinds else exchanged(own)
        wanted = wanted if wanted.blinds == game.blinds else own
        key = next((key for key in _FIELDS if getattr(wanted, key) != getattr(game, key)), "rules")
        raise ValueError(
            f"{agent.name}: expected its game, {own.name}, with {_told(key, getattr(wanted, key))}, got {game.name} with "
            f"{_told(key, getattr(game, key))}"
        )


def _without_idle_stacks(game: GameDefinition) -> GameDefinition:
    """A limit game without its stacks, if they are larger than what can be bet: nobody is ever all-in."""
    most = sum(bet * raises for bet, raises in zip(game.bets, game.max_raises, strict=False))
    idle = game.limit and game.stacks and min(game.stacks) > game.ante + max(game.blinds) + most
    return replace(game, stacks=()) if idle else game


def exchanged(game: GameDefinition) -> GameDefinition:
    """A game for two with the other position first.

    Args:
        game: The rules.
    """
    return replace(
        game,
        blinds=game.blinds[::-1],
        stacks=game.stacks[::-1],
        first_to_act=tuple(3 - first for first in game.first_to_act),
    )


def _told(key: str, value: object) -> str:
    if isinstance(value, CardRules):
        return f"cards {value.values()}"
    if key == "max_raises" and isinstance(value, tuple):
        value = "any number" if set(value) == {UNLIMITED} else value
    return f"{key.replace('_', ' ')} {value or 'none'}"


def game_for_two(name: str, game: GameDefinition) -> NamedGame:
    """The rules of a definition as those of a game for two, in which player 1 posts the smaller blind.

    Args:
        name: Who asks, for messages.
        game: The definition.

    Raises:
        ValueError: If they cannot be said so.
    """
    game = _without_idle_stacks(game)
    if game.limit and game.stacks:
        raise ValueError(f"{name}: expected a limit game without stacks, got {game.name} with {game.stacks}")
    if not game.limit and set(game.max_raises) != {UNLIMITED}:
        raise ValueError(
            f"{name}: expected a game with any number of raises, got {game.name} with {game.max_raises}"
        )
    if game.stacks and len(set(game.stacks)) > 1:
        raise ValueError(f"{name}: expected equal stacks, got {game.name} with {game.stacks}")
    turned = exchanged(game) if game.blinds[0] > game.blinds[1] else game
    blinds = (turned.blinds[0], turned.blinds[1])
    if not game.limit:
        stacks = (turned.stacks[0], turned.stacks[1])
        rules = NoLimitRules(game.name, stacks, turned.first_to_act, ante=game.ante, blinds=blinds)
        return NamedGame(rules, game.cards)
    counted = any(blinds)
    caps = tuple(most + (street == 0 and counted) for street, most in enumerate(game.max_raises))
    if min(caps) < 1:
        raise ValueError(f"{name}: expected a raise on each street, got {game.name} with {game.max_raises}")
    return NamedGame(
        LimitRules(game.name, game.bets, caps, turned.first_to_act, game.ante, blinds, counted), game.cards
    )
