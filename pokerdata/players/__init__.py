"""Players: whoever can sit at a table, by name: rules of thumb, strategies, and people's own bots.

``find_player("my_bots.py:Tight", "limit-holdem-3p", trust=True)``
"""

from pokerdata.players.asked import Asked
from pokerdata.players.find import KINDS, Kind, find_player, game_of, is_agent, player_kinds
from pokerdata.players.heads_up import HeadsUpPlayer
from pokerdata.players.learning import LearningPlayer
from pokerdata.players.openspiel import OpenSpielPlayer, openspiel_game
from pokerdata.players.plain import PLAIN_PLAYERS, PlainPlayer
from pokerdata.players.poki import Poki
from pokerdata.players.programs import ProgramPlayer, Settings
from pokerdata.players.simulating import Simulating
from pokerdata.players.thesis import THESIS_PLAYERS, BreakIvan, CheckNorris, RichieRich
from pokerdata.players.three_handed import ThreeHandedPlayer
from pokerdata.players.weighing import WEIGHING_PLAYERS

__all__ = [
    "KINDS",
    "PLAIN_PLAYERS",
    "THESIS_PLAYERS",
    "WEIGHING_PLAYERS",
    "Asked",
    "BreakIvan",
    "CheckNorris",
    "HeadsUpPlayer",
    "Kind",
    "LearningPlayer",
    "OpenSpielPlayer",
    "PlainPlayer",
    "Poki",
    "ProgramPlayer",
    "RichieRich",
    "Settings",
    "Simulating",
    "ThreeHandedPlayer",
    "find_player",
    "game_of",
    "is_agent",
    "openspiel_game",
    "player_kinds",
]
