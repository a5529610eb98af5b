"""The algorithms by name, with their parameters."""

import sys
from dataclasses import dataclass
from typing import Any

from pokerdata.games import Rules
from pokerdata.solving import algorithm_text
from pokerdata.support import html

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

    One iteration updates player 1, then player 2 against the new strategy, and so on. The average takes the strategy
    from before the update.

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
        name: One of those above.
        alpha: The alpha of ``dcfr``, for positive regrets.
        beta: The beta of ``dcfr``, for negative regrets.
        gamma: The gamma of ``dcfr``, ``cfr+`` and ``pcfr+``, for the weights of the average.
        delay: The delay of ``cfr+`` and ``pcfr+``: so many iterations at the beginning have no weight in the average.
        optimistic: Whether regret matching counts the last iteration's regret twice, as a prediction of the next one's.
        simultaneous: Whether all players answer the strategies of the last iteration, instead of updating in turn.
        pruning: What explicit trees leave out; the engine for poker games has none. ``partial``: what the others and
            chance do not reach, which changes no bit of the result. ``regret``: also actions that stay at probability 0
            even if they win the most they can; they are credited with that most. It is meant for ``dcfr`` with beta =
            0.5, whose negative regrets grow. ``none``: nothing.
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
        return algorithm_text.write(self.name, own)

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
    """The algorithm of a name such as 'dcfr', or with parameters: 'dcfr(alpha=1.5, beta=0.5)', 'cfr(simultaneous)'.

    Parameters may be given either way, each once; those that are not given have the defaults of the algorithm.

    Args:
        text: A name ('cfr', 'cfr+', 'lcfr', 'dcfr', 'pcfr+'), perhaps with parameters in brackets.
        alpha: Of dcfr, any finite number; 1.5 by default.
        beta: Of dcfr, any finite number; 0 by default.
        gamma: Of dcfr (2 by default), cfr+ (1) and pcfr+ (2), from 0 to 1,000.
        delay: Of cfr+ and pcfr+: a whole number of iterations, 0 by default.
        optimistic: Whether regret matching counts the last iteration's regret twice; pcfr+ always does.
        simultaneous: Whether all players answer the strategies of the last iteration, instead of updating in turn.
        pruning: 'none' (the default), 'partial' or 'regret'.

    Raises:
        ValueError: For an unknown name or text of another form, for a parameter that the algorithm does not have or that
            is given twice, and for a value that is not finite, a gamma outside 0 to 1,000, a delay that is no whole
            number of iterations, or an unknown pruning.
    """
    name, given = algorithm_text.read(text)
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
    """The algorithm of a text, or where there is none the default for a game: dcfr, without limits with beta = 0.5.

    There, with 0, the exploitability of bucketed hold'em rises again between evaluations.

    Args:
        rules: The rules of the game.
        text: As for `algorithm`, or None.
        **parameters: As for `algorithm`.

    Raises:
        ValueError: As for `algorithm`.
    """
    if text is None and rules.stack is not None and parameters.get("beta") is None:
        parameters["beta"] = 0.5
    return algorithm("dcfr" if text is None else text, **parameters)


def _number(key: str, value: float | str | bool) -> float:
    if (
        isinstance(value, bool | str) or not abs(value) <= sys.float_info.max
    ):  # of whole numbers, too, and not of NaN
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
