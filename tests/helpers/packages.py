"""The packages with public names."""

import importlib
import pkgutil
import re

import pokerdata

#: Without 'pokerdata.'; packages with a public __init__, and public modules.
PUBLIC = sorted(
    {
        found.name.removeprefix("pokerdata.")
        for found in pkgutil.walk_packages(pokerdata.__path__, "pokerdata.")
        if found.ispkg
        and not re.search(r"\._|\.cli|real_cards$", found.name)
        and hasattr(importlib.import_module(found.name), "__all__")
    }
    | {"cards.odds", "errors", "recipes.signature", "recipes.table_kinds", "spots.solving_any"}
)
