"""Card abstraction: bucket sequences of equal mass, their joint counts and transition matrices."""

from pokerdata.abstraction.states import card_states
from pokerdata.store import register_table_class

__all__ = ["card_states"]

register_table_class("history_buckets", "pokerdata.abstraction.history:HistoryTable")
