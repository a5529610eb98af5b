"""Games: rules, betting trees and the cards behind them.

A game is a value. It consists of the rules of its betting, and its cards: real cards, or joint counts of both
players' private states.
"""

from pokerdata.games.betting_tree import ACTIONS, BettingTree
from pokerdata.games.bucketed import (
    BucketedSizes,
    Sizes,
    bucketed_game,
    bucketed_sizes,
    game_of_counts,
    limit_holdem,
    sizes,
)
from pokerdata.games.files import (
    acpc_text,
    adjusted_game,
    load_game,
    playable,
    read_acpc,
    read_game,
    table_rules,
    toml_text,
    varied,
)
from pokerdata.games.game import GAMES, Game, kuhn, leduc
from pokerdata.games.named import KUHN, LEDUC, LIMIT_HOLDEM, CardGame
from pokerdata.games.rules import CardRules, LimitRules, NoLimitRules, Rules, rules_of
from pokerdata.games.solvable import (
    JointCountGame,
    SolvableGame,
    StateNames,
    Unit,
    milliblinds,
    same_game,
    target_chips,
)

__all__ = [
    "ACTIONS",
    "GAMES",
    "KUHN",
    "LEDUC",
    "LIMIT_HOLDEM",
    "BettingTree",
    "BucketedSizes",
    "CardGame",
    "CardRules",
    "Game",
    "JointCountGame",
    "LimitRules",
    "NoLimitRules",
    "Rules",
    "Sizes",
    "SolvableGame",
    "StateNames",
    "Unit",
    "acpc_text",
    "adjusted_game",
    "bucketed_game",
    "bucketed_sizes",
    "game_of_counts",
    "kuhn",
    "leduc",
    "limit_holdem",
    "load_game",
    "milliblinds",
    "playable",
    "read_acpc",
    "read_game",
    "rules_of",
    "same_game",
    "sizes",
    "table_rules",
    "target_chips",
    "toml_text",
    "varied",
]
