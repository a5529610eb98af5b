"""Games: rules, betting trees and the cards behind them.

A game is a value: the rules of its betting, and its cards, real ones or the joint counts of both players'
private states.
"""

from pokerdata.games.acpc import read_acpc
from pokerdata.games.acpc_text import acpc_text
from pokerdata.games.bucketed import bucketed_game, limit_holdem
from pokerdata.games.bucketed_sizes import BucketedSizes, bucketed_sizes
from pokerdata.games.card_game import CardGame
from pokerdata.games.card_rules import CardRules
from pokerdata.games.chosen import chosen_game
from pokerdata.games.files import find_game, read_game, toml_text
from pokerdata.games.game import Game, JointCountGame
from pokerdata.games.named import GAMES, KUHN, LEDUC, LIMIT_HOLDEM, NamedGame, kuhn, leduc, named_game
from pokerdata.games.rules import LimitRules, NoLimitRules, Rules, rules_of
from pokerdata.games.sizes import Sizes, sizes
from pokerdata.games.tree import ACTIONS, BettingTree
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
    "acpc_text",
    "bucketed_game",
    "bucketed_sizes",
    "chosen_game",
    "find_game",
    "kuhn",
    "leduc",
    "limit_holdem",
    "named_game",
    "read_acpc",
    "read_game",
    "rules_of",
    "sizes",
    "toml_text",
    "varied",
]
