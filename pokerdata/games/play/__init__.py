"""Hands of two to ten players: rules, states, and the lines of the competition's protocol."""

from pokerdata.games.play.answers import TimeLimits
from pokerdata.games.play.definition import (
    DEFINITIONS,
    TableRules,
    definition_text,
    definition_toml,
    read_definition,
)
from pokerdata.games.play.phh import phh_text, read_phh, write_phh
from pokerdata.games.play.protocol import (
    Log,
    Score,
    hand_text,
    matchstate_text,
    read_hand,
    read_log,
    read_matchstate,
    read_old_matchstate,
    read_old_result,
    read_score,
    read_state,
    state_text,
)
from pokerdata.games.play.state import Deals, Player, Pot, State

__all__ = [
    "DEFINITIONS",
    "Deals",
    "Log",
    "Player",
    "Pot",
    "Score",
    "State",
    "TableRules",
    "TimeLimits",
    "definition_text",
    "definition_toml",
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
