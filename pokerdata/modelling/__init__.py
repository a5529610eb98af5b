"""Models: what a player does, learned from hands he played.

``model_of(hands("weak.h5", "always-call", deals=10_000), game, player="weak.h5")`` counts what was done, with all cards
known.
"""

from pokerdata.modelling.counting import PlayedHand, model_of
from pokerdata.modelling.model_table import load_model, save_model
from pokerdata.modelling.observed import ObservedModel

__all__ = ["ObservedModel", "PlayedHand", "load_model", "model_of", "save_model"]
