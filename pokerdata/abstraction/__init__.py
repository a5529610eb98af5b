"""Card abstraction: buckets of hands, their sequences, joint counts and transition matrices."""

from pokerdata.abstraction.states import card_states
from pokerdata.store import register_table_class

__all__ = ["card_states"]

register_table_class("history_buckets", "pokerdata.abstraction.history:HistoryTable")
register_table_class("threshold_buckets", "pokerdata.abstraction.threshold_table:ThresholdTable")
