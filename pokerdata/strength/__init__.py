"""Exact strength of every hand on every board against one opponent with uniformly random cards.

Metrics, each a fraction whose integer numerator the tables hold:

``ehs``         expected hand strength: mean over all completions of the board of (wins + ties/2) / 990
``ehs2_river``  mean over completions of the squared river hand strength (Johanson 2007)
``ehs2_next``   mean over the next street's cards of the squared EHS there (Eriksson 2012); on turn and river
                the same as ``ehs2_river``
"""

from pokerdata.store import register_table_class
from pokerdata.strength.metrics import METRICS, denominator

register_table_class("strength", "pokerdata.strength.table:StrengthTable")

__all__ = ["METRICS", "denominator"]
