"""A situation at the table, and its metrics.

>>> from pokerdata import Situation
>>> situation = Situation("Ks2s", "7s6cAs", pot=30, to_call=10)
>>> round(situation["schr"].value, 6)
0.629164
"""

from pokerdata.cards.situation.metrics import Metric
from pokerdata.cards.situation.situation import Situation
from pokerdata.cards.strength.distribution import outs

__all__ = ["Metric", "Situation", "outs"]
