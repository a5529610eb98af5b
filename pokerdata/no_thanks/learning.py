"""Learning a weight from wins: probe a little more and a little less, and step to where more is won (Spitta 2012)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Literal, TypeAlias

from pokerdata.support.arguments import as_count
from pokerdata.support.text import brief, quoted

#: How far a step goes: as far as the rate says, or times the gradient.
StepRule: TypeAlias = Literal["sign", "gradient"]


@dataclass(frozen=True)
class Course:
    """How a weight was learned.

    Attributes:
        weights: Before each step, and after the last.
        ups: What was won with a little more, at each step.
        downs: With a little less.
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
    """Climb to the weight with which most is won.

    Step k, from 0 on, compares ``up = wins(weight + probe)`` with ``down = wins(weight - probe)`` and adds
    ``rate * decay**k`` times the sign of ``up - down``, or times the gradient ``(up - down) / (2 * probe)``.

    Args:
        wins: What is won with a weight, exact or sampled.
        start: The first weight.
        probe: How far more and less are.
        rate: Of the first step.
        decay: From step to step, up to 1.
        steps: How many.
        rule: ``"sign"`` or ``"gradient"``.

    Raises:
        ValueError: For numbers that are none, or another rule.
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
