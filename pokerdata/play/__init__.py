"""Hands of two to ten players: rules, states, and the lines of the competition's protocol."""

from pokerdata.play.deals import Deals
from pokerdata.play.definition import GameDefinition
from pokerdata.play.definition_file import (
    DEFINITIONS,
    definition_text,
    definition_toml,
    find_definition,
    read_definition,
)
from pokerdata.play.logs import (
    Log,
    Score,
    hand_text,
    read_hand,
    read_log,
    read_old_matchstate,
    read_old_result,
    read_score,
)
from pokerdata.play.phh import phh_text, read_phh, write_phh
from pokerdata.play.player import Player
from pokerdata.play.protocol import matchstate_text, read_matchstate, read_state, state_text
from pokerdata.play.state import Pot, State
from pokerdata.play.time_limits import TimeLimits

__all__ = [
    "DEFINITIONS",
    "Deals",
    "GameDefinition",
    "Log",
    "Player",
    "Pot",
    "Score",
    "State",
    "TimeLimits",
    "definition_text",
    "definition_toml",
    "find_definition",
    "hand_text",
    "matchstate_text",
    "phh_text",
    "read_definition",
    "read_hand",
    "read_log",
    "read_matchstate",
    "read_old_matchstate",
    "read_old_result",
    "read_phh",
    "read_score",
    "read_state",
    "state_text",
    "write_phh",
]
