"""Names and parameters of the algorithms, and schedules of the iterations at which runs are evaluated."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, pairwise, takewhile
from typing import Any

from pokerdata._support import html
from pokerdata._support.text import quoted
from pokerdata.games import Rules

_ALGORITHM = re.compile(r"\s*([\w+-]+)\s*(?:\(([^()]*)\))?\s*")
_PARAMETER = re.compile(r"\s*(\w+)\s*(?:=\s*([^=\s]+)\s*)?")


def read(text: str) -> tuple[str, dict[str, float | str | bool]]:
    """Return the name and the parameters of an algorithm's text.

    Parameters are numbers, words, or True where there is no value.

    Args:
        text: Text such as 'dcfr(beta=0.5, simultaneous)'.

    Raises:
        ValueError: If the text has another form, or a parameter is repeated.
    """
    found = _ALGORITHM.fullmatch(text)
    if found is None:
        raise ValueError(
            f"algorithm: expected a name and its parameters in brackets, got {quoted(text)}; e.g. 'dcfr(beta=0.5)'"
        )
    parameters: dict[str, float | str | bool] = {}
    for part in (found[2] or "").split(",") if found[2] and found[2].strip() else []:
        pair = _PARAMETER.fullmatch(part)
        if pair is None or pair[1] in parameters:
            raise ValueError(
                f"parameter of {quoted(text)}: expected NAME=VALUE or NAME, each once, got {quoted(part.strip())}; e.g. "
                "'dcfr(beta=0.5, simultaneous)'"
            )
        parameters[pair[1]] = True if pair[2] is None else _value(pair[2])
    return found[1], parameters


def split(text: str) -> list[str]:
    """Split a comma-separated list of algorithms; commas inside brackets do not split."""
    return re.split(r",(?![^()]*\))", text)


def write(name: str, parameters: Mapping[str, float | str | bool]) -> str:
    """Return the text from which `read` gets this name and these parameters."""
    parts = [key if value is True else f"{key}={_text(value)}" for key, value in parameters.items()]
    return f"{name}({', '.join(parts)})" if parts else name


def _value(text: str) -> float | str:
    try:
        return int(text) if text.isdecimal() else float(text)
    except ValueError:
        return text


def _text(value: float | str) -> str:
    """Return the shortest text that reads back as the same value."""
    if isinstance(value, str):
        return value
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


DEFAULTS: dict[str, dict[str, float]] = {
    "cfr": {},
    "cfr+": {"gamma": 1.0, "delay": 0},
    "lcfr": {},
    "dcfr": {"alpha": 1.5, "beta": 0.0, "gamma": 2.0},
    "pcfr+": {"gamma": 2.0, "delay": 0},
}
MOST_GAMMA = 1000
_MOST_DELAY = 10**15
PRUNINGS = ("none", "partial", "regret")


@dataclass(frozen=True)
class Algorithm:
    """A member of the CFR family. Made by `algorithm`.

    One iteration updates player 1, then player 2 against the new strategy, and so on. The average accumulates the
    strategy from before the update.

    - ``cfr``: sums of regrets, uniform average.
    - ``cfr+``: regrets clipped at 0 after every update; average weight max(t - delay, 0)^gamma, linear by default.
    - ``dcfr``: after each update positive regrets are multiplied by t^alpha / (t^alpha + 1) and negative ones by t^beta
      / (t^beta + 1); average weight t^gamma.
    - ``lcfr``: linear CFR, ``dcfr`` with alpha = beta = gamma = 1.
    - ``pcfr+``: predictive CFR+, which is optimistic ``cfr+`` with gamma = 2.

    As text, an algorithm is its name with parameters in brackets: ``dcfr(beta=0.5, simultaneous)``.

    Sources: Zinkevich et al. 2007 (``cfr``), Tammelin 2014 (``cfr+``), Brown & Sandholm 2019 (``lcfr``, ``dcfr``),
    Farina, Kroer & Sandholm 2021 (``pcfr+`` and optimistic updates).

    Attributes:
        name: One of the names above.
        alpha: The alpha of ``dcfr``, for positive regrets.
        beta: The beta of ``dcfr``, for negative regrets.
        gamma: The gamma of ``dcfr``, ``cfr+`` and ``pcfr+``, for the weights of the average.
        delay: The delay of ``cfr+`` and ``pcfr+``: number of first iterations that have no weight in the average.
        optimistic: Whether regret matching counts the last iteration's regret twice, as a prediction of the next regret.
        simultaneous: Whether all players respond to the strategies of the last iteration, instead of updating in turn.
        pruning: Parts of an explicit tree that an iteration skips; the engine for poker games skips none. ``partial``:
            nodes that the other players and chance do not reach, which changes no bit of the result. ``regret``: also
            actions that stay at probability 0 even if they win their maximum; they are credited with that maximum. Use it
            with ``dcfr`` and beta = 0.5, where negative regrets grow. ``none``: nothing.
    """

    name: str
    alpha: float = 0.0
    beta: float = 0.0
    gamma: float = 0.0
    delay: int = 0
    optimistic: bool = False
    simultaneous: bool = False
    pruning: str = "none"

    def __str__(self) -> str:
        own: dict[str, float | str | bool] = {key: getattr(self, key) for key in DEFAULTS[self.name]}
        own |= {"optimistic": True} if self.optimistic and self.name != "pcfr+" else {}
        own |= {"simultaneous": True} if self.simultaneous else {}
        own |= {"pruning": self.pruning} if self.pruning != "none" else {}
        return write(self.name, own)

    def _repr_html_(self) -> str:
        return html.of_fields(self)


def algorithm(
    text: str,
    *,
    alpha: float | None = None,
    beta: float | None = None,
    gamma: float | None = None,
    delay: int | None = None,
    optimistic: bool = False,
    simultaneous: bool = False,
    pruning: str | None = None,
) -> Algorithm:
    """Return the algorithm that a text names.

    The text is a name such as 'dcfr', or has parameters: 'dcfr(alpha=1.5, beta=0.5)', 'cfr(simultaneous)'. Give each
    parameter once, in the text or as an argument. Others keep the defaults of the algorithm.

    Args:
        text: A name ('cfr', 'cfr+', 'lcfr', 'dcfr', 'pcfr+'), optionally with parameters in brackets.
        alpha: For dcfr: any finite number; 1.5 by default.
        beta: For dcfr: any finite number; 0 by default.
        gamma: For dcfr (2 by default), cfr+ (1) and pcfr+ (2): from 0 to 1,000.
        delay: For cfr+ and pcfr+: a whole number of iterations, 0 by default.
        optimistic: Whether regret matching counts the last iteration's regret twice; pcfr+ always does.
        simultaneous: Whether all players respond to the strategies of the last iteration, instead of updating in turn.
        pruning: 'none' (the default), 'partial' or 'regret'.

    Raises:
        ValueError: If the name or the form of the text is unknown, or the algorithm lacks a parameter. Also for a
            repeated parameter, a number that is not finite, a gamma outside 0 to 1,000, a delay that is not a whole
            number of iterations, or an unknown pruning.
    """
    name, given = read(text)
    if name not in DEFAULTS:
        raise ValueError(f"algorithm: expected one of {', '.join(DEFAULTS)}, got {name!r}; e.g. 'dcfr'")
    for key, value in {
        "alpha": alpha,
        "beta": beta,
        "gamma": gamma,
        "delay": delay,
        "pruning": pruning,
    }.items():
        if value is not None and key in given:
            raise ValueError(f"{key}: expected once, got {value} besides that of {text!r}")
        if value is not None:
            given[key] = value
    options = {"optimistic": optimistic or name == "pcfr+", "simultaneous": bool(simultaneous)}
    numbers, kind = dict(DEFAULTS[name]), "none"
    for key, value in given.items():
        if key == "pruning":
            kind = _pruning(value)
        elif key in options:
            if value is not True:
                raise ValueError(
                    f"{key}: expected without a value for {name}, got {key}={value}; e.g. 'cfr({key})'"
                )
            options[key] = True
        elif key in numbers:
            numbers[key] = _number(key, value)
        else:
            has = ", ".join([*numbers, *options, "pruning"])
            raise ValueError(
                f"algorithm {name}: no parameter {key}={value}; it has {has}; e.g. 'dcfr(alpha=1.5)'"
            )
    delay = int(numbers.pop("delay", 0))
    return Algorithm(name, delay=delay, pruning=kind, **options, **numbers)  # type: ignore[arg-type]


def algorithm_for(rules: Rules, text: str | None, **parameters: Any) -> Algorithm:
    """Return the algorithm of a text, or the default algorithm of a game if there is no text.

    The default is dcfr, with beta = 0.5 in no-limit games. With beta = 0, the exploitability of bucketed no-limit hold'em
    rises again between evaluations.

    Args:
        rules: Rules of the game.
        text: Text as for `algorithm`, or None.
        **parameters: Parameters as for `algorithm`.

    Raises:
        ValueError: As for `algorithm`.
    """
    if text is None and rules.stack is not None and parameters.get("beta") is None:
        parameters["beta"] = 0.5
    return algorithm("dcfr" if text is None else text, **parameters)


def _number(key: str, value: float | str | bool) -> float:
    if (
        isinstance(value, bool | str) or not abs(value) <= sys.float_info.max
    ):  # this form also catches NaN and whole numbers too large for a float
        raise ValueError(f"{key}: expected a finite number, got {value}; e.g. 1.5")
    if key == "gamma" and not 0 <= value <= MOST_GAMMA:
        raise ValueError(f"gamma: expected 0 to {MOST_GAMMA:,}, got {value}; e.g. 2")
    if key == "delay" and value < 0:
        raise ValueError(f"delay: expected 0 or more, got {value}; e.g. 2")
    if key == "delay" and (int(value) != value or value > _MOST_DELAY):
        raise ValueError(
            f"delay: expected a whole number of iterations, at most {_MOST_DELAY}, got {value}; e.g. 100"
        )
    return value


def _pruning(value: object) -> str:
    if value not in PRUNINGS:
        raise ValueError(f"pruning: expected one of {', '.join(PRUNINGS)}, got {value!r}; e.g. 'partial'")
    return str(value)


def log_spaced() -> Iterator[int]:
    """Yield iterations 1, 2, 3, 4, 5, 7, 9, 11, 16, 21, 31, 41, 51, 71, 91, 111, 161, 211, ...: eight per decade.

    Published comparisons (Doll 2026) evaluate at these points, so "first below the target" means the same iteration.
    """
    power, first = 1, 1
    while True:
        for eighths in (0, 5, 10, 20, 30, 40, 60, 80):
            if power > 1 or eighths != 5:
                yield first + power * eighths // 10
        power *= 10
        first += power


def small_island() -> Iterator[int]:
    """Yield 1, 21, 41, 61, 81, 131, 181, 231, 281, 381, 481, ..., 781 (Doll 2026, Small Island), then every hundred."""
    yield from (1, 21, 41, 61, 81, 131, 181, 231, 281)
    yield from count(381, 100)


#: Name of a schedule -> its iterations, in rising order.
SCHEDULES: dict[str, Callable[[], Iterator[int]]] = {"log": log_spaced, "small-island": small_island}


@dataclass(frozen=True)
class Schedule:
    """The iterations at which a run is evaluated.

    Attributes:
        name: One of `SCHEDULES`.
        every: If given, evaluate at the multiples of this number instead.
        at: If given, evaluate at these iterations instead, and at none after them.
    """

    name: str = "log"
    every: int | None = None
    at: tuple[int, ...] | None = None

    def after(self, iteration: int) -> float:
        """Return the first evaluated iteration after this one; infinite after the last of a list."""
        if self.every is not None:
            return (iteration // self.every + 1) * self.every
        return next((point for point in self._points if point > iteration), math.inf)

    def evaluations(self, iterations: int) -> int:
        """Return the number of evaluations in a run of `iterations`, including the one at its end."""
        if self.every is not None:
            return -(-iterations // self.every)
        return sum(1 for _ in takewhile(lambda point: point < iterations, self._points)) + 1

    @property
    def _points(self) -> Iterable[int]:
        return SCHEDULES[self.name]() if self.at is None else self.at

    @property
    def last(self) -> float:
        """The last iteration to evaluate at; infinite unless the schedule is a list."""
        return self.at[-1] if self.at else math.inf


#: For engines that cannot evaluate their strategies.
NEVER = Schedule(at=())


def schedule(
    name: str | None = None, *, every: int | None = None, at: Sequence[int] | None = None
) -> Schedule:
    """Return a schedule from a name, a distance, or a list; give at most one of them.

    Args:
        name: One of `SCHEDULES`; 'log' if nothing is given.
        every: Evaluate at the multiples of this number.
        at: Evaluate at these iterations, in rising order.

    Raises:
        ValueError: If an argument is invalid, or more than one is given.
    """
    if sum(given is not None for given in (name, every, at)) > 1:
        raise ValueError(
            f"schedule: expected one of a name, every and at, got {name!r} with every={every} and at={at}; e.g. "
            "every=50"
        )
    if name is not None and name not in SCHEDULES:
        raise ValueError(f"schedule: expected one of {', '.join(SCHEDULES)}, got {name!r}; e.g. 'log'")
    if every is not None:
        every = _iteration("every", every)
    if at is not None:
        at = tuple(_iteration("iteration to evaluate at", point) for point in at)
        if not at or any(b <= a for a, b in pairwise(at)):
            raise ValueError(
                f"iterations to evaluate at: expected rising numbers, got {at}; e.g. at=[1, 21, 41]"
            )
    return Schedule(name or "log", every, at)


def _iteration(name: str, value: int) -> int:
    if isinstance(value, bool) or not hasattr(value, "__index__") or value < 1:
        raise ValueError(f"{name}: expected a whole number, 1 or more, got {value!r}; e.g. 50")
    return int(value)
