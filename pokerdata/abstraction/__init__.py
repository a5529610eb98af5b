"""Card abstraction: buckets of hands, their sequences, and what follows from joint counts."""

from pokerdata.abstraction.card_states import card_states

__all__ = ["card_states"]
