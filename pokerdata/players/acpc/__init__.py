"""Matches over TCP: a dealer and a client for protocol 2.0.0 of the Annual Computer Poker Competition (ACPC)."""

from pokerdata.players.acpc.client import Played, connect
from pokerdata.players.acpc.dealer import Dealer

__all__ = ["Dealer", "Played", "connect"]
