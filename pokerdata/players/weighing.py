"""Players who weigh what others may hold, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pokerdata.play import Player
from pokerdata.players.asked import Asked
from pokerdata.players.poki import Poki
from pokerdata.players.simulating import Simulating

_MAKERS: Mapping[str, Callable[[Asked], Player]] = {
    "poki": lambda asked: Poki(seed=asked.seed),
    "simulating": lambda asked: Simulating(seed=asked.seed),
}

#: What they do, by name.
WEIGHING_PLAYERS: Mapping[str, str] = {
    "poki": "rules over effective hand strength against weight tables of the others, after Billings et al. 2002",
    "simulating": "plays call and raise out in 100 hands from those tables and takes the better; likewise",
}


def is_weighing(text: str) -> bool:
    """Whether a text is the name of one of them.

    Args:
        text: What the player was called.
    """
    return text in _MAKERS


def find_weighing(text: str, asked: Asked) -> Player:
    """The player of a name.

    Args:
        text: What the player was called.
        asked: With what.

    Raises:
        ValueError: For a game that is not Texas hold'em.
    """
    asked.check_texas(text)
    return _MAKERS[text](asked)
