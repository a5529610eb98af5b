"""No-Thanks solved: values of policies, best responses, and play in which each maximises his own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pokerdata.no_thanks.induction import (
    Choice,
    Numbers,
    after_taking,
    always_taking,
    best_own,
    sweep,
    turned,
)
from pokerdata.no_thanks.policy import Policy, check_player, check_ties
from pokerdata.no_thanks.positions import Positions, deals, point
from pokerdata.support import html
from pokerdata.support.text import brief


@dataclass(frozen=True)
class GameValues:
    """What each player wins of the point, on average over all orders of the cards.

    Attributes:
        shares: By seat; they sum to 1.
        deviations: By seat, the standard deviation of a single game.
        exact: The shares as fractions, where nobody leaves anything to chance; None otherwise, as they are sums in
            floating point then.
    """

    shares: tuple[float, ...]
    deviations: tuple[float, ...]
    exact: tuple[Fraction, ...] | None

    def __repr__(self) -> str:
        return brief(self, "shares " + ", ".join(f"{share:.6g}" for share in self.shares))

    def _repr_html_(self) -> str:
        exact = self.exact or ("",) * len(self.shares)
        rows = [
            (f"player {p}", f"{share:.6f}", f"{deviation:.6f}", str(fraction))
            for p, (share, deviation, fraction) in enumerate(
                zip(self.shares, self.deviations, exact, strict=True)
            )
        ]
        head = ("", "share", "deviation of a game", "exactly")
        return html.table(rows, head=head, caption="GameValues")


@dataclass(frozen=True)
class Solution:
    """A game in which each player maximises his own share.

    Attributes:
        values: What each wins.
        policy: What each does.
    """

    values: GameValues
    policy: Policy

    def __repr__(self) -> str:
        return brief(self, "shares " + ", ".join(f"{share:.6g}" for share in self.values.shares))


def evaluate(policy: Policy) -> GameValues:
    """What each player wins when all seats play a policy, e.g. one of `in_seats`; exact.

    Args:
        policy: What all do.
    """
    positions = policy.positions

    def chosen(layer: int) -> Choice:
        take = policy.take[layer]
        return lambda split, player, _take, _pass: take[split, player]

    return _values(positions, _go(positions, chosen, exact=policy.is_pure), exact=policy.is_pure)


def solve(positions: Positions, *, ties: str = "pass") -> Solution:
    """Backward induction: in every position the player to act takes what gives himself the larger share.

    With two players this is minimax, and what the starter wins is the value of the game. With more (max^n, Luckhart &
    Irani 1986) shares may depend on what is done where both moves are equally good. 1.8 million positions take less than
    half a second on a core.

    Args:
        positions: Of the game.
        ties: ``"pass"`` or ``"take"`` where both are equally good.

    Raises:
        ValueError: For another rule for ties.
    """
    check_ties(ties)
    take = always_taking(positions)
    values = _values(
        positions, _go(positions, lambda layer: best_own(take[layer], ties), exact=True), exact=True
    )
    return Solution(values, Policy(positions, "optimal", tuple(take)))


def best_response(policy: Policy, player: int, *, ties: str = "pass") -> Solution:
    """What a player does best against the others' policy.

    Args:
        policy: What all do; what it does in the player's own seat is not asked.
        player: Who responds, from 0.
        ties: ``"pass"`` or ``"take"`` where both are equally good.

    Returns:
        What all win, and the policy with the player's own moves replaced.

    Raises:
        ValueError: For a player the game does not have, or another rule for ties.
    """
    positions = policy.positions
    check_player(positions, player)
    check_ties(ties)
    others = [seat for seat in range(positions.game.players) if seat != player]
    pure = all(take.dtype == np.bool_ or _is_pure(take[:, others]) for take in policy.take)
    own = always_taking(positions)

    def chosen(layer: int) -> Choice:
        take: NDArray[Any] = policy.take[layer]
        if pure and take.dtype != np.bool_:
            take = take > 0
        best = best_own(own[layer], ties)

        def choose(split: int, seat: int, taking: Numbers, passing: Numbers) -> NDArray[Any]:
            return best(split, seat, taking, passing) if seat == player else take[split, seat]

        return choose

    values = _values(positions, _go(positions, chosen, exact=pure), exact=pure)
    response = []
    for take, mine in zip(policy.take, own, strict=True):
        both = take.copy()
        both[:, player] = mine[:, player]
        response.append(both)
    return Solution(values, Policy(positions, f"best response to {policy.name}", tuple(response)))


def payoffs(positions: Positions) -> NDArray[np.int64]:
    """What is won at the end, int64 [empty splits, holdings, players], in units of 1/lcm(1, ..., players).

    Args:
        positions: Of the game.
    """
    points = positions.points(positions.game.drawn)
    chips = positions.splits.chips[: positions.splits.empty]
    scores = points[None] - chips[:, None]
    winners = scores == scores.min(axis=2, keepdims=True)
    return np.asarray(point(positions.game) // winners.sum(axis=2, keepdims=True) * winners)


def _go(positions: Positions, chosen: Callable[[int], Choice], *, exact: bool) -> Numbers:
    """The values of the first positions, [players, cards, payoffs]: shares first, then their squares."""
    won = payoffs(positions)
    below: Numbers = np.concatenate([won, won**2], axis=2)
    if not exact:
        below = below.astype(np.float64)
    drawn = positions.game.drawn
    for layer in reversed(range(drawn)):
        after = after_taking(positions, layer, below, is_end=layer == drawn - 1)
        below = turned(sweep(positions, after, chosen(layer)))
    return np.asarray(below[:, 0, 0])


def _values(positions: Positions, sums: Numbers, *, exact: bool) -> GameValues:
    players, unit = positions.game.players, point(positions.game)
    total = deals(positions.game)
    first = sums[positions.start]
    shares = [Fraction(int(s), total * unit) if exact else float(s) / (total * unit) for s in first[:players]]
    squares = [float(s) / (total * unit**2) for s in first[players:]]
    return GameValues(
        tuple(float(share) for share in shares),
        tuple(
            sqrt(max(0.0, square - float(share) ** 2)) for share, square in zip(shares, squares, strict=True)
        ),
        tuple(share for share in shares if isinstance(share, Fraction)) if exact else None,
    )


def _is_pure(take: NDArray[Any]) -> bool:
    return bool(((take == 0) | (take == 1)).all())
