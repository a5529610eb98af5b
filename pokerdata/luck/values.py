"""Guesses of what players win from each place of a betting tree on, by the states of both hands."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pokerdata._core import luck as _core
from pokerdata._core.agents import AbstractAgent
from pokerdata.agents import Agent
from pokerdata.errors import TableError
from pokerdata.games import same_game
from pokerdata.luck.strategy_values import strategy_parts
from pokerdata.luck.strength_values import strength_parts
from pokerdata.strategies import Strategy
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress
from pokerdata.support.text import counted

#: Hands that a guess of values is from, if not told otherwise.
FIT_HANDS = 1_000_000
MOST_FIT_HANDS, MOST_SEED = 10**11, 2**64 - 1


@dataclass(frozen=True, eq=False)
class Values:
    """What player 1 wins on average from each place of a strategy's betting tree on, by the states of both hands.

    No correction is biased by a bad guess: any function of what happened so far has corrections with the mean 0. The
    better the guess, the more luck is taken away.

    Attributes:
        reference: The agent whose betting tree and states of hands are used.
        players: Names of player 1 and player 2 of the hands or strategies that the guess is from; none of strength.
        hands: How many were played; 0 where the guess is from none.
        seed: Of their random numbers, which have nothing in common with those of a match.
        core: What the kernels read.
    """

    reference: Agent
    players: tuple[str, ...]
    hands: int
    seed: int
    core: _core.Values = field(repr=False)

    @classmethod
    def fit(
        cls,
        first: Agent,
        second: Agent,
        *,
        reference: Agent | None = None,
        hands: int = FIT_HANDS,
        seed: int = 0,
        threads: int = 0,
        progress: Progress | None = None,
    ) -> Values:
        """Means over hands played between two agents, other ones than those that will be corrected.

        At each place a mean of few hands is drawn towards that of the place before it. Some 10 million hands a minute
        and thread between two strategies, and in hold'em some 0.2 s for each way to the flop.

        Args:
            first: Player 1.
            second: Player 2.
            reference: An agent with a strategy; the first of the two that has one, if not given.
            hands: How many to play.
            seed: Of the random numbers; the same seed gives the same bits on any number of threads.
            threads: 0 for all processors, or up to 1024.
            progress: Called with hands done and in all.

        Raises:
            ValueError: Where no agent has a strategy, agents of different games, or invalid numbers.
            CapacityError: For a tree with more places and states than memory is meant for.
        """
        found = reference or (second if first.strategy is None else first)
        _strategy_of("reference", found)
        count = as_count(hands, "hands", 1, MOST_FIT_HANDS, FIT_HANDS)
        seed = as_count(seed, "seed", 0, MOST_SEED, 1)
        assert found.rules is not None
        core = _empty(found)
        core.fit(found.rules.core, first.core, second.core, seed, count, threads, progress)
        return cls(found, (first.name, second.name), count, seed, core)

    @classmethod
    def of_strategy(
        cls,
        first: Agent,
        second: Agent | None = None,
        *,
        threads: int = 0,
        tables: str | os.PathLike[str] | None = None,
    ) -> Values:
        """Exact values of two strategies against each other, in the game that they were solved in; no hand is played.

        Of all sums of a part for each player, this one is nearest to what player 1 wins with both hands, states weighed by
        how likely they come to the place: with one player's hand alone it is exact (over buckets: inside the
        abstraction). Everybody is taken to do something else than his strategy says once in a million, so that places
        that are never reached have values, too. Limit hold'em with 5 buckets takes some 10 s and 1 GB.

        Args:
            first: Player 1, whose betting tree and states are used.
            second: Player 2, who plays the same game over the same states; the first himself, if not given.
            threads: 0 for all processors, or up to 1024; the result does not depend on it.
            tables: The folder of the joint counts of a card abstraction; that of the strategy's file if not given.

        Raises:
            ValueError: For agents without a strategy, or of other games or states.
            TableError: If the joint counts are missing, or the states forget earlier buckets.
            CapacityError: For more than 2**26 nodes times states, or if the joint counts do not fit into memory.
        """
        strategy = _strategy_of("first", first)
        other = strategy if second is None else _strategy_of("second", second)
        game = strategy.game(tables)
        opponent = second or first
        if not same_states(first, opponent, tables):
            raise ValueError(
                f"second: expected a strategy of the same game over the same states as {first.name}, got "
                f"{opponent.name}, which plays {other.label}; e.g. {first.name} again"
            )
        parts = strategy_parts(game, (strategy.strategy, other.strategy), threads=threads)
        return cls(first, (first.name, opponent.name), 0, 0, _assigned(first, parts, threads))

    @classmethod
    def of_strength(
        cls,
        reference: Agent,
        *,
        threads: int = 0,
        tables: str | os.PathLike[str] | None = None,
    ) -> Values:
        """The pot times the difference of the strengths of both hands, and what is won after a fold; no hand is played.

        The strength of a state is EHS, its mean share of the pot against a random hand if all is shown down: exact over
        all its hands and all cards to come, from the cards of the game or the joint counts of its buckets.

        Args:
            reference: An agent with a strategy, whose betting tree and states are used; what it plays plays no part.
            threads: As for `of_strategy`.
            tables: As for `of_strategy`.

        Raises:
            ValueError: For an agent without a strategy.
            TableError: As `of_strategy`.
            CapacityError: For a tree with more places and states than memory is meant for.
        """
        strategy = _strategy_of("reference", reference)
        parts = strength_parts(strategy.game(tables), threads=threads)
        return cls(reference, (), 0, 0, _assigned(reference, parts, threads))

    def __repr__(self) -> str:
        if not self.players:
            return f"Values(strength, {self.reference.name})"
        first, second = self.players
        how = counted(self.hands, "hand") if self.hands else "exact"
        return f"Values({first} against {second}, {how})"


def _strategy_of(name: str, agent: Agent) -> Strategy:
    if agent.strategy is None or not has_strategy(agent):
        raise ValueError(
            f"{name}: expected an agent with a strategy, got {agent.name}; e.g. Agent.load('leduc.h5')"
        )
    return agent.strategy


def _empty(reference: Agent) -> _core.Values:
    assert isinstance(reference.core, AbstractAgent)
    return _core.Values(reference.core)


def _assigned(
    reference: Agent, parts: tuple[NDArray[np.float32], NDArray[np.float32]], threads: int
) -> _core.Values:
    core = _empty(reference)
    core.assign(*parts, threads)
    return core


def same_states(first: Agent, second: Agent, tables: str | os.PathLike[str] | None = None) -> bool:
    """Whether both have strategies of the same game over the same states of hands.

    Args:
        first: An agent.
        second: Another.
        tables: As for `Values.of_strategy`.
    """
    one, two = first.strategy, second.strategy
    if one is None or two is None or (one.cards, one.abstraction) != (two.cards, two.abstraction):
        return False
    if one.rules.values() | {"name": ""} != two.rules.values() | {"name": ""}:
        return False
    if one is two or one.cards:
        return True
    try:
        return same_game(one.game(tables), two.game(tables))
    except TableError:  # the states of one of them have no joint counts
        return False


def has_strategy(agent: Agent) -> bool:
    """Whether it plays a strategy, whose probabilities can be told.

    Args:
        agent: Any.
    """
    return isinstance(agent.core, AbstractAgent)
