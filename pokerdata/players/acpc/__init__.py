"""Matches over TCP: the dealer and the client of the competition's protocol, version 2.0.0."""

from pokerdata.players.acpc.client import Played, connect
from pokerdata.players.acpc.dealer import Dealer

__all__ = ["Dealer", "Played", "connect"]
