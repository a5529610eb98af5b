"""Games: rules, betting trees and the cards behind them.

A game is a value: the rules of its betting, and its cards, real ones or the joint counts of both players'
private states.
"""

from pokerdata.games.acpc import acpc_text, read_acpc
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
from pokerdata.games.files import adjusted_game, find_game, playable, read_game, toml_text, varied
from pokerdata.games.game import Game, JointCountGame, StateNames, Unit, milliblinds, same_game, target_chips
from pokerdata.games.named import (
    GAMES,
    KUHN,
    LEDUC,
    LIMIT_HOLDEM,
    CardGame,
    NamedGame,
    kuhn,
    leduc,
    named_game,
)
from pokerdata.games.rules import CardRules, LimitRules, NoLimitRules, Rules, rules_of

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
    "NamedGame",
    "NoLimitRules",
    "Rules",
    "Sizes",
    "StateNames",
    "Unit",
    "acpc_text",
    "adjusted_game",
    "bucketed_game",
    "bucketed_sizes",
    "find_game",
    "game_of_counts",
    "kuhn",
    "leduc",
    "limit_holdem",
    "milliblinds",
    "named_game",
    "playable",
    "read_acpc",
    "read_game",
    "rules_of",
    "same_game",
    "sizes",
    "target_chips",
    "toml_text",
    "varied",
]
