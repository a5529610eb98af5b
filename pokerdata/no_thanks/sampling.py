"""Games of No-Thanks played with cards drawn at random, many at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pokerdata.no_thanks.policy import Policy
from pokerdata.no_thanks.solving import payoffs
from pokerdata.support.arguments import as_count
from pokerdata.support.random_numbers import Use, generator

_MOST_GAMES = 10_000_000


def play(policy: Policy, games: int, seed: int = 0) -> NDArray[np.float64]:
    """What each player wins of the point in games with random cards.

    Equal seeds deal equal cards, whatever is played. A game takes about 100 bytes.

    Args:
        policy: What all do, e.g. one of `in_seats`.
        games: How many, up to 10 million.
        seed: Of the cards, and of the moves that are left to chance.

    Returns:
        Float64 [games, players]; the mean over games has the expectation that `evaluate` gives exactly.

    Raises:
        ValueError: For another number of games, or a seed below 0.
    """
    games = as_count(games, "games", 1, _MOST_GAMES, 1000)
    positions, game = policy.positions, policy.positions.game
    cards, moves = generator(Use.NO_THANKS_CARDS, seed), generator(Use.NO_THANKS_MOVES, seed)
    holding = np.zeros(games, np.int64)
    mover = np.zeros(games, np.int64)
    split = np.full(games, positions.start, np.int64)
    for k in range(game.drawn):
        card = cards.integers(0, len(game.values) - k, games)
        take = policy.take[k]
        waiting = np.arange(games)
        while len(waiting):
            chance = take[split[waiting], mover[waiting], holding[waiting], card[waiting]]
            takes = chance if policy.is_pure else moves.random(len(waiting)) < chance
            waiting = waiting[np.logical_not(takes)]
            split[waiting] = positions.splits.passed[split[waiting], mover[waiting]]
            mover[waiting] = (mover[waiting] + 1) % game.players
        holding = positions.layers[k].taken[mover, holding, card]
        split = positions.splits.taken[split, mover]
    won = payoffs(positions)
    return np.asarray(won[split, holding] / won[0, 0].sum())
