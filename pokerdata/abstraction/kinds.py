"""The kinds of abstraction. A new one is a file of its own and a line here.

A new rule for thresholds is a function and a line in `pokerdata.abstraction.bounds`.
"""

from __future__ import annotations

from collections.abc import Mapping

from pokerdata.abstraction.abstraction import Abstraction
from pokerdata.abstraction.bounds import RULES
from pokerdata.abstraction.bucket_table import BucketTable
from pokerdata.abstraction.clustered import Clustered, ClusteredTable
from pokerdata.abstraction.history import History, HistoryTable
from pokerdata.abstraction.thresholds import Thresholds, ThresholdTable

#: Kind, as a recipe names it -> what it is.
KINDS: Mapping[str, type[Abstraction]] = {
    "history": History,
    **dict.fromkeys(RULES, Thresholds),
    "kmeans": Clustered,
}

#: The classes of their tables NAME_buckets. Named one by one, so that what reads tables does not depend, in fingerprints,
#: on what sections say and cost.
BUCKET_TABLES: tuple[type[BucketTable], ...] = (HistoryTable, ThresholdTable, ClusteredTable)
