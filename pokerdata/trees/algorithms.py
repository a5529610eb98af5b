"""Algorithms that need an explicit tree, beside the CFR family of `pokerdata.solving.algorithm`."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from pokerdata.solving import algorithm_text
from pokerdata.solving.algorithm import DEFAULTS, Algorithm, algorithm
from pokerdata.support import html

SAMPLINGS = ("chance", "external", "outcome")
NAMES = (*DEFAULTS, *(f"mccfr-{sampling}" for sampling in SAMPLINGS), "fictitious-play")


@dataclass(frozen=True)
class MonteCarlo:
    """Monte Carlo CFR (Lanctot et al. 2009). One iteration walks once for each player, in turn.

    With more than two players, external and outcome sampling weigh the average of a set only by the iterations in which
    the players who do not walk could come there.

    Attributes:
        sampling: What a walk for a player samples: ``chance`` events alone; ``external`` also the actions of the
            others; ``outcome`` also his own, which makes it a single game.
        exploration: Outcome sampling takes an own action at random with this probability, more than 0 and at most 1,
            else as the strategy says.
        seed: Of the random numbers, 0 to 2**64 - 1; the same seed gives the same result.

    Raises:
        ValueError: For another sampling, exploration or seed.
    """

    sampling: str = "external"
    exploration: float = 0.6
    seed: int = 0

    def __post_init__(self) -> None:
        if self.sampling not in SAMPLINGS:
            raise ValueError(
                f"sampling: expected one of {', '.join(SAMPLINGS)}, got {self.sampling!r}; e.g. 'external'"
            )
        if not isinstance(self.seed, int | np.integer) or not 0 <= self.seed < 2**64:
            raise ValueError(f"seed: expected a whole number, 0 or more, got {self.seed!r}; e.g. 1")
        if not isinstance(self.exploration, float | int | np.number) or not 0 < self.exploration <= 1:
            raise ValueError(
                f"exploration: expected more than 0, at most 1, got {self.exploration}; e.g. 0.6"
            )

    def __str__(self) -> str:
        more = {"exploration": self.exploration} if self.sampling == "outcome" else {}
        return algorithm_text.write(f"mccfr-{self.sampling}", {**more, "seed": self.seed})

    def _repr_html_(self) -> str:
        return html.of_fields(self)


@dataclass(frozen=True)
class FictitiousPlay:
    """Fictitious play (Brown 1951): each player best responds to the averages of the others so far.

    Averages are uniform before the first iteration.

    Attributes:
        simultaneous: Whether players answer all at once rather than in turn.
    """

    simultaneous: bool = False

    def __str__(self) -> str:
        return "fictitious-play(simultaneous)" if self.simultaneous else "fictitious-play"

    def _repr_html_(self) -> str:
        return html.of_fields(self)


TreeAlgorithm: TypeAlias = Algorithm | MonteCarlo | FictitiousPlay


def tree_algorithm(given: "str | TreeAlgorithm", *, seed: int = 0) -> TreeAlgorithm:
    """The algorithm of a text; a value as it is.

    Args:
        given: One of the CFR family as `pokerdata.solving.algorithm` reads it, such as 'cfr+(delay=100)' or
            'cfr(pruning=partial)'; 'mccfr-chance', 'mccfr-external' (or 'mccfr') and
            'mccfr-outcome(exploration=0.4, seed=3)'; 'fictitious-play' and 'fictitious-play(simultaneous)'.
        seed: Of sampling whose text names none, 0 to 2**64 - 1.

    Raises:
        ValueError: For another name, listing the names, or for another parameter, listing those of the algorithm.
    """
    if isinstance(given, Algorithm | MonteCarlo | FictitiousPlay):
        return given
    if not isinstance(given, str):
        raise ValueError(f"algorithm: expected one of {', '.join(NAMES)}, got {given!r}; e.g. 'dcfr'")
    name, parameters = algorithm_text.read(given)
    if name in DEFAULTS:
        return algorithm(given)
    if name == "fictitious-play":
        _check(name, parameters, ("simultaneous",))
        if parameters.get("simultaneous", True) is not True:
            raise ValueError(f"algorithm: expected 'fictitious-play(simultaneous)', got {given!r}")
        return FictitiousPlay(**parameters)  # type: ignore[arg-type]
    name = "mccfr-external" if name == "mccfr" else name
    if name not in NAMES:
        raise ValueError(f"algorithm: expected one of {', '.join(NAMES)}, got {name!r}; e.g. 'dcfr'")
    sampling = name.removeprefix("mccfr-")
    _check(name, parameters, ("exploration", "seed") if sampling == "outcome" else ("seed",))
    return MonteCarlo(sampling, **{"seed": seed, **parameters})  # type: ignore[arg-type]


def _check(name: str, given: Iterable[str], known: Sequence[str]) -> None:
    for key in given:
        if key not in known:
            raise ValueError(f"algorithm {name}: no parameter {key}; it has {', '.join(known)}")
