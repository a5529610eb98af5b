"""Matches over TCP: the dealer and the client of the competition's protocol, version 2.0.0."""

from pokerdata.dealing.client import Played, connect
from pokerdata.dealing.dealer import Dealer

__all__ = ["Dealer", "Played", "connect"]
