"""pokerdata: from a deck of cards to exact, verified tables, and from the tables to solved poker games.

>>> import pokerdata
>>> pokerdata.describe(pokerdata.evaluate("As Ks Qs Js Ts"))
'royal flush'
>>> pokerdata.equity(["AcKd", "TdTh"]).wins.tolist()
[735071, 970542]
>>> round(pokerdata.Situation("Ks2s", "7s6cAs")["ehs_potential"].value, 6)
0.629164
>>> round(pokerdata.solve("kuhn", target="0.1mb").evaluation.expected_value, 3)  # chips for player 1; -1/18
-0.056

What most programs need is here and imported when it is first asked for; so are the rooms of the house, such as
`pokerdata.games` and `pokerdata.strength`.
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

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from pokerdata.support.hints import say_how_to_make
from pokerdata.support.version import VERSION

if TYPE_CHECKING:
    from pokerdata.agents import Agent, find_agent
    from pokerdata.cards import combination_index, format_cards, parse_cards
    from pokerdata.comparing import compare_algorithms
    from pokerdata.equities import Equities, Equity, equities_of_hands, equity
    from pokerdata.errors import CapacityError, PokerdataError, TableError
    from pokerdata.evaluator import (
        compare,
        describe,
        evaluate,
        evaluate_boards,
        percentile,
        rank_code,
        rank_index,
        winners,
    )
    from pokerdata.games import CardGame, LimitRules, NoLimitRules, find_game, kuhn, leduc
    from pokerdata.isomorphism import canonicalize
    from pokerdata.matches import MatchResult, local_best_response, match, play_match, play_series
    from pokerdata.play import GameDefinition, Player, State, find_definition
    from pokerdata.players import find_player
    from pokerdata.preflop import Matchup, income_rates, matchup
    from pokerdata.ranges import Range
    from pokerdata.situation import Situation
    from pokerdata.solvers import Result, exploitability, save_strategy
    from pokerdata.solving_any import solve
    from pokerdata.spots import Spot, SpotSolution, load_spot, save_spot
    from pokerdata.store import Table
    from pokerdata.strategies import Strategy, load_strategy
    from pokerdata.tables import open_table

__version__ = VERSION

#: Name -> the module that has it. Imported when it is first asked for: most programs need few of them.
_LATER = {
    "Agent": "agents",
    "CapacityError": "errors",
    "CardGame": "games",
    "Equities": "equities",
    "Equity": "equities",
    "GameDefinition": "play",
    "LimitRules": "games",
    "MatchResult": "matches",
    "Matchup": "preflop",
    "NoLimitRules": "games",
    "Player": "play",
    "PokerdataError": "errors",
    "Range": "ranges",
    "Result": "solvers",
    "Situation": "situation",
    "Spot": "spots",
    "SpotSolution": "spots",
    "State": "play",
    "Strategy": "strategies",
    "Table": "store",
    "TableError": "errors",
    "canonicalize": "isomorphism",
    "combination_index": "cards",
    "compare": "evaluator",
    "compare_algorithms": "comparing",
    "describe": "evaluator",
    "equities_of_hands": "equities",
    "equity": "equities",
    "evaluate": "evaluator",
    "evaluate_boards": "evaluator",
    "exploitability": "solvers",
    "find_agent": "agents",
    "find_definition": "play",
    "find_game": "games",
    "find_player": "players",
    "format_cards": "cards",
    "income_rates": "preflop",
    "kuhn": "games",
    "leduc": "games",
    "load_spot": "spots",
    "load_strategy": "strategies",
    "local_best_response": "matches",
    "match": "matches",
    "matchup": "preflop",
    "open_table": "tables",
    "parse_cards": "cards",
    "percentile": "evaluator",
    "play_match": "matches",
    "play_series": "matches",
    "rank_code": "evaluator",
    "rank_index": "evaluator",
    "save_spot": "spots",
    "save_strategy": "solvers",
    "solve": "solving_any",
    "winners": "evaluator",
}
_ROOMS = frozenset(_LATER.values()) | {
    "abstraction", "chance_sampling", "dealing", "luck", "modelling", "no_thanks", "odds", "reports", "resolving",
    "search", "solving", "statistics", "strength", "studies", "tournaments", "trees"
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _LATER:
        found = getattr(import_module(f"pokerdata.{_LATER[name]}"), name)
    elif name in _ROOMS:
        found = import_module(f"pokerdata.{name}")
    else:
        raise AttributeError(f"module 'pokerdata' has no attribute {name!r}")
    globals()[name] = found
    return found


def _how_to_make(name: str) -> str:
    from pokerdata.recipes.hints import how_to_make

    return how_to_make(name)


def _tables_made() -> Sequence[str]:
    from pokerdata.recipes.hints import tables_made

    return tables_made()


def _recipe_that_makes(name: str) -> str | None:
    from pokerdata.recipes.hints import recipe_that_makes

    return recipe_that_makes(name)


say_how_to_make(_how_to_make, _tables_made, _recipe_that_makes)


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name.startswith("__")), *_LATER, *_ROOMS})


__all__ = [
    "Agent",
    "CapacityError",
    "CardGame",
    "Equities",
    "Equity",
    "GameDefinition",
    "LimitRules",
    "MatchResult",
    "Matchup",
    "NoLimitRules",
    "Player",
    "PokerdataError",
    "Range",
    "Result",
    "Situation",
    "Spot",
    "SpotSolution",
    "State",
    "Strategy",
    "Table",
    "TableError",
    "canonicalize",
    "combination_index",
    "compare",
    "compare_algorithms",
    "describe",
    "equities_of_hands",
    "equity",
    "evaluate",
    "evaluate_boards",
    "exploitability",
    "find_agent",
    "find_definition",
    "find_game",
    "find_player",
    "format_cards",
    "income_rates",
    "kuhn",
    "leduc",
    "load_spot",
    "load_strategy",
    "local_best_response",
    "match",
    "matchup",
    "open_table",
    "parse_cards",
    "percentile",
    "play_match",
    "play_series",
    "rank_code",
    "rank_index",
    "save_spot",
    "save_strategy",
    "solve",
    "winners",
]
