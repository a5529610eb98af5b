"""Exact strength of hands: tables of every hand on every board, and metrics of one situation without tables.

Of the tables, against one opponent with uniformly random cards, each a fraction whose integer numerator they hold:

- ``ehs``: expected hand strength, the mean over all completions of the board of (wins + ties/2) / 990
- ``ehs2_river``: mean over completions of the squared river hand strength (Johanson 2007)
- ``ehs2_next``: mean over the next street's cards of the squared EHS there (Eriksson 2012); on turn and river the
  same as ``ehs2_river``

Of one situation, where the opponent may have a Range or weights: `ihr` (`hs`), `schr`, `ehr`, `ppot`, `npot`,
`ehs_by_potential`, `e_hs2`, `distribution` and what they are made of.
"""

from pokerdata.strength.counts import potential_counts, present_counts, showdown_counts
from pokerdata.strength.distribution import Distribution, distribution, e_hs2, histogram
from pokerdata.strength.hand_rank import ehr, hs, hs_power, ihr, schr
from pokerdata.strength.metrics import METRICS, denominator
from pokerdata.strength.outs import outs
from pokerdata.strength.potential import ehs_by_potential, npot, ppot
from pokerdata.strength.sampled_rank import SampledStrength, ihr_sampled

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
