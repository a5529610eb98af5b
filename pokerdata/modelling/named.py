"""Models of what is held, by name or file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from pokerdata.modelling.bayes_ranges import CountedRange
from pokerdata.modelling.model_table import load_model
from pokerdata.modelling.range_models import RangeModel
from pokerdata.modelling.weight_tables import LokiWeights, PokiWeights
from pokerdata.strategies import load_strategy
from pokerdata.strategies.look_ups import bucket_table, states_of
from pokerdata.support.text import nearest

#: Name -> a model of somebody of whom nothing was seen yet. A new one is a line here.
RANGE_MODELS: Mapping[str, Callable[[], RangeModel]] = {"loki": LokiWeights, "poki": PokiWeights}


def find_range_model(name: str, *, tables: str | os.PathLike[str] | None = None) -> RangeModel:
    """A model of what is held, of somebody of whom nothing else was seen yet.

    Args:
        name: One of `RANGE_MODELS`, or a file that `pokerdata learn` wrote, for a `CountedRange`.
        tables: The folder of the file, where it is a name, and of tables of buckets.

    Raises:
        ValueError: For another name.
        TableError: For a file that is no model.
    """
    if name in RANGE_MODELS:
        return RANGE_MODELS[name]()
    if not name.endswith(".h5"):
        like = nearest(name, RANGE_MODELS)
        raise ValueError(
            f"model: expected one of {', '.join(RANGE_MODELS)} or a file ending in .h5, got {name!r}{like}"
        )
    model = load_model(name, tables=tables)
    saved = load_strategy(name, tables=tables)
    return CountedRange(model, None if saved.cards else states_of(saved, bucket_table(saved, tables)))
