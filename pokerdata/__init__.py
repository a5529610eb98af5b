"""pokerdata: from a deck of cards to exact, verified tables, and from the tables to solved poker games.

>>> import pokerdata
>>> pokerdata.describe(pokerdata.evaluate("As Ks Qs Js Ts"))
'royal flush'
>>> pokerdata.equity(["AcKd", "TdTh"]).wins.tolist()
[735071, 970542]
>>> round(pokerdata.Situation("Ks2s", "7s6cAs")["ehs_potential"].value, 6)
0.629164
>>> round(pokerdata.solve("kuhn", target="0.1mb").values.expected_value, 3)  # chips for player 1; -1/18
-0.056

What most programs need is here and imported when it is first asked for; so are the packages, such as
`pokerdata.games` and `pokerdata.cards.strength`.
"""

try:
    # Named from inside, because without the extension the folder of its stubs would import as a namespace.
    from pokerdata._core import support as _compiled  # noqa: F401
except ImportError as error:  # a plain install beside a checkout imports the sources without the extension
    raise ImportError(
        "the compiled part of pokerdata (pokerdata._core) was not found beside these sources. In a checkout use "
        "an editable install, `python -m pip install -e .`, or run from another folder to use the installed copy. "
        f"The import said: {error}"
    ) from error

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pokerdata._support.version import VERSION

if TYPE_CHECKING:
    from pokerdata.cards import combination_index, format_cards, parse_cards
    from pokerdata.cards.equity import Equities, Equity, equities_of_hands, equity
    from pokerdata.cards.evaluator import (
        compare,
        describe,
        evaluate,
        evaluate_boards,
        percentile,
        rank_code,
        rank_index,
        winners,
    )
    from pokerdata.cards.isomorphism import canonicalize
    from pokerdata.cards.preflop import Matchup, income_rates, matchup
    from pokerdata.cards.ranges import Range
    from pokerdata.cards.situation import Situation
    from pokerdata.errors import CapacityError, PokerdataError, TableError
    from pokerdata.games import CardGame, Game, LimitRules, NoLimitRules, kuhn, leduc, load_game
    from pokerdata.games.play import Player, State
    from pokerdata.games.strategies import Strategy, load_strategy
    from pokerdata.matches import MatchResult, local_best_response, match, play_series
    from pokerdata.pipeline.store import Table
    from pokerdata.players import find_player
    from pokerdata.players.agents import Agent, find_agent
    from pokerdata.recipes.table_kinds import open_table
    from pokerdata.solving.comparing import compare_algorithms
    from pokerdata.solving.public import Result, exploitability
    from pokerdata.spots import Spot, SpotSolution, load_spot
    from pokerdata.spots.solving_any import solve

__version__ = VERSION

#: Name -> the module that has it. Imported when it is first asked for: most programs need few of them.
_LATER = {
    "Agent": "players.agents",
    "CapacityError": "errors",
    "CardGame": "games",
    "Equities": "cards.equity",
    "Equity": "cards.equity",
    "Game": "games",
    "LimitRules": "games",
    "MatchResult": "matches",
    "Matchup": "cards.preflop",
    "NoLimitRules": "games",
    "Player": "games.play",
    "PokerdataError": "errors",
    "Range": "cards.ranges",
    "Result": "solving.public",
    "Situation": "cards.situation",
    "Spot": "spots",
    "SpotSolution": "spots",
    "State": "games.play",
    "Strategy": "games.strategies",
    "Table": "pipeline.store",
    "TableError": "errors",
    "canonicalize": "cards.isomorphism",
    "combination_index": "cards",
    "compare": "cards.evaluator",
    "compare_algorithms": "solving.comparing",
    "describe": "cards.evaluator",
    "equities_of_hands": "cards.equity",
    "equity": "cards.equity",
    "evaluate": "cards.evaluator",
    "evaluate_boards": "cards.evaluator",
    "exploitability": "solving.public",
    "find_agent": "players.agents",
    "find_player": "players",
    "format_cards": "cards",
    "income_rates": "cards.preflop",
    "kuhn": "games",
    "leduc": "games",
    "load_game": "games",
    "load_spot": "spots",
    "load_strategy": "games.strategies",
    "local_best_response": "matches",
    "match": "matches",
    "matchup": "cards.preflop",
    "open_table": "recipes.table_kinds",
    "parse_cards": "cards",
    "percentile": "cards.evaluator",
    "play_series": "matches",
    "rank_code": "cards.evaluator",
    "rank_index": "cards.evaluator",
    "solve": "spots.solving_any",
    "winners": "cards.evaluator",
}
_PACKAGES = frozenset({
    "abstraction", "cards", "errors", "games", "matches", "pipeline", "players", "recipes", "reports", "solving", "spots"
})  # fmt: skip


def __getattr__(name: str) -> Any:
    if name in _LATER:
        found = getattr(import_module(f"pokerdata.{_LATER[name]}"), name)
    elif name in _PACKAGES:
        found = import_module(f"pokerdata.{name}")
    else:
        raise AttributeError(f"module 'pokerdata' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*(name for name in globals() if name.startswith("__")), *_LATER, *_PACKAGES})


__all__ = [
    "Agent",
    "CapacityError",
    "CardGame",
    "Equities",
    "Equity",
    "Game",
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
    "find_player",
    "format_cards",
    "income_rates",
    "kuhn",
    "leduc",
    "load_game",
    "load_spot",
    "load_strategy",
    "local_best_response",
    "match",
    "matchup",
    "open_table",
    "parse_cards",
    "percentile",
    "play_series",
    "rank_code",
    "rank_index",
    "solve",
    "winners",
]
