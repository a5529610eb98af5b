"""The packages whose names are public."""

import importlib
import pkgutil
import re

import pokerdata

#: Without 'pokerdata.'; those whose __init__ says what is public, and the modules that stand for themselves.
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
