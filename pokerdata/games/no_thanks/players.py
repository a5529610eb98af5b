"""Players of No-Thanks by chance, rule of thumb or search, and a weight learned from wins (Spitta 2012)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite, perm
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pokerdata._support.arguments import as_count
from pokerdata._support.text import brief, quoted
from pokerdata.games.no_thanks.game import Positions
from pokerdata.games.no_thanks.solving import (
    Numbers,
    Policy,
    after_taking,
    always_taking,
    best_own,
    check_ties,
    forced,
    sweep,
    turned,
)

_STEPS = 2**16  # weights are multiples of 1 / this, so that estimates are whole numbers and ties are exact
_MOST_WEIGHT = 1_000

#: Scores of all players, int64 [..., players], lowest is best -> value for each player, int64 of the same shape.
Estimate: TypeAlias = Callable[[NDArray[Any]], NDArray[Any]]


def ahead_of_others(scores: NDArray[Any]) -> NDArray[Any]:
    """Return each player's lead over the best other player: the smallest ``s[j] - s[i]`` over j other than i.

    Args:
        scores: Scores of all players, [..., players]; the lowest is best.
    """
    players = range(scores.shape[-1])
    ahead = [np.delete(scores, p, axis=-1).min(axis=-1) - scores[..., p] for p in players]
    return np.stack(ahead, axis=-1)


def random_policy(positions: Positions) -> Policy:
    """Return the policy that takes and passes with equal probability."""
    must = forced(positions)
    take = tuple(
        np.broadcast_to(np.where(must, 1.0, 0.5), positions.shape(k)).copy()
        for k in range(positions.game.drawn)
    )
    return Policy(positions, "random", take)


def chip_rule(positions: Positions, weight: float | Fraction) -> Policy:
    """Return the policy that takes a card if ``weight * chips > card``. It does not search.

    Args:
        positions: Positions of the game.
        weight: Value of a chip, from -1,000 to 1,000, rounded to a multiple of 2^-16.

    Raises:
        ValueError: If the weight is invalid.
    """
    steps = _in_steps(weight)
    splits, values = positions.splits, np.array(positions.game.values)
    must = forced(positions)
    take = []
    for k in range(positions.game.drawn):
        cards = values[positions.layers[k].open] * _STEPS
        wanted = steps * splits.pot[:, None, None] > cards
        take.append(wanted[:, None] | must)
    return Policy(positions, f"chip rule, w = {float(weight):g}", tuple(take))


def searching(
    positions: Positions,
    depth: int,
    weight: float | Fraction = 1,
    *,
    estimate: Estimate = ahead_of_others,
    ties: str = "pass",
) -> Policy:
    """Return a policy that searches until a number of cards are taken, and maximizes the estimate there (max^n).

    Only taking counts as depth, so that a card is always followed until a player has it. Then it averages over the cards
    that may be turned. A score is the points of a player's cards, less weight times its chips. Every player is assumed to
    maximize its own estimate, by the same weight. Estimates are compared exactly, so ties are exact.

    Args:
        positions: Positions of the game.
        depth: Cards taken until the estimate, 1 or more; with all remaining cards, estimates are of the end.
        weight: Value of a chip in the estimate, from -1,000 to 1,000, rounded to a multiple of 2^-16; by default 1, as in
            the rules.
        estimate: Maps scores, in units of 2^-16, to their value for each player.
        ties: ``"pass"`` or ``"take"`` if both are equally good.

    Raises:
        ValueError: If the depth is below 1, the weight is invalid, estimates have the wrong shape or are too large, or the
            tie rule is unknown.
    """
    depth = as_count(depth, "depth", 1, 62, 3)
    check_ties(ties)
    steps, drawn = _in_steps(weight), positions.game.drawn
    take = always_taking(positions)
    # Estimates are summed over the cards that may be turned.
    most = (2**63 - 1) // perm(len(positions.game.values) - 1, min(depth, drawn) - 1)
    ends = [_estimates(positions, k + 1, steps, estimate, most) for k in range(drawn)]
    sums: list[Numbers] = []  # of searches one card less deep
    for ahead in range(1, min(depth, drawn) + 1):
        deeper: list[Numbers] = []
        for k in range(drawn):
            is_leaf = ahead == 1 or k == drawn - 1
            after = after_taking(positions, k, ends[k] if is_leaf else sums[k + 1], is_end=is_leaf)
            deeper.append(turned(sweep(positions, after, best_own(take[k], ties))))
        sums = deeper
    words = f"search to {depth}" + (f", w = {float(weight):g}" if weight != 1 else "")
    return Policy(positions, words, tuple(take))


def _estimates(
    positions: Positions, layer: int, steps: int, estimate: Estimate, most: int
) -> NDArray[np.int64]:
    """Return estimates with some cards taken, int64 [empty splits, holdings, players]; scores are times 2^16."""
    chips = positions.splits.chips[: positions.splits.empty]
    scores = positions.points(layer)[None] * _STEPS - steps * chips[:, None]
    found = np.asarray(estimate(scores))
    if found.shape != scores.shape or found.dtype != np.int64 or np.abs(found).max() > most:
        raise ValueError(
            f"estimate: expected int64 of shape {scores.shape}, up to {most:,} so that sums stay exact, got {found.dtype} "
            f"of shape {found.shape} up to {np.abs(found).max():,}; e.g. lambda scores: -scores"
        )
    return found


def _in_steps(weight: float | Fraction) -> int:
    number = weight if isinstance(weight, int | float | Fraction | np.number) else float("nan")
    if isinstance(weight, bool) or not -_MOST_WEIGHT <= number <= _MOST_WEIGHT:
        raise ValueError(
            f"weight: expected a number from -{_MOST_WEIGHT:,} to {_MOST_WEIGHT:,}, got {quoted(weight)}; e.g. 4"
        )
    return round(number * _STEPS)


#: Size of a step: the rate alone, or times the gradient.
StepRule: TypeAlias = Literal["sign", "gradient"]


@dataclass(frozen=True)
class Course:
    """Course of learning a weight.

    Attributes:
        weights: Weights before each step, and after the last.
        ups: Winnings with the larger weight, at each step.
        downs: Winnings with the smaller weight, at each step.
    """

    weights: tuple[float, ...]
    ups: tuple[float, ...]
    downs: tuple[float, ...]

    @property
    def learned(self) -> float:
        """The weight after the last step."""
        return self.weights[-1]

    def __repr__(self) -> str:
        return brief(self, f"from {self.weights[0]:g} to {self.learned:.4g}", f"{len(self.ups)} steps")


def learn_weight(
    wins: Callable[[float], float],
    start: float,
    *,
    probe: float = 2.0,
    rate: float = 2.0,
    decay: float = 0.9,
    steps: int = 30,
    rule: StepRule = "sign",
) -> Course:
    """Climb to the weight with the largest winnings.

    Step k, from 0 on, compares ``up = wins(weight + probe)`` with ``down = wins(weight - probe)`` and adds
    ``rate * decay**k`` times the sign of ``up - down``, or times the gradient ``(up - down) / (2 * probe)``.

    Args:
        wins: Winnings with a weight, exact or sampled.
        start: The first weight.
        probe: Distance to the larger and smaller weight.
        rate: Size of the first step.
        decay: Factor from step to step, up to 1.
        steps: Number of steps.
        rule: ``"sign"`` or ``"gradient"``.

    Raises:
        ValueError: If a number is invalid, or the rule is unknown.
    """
    steps = as_count(steps, "steps", 1, 1_000_000, 30)
    if not isfinite(start):
        raise ValueError(f"start: expected a finite number, got {quoted(start)}; e.g. 4")
    for name, value, most in (("probe", probe, 1e6), ("rate", rate, 1e6), ("decay", decay, 1.0)):
        if not 0 < value <= most:
            raise ValueError(
                f"{name}: expected a number above 0, {most:g} at most, got {quoted(value)}; e.g. 0.9"
            )
    if rule not in ("sign", "gradient"):
        raise ValueError(f"rule: expected sign or gradient, got {quoted(rule)}; e.g. 'sign'")
    weights, ups, downs = [float(start)], [], []
    for k in range(steps):
        up, down = wins(weights[-1] + probe), wins(weights[-1] - probe)
        way = float(up > down) - float(up < down) if rule == "sign" else (up - down) / (2 * probe)
        weights.append(weights[-1] + rate * decay**k * way)
        ups.append(up)
        downs.append(down)
    return Course(tuple(weights), tuple(ups), tuple(downs))
