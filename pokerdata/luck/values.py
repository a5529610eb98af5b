"""Guesses of what players win from each place of a betting tree on, by the states of both hands."""

from __future__ import annotations

from dataclasses import dataclass, field

from pokerdata._core import luck as _core
from pokerdata._core.agents import AbstractAgent
from pokerdata.agents import Agent
from pokerdata.support.arguments import as_count
from pokerdata.support.progress import Progress

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
        players: Names of player 1 and player 2 of the hands that the guess is from.
        hands: How many were played.
        seed: Of their random numbers, which have nothing in common with those of a match.
        core: What the kernels read.
    """

    reference: Agent
    players: tuple[str, str]
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
        found = reference or (first if has_strategy(first) else second)
        if found.rules is None or not isinstance(found.core, AbstractAgent):
            raise ValueError(
                f"reference: expected an agent with a strategy, got {found.name}; e.g. Agent.load('leduc.h5')"
            )
        count = as_count(hands, "hands", 1, MOST_FIT_HANDS, FIT_HANDS)
        seed = as_count(seed, "seed", 0, MOST_SEED, 1)
        core = _core.Values(found.core)
        core.fit(found.rules.core, first.core, second.core, seed, count, threads, progress)
        return cls(found, (first.name, second.name), count, seed, core)

    def __repr__(self) -> str:
        first, second = self.players
        return f"Values({first} against {second}, {self.hands:,} hands)"


def has_strategy(agent: Agent) -> bool:
    """Whether it plays a strategy, whose probabilities can be told.

    Args:
        agent: Any.
    """
    return isinstance(agent.core, AbstractAgent)
