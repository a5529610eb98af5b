"""Card abstraction: bucket sequences of equal mass, their joint counts and transition matrices."""

from pokerdata.store import register_table_class

register_table_class("history_buckets", "pokerdata.abstraction.history:HistoryTable")
