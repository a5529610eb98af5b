"""Backward induction over layers of positions, a whole layer at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata.no_thanks.positions import Positions

Numbers: TypeAlias = NDArray[Any]  # int64 where values are exact, float64 otherwise

#: (split, player, value of taking, value of passing) -> chance of taking, bool or float64 [holdings, cards left].
Choice: TypeAlias = Callable[[int, int, Numbers, Numbers], NDArray[Any]]


def after_taking(positions: Positions, layer: int, below: Numbers, *, is_end: bool) -> Numbers:
    """What a player's taking is worth in a layer.

    Args:
        positions: Of the game.
        layer: Cards taken before.
        below: At the end the payoffs [empty splits, holdings, payoffs], else what `turned` gave of the next layer,
            [empty splits, players, holdings, payoffs].
        is_end: Which of both.

    Returns:
        [players, empty splits, holdings, cards left, payoffs].
    """
    taken = positions.layers[layer].taken
    return np.stack([(below if is_end else below[:, p])[:, taken[p]] for p in range(positions.game.players)])


def turned(values: Numbers) -> Numbers:
    """The sum over the cards that may be turned, [empty splits, players, holdings, payoffs].

    Args:
        values: Those of `sweep`.
    """
    return np.asarray(values.sum(axis=3))


def sweep(positions: Positions, after: Numbers, choose: Choice) -> Numbers:
    """The values of all positions of a layer, from the largest pot down.

    Args:
        positions: Of the game.
        after: What `after_taking` gave.
        choose: What the player to act does; he is not asked where he must take.

    Returns:
        Those with an empty pot, [empty splits, players, holdings, cards left, payoffs].
    """
    splits, players = positions.splits, positions.game.players
    values: dict[int, Numbers] = {}
    kept: dict[int, Numbers] = {}  # of the pot above
    pot = int(splits.pot[-1])
    for split in reversed(range(len(splits))):
        if splits.pot[split] != pot:
            kept, values, pot = values, {}, int(splits.pot[split])
        here = np.empty((players, *after.shape[2:]), after.dtype)
        for player in range(players):
            take = after[player, splits.taken[split, player]]
            passed = int(splits.passed[split, player])
            if passed < 0:
                here[player] = take
                continue
            passing = kept[passed][(player + 1) % players]
            share = choose(split, player, take, passing)[..., None]
            here[player] = (
                np.where(share, take, passing)
                if share.dtype == np.bool_
                else share * take + (1 - share) * passing
            )
        values[split] = here
    return np.stack([values[split] for split in range(splits.empty)])


def always_taking(positions: Positions) -> list[NDArray[np.bool_]]:
    """For each layer True, [splits, players, holdings, cards left], for `best_own` to note passes in.

    Args:
        positions: Of the game.
    """
    return [np.ones(positions.shape(layer), np.bool_) for layer in range(positions.game.drawn)]


def best_own(take: NDArray[np.bool_], ties: str) -> Choice:
    """Each player takes what is better for himself.

    Args:
        take: Where it is noted which that is, [splits, players, holdings, cards left].
        ties: ``"pass"`` or ``"take"`` where both are equally good.
    """

    def choose(split: int, player: int, taking: Numbers, passing: Numbers) -> NDArray[np.bool_]:
        own_take, own_pass = taking[..., player], passing[..., player]
        chosen = np.asarray(own_take >= own_pass if ties == "take" else own_take > own_pass)
        take[split, player] = chosen
        return chosen

    return choose
