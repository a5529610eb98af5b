"""Models: what a player does and what he holds, learned from hands he played.

``model_of(hands("weak.h5", "always-call", deals=10_000), game, player="weak.h5")`` counts what was done, with all cards
known. An `ActionModel` sees what others see at the table, and learns while it is played. ``range_of(PokiWeights(), state,
position)`` gives the 1,326 weights of what somebody may hold.
"""

from pokerdata.modelling.action_loss import ActionLoss, action_loss
from pokerdata.modelling.action_model import ActionModel, BettingModel
from pokerdata.modelling.bayes_ranges import CountedRange, StrategyRange
from pokerdata.modelling.classifier import ClassifierModel
from pokerdata.modelling.context_counts import ContextCounts
from pokerdata.modelling.contexts import ActionFrequencies, Context
from pokerdata.modelling.counting import PlayedHand, model_of
from pokerdata.modelling.fading import likeness_weights
from pokerdata.modelling.known import KnownPlayer
from pokerdata.modelling.likeness import LikenessModel
from pokerdata.modelling.model_table import load_model, save_model
from pokerdata.modelling.network import NETWORK_INPUTS, NetworkModel, network_inputs
from pokerdata.modelling.observed import ObservedModel
from pokerdata.modelling.range_models import RangeModel, UniformRange, range_of
from pokerdata.modelling.scoring import LogScores, score_ranges
from pokerdata.modelling.showdowns import Showdowns
from pokerdata.modelling.weight_tables import LokiWeights, PokiWeights

__all__ = [
    "NETWORK_INPUTS",
    "ActionFrequencies",
    "ActionLoss",
    "ActionModel",
    "BettingModel",
    "ClassifierModel",
    "Context",
    "ContextCounts",
    "CountedRange",
    "KnownPlayer",
    "LikenessModel",
    "LogScores",
    "LokiWeights",
    "NetworkModel",
    "ObservedModel",
    "PlayedHand",
    "PokiWeights",
    "RangeModel",
    "Showdowns",
    "StrategyRange",
    "UniformRange",
    "action_loss",
    "likeness_weights",
    "load_model",
    "model_of",
    "network_inputs",
    "range_of",
    "save_model",
    "score_ranges",
]
