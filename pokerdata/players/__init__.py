"""Players that can sit at a table, found by name: rules of thumb, strategies and your own bots.

``find_player("my_bots.py:Tight", "limit-holdem-3p", trust=True)``
"""

from pokerdata.players.find import KINDS, Kind, find_player, game_of, is_agent, player_kinds
from pokerdata.players.learning import LearningPlayer
from pokerdata.players.openspiel import OpenSpielPlayer, openspiel_game
from pokerdata.players.plain import PLAIN_PLAYERS, Asked, HeadsUpPlayer, PlainPlayer
from pokerdata.players.poki import WEIGHING_PLAYERS, Poki, Simulating
from pokerdata.players.programs import ProgramPlayer, Settings
from pokerdata.players.simple import ThreeHandedPlayer
from pokerdata.players.thesis import THESIS_PLAYERS, BreakIvan, CheckNorris, RichieRich

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
