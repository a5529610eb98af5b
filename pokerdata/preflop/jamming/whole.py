"""Tournaments as a whole: chances to win them by one linear system, and best responses by policy iteration."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pokerdata.preflop.jamming.hand_play import (
    Ahead,
    BigPlay,
    SmallPlay,
    best_big,
    best_small,
    chances,
)
from pokerdata.preflop.jamming.hands import Floats
from pokerdata.preflop.jamming.tournament import JamFoldTournament

_MOST_RESPONSES = 1000
_ROUNDING = 1e-13
_MOST_HANDS = 1e9  # pairs of them that a tournament takes: more is rounding of what never ends


class Worth(NamedTuple):
    """A player's chance to win the tournament with so many steps of chips, from 0 to all, before a hand.

    Attributes:
        small: If he has the small blind in it, float64 [stacks + 2].
        big: If he has the big one.
    """

    small: Floats
    big: Floats

    @property
    def of_other(self) -> Worth:
        """The other player's, by his own chips."""
        return Worth(1 - self.big[::-1], 1 - self.small[::-1])


def by_chips(tournament: JamFoldTournament) -> Worth:
    """The share of chips, with which every computation begins.

    Args:
        tournament: The rules.
    """
    share = np.arange(len(tournament.stacks) + 2) / (len(tournament.stacks) + 1)
    return Worth(share, share)


def worth(tournament: JamFoldTournament, in_small: Floats, in_big: Floats) -> Worth:
    """A player's chances from how hands end, exactly but for rounding.

    Args:
        tournament: The rules.
        in_small: How hands end in which he has the small blind, as `chances` gives it.
        in_big: How those end in which he has the big blind, seen from the small one, by the small one's stacks.

    Raises:
        ValueError: For players between whom a tournament need not end.
    """
    count = len(tournament.stacks)
    rows = np.arange(count)[:, None]
    after_small, after_big = np.zeros((2, count, count + 2))
    np.add.at(after_small, (rows, tournament.ends), in_small)
    np.add.at(after_big, (rows, count + 1 - tournament.ends[::-1]), in_big[::-1])
    (to_big, won_small), (to_small, won_big) = (
        (after[:, 1:-1], after[:, -1]) for after in (after_small, after_big)
    )
    ways = np.eye(count) - to_big @ to_small
    try:
        small, hands = np.linalg.solve(
            ways, np.stack([to_big @ won_big + won_small, np.ones(count)], axis=1)
        ).T
    except np.linalg.LinAlgError:
        small = hands = np.full(count, np.nan)
    if not ((hands > 0) & (hands < _MOST_HANDS)).all():
        raise ValueError(
            "strategies: expected two that end a tournament, got hands that never end; e.g. somebody who jams with aces"
        )
    return Worth(_bounded(small), _bounded(to_small @ small + won_big))


def _bounded(inside: NDArray[np.float64]) -> Floats:
    return np.concatenate([[0.0], np.clip(inside, 0.0, 1.0), [1.0]])


def met_worth(
    tournament: JamFoldTournament,
    first: tuple[SmallPlay, BigPlay],
    second: tuple[SmallPlay, BigPlay],
) -> Worth:
    """The first player's chances against the second, both by what they do in either seat.

    Args:
        tournament: The rules.
        first: In the small blind and in the big one.
        second: The same.
    """
    return worth(tournament, chances(first[0], second[1]), chances(second[0], first[1]))


def least_worth(
    tournament: JamFoldTournament,
    small: SmallPlay,
    big: BigPlay,
    *,
    enters: bool,
    begin: Worth | None = None,
) -> Worth:
    """A player's chances against a best response to what he does, in either seat and in the whole tournament.

    Policy iteration (Howard 1960): the other player improves his moves at all stacks at once against what they lead to,
    until nothing gets better.

    Args:
        tournament: The rules.
        small: What he does in the small blind.
        big: What he does in the big one.
        enters: Whether the other one may enter for the big blind and wait.
        begin: Chances about right, which saves rounds.
    """
    found = by_chips(tournament) if begin is None else begin
    for _ in range(_MOST_RESPONSES):
        big_response = best_big(
            Ahead(tournament, found.big).big(small), tournament, answers=small.enter is not None
        )
        small_response = best_small(
            Ahead(tournament, found.of_other.big).small(big), tournament, enters=enters
        )
        new = met_worth(tournament, (small, big), (small_response, big_response))
        moved = max(float(np.abs(a - b).max()) for a, b in zip(new, found, strict=True))
        found = new
        if moved < _ROUNDING * len(tournament.stacks):
            return found
    raise RuntimeError(f"no best response was found in {_MOST_RESPONSES} rounds of policy iteration")
