"""Models: what a player does, learned from hands he played.

``model_of(hands("weak.h5", "always-call", deals=10_000), game, player="weak.h5")`` counts what was done, with all cards
known.
"""

from pokerdata.modelling.counting import PlayedHand, model_of
from pokerdata.modelling.observed import ObservedModel

__all__ = ["ObservedModel", "PlayedHand", "model_of"]
