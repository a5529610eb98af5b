"""Players: whoever can sit at a table, by name: rules of thumb, strategies, and people's own bots.

``find_player("my_bots.py:Tight", "limit-holdem-3p", trust=True)``
"""

from pokerdata.players.asked import Asked
from pokerdata.players.find import KINDS, find_player, player_kinds
from pokerdata.players.heads_up import HeadsUpPlayer
from pokerdata.players.openspiel import OpenSpielPlayer, openspiel_game
from pokerdata.players.plain import PLAIN_PLAYERS, PlainPlayer

__all__ = [
    "KINDS",
    "PLAIN_PLAYERS",
    "Asked",
    "HeadsUpPlayer",
    "OpenSpielPlayer",
    "PlainPlayer",
    "find_player",
    "openspiel_game",
    "player_kinds",
]
