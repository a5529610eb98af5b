"""Best responses on real cards: what a player who sees his cards wins from a strategy over a card abstraction."""

from pokerdata.real_cards.best_actions import best_actions
from pokerdata.real_cards.evaluation import real_exploitability
from pokerdata.real_cards.kept_flops import KeptFlops
from pokerdata.real_cards.node_actions import BestActions
from pokerdata.real_cards.values import RealValues, SeatValue

__all__ = ["BestActions", "KeptFlops", "RealValues", "SeatValue", "best_actions", "real_exploitability"]
