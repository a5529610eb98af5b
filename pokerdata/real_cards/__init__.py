"""Best responses on real cards: what a player who sees his cards wins from a strategy over a card abstraction."""

from pokerdata.real_cards.evaluation import real_exploitability
from pokerdata.real_cards.kept_flops import KeptFlops
from pokerdata.real_cards.values import RealValues, SeatValue

__all__ = ["KeptFlops", "RealValues", "SeatValue", "real_exploitability"]
