"""Games: rules, betting trees and the cards behind them.

A game is a value: the rules of its betting, and its cards, real ones or the joint counts of both players'
private states.
"""

from pokerdata.games.acpc import read_acpc
from pokerdata.games.acpc_text import acpc_text
from pokerdata.games.adjusted_game import adjusted_game
from pokerdata.games.betting_tree import ACTIONS, BettingTree
from pokerdata.games.bucketed import bucketed_game, limit_holdem
from pokerdata.games.bucketed_sizes import BucketedSizes, bucketed_sizes
from pokerdata.games.card_game import CardGame
from pokerdata.games.card_rules import CardRules
from pokerdata.games.counts_table import game_of_counts
from pokerdata.games.files import find_game, playable, read_game, toml_text
from pokerdata.games.game import Game, JointCountGame, same_game
from pokerdata.games.named import GAMES, KUHN, LEDUC, LIMIT_HOLDEM, NamedGame, kuhn, leduc, named_game
from pokerdata.games.rules import LimitRules, NoLimitRules, Rules, rules_of
from pokerdata.games.sizes import Sizes, sizes
from pokerdata.games.state_names import StateNames
from pokerdata.games.units import Unit, milliblinds, target_chips
from pokerdata.games.variants import varied

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
