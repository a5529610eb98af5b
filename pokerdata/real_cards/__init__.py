"""Best responses on real cards: what a player who sees his cards wins from a strategy over a card abstraction."""

from pokerdata.real_cards.best_actions import best_actions, best_actions_of_street
from pokerdata.real_cards.evaluation import real_exploitability
from pokerdata.real_cards.kept_flops import KeptFlops
from pokerdata.real_cards.node_actions import BestActions
from pokerdata.real_cards.street_actions import StreetActions
from pokerdata.real_cards.values import RealValues, SeatValue

__all__ = [
    "BestActions",
    "KeptFlops",
    "RealValues",
    "SeatValue",
    "StreetActions",
    "best_actions",
    "best_actions_of_street",
    "real_exploitability",
]
