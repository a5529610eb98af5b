"""A game, its solved agent, and a score of how well a strategy imitates it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from pokerdata import Agent, load_game, solve
from pokerdata.games import CardGame, LimitRules, table_rules
from pokerdata.games.strategies import Strategy, simple_strategy
from pokerdata.matches import Hand, hands
from pokerdata.players.modelling import ObservedModel, model_of
from pokerdata.players.modelling.action_model import LEAST
from pokerdata.solving.public import evaluate, reach_probabilities
from pokerdata.solving.public.values import expected_value

from .features import Features, features_of, strength_of
from .machines import KIND_OF_ACTION

Played = tuple[NDArray[np.float64], ...]


@dataclass(frozen=True)
class Score:
    """Quality of a strategy as an imitation.

    Attributes:
        loss: Mean negative log-likelihood of the agent's actions, in nats per action.
        right: How often its likeliest action is the agent's action.
        won: Winnings from the agent, in small bets per hand, averaged over both seats.
        exploitability: Winnings of a best response from it, in small bets per hand, averaged over both seats.
        raises: How often it bets or raises in the agent's place.
    """

    loss: float
    right: float
    won: float
    exploitability: float
    raises: float

    @property
    def numbers(self) -> tuple[float, ...]:
        """Return all numbers, in this order."""
        return self.loss, self.right, self.won, self.exploitability, self.raises


class Experiment:
    """A solved agent, and exact scores of strategies that imitate it.

    Attributes:
        name: Name of the game.
        game: The game.
        played: The agent's strategy.
        small_bet: In chips.
    """

    def __init__(self, name: str, target: str) -> None:
        self.name = name
        self.named = load_game(name)
        self.result = solve(name, target=target)
        game = self.result.game
        assert isinstance(game, CardGame)
        self.game = game
        self.played: Played = tuple(street.astype(np.float64) for street in self.result.strategy)
        assert isinstance(game.rules, LimitRules)
        self.small_bet = game.rules.bets[0]

    @cached_property
    def features(self) -> Features:
        """Return the features of all information sets."""
        return features_of(self.game, strength_of(table_rules(self.name)))

    @cached_property
    def taken(self) -> Played:
        """Return the frequency of each action per hand of the agent against itself: [edges, states]."""
        return self.mass(self.played)

    @cached_property
    def decisions(self) -> float:
        """Return the decisions per hand of the agent against itself, for both players."""
        return float(sum(street.sum() for street in self.taken))

    @cached_property
    def even(self) -> Played:
        """Return the uniform strategy."""
        return tuple(street.astype(np.float64) for street in simple_strategy(self.game, "uniform"))

    def mass(self, strategy: Played) -> Played:
        """Return the frequency of each action when both players use a strategy."""
        reach = reach_probabilities(self.game, strategy)
        return tuple(
            np.repeat(of_sets, np.diff(self.game.tree.first_rows(r)), axis=0) * strategy[r]
            for r, of_sets in enumerate(reach)
        )

    def agent(self, strategy: Played, name: str) -> Agent:
        """Return an agent that plays a strategy in matches."""
        game = self.game
        return Agent.of(Strategy(game.rules, game.parts()[0], None, strategy, game.state_names), name=name)

    def watched(self, count: int, seed: int) -> list[Hand]:
        """Return hands of the agent against itself with all cards known."""
        agent = self.agent(self.played, "agent")
        # An agent against itself plays both hands of a duplicate deal alike.
        return list(islice(hands(agent, agent, deals=count, seed=seed), 0, None, 2))

    def observed(self, watched: list[Hand]) -> ObservedModel:
        """Return the counts of what was observed."""
        return model_of(watched, self.game, default="uniform")

    def score(self, strategy: Played) -> Score:
        """Score how well a strategy imitates the agent."""
        loss, right = self.loss(strategy), self.right(strategy)
        as_first = expected_value(self.game, strategy, self.played)
        as_second = -expected_value(self.game, self.played, strategy)
        return Score(
            loss,
            right,
            (as_first + as_second) / 2 / self.small_bet,
            evaluate(self.game, strategy).exploitability / self.small_bet,
            float(self.kinds(strategy)[-1]),
        )

    def loss(self, strategy: Played) -> float:
        """Return the expected log-loss, in nats per action of the agent."""
        lost = (
            taken[taken > 0] @ -np.log(np.maximum(told[taken > 0], LEAST))
            for taken, told in zip(self.taken, strategy, strict=True)
        )
        return float(sum(lost)) / self.decisions

    def right(self, strategy: Played) -> float:
        """Return how often its likeliest action is the agent's action; of equal ones the first counts."""
        found = 0.0
        for r, (taken, told) in enumerate(zip(self.taken, strategy, strict=True)):
            first = self.game.tree.first_rows(r)
            most = np.maximum.reduceat(told, first[:-1], axis=0)
            likeliest = told >= np.repeat(most, np.diff(first), axis=0)
            number = np.cumsum(likeliest, axis=0)
            before: NDArray[np.int64] = np.repeat(
                number[first[:-1]] - likeliest[first[:-1]], np.diff(first), axis=0
            )
            found += float(taken[likeliest & (number - before == 1)].sum())
        return found / self.decisions

    def kinds(self, strategy: Played) -> NDArray[np.float64]:
        """Return how often a strategy folds, checks or calls, and bets or raises in the agent's place: shares [3]."""
        found = np.zeros(3)
        for r, (taken, told) in enumerate(zip(self.taken, strategy, strict=True)):
            first = self.game.tree.first_rows(r)
            met = np.repeat(np.add.reduceat(taken, first[:-1], axis=0), np.diff(first), axis=0)
            kind = KIND_OF_ACTION[self.game.tree.action[self.game.tree.street_edges(r)]]
            found += np.bincount(kind, (met * told).sum(axis=1), 3)
        return found / self.decisions
