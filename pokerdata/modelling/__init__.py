"""Models: what a player does and what he holds, learned from hands he played.

``model_of(hands("weak.h5", "always-call", deals=10_000), game, player="weak.h5")`` counts what was done, with all cards
known. ``range_of(PokiWeights(), state, position)`` gives the 1,326 weights of what somebody may hold.
"""

from pokerdata.modelling.bayes_ranges import CountedRange, StrategyRange
from pokerdata.modelling.contexts import ActionFrequencies, Context
from pokerdata.modelling.counting import PlayedHand, model_of
from pokerdata.modelling.model_table import load_model, save_model
from pokerdata.modelling.observed import ObservedModel
from pokerdata.modelling.range_models import RangeModel, UniformRange, range_of
from pokerdata.modelling.scoring import LogScores, score_ranges
from pokerdata.modelling.weight_tables import LokiWeights, PokiWeights

__all__ = [
    "ActionFrequencies",
    "Context",
    "CountedRange",
    "LogScores",
    "LokiWeights",
    "ObservedModel",
    "PlayedHand",
    "PokiWeights",
    "RangeModel",
    "StrategyRange",
    "UniformRange",
    "load_model",
    "model_of",
    "range_of",
    "save_model",
    "score_ranges",
]
