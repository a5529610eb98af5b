"""Games: rules, betting trees and the cards behind them.

A game is a value: the rules of its betting, and the joint counts of both players' private states.
"""

from pokerdata.games.bucketed import bucketed_game, limit_holdem
from pokerdata.games.game import JointCountGame
from pokerdata.games.named import GAMES, NamedGame, named_game
from pokerdata.games.rules import KUHN, LEDUC, LIMIT_HOLDEM, LimitRules
from pokerdata.games.small import kuhn, leduc
from pokerdata.games.tree import ACTIONS, BettingTree

__all__ = [
    "ACTIONS",
    "GAMES",
    "KUHN",
    "LEDUC",
    "LIMIT_HOLDEM",
    "BettingTree",
    "JointCountGame",
    "LimitRules",
    "NamedGame",
    "bucketed_game",
    "kuhn",
    "leduc",
    "limit_holdem",
    "named_game",
]
