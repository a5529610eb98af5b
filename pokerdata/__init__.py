"""pokerdata: from a deck of cards to exact, verified tables, and from the tables to solved poker games.

>>> import pokerdata
>>> pokerdata.describe(pokerdata.evaluate(pokerdata.parse_cards("As Ks Qs Js Ts")))
'royal flush'
>>> from pokerdata.equity import equity
>>> equity(["AcKd", "TdTh"]).wins.tolist()
[735071, 970542]
>>> round(pokerdata.Situation("Ks2s", "7s6cAs")["ehs_potential"].value, 6)
0.629164

Modules beside what is here: `equity` (all-in equity), `strength` (the metrics one by one), `preflop` (match-ups, income
rates), `odds`, `evaluator`, `games`, `solvers`, `strategies`, `trees`, `reports.pictures`.
"""

try:
    # Named from inside, because without the extension the folder of its stubs would import as a namespace.
    from pokerdata._core import support as _support  # noqa: F401
except ImportError as error:  # a plain install beside a checkout imports the sources without the extension
    raise ImportError(
        "the compiled part of pokerdata (pokerdata._core) was not found beside these sources. In a checkout use "
        "an editable install, `python -m pip install -e .`, or run from another folder to use the installed copy. "
        f"The import said: {error}"
    ) from error

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pokerdata.cards import combination_index, format_cards, parse_cards
from pokerdata.errors import CapacityError, TableError
from pokerdata.evaluator import compare, describe, evaluate, percentile, rank_code, rank_index, winners
from pokerdata.isomorphism import canonicalize
from pokerdata.ranges import Range
from pokerdata.situation import Situation
from pokerdata.store import say_how_to_make
from pokerdata.support.version import VERSION

if TYPE_CHECKING:
    from pokerdata.tables import open_table

__version__ = VERSION

#: Name -> where it is, of what is imported when it is first asked for.
_LATER = {"open_table": "pokerdata.tables", "how_to_make": "pokerdata.recipes.hints"}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'pokerdata' has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


say_how_to_make(lambda name: str(__getattr__("how_to_make")(name)))

__all__ = [
    "CapacityError",
    "Range",
    "Situation",
    "TableError",
    "canonicalize",
    "combination_index",
    "compare",
    "describe",
    "evaluate",
    "format_cards",
    "open_table",
    "parse_cards",
    "percentile",
    "rank_code",
    "rank_index",
    "winners",
]
