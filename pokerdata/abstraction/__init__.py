"""Card abstraction: buckets of hands, their sequences, and what follows from joint counts."""

from pokerdata.abstraction.kinds import card_states

__all__ = ["card_states"]
