"""The algorithms by name, with their parameters."""

import math
from dataclasses import dataclass

DEFAULTS: dict[str, dict[str, float]] = {
    "cfr": {},
    "cfr+": {"gamma": 1.0, "delay": 0},
    "lcfr": {},
    "dcfr": {"alpha": 1.5, "beta": 0.0, "gamma": 2.0},
    "pcfr+": {"gamma": 2.0, "delay": 0},
}


@dataclass(frozen=True)
class Algorithm:
    """A member of the CFR family. Made by `algorithm`.

    One iteration updates player 1, then player 2 against the new strategy, and so on. The average takes the strategy
    from before the update.

    - ``cfr``: sums of regrets, uniform average.
    - ``cfr+``: regrets clipped at 0 after every update; average weight max(t - delay, 0)^gamma, linear by
      default.
    - ``dcfr``: after each update positive regrets are multiplied by t^alpha / (t^alpha + 1) and negative
      ones by t^beta / (t^beta + 1); average weight t^gamma.
    - ``lcfr``: linear CFR, ``dcfr`` with alpha = beta = gamma = 1.
    - ``pcfr+``: predictive CFR+, which is optimistic ``cfr+`` with gamma = 2.

    optimistic: regret matching counts the last iteration's regret twice, as a prediction of the next one's.
    simultaneous: all players answer the strategies of the last iteration, instead of updating in turn.

    Sources: Zinkevich et al. 2007 (``cfr``), Tammelin 2014 (``cfr+``), Brown & Sandholm 2019 (``lcfr``, ``dcfr``),
    Farina, Kroer & Sandholm 2021 (``pcfr+`` and optimistic updates).
    """

    name: str
    alpha: float = 0.0
    beta: float = 0.0
    gamma: float = 0.0
    delay: int = 0
    optimistic: bool = False
    simultaneous: bool = False

    def __str__(self) -> str:
        own = [f"{key}={getattr(self, key):g}" for key in DEFAULTS[self.name]]
        own += ["optimistic"] * (self.optimistic and self.name != "pcfr+") + [
            "simultaneous"
        ] * self.simultaneous
        return f"{self.name}({', '.join(own)})" if own else self.name


def algorithm(
    name: str,
    *,
    alpha: float | None = None,
    beta: float | None = None,
    gamma: float | None = None,
    delay: int | None = None,
    optimistic: bool = False,
    simultaneous: bool = False,
) -> Algorithm:
    """The algorithm of a name, with its default for each parameter that is None.

    Raises ValueError for an unknown name, for a parameter that the algorithm does not have, and for a value that
    is not finite, a negative gamma, or a delay that is no whole number of iterations.
    """
    if name not in DEFAULTS:
        raise ValueError(f"bad algorithm {name!r}: want one of {', '.join(DEFAULTS)}, e.g. 'dcfr'")
    parameters = dict(DEFAULTS[name])
    for key, value in {"alpha": alpha, "beta": beta, "gamma": gamma, "delay": delay}.items():
        if value is None:
            continue
        if key not in parameters:
            has = ", ".join(parameters) or "no parameters"
            raise ValueError(
                f"bad parameter {key}={value} for {name}: it has {has}, e.g. algorithm('dcfr', alpha=1.5)"
            )
        if not math.isfinite(value):
            raise ValueError(f"bad {key} {value}: want a finite number, e.g. {key}=1.5")
        if key in ("gamma", "delay") and value < 0:
            raise ValueError(f"bad {key} {value}: want 0 or more, e.g. {key}=2")
        if key == "delay" and int(value) != value:
            raise ValueError(f"bad delay {value}: want a whole number of iterations, e.g. delay=100")
        parameters[key] = value
    return Algorithm(
        name,
        delay=int(parameters.pop("delay", 0)),
        optimistic=bool(optimistic) or name == "pcfr+",
        simultaneous=bool(simultaneous),
        **parameters,
    )
