"""Exact strength of hands: tables of every hand on every board, and metrics of one situation without tables.

The tables hold integer numerators of these fractions, against one opponent with uniformly random cards:

- ``ehs``: expected hand strength, the mean over all completions of the board of (wins + ties/2) / 990
- ``ehs2_river``: mean over completions of the squared river hand strength (Johanson 2007)
- ``ehs2_next``: mean over the next street's cards of the squared EHS there (Eriksson 2012); on turn and river the
  same as ``ehs2_river``

For one situation, in which the opponent may have a Range or weights: `ihr` (`hs`), `schr`, `ehr`, `ppot`, `npot`,
`ehs_by_potential`, `e_hs2`, `distribution` and their components.
"""

from pokerdata.cards.strength.counts import potential_counts, present_counts, showdown_counts
from pokerdata.cards.strength.distribution import Distribution, distribution, e_hs2, histogram, outs
from pokerdata.cards.strength.hand_rank import SampledStrength, ehr, hs, hs_power, ihr, ihr_sampled, schr
from pokerdata.cards.strength.metrics import METRICS, denominator
from pokerdata.cards.strength.potential import ehs_by_potential, npot, ppot

__all__ = [
    "METRICS",
    "Distribution",
    "SampledStrength",
    "denominator",
    "distribution",
    "e_hs2",
    "ehr",
    "ehs_by_potential",
    "histogram",
    "hs",
    "hs_power",
    "ihr",
    "ihr_sampled",
    "npot",
    "outs",
    "potential_counts",
    "ppot",
    "present_counts",
    "schr",
    "showdown_counts",
]
