"""Algorithms that need an explicit tree, beside the CFR family of `pokerdata.solvers.algorithm`."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from pokerdata.solvers.algorithm import DEFAULTS, Algorithm, algorithm

SAMPLINGS = ("chance", "external", "outcome")


@dataclass(frozen=True)
class MonteCarlo:
    """Monte Carlo CFR (Lanctot et al. 2009). One iteration walks once for each player, in turn.

    sampling: what a walk for a player samples: ``chance`` events alone; ``external`` also the actions of the others;
        ``outcome`` also his own, which makes it a single game.
    exploration: outcome sampling takes an own action at random with this probability, else as the strategy says.
    seed: of the random numbers, 0 or more; the same seed gives the same bits.

    With more than two players, external and outcome sampling weigh the average of a set only by the iterations in which
    the players who do not walk could come there.
    """

    sampling: str = "external"
    exploration: float = 0.6
    seed: int = 0

    def __post_init__(self) -> None:
        if self.sampling not in SAMPLINGS:
            raise ValueError(
                f"bad sampling {self.sampling!r}: want one of {', '.join(SAMPLINGS)}, e.g. 'external'"
            )
        if not isinstance(self.seed, int | np.integer) or not 0 <= self.seed < 2**64:
            raise ValueError(f"bad seed {self.seed!r}: want a whole number, 0 or more, e.g. 1")
        if not isinstance(self.exploration, float | int | np.number) or not 0 < self.exploration <= 1:
            raise ValueError(f"bad exploration {self.exploration}: want more than 0, at most 1, e.g. 0.6")

    def __str__(self) -> str:
        more = f", exploration={self.exploration:g}" if self.sampling == "outcome" else ""
        return f"mccfr(sampling={self.sampling}{more}, seed={self.seed})"


@dataclass(frozen=True)
class FictitiousPlay:
    """Fictitious play (Brown 1951): each player best responds to the averages of the others so far.

    Averages are uniform before the first iteration. Players answer in turn, or all at once if ``simultaneous``.
    """

    simultaneous: bool = False

    def __str__(self) -> str:
        return "fictitious-play(simultaneous)" if self.simultaneous else "fictitious-play"


TreeAlgorithm: TypeAlias = Algorithm | MonteCarlo | FictitiousPlay


def tree_algorithm(name: "str | TreeAlgorithm") -> TreeAlgorithm:
    """The algorithm of a name, with its defaults: one of the CFR family, 'mccfr' or 'fictitious-play'.

    Raises ValueError that lists the names.
    """
    if not isinstance(name, str):
        return name
    if name == "mccfr":
        return MonteCarlo()
    if name == "fictitious-play":
        return FictitiousPlay()
    if name not in DEFAULTS:
        names = ", ".join([*DEFAULTS, "mccfr", "fictitious-play"])
        raise ValueError(f"bad algorithm {name!r}: want one of {names}, e.g. 'dcfr'")
    return algorithm(name)
