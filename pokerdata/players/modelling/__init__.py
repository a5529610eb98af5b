"""Models of a player's actions and range, learned from hands.

``model_of(hands("weak.h5", "always-call", deals=10_000), game, player="weak.h5")`` counts actions with all cards known.
An `ActionModel` sees what others see at the table, and learns during play. ``range_of(PokiWeights(), state, position)``
returns a player's range as 1,326 weights.
"""

from pokerdata.players.modelling.action_model import ActionLoss, ActionModel, BettingModel, action_loss
from pokerdata.players.modelling.bayes_ranges import CountedRange, LokiWeights, PokiWeights, StrategyRange
from pokerdata.players.modelling.classifier import (
    NETWORK_INPUTS,
    ClassifierModel,
    NetworkModel,
    network_inputs,
)
from pokerdata.players.modelling.counting import (
    ActionFrequencies,
    Context,
    ContextCounts,
    PlayedHand,
    likeness_weights,
    model_of,
)
from pokerdata.players.modelling.observed import KnownPlayer, ObservedModel, load_model
from pokerdata.players.modelling.range_models import (
    LikenessModel,
    RangeModel,
    Showdowns,
    UniformRange,
    range_of,
)
from pokerdata.players.modelling.scoring import LogScores, score_ranges

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
    "score_ranges",
]
