"""Shared parts of players: options, random numbers, heads-up games, and players that ignore their cards.

Random numbers depend only on the seed, the hand number, the position and the actions so far. They do not change if you
ask twice, play the deals in another order or use another process. A player against itself makes the same choices in the
same situation, so duplicate deals cancel.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import agents as _core
from pokerdata._support.text import brief
from pokerdata.games import CardRules, Game, LimitRules, NoLimitRules
from pokerdata.games.named import TEXAS
from pokerdata.games.play import Player, State, TableRules
from pokerdata.games.rules import UNLIMITED
from pokerdata.players.agents import Agent


def key_of(seed: int, state: State, use: str = "act") -> int:
    """Return 64 random bits for the decision of the player to act.

    Args:
        seed: Seed of the player.
        state: The hand as the player sees it; cards do not affect the result.
        use: Purpose of the bits. Each purpose has its own bits.
    """
    text = f"{seed}/{use}/{state.hand}/{state.player}/{state.history}"
    return int.from_bytes(
        blake2b(text.encode(), digest_size=8, person=b"pokerdata.player").digest(), "little"
    )


def fraction_of(seed: int, state: State, use: str = "act") -> float:
    """Return a random number in [0, 1) for the decision of the player to act.

    Args:
        seed: As for `key_of`.
        state: As for `key_of`.
        use: As for `key_of`.
    """
    return (key_of(seed, state, use) >> 11) * 2.0**-53


def drawn(choices: Iterable[tuple[str, float]], fraction: float) -> str:
    """Return one of several actions, sampled by probability.

    Args:
        choices: Actions and their probabilities, at least one.
        fraction: A random number in [0, 1).
    """
    taken = ""
    for action, share in choices:
        if share > 0 or not taken:  # rounding may leave a sum below 1: then take the last possible one
            taken = action
            fraction -= share
            if fraction < 0:
                break
    return taken


def players_seed(seed: int) -> int:
    """Return the seed of all players of a match, derived from the seed of its cards without revealing it.

    Args:
        seed: Seed of the match.
    """
    return int.from_bytes(
        blake2b(f"{seed}".encode(), digest_size=8, person=b"pokerdata.seats").digest(), "little"
    )


@dataclass(frozen=True)
class Asked:
    """Options shared by all kinds of players.

    Attributes:
        game: Rules of the table.
        translation: Rule that maps bets outside a strategy's menu to the bets inside it.
        trust: Whether user code may run and other machines may connect.
        seed: Seed of the player's random choices.
        tables: Folder of strategies and tables.
    """

    game: TableRules
    translation: str = "pseudo-harmonic"
    trust: bool = False
    seed: int = 0
    tables: str | os.PathLike[str] | None = None

    def check_texas(self, text: str) -> None:
        """Raise ValueError unless the game is Texas hold'em."""
        if self.game.cards != TEXAS:
            raise ValueError(
                f"player {text}: expected a game of Texas hold'em, got {self.game.name}; e.g. limit-holdem"
            )


class Rule(NamedTuple):
    """A rule by which a plain player acts.

    Attributes:
        says: Description of the rule.
        act: Function that returns the action for a state and a random number in [0, 1).
        draws: Whether the rule uses the random number; otherwise it gets 0, which costs nothing.
    """

    says: str
    act: Callable[[State, float], str]
    draws: bool = False


def _call(_: State, __: float) -> str:
    return "c"


def _raise(state: State, _: float) -> str:
    return raise_to(state, state.min_raise_to or 0) if state.can_raise else "c"


def _fold(state: State, _: float) -> str:
    return "f" if state.can_fold else "c"


def _random(state: State, drawn: float) -> str:
    kinds = [*("f" * state.can_fold), "c", *("r" * state.can_raise)]
    kind = kinds[int(drawn * len(kinds))]
    return pot_raise(state) if kind == "r" else kind


#: Name -> rule. Add a line for a new plain player.
PLAIN_PLAYERS: Mapping[str, Rule] = {
    "always-call": Rule("checks and calls", _call),
    "always-raise": Rule("makes the smallest bet or raise, and calls where it may not", _raise),
    "always-fold": Rule("checks, and folds to any bet", _fold),
    "random": Rule(
        "any legal action, each as likely; without limits it raises by the pot", _random, draws=True
    ),
}


class PlainPlayer:
    """A player that looks only at the betting, not at its cards.

    Args:
        name: One of `PLAIN_PLAYERS`.
        seed: Seed of its random choices.

    Raises:
        ValueError: For an unknown name.
    """

    def __init__(self, name: str, *, seed: int = 0) -> None:
        if name not in PLAIN_PLAYERS:
            raise ValueError(
                f"player: expected one of {', '.join(PLAIN_PLAYERS)}, got {name!r}; e.g. always-call"
            )
        self.name = name
        self._seed = seed

    def act(self, state: State) -> str:
        """Choose an action by the rule.

        Args:
            state: The hand as this player sees it.
        """
        rule = PLAIN_PLAYERS[self.name]
        return rule.act(state, fraction_of(self._seed, state) if rule.draws else 0.0)

    def __repr__(self) -> str:
        return brief(self, repr(self.name), PLAIN_PLAYERS[self.name].says)


def raise_to(state: State, chips: int) -> str:
    """Return a raise as near to a given size as the rules allow; in limit games the size does not matter.

    Args:
        state: A state in which the player to act may raise.
        chips: Wanted total of that player's chips over the whole hand.
    """
    if state.game.limit:
        return "r"
    low, high = state.min_raise_to, state.max_raise_to
    assert low is not None
    assert high is not None
    return f"r{min(max(chips, low), high)}"


def pot_raise(state: State) -> str:
    """Return a pot-sized raise (the pot after a call), as near as the rules allow.

    Args:
        state: A state in which the player to act may raise.
    """
    assert state.player is not None
    level = state.spent[state.player] + state.to_call
    return raise_to(state, level + state.pot + state.to_call)


def is_plain(text: str) -> bool:
    """Return whether a name is that of a plain player."""
    return text in PLAIN_PLAYERS


def find_plain(text: str, asked: Asked) -> Player:
    """Return the plain player with this name."""
    return PlainPlayer(text, seed=asked.seed)


_FIELDS = ("ante", "blinds", "first_to_act", "bets", "stacks", "max_raises", "minimum_bet", "cards")


class HeadsUpPlayer:
    """An agent at a table for two.

    It plays the same actions each time: its random numbers depend only on the seed, the hand number, its position and the
    betting so far. A decision of a strategy takes some 0.1 ms.

    Args:
        agent: A strategy, or one of `pokerdata.players.agents.BASELINES`.
        game: Rules of the table.
        seed: Seed of its random choices.

    Raises:
        ValueError: If the agent does not play the game; the message names the difference.
    """

    def __init__(self, agent: Agent, game: TableRules, *, seed: int = 0) -> None:
        if game.players != 2:
            raise ValueError(
                f"{agent.name}: expected a game for two players, got one for {game.players}, {game.name}; e.g. limit-holdem"
            )
        self.name = agent.name
        self._agent = agent
        self._seed = seed
        self._number = {card: number for number, card in enumerate(game.deck)}
        if agent.rules is not None and agent.cards is not None:
            _check_same(agent, Game(agent.rules, agent.cards).table, game)
        else:
            self._rules = game_for_two(agent.name, game)
            agent.core.check_game(self._rules.rules.core, self._rules.cards.core)

    def act(self, state: State) -> str:
        """Choose an action of the agent.

        Args:
            state: The hand as this player sees it.
        """
        assert state.player is not None
        hole, board = self._cards(state.hole_cards[state.player]), self._cards(state.board)
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


def _check_same(agent: Agent, own: TableRules, game: TableRules) -> None:
    """Raise ValueError unless two heads-up games are the same, ignoring names and the order of positions."""
    game = _without_idle_stacks(game)
    if own != replace(game, name=own.name) and exchanged(own) != replace(game, name=own.name):
        wanted = own if own.blinds == game.blinds else exchanged(own)
        wanted = wanted if wanted.blinds == game.blinds else own
        key = next((key for key in _FIELDS if getattr(wanted, key) != getattr(game, key)), "rules")
        raise ValueError(
            f"{agent.name}: expected its game, {own.name}, with {_told(key, getattr(wanted, key))}, got {game.name} with "
            f"{_told(key, getattr(game, key))}"
        )


def _without_idle_stacks(game: TableRules) -> TableRules:
    """Return a limit game without its stacks if they are too large for any all-in."""
    most = sum(bet * raises for bet, raises in zip(game.bets, game.max_raises, strict=False))
    idle = (
        game.limit and game.stacks and min(game.stacks) > max(game.antes) + max(map(abs, game.blinds)) + most
    )
    return replace(game, stacks=()) if idle else game


def exchanged(game: TableRules) -> TableRules:
    """Return a heads-up game with its two positions swapped."""
    return replace(
        game,
        ante=game.antes[::-1],
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


def game_for_two(name: str, game: TableRules) -> Game:
    """Convert a table definition to a heads-up game in which player 1 posts the smaller blind.

    Args:
        name: Name of the caller, for messages.
        game: The definition.

    Raises:
        ValueError: If no heads-up game has these rules.
    """
    game.check_plain_stakes(name)
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
        rules = NoLimitRules(game.name, stacks, turned.first_to_act, ante=game.antes[0], blinds=blinds)
        return Game(rules, game.cards)
    counted = any(blinds)
    caps = tuple(most + (street == 0 and counted) for street, most in enumerate(game.max_raises))
    if min(caps) < 1:
        raise ValueError(f"{name}: expected a raise on each street, got {game.name} with {game.max_raises}")
    return Game(
        LimitRules(game.name, game.bets, caps, turned.first_to_act, game.antes[0], blinds, counted),
        game.cards,
    )
