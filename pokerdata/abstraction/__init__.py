"""Card abstraction: buckets of hands, bucket sequences, and joint counts."""

from pokerdata.abstraction.kinds import card_states

__all__ = ["card_states"]
